"""Runs that are killed, stopped, out of space or refused, and what they leave."""

import errno
import json
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path

import pytest
from shards import EXPERT, SHARDS, check_broken_off, contents, partials, shards

from nogues.dataset.write import write_dataset

#: Forks runs out of a process that has compiled everything, and tells how each ended.
RUNNER = """
import json, os, signal, sys
import nogues
from nogues.dataset.write import write_dataset
write_dataset(sys.argv[1], 30, 16, 99, seeds=range(1), shard_boards=1)

def run(folder, threads, expert, kill_at):
    calls = 0
    name, when, number = kill_at or (None, None, None)
    real = getattr(os, name) if name else None
    def killing(*arguments):
        nonlocal calls
        calls += 1
        if calls == number and when == "before":
            os.kill(os.getpid(), signal.SIGKILL)
        real(*arguments)
        if calls == number and when == "after":
            os.kill(os.getpid(), signal.SIGKILL)
    if name:
        setattr(os, name, killing)
    expert["seeds"] = range(*expert["seeds"])
    write_dataset(folder, **expert, threads=threads)

print("ready", flush=True)
for line in sys.stdin:
    pid = os.fork()
    if not pid:
        try:
            run(*json.loads(line))
        except BaseException as error:
            print(repr(error), file=sys.stderr, flush=True)
            os._exit(1)
        os._exit(0)
    print(pid, flush=True)
    print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), flush=True)
"""


class Runner:
    """Processes that write the data set of ``EXPERT`` and nothing else."""

    def __init__(self, folder):
        self.process = subprocess.Popen(
            [sys.executable, "-c", RUNNER, folder],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout.readline() == "ready\n"

    def begin(self, folder, threads, kill_at=None):
        """Begin a run; returns its process id."""
        expert = EXPERT | {"seeds": [EXPERT["seeds"].start, EXPERT["seeds"].stop]}
        told = json.dumps([str(folder), threads, expert, kill_at])
        print(told, file=self.process.stdin, flush=True)
        return int(self.process.stdout.readline())

    def status(self):
        """Wait for the run to end; returns its exit status."""
        return int(self.process.stdout.readline())


@pytest.fixture(scope="module")
def runner(tmp_path_factory):
    runner = Runner(tmp_path_factory.mktemp("runner") / "x")
    yield runner
    runner.process.stdin.close()
    assert runner.process.wait(60) == 0
    runner.process.stdout.close()


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The checksums of a run that nothing stopped."""
    folder = tmp_path_factory.mktemp("whole") / "x"
    write_dataset(folder, **EXPERT, threads=1)
    found = contents(folder)
    names = {f"data/part-{k:05}.parquet" for k in range(SHARDS)}
    assert set(found) == {"README.md", "manifest.json", *names}
    return found


def wait_for(count, folder, seconds=60):
    """Wait until so many shards are there."""
    end = time.monotonic() + seconds
    while len(shards(folder)) < count:
        assert time.monotonic() < end
        time.sleep(0.001)


def resume(folder, whole, threads):
    """Make what is missing, and check that nothing else was."""
    before = shards(folder)
    told = []
    data = write_dataset(
        folder, **EXPERT, threads=threads, progress=lambda *now: told.append(now)
    )
    assert len(data) == data.seeds == len(EXPERT["seeds"])
    assert contents(folder) == whole  # and so no partial file
    after = shards(folder)
    assert {name: after[name] for name in before} == before
    missing = SHARDS - len(before)
    if missing:
        total = missing * EXPERT["shard_boards"]
        total -= 5 * ("part-00047.parquet" not in before)
        assert told[-1] == (total, total)
        assert [done for done, _ in told] == sorted(done for done, _ in told)
    else:
        assert told == []


def test_killed_at_twenty_moments(runner, whole, tmp_path):
    dice = random.Random(20)
    left, halves = [], 0
    for k in range(20):
        folder = tmp_path / str(k)
        pid = runner.begin(folder, threads=1 + k % 3)
        # From before the first shard to after the last.
        wait_for(dice.randrange(SHARDS), folder)
        time.sleep(dice.uniform(0, 0.03))
        os.kill(pid, signal.SIGKILL)
        assert runner.status() in (-signal.SIGKILL, 0)
        left.append(check_broken_off(folder, whole))
        halves += bool(partials(folder))
        resume(folder, whole, threads=1 + (k + 1) % 3)
        shutil.rmtree(folder)
    # They hit what they were meant to hit: shards half written, and at all ages.
    assert sum(0 < count < SHARDS for count in left) >= 10
    assert len(set(left)) >= 8
    assert halves


def test_killed_until_it_is_done(runner, whole, tmp_path):
    dice = random.Random(1)
    folder = tmp_path / "x"
    before, kills = {}, 0
    while True:
        pid = runner.begin(folder, threads=dice.randint(1, 3))
        wait_for(min(SHARDS, len(before) + dice.randint(1, 5)), folder)
        time.sleep(dice.uniform(0, 0.01))
        os.kill(pid, signal.SIGKILL)
        ended = runner.status() == 0
        check_broken_off(folder, whole)
        after = shards(folder)
        assert before.items() <= after.items()  # nothing was made twice
        before = after
        if ended:
            break
        kills += 1
        assert kills < 200
        if len(after) == SHARDS:
            runner.begin(folder, threads=2)
            assert runner.status() == 0
            break
    assert kills >= 5
    resume(folder, whole, threads=2)
    assert shards(folder) == before


@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("call", ["replace", "fsync"])
def test_killed_around_a_rename(runner, whole, tmp_path, call, when):
    """At the very calls, the third of each; fsync is of files, then of folders."""
    folder = tmp_path / "x"
    runner.begin(folder, 1, (call, when, 3))
    assert runner.status() == -signal.SIGKILL
    there = check_broken_off(folder, whole)
    renamed = {("replace", "before"): 2, ("replace", "after"): 3}
    assert there == renamed.get((call, when), 1)
    assert len(partials(folder)) == ((call, when) != ("replace", "after"))
    resume(folder, whole, threads=2)


@pytest.mark.parametrize("number", [SHARDS + 1, SHARDS + 2])
def test_killed_before_the_card_and_the_manifest(runner, whole, tmp_path, number):
    folder = tmp_path / "x"
    runner.begin(folder, 2, ("replace", "before", number))
    assert runner.status() == -signal.SIGKILL
    assert check_broken_off(folder, whole) == SHARDS
    assert (folder / "README.md").exists() == (number == SHARDS + 2)
    assert not (folder / "manifest.json").exists()
    resume(folder, whole, threads=1)


#: The command line, once all is compiled; it tells when, and starts if it is let.
CLI = """
import resource, sys
import nogues
from nogues.cli.main import main
from nogues.dataset.write import write_dataset
write_dataset(sys.argv[1], 30, 16, 99, seeds=range(1), shard_boards=1)
limit = int(sys.argv[2])
if limit:
    hard = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, hard))
print("ready", flush=True)
main(sys.argv[3:])
"""


def command(tmp_path, *arguments, limit=0):
    """Begin the command line in a process of its own."""
    words = [tmp_path / "compiled", limit, *arguments, "--no-progress"]
    process = subprocess.Popen(
        [sys.executable, "-c", CLI, *map(str, words)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout.readline() == "ready\n"
    return process


def expert_to(folder):
    seeds = f"{EXPERT['seeds'].start}:{EXPERT['seeds'].stop}"
    shard = ("--shard-boards", EXPERT["shard_boards"])
    return ["generate", "expert", "--seeds", seeds, "--out", f"{folder}/", *shard]


def test_ctrl_c(whole, tmp_path):
    folder = tmp_path / "x"
    process = command(tmp_path, *expert_to(folder), "--threads", 2)
    wait_for(3, folder)
    process.send_signal(signal.SIGINT)
    printed, told = process.communicate(timeout=60)
    assert process.returncode == 130
    assert printed == ""
    assert told == "nogues: interrupted; run the command again to continue\n"
    assert 3 <= check_broken_off(folder, whole) < SHARDS
    assert partials(folder) == []
    again = command(tmp_path, *expert_to(folder), "--threads", 1)
    _, told = again.communicate(timeout=60)
    assert again.returncode == 0
    assert re.fullmatch(
        rf"24,571 boards of 30x16/99 in {folder}/, 48 files, \d+\.\d s\. pandas.*\n",
        told,
    )
    assert contents(folder) == whole


def test_full_disk_on_the_command_line(tmp_path):
    """As near as it can be had without a disk: files must be small."""
    folder = tmp_path / "x"
    # A shard that is small enough, and some that are not.
    starts = ("--starts", "0,0=0:100", "--starts", "8,15=0:2000")
    words = ["generate", "expert", *starts, "--shard-boards", 500, "--out"]
    full = command(tmp_path, *words, f"{folder}/", "--threads", 1, limit=2**14)
    printed, told = full.communicate(timeout=60)
    assert (full.returncode, printed) == (2, "")
    assert told == f"nogues: {folder}/data/part-00001.parquet: File too large\n"
    assert set(contents(folder)) == {"data/part-00000.parquet"}
    before = shards(folder)
    again = command(tmp_path, *words, f"{folder}/")
    assert "2,100 boards" in again.communicate(timeout=60)[1]
    seeds = {(0, 0): range(100), (8, 15): range(2000)}
    write_dataset(tmp_path / "y", 30, 16, 99, starts=seeds, shard_boards=500)
    assert contents(folder) == contents(tmp_path / "y")
    assert before.items() <= shards(folder).items()


@pytest.mark.parametrize("threads", [1, 3])
def test_disk_that_is_full_after_a_while(whole, tmp_path, threads):
    """One thread fails while the others are at work."""
    folder = tmp_path / "x"
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)

    def fill(done, total):
        if done > total // 4:
            resource.setrlimit(resource.RLIMIT_FSIZE, (2**14, hard))

    try:
        with pytest.raises(OSError) as caught:
            write_dataset(folder, **EXPERT, threads=threads, progress=fill)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert caught.value.errno == errno.EFBIG
    assert re.fullmatch(rf"{folder}/data/part-000\d\d\.parquet", caught.value.filename)
    assert not Path(caught.value.filename).exists()
    assert SHARDS // 6 <= check_broken_off(folder, whole) < SHARDS
    assert partials(folder) == []
    resume(folder, whole, threads=2)


@pytest.mark.parametrize("lost", [".", "data"])
def test_folder_that_vanishes(whole, tmp_path, lost):
    folder, away = tmp_path / "x", tmp_path / "away"

    def move(done, total):
        if done > total // 4 and not away.exists():
            (folder / lost).rename(away)

    with pytest.raises(FileNotFoundError, match=r"part-000\d\d\.parquet") as caught:
        write_dataset(folder, **EXPERT, threads=2, progress=move)
    assert str(folder / "data") in str(caught.value)
    if lost == ".":
        assert not folder.exists()
        away.rename(folder)
    else:
        assert partials(folder) == []
        assert not (folder / "data").exists()
        away.rename(folder / "data")
    assert SHARDS // 6 <= check_broken_off(folder, whole) < SHARDS
    resume(folder, whole, threads=2)


@pytest.mark.parametrize(
    ("step", "number", "name"),
    [
        ("replace", 20, r"data/part-000\d\d\.parquet"),
        ("fsync", 20, r"data/part-000\d\d\.parquet"),
        ("replace", SHARDS + 1, r"README\.md"),
        ("replace", SHARDS + 2, r"manifest\.json"),
    ],
)
def test_disk_that_fails(whole, tmp_path, monkeypatch, step, number, name):
    """In the calls that a file system is asked last."""
    folder, calls, real = tmp_path / "x", [], getattr(os, step)

    def fail(*arguments):
        calls.append(arguments)
        if len(calls) >= number:  # folders may fail in silence: their names are there
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        real(*arguments)

    monkeypatch.setattr(os, step, fail)
    with pytest.raises(OSError) as caught:
        write_dataset(folder, **EXPERT, threads=2)
    monkeypatch.undo()
    assert caught.value.errno == errno.EIO
    assert re.fullmatch(f"{folder}/{name}", caught.value.filename)
    left = check_broken_off(folder, whole)
    assert (left == SHARDS) == (number > SHARDS)
    assert left > 0
    assert partials(folder) == []
    resume(folder, whole, threads=2)


@contextmanager
def unwritable(folder):
    """Make a folder one that we may not write to, root or not."""
    user = os.geteuid()
    folder.chmod(0o555)
    try:
        if user == 0:
            os.seteuid(65534)
        yield
    finally:
        os.seteuid(user)
        folder.chmod(0o755)


def test_folder_that_cannot_be_written(whole):
    with tempfile.TemporaryDirectory(dir="/tmp") as top:  # which anybody may read
        os.chmod(top, 0o755)
        folder = Path(top, "x")
        with unwritable(Path(top)), pytest.raises(PermissionError) as caught:
            write_dataset(folder, **EXPERT)
        assert caught.value.filename == str(folder)
        assert not folder.exists()
        with pytest.raises(ZeroDivisionError):
            write_dataset(folder, **EXPERT, threads=2, progress=lambda *now: 1 / 0)
        left = check_broken_off(folder, whole)
        assert partials(folder) == []
        before = shards(folder)
        with unwritable(folder), pytest.raises(PermissionError) as caught:
            write_dataset(folder, **EXPERT)
        assert caught.value.filename == str(folder / ".lock")
        assert shards(folder) == before
        with unwritable(folder / "data"), pytest.raises(PermissionError) as caught:
            write_dataset(folder, **EXPERT)
        assert check_broken_off(folder, whole) == left
        resume(folder, whole, threads=2)
