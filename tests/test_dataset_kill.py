"""Runs that are killed, stopped, out of space or refused, and what they leave."""

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time

import pytest
from shards import EXPERT, SHARDS, check_broken_off, contents, partials, shards

from nogues.dataset.write import write_dataset

resource = pytest.importorskip("resource")  # nor does Windows fork

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
