"""Data sets made on a Dask cluster, whose workers are killed."""

import os
import random
import re
import signal
import subprocess
import sys
import time
from contextlib import suppress
from itertools import pairwise

import dask
import distributed
import pytest
from distributed import Client, LocalCluster
from shards import EXPERT, SHARDS, check_broken_off, contents, partials, shards

import nogues
from nogues.base.errors import FormatError, GenerationError, MinesweeperError
from nogues.dataset import cluster as ours
from nogues.dataset.plan import Shard
from nogues.dataset.read import open_dataset
from nogues.dataset.store import open_store
from nogues.dataset.verify import verify_dataset
from nogues.dataset.write import write_dataset

#: A size of which some seeds have no board in so few attempts.
DENSE = {"width": 9, "height": 9, "mines": 35, "max_attempts": 3, "shard_boards": 8}

#: Two workers, and no port that another cluster may have.
TWO = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": "127.0.0.1:0"}


@pytest.fixture(scope="module")
def cluster():
    """Two processes of a thread each, however often they are killed."""
    with (
        dask.config.set({"distributed.deploy.lost-worker-timeout": "1h"}),
        LocalCluster(**TWO, processes=True) as made,
    ):
        yield made


@pytest.fixture
def client(cluster):
    """A client that is not the default one, when both workers are there."""
    with Client(cluster, set_as_default=False) as client:
        client.wait_for_workers(2, timeout=60)
        yield client


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The checksums of what threads of this process make."""
    folder = tmp_path_factory.mktemp("whole") / "x"
    write_dataset(folder, **EXPERT, threads=2)
    return contents(folder)


def test_the_same_as_threads_make(client, whole, tmp_path):
    folder, told, waiting = tmp_path / "x", [], []

    def tell(done, total):
        told.append((done, total))
        waiting.append(len(client.cluster.scheduler.tasks))

    data = write_dataset(folder, **EXPERT, dask=client, progress=tell)
    boards = len(EXPERT["seeds"])
    assert len(data) == boards
    assert contents(folder) == whole
    # A shard at a time, each reported once, and then forgotten.
    assert [total for _, total in told] == [boards] * (SHARDS + 1)
    done = [0, *(count for count, _ in told[:-1])]
    steps = sorted(after - before for before, after in pairwise(done))
    assert steps == [507] + [512] * (SHARDS - 1)
    assert told[-1] == (boards, boards)
    assert min(waiting) < 10 < SHARDS / 2 < max(waiting)
    assert client.status == "running"  # the caller's own
    # And again: all are there, nothing is made.
    before = shards(folder)
    told.clear()
    write_dataset(folder, **EXPERT, dask=client, progress=tell)
    assert (told, shards(folder)) == ([], before)
    assert contents(folder) == whole


@pytest.mark.parametrize("prefix", ["", "file://"])
def test_address_of_a_scheduler(cluster, whole, tmp_path, prefix):
    """And on with what another run left, there and here."""
    folder = tmp_path / "x"
    write_dataset(f"{prefix}{folder}", **EXPERT, dask=cluster.scheduler_address)
    assert contents(folder) == whole
    before = shards(folder)
    for name in list(before)[::3]:
        (folder / "data" / name).unlink()
        del before[name]
    told = []
    write_dataset(
        f"{prefix}{folder}",
        **EXPERT,
        dask=cluster.scheduler_address,
        progress=lambda *now: told.append(now),
    )
    assert contents(folder) == whole
    # Only what was missing is reported, a shard at a time.
    done = sorted({done for done, _ in told} | {0})
    total = EXPERT["shard_boards"] * (SHARDS - len(before))
    total -= 5 * ("part-00047.parquet" not in before)
    assert {after - before for before, after in pairwise(done)} <= {512, 507}
    assert told[-1] == (total, total)
    assert done[-1] == total
    assert before.items() <= shards(folder).items()


class Killer:
    """Kills workers while shards are made: a progress function."""

    def __init__(self, cluster, folder, dice, at):
        self.cluster, self.folder, self.dice, self.at = cluster, folder, dice, at
        self.told, self.killed, self.left = [], set(), []

    def __call__(self, done, total):
        self.told.append(done)
        if self.at and len(self.told) >= self.at[0]:
            time.sleep(self.dice.uniform(0, 0.05))
            self.kill()

    def kill(self):
        """Kill a worker that is up and that we did not kill; later if none is."""
        known = set(self.cluster.scheduler.workers)
        up = {
            nanny.pid
            for nanny in self.cluster.workers.values()
            if nanny.worker_address in known
        }
        for pid in sorted(up - self.killed - {None}):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
                self.killed.add(pid)
                self.left.append(SHARDS - len(shards(self.folder)))
                self.at.pop(0)
                return


# Fewer a run than Dask lets a task's workers die, whichever task it is.
@pytest.mark.parametrize(
    "seed", [0, 1, *(pytest.param(k, marks=pytest.mark.slow) for k in range(2, 7))]
)
def test_killed_workers(cluster, client, whole, tmp_path, seed):
    folder, dice = tmp_path / "x", random.Random(seed)
    killer = Killer(cluster, folder, dice, sorted(dice.sample(range(1, 30), 3)))
    write_dataset(folder, **EXPERT, dask=client, progress=killer)
    assert len(killer.killed) == 3
    assert killer.left[0] > 0
    assert contents(folder) == whole  # and so no partial file
    assert killer.told == sorted(killer.told)
    assert len(killer.told) == SHARDS + 1
    assert killer.told[-1] == len(EXPERT["seeds"])


def test_killed_workers_without_a_retry(cluster, client, whole, tmp_path, monkeypatch):
    folder = tmp_path / "x"
    # What distributed.scheduler.allowed-failures sets when a scheduler starts.
    monkeypatch.setattr(cluster.scheduler, "allowed_failures", 0)
    killer = Killer(cluster, folder, random.Random(0), [2])
    pattern = (
        r"^part-000\d\d\.parquet failed too often: .* on 1 different workers, "
        r"but .*\(distributed\.scheduler\.allowed-failures sets the limit\)$"
    )
    with pytest.raises(GenerationError, match=pattern):
        write_dataset(folder, **EXPERT, dask=client, progress=killer)
    settle(client)
    assert 0 < check_broken_off(folder, whole) < SHARDS
    monkeypatch.undo()
    write_dataset(folder, **EXPERT, dask=client)
    assert contents(folder) == whole


def settle(client):
    """Wait until the workers have ended what was begun."""
    client.wait_for_workers(2, timeout=60)
    while any(client.processing().values()) or any(
        client.run(lambda dask_worker: dask_worker.state.executing_count).values()
    ):
        time.sleep(0.05)


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT])
def test_stopped_client(cluster, client, whole, tmp_path, number):
    """The process that asked ends; what its workers had begun is no hindrance."""
    folder = tmp_path / "x"
    seeds = EXPERT["seeds"]
    words = [
        "generate", "expert", "--seeds", f"{seeds.start}:{seeds.stop}",
        "--shard-boards", EXPERT["shard_boards"], "--out", f"{folder}/",
        "--dask", cluster.scheduler_address, "--no-progress",
    ]  # fmt: skip
    process = subprocess.Popen(
        [sys.executable, "-m", "nogues", *map(str, words)],
        stderr=subprocess.PIPE,
        text=True,
    )
    while len(shards(folder)) < 5:
        time.sleep(0.001)
    process.send_signal(number)
    told = process.communicate(timeout=60)[1]
    if number == signal.SIGINT:
        assert process.returncode == 130
        assert told == "nogues: interrupted; run the command again to continue\n"
    else:
        assert process.returncode == -number
    write_dataset(folder, **EXPERT, dask=client)
    assert contents(folder) == whole


def test_seed_without_a_board(client, tmp_path):
    """The error of the worker comes out here, of whichever shard is the first."""
    pattern = r"^no board of 9x9/35 with start \(4, 4\) in 3 attempts for seed (\d+)$"
    with pytest.raises(GenerationError, match=pattern) as caught:
        write_dataset(tmp_path / "x", **DENSE, seeds=range(64), dask=client)
    settle(client)
    known = nogues.generate_boards(
        9, 9, 35, seeds=range(64), max_attempts=3, skip_failures=True
    )
    seed = int(re.search(pattern, str(caught.value))[1])
    assert seed in known.failed_seeds
    assert partials(tmp_path / "x") == []


def test_skipped_failures(client, tmp_path):
    asked = DENSE | {"seeds": range(256), "skip_failures": True, "metrics": ["bbbv"]}
    there = write_dataset(tmp_path / "x", **asked, dask=client)
    here = write_dataset(tmp_path / "y", **asked, threads=2)
    assert contents(tmp_path / "x") == contents(tmp_path / "y")
    assert 0 < len(there) == len(here) < there.seeds == 256


def test_folder_that_workers_cannot_write(client, whole, tmp_path):
    """The folder of the shards is gone once the first is there."""
    folder, away = tmp_path / "x", tmp_path / "away"

    def move(done, total):
        if not away.exists():
            (folder / "data").rename(away)

    with pytest.raises(FileNotFoundError, match=r"/x/data/part-000\d\d\.parquet"):
        write_dataset(folder, **EXPERT, dask=client, progress=move)
    settle(client)
    assert partials(folder) == []
    away.rename(folder / "data")
    assert 0 < check_broken_off(folder, whole) < SHARDS
    write_dataset(folder, **EXPERT, dask=client)
    assert contents(folder) == whole


def test_shards_that_are_not_ours(client, tmp_path):
    """The first is looked at here, the others where they are."""
    small = {"width": 9, "height": 9, "seeds": range(32), "shard_boards": 8}
    write_dataset(tmp_path / "x", **small, mines=10, dask=client)
    with pytest.raises(MinesweeperError, match="mines is 10 there, 9 here"):
        write_dataset(tmp_path / "x", **small, mines=9, dask=client)
    path = tmp_path / "x" / "data" / "part-00002.parquet"
    path.write_bytes(path.read_bytes()[:-9])
    with pytest.raises(FormatError, match=rf"^{path} is damaged or not Parquet: "):
        write_dataset(tmp_path / "x", **small, mines=10, dask=client)


def test_store_in_memory(tmp_path, monkeypatch):
    """Of which nothing is seen but by threads of this process; each made once."""
    made, real = [], ours.make_one

    def make(store, plan, shard):
        made.append(shard.number)
        return real(store, plan, shard)

    monkeypatch.setattr(ours, "make_one", make)
    url = f"memory://{tmp_path.name}/x"
    with (
        LocalCluster(**TWO, processes=False) as threads,
        Client(threads, set_as_default=False) as client,
    ):
        asked = EXPERT | {"seeds": range(4096)}
        data = write_dataset(url, **asked, dask=client)
        assert sorted(made) == list(range(8))
        write_dataset(tmp_path / "x", **asked, threads=1)
        store = open_store(url, None)
        names = contents(tmp_path / "x")
        for name in names:
            assert store.read(name) == (tmp_path / "x" / name).read_bytes()
        assert {f"data/{name}" for name in store.names()} | {
            "README.md",
            "manifest.json",
        } == set(names)
        assert len(data) == len(open_dataset(url)) == 4096
        assert verify_dataset(url, sample=0.01).ok


def test_place_that_is_not_there(monkeypatch):
    """Such as a bucket, of which the error of fsspec's package says no name."""
    store = open_store("memory://nowhere/x", None)

    def fail(path, data):
        raise FileNotFoundError("no such bucket")

    monkeypatch.setattr(store.fs, "pipe_file", fail)
    told = r"^memory://nowhere/x/data/part-00000\.parquet: no such bucket$"
    with pytest.raises(FileNotFoundError, match=told):
        store.put("data/part-00000.parquet", b"")


def test_scheduler_that_is_not_there(tmp_path, monkeypatch):
    monkeypatch.setattr(ours, "CONNECT", "1s")
    address = "tcp://127.0.0.1:9"
    with pytest.raises(OSError, match=f"connect to {address} after 1 s"):
        write_dataset(tmp_path / "x", **EXPERT, dask=address)
    with pytest.raises(TypeError, match=r"^dask must be an address or a .*, not 8786$"):
        write_dataset(tmp_path / "x", **EXPERT, dask=8786)
    assert shards(tmp_path / "x") == {}


def test_scheduler_that_is_lost(whole, tmp_path, monkeypatch):
    folder = tmp_path / "x"
    monkeypatch.setattr(ours, "CONNECT", "1s")
    with LocalCluster(**TWO, processes=False) as lost:

        def close(done, total):
            if done > total // 4 and lost.status.name == "running":
                lost.close()

        with pytest.raises(ConnectionError, match=r"^the cluster was lost: one_"):
            write_dataset(folder, **EXPERT, dask=lost.scheduler_address, progress=close)
    assert SHARDS // 6 <= check_broken_off(folder, whole) < SHARDS
    write_dataset(folder, **EXPERT, threads=2)
    assert contents(folder) == whole


@pytest.mark.parametrize(("version", "pyarrow"), [(2, None), (1, "1.2.3")])
def test_worker_of_other_versions(tmp_path, monkeypatch, version, pyarrow):
    data = write_dataset(tmp_path / "x", 9, 9, 10, seeds=range(8))
    plan = data._plan
    other = distributed.protocol.deserialize(*distributed.protocol.serialize(plan))
    assert other == plan
    object.__setattr__(other, "search", plan.search._replace(version=version))
    object.__setattr__(other, "pyarrow", pyarrow or plan.pyarrow)
    (tmp_path / "x" / "data" / "part-00000.parquet").unlink()
    told = f"but the data set was made with {version} and {other.pyarrow}"
    with pytest.raises(MinesweeperError, match=told):
        ours.one_shard(Shard(0, (4, 4), 0, 8), open_store(tmp_path / "x", None), other)
    assert shards(tmp_path / "x") == {}


def test_a_path_that_workers_do_not_share(client):
    url = f"memory://{random.getrandbits(32)}/x"
    with pytest.raises(
        MinesweeperError, match="shared by this process and all workers"
    ) as caught:
        write_dataset(url, **EXPERT, dask=client)
    assert url in str(caught.value)
    assert not open_store(url, None).exists("manifest.json")


@pytest.mark.parametrize(
    ("dask", "error", "words"),
    [
        ("nonsense", MinesweeperError, "an address such as tcp://host:8786"),
        (5, TypeError, "dask must be an address or a distributed.Client, not 5"),
    ],
)
def test_no_address(tmp_path, dask, error, words):
    with pytest.raises(error, match=words):
        write_dataset(tmp_path / "x", **EXPERT, dask=dask)
    assert not (tmp_path / "x").exists()
