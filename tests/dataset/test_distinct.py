"""Equal boards in data sets: how many are distinct, and keeping the first of each."""

from dataclasses import replace

import numpy as np
import pytest
from samples import plan_of

import nogues
from nogues import MinesweeperError
from nogues.dataset.distinct import Seen, hashes_of, may_repeat
from nogues.dataset.make import make_shard
from nogues.dataset.plan import Shard
from nogues.dataset.store import open_store

SIZE = {"width": 4, "height": 4, "mines": 3}
SMALL = {**SIZE, "start": (0, 0)}
SEEDS = range(1000)


def first_of_each(boards):
    """The seeds of the first of equal boards, the obvious way."""
    seeds, known = [], set()
    for board in boards:
        if board.clue.tobytes() not in known:
            known.add(board.clue.tobytes())
            seeds.append(board.seed)
    return seeds


@pytest.fixture(scope="module")
def expected():
    return first_of_each(nogues.generate_boards(**SMALL, seeds=SEEDS))


def files(path):
    return {file.name: file.read_bytes() for file in (path / "data").iterdir()}


@pytest.mark.parametrize("layout", ["packed", "clues", "seeds"])
def test_the_first_of_each_is_kept(tmp_path, expected, layout):
    options = {"seeds": SEEDS, "shard_boards": 96, "layout": layout}
    data = nogues.write_dataset(tmp_path / "x", **SMALL, **options, unique=True)
    assert data.column("seed").tolist() == expected
    assert (len(data), data.seeds, data.shards) == (25, 1000, 11)
    boards = [board for batch in data for board in batch]
    assert boards == [nogues.generate_board(**SMALL, seed=seed) for seed in expected]
    found = nogues.verify_dataset(tmp_path / "x")
    assert found.ok and (found.distinct == 25 or layout == "seeds")
    assert "All boards are distinct" in (tmp_path / "x/README.md").read_text()


@pytest.mark.parametrize("layout", ["packed", "clues", "seeds"])
def test_shards_that_are_lost_come_back(tmp_path, layout):
    path = tmp_path / "x"
    options = {"seeds": SEEDS, "shard_boards": 96, "layout": layout, "unique": True}
    nogues.write_dataset(path, **SMALL, **options)
    whole = files(path)
    for number in (1, 4, 10):
        (path / f"data/part-000{number:02}.parquet").unlink()
    nogues.write_dataset(path, **SMALL, **options, threads=2)
    assert files(path) == whole
    with pytest.raises(MinesweeperError, match=r"unique is True there, False here$"):
        nogues.write_dataset(path, **SMALL, **(options | {"unique": False}))


def test_starts_are_told_apart(tmp_path):
    starts = {(0, 0): range(300), (3, 3): range(300)}
    data = nogues.write_dataset(tmp_path / "x", **SIZE, starts=starts, unique=True)
    both = [
        first_of_each(nogues.generate_boards(**SIZE, start=start, seeds=seeds))
        for start, seeds in starts.items()
    ]
    assert data.column("seed").tolist() == both[0] + both[1]
    assert nogues.verify_dataset(tmp_path / "x").ok


def test_what_is_said(tmp_path):
    nogues.write_dataset(tmp_path / "x", **SMALL, seeds=SEEDS)
    card = (tmp_path / "x/README.md").read_text()
    assert "- 25 distinct layouts among 1,000 boards. `--unique` keeps the " in card
    found = nogues.verify_dataset(tmp_path / "x", sample=0)
    assert found.distinct == 25
    assert str(found).startswith("OK: 1 shard, 1,000 boards (25 distinct), 0 of them")
    nogues.write_dataset(tmp_path / "y", 30, 16, 99, seeds=SEEDS)
    assert "distinct" not in (tmp_path / "y/README.md").read_text()
    found = nogues.verify_dataset(tmp_path / "y", sample=0)
    assert found.distinct == 1000 and "distinct" not in str(found)


def test_a_board_that_occurs_twice_is_found(tmp_path):
    """A data set whose footers claim that its boards are distinct."""
    path = tmp_path / "x"
    options = {"seeds": SEEDS, "shard_boards": 500, "unique": True}
    plan = nogues.write_dataset(path, **SMALL, **options)._plan
    for name in ("data/part-00001.parquet", "manifest.json"):
        (path / name).unlink()
    store = open_store(path, None)
    make_shard(store, plan, plan.shards()[1], np.zeros(1, np.bool_))
    nogues.write_dataset(path, **SMALL, **options)  # writes the manifest
    found = nogues.verify_dataset(path)
    assert not found.ok
    assert found.problem == f"{path} has {found.boards - 25} boards more than once"


def test_refusals(tmp_path):
    with pytest.raises(TypeError, match="dask must be None"):
        nogues.write_dataset(
            tmp_path, **SMALL, seeds=SEEDS, unique=True, dask="tcp://x:1"
        )
    with pytest.raises(TypeError, match="unique must be True or False, not 1"):
        nogues.write_dataset(tmp_path, **SMALL, seeds=SEEDS, unique=1)


def test_hashes():
    plan = plan_of()
    shard = Shard(0, (8, 15), 0, 1000)
    boards = nogues.generate_boards(30, 16, 99, seeds=range(1000))
    mines = np.packbits(boards.clue < 0, axis=1)
    hashes = hashes_of({"mines": mines}, plan, shard)
    assert np.array_equal(hashes, hashes_of({"clue": boards.clue}, plan, shard))
    assert hashes.dtype == np.uint64 and len(np.unique(hashes)) == 1000
    # Every bit counts, and hashes are spread evenly.
    flipped = np.repeat(mines[:1], 480, axis=0)
    flipped[np.arange(480), np.arange(480) // 8] ^= 1 << (np.arange(480) % 8).astype(
        np.uint8
    )
    assert len(np.unique(hashes_of({"mines": flipped}, plan, shard))) == 480
    bits = np.unpackbits(hashes.view(np.uint8).reshape(-1, 8), axis=1).mean(axis=0)
    assert 0.4 < bits.min() and bits.max() < 0.6
    other = hashes_of({"mines": mines}, plan, shard._replace(start=(0, 0)))
    assert not np.isin(other, hashes).any()


def test_seen():
    dice = np.random.default_rng(1)
    seen, known = Seen(), set()
    for size in (0, 1, 5, 300, 2, 80, 1000, 7):
        hashes = dice.integers(0, 400, size).astype(np.uint64)
        expected = []
        for value in hashes.tolist():
            expected.append(value not in known)
            known.add(value)
        assert seen.first(hashes).tolist() == expected
        assert len(seen) == len(known)


def test_where_repetitions_are_likely():
    plan = plan_of()
    assert not may_repeat(plan, 10**9)
    small = replace(plan, spec=plan.spec._replace(width=4, height=4, mines=3))
    small = replace(small, spec=small.spec._replace(start=(2, 2)))
    assert may_repeat(small, 10) and not may_repeat(small, 1)
