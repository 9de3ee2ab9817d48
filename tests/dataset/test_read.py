"""Reading data sets: every order and access."""

import pickle
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pandas as pd
import pytest
from samples import SHARD, joined

import nogues


def test_random_access(data, boards):
    assert data[0] == boards[0]
    assert data[-1] == boards[-1]
    assert data[300] == boards[300]
    assert data[250:260] == boards[250:260]
    assert data[::-7] == boards[::-7]
    picked = [599, 3, 3, 256, 0]
    assert data[picked] == boards[picked]
    assert data[np.array([-1, 5])] == boards[np.array([-1, 5])]
    mask = boards.opening > 60
    assert data[mask] == boards[mask]
    assert data[[]] == boards[[]]
    assert data.of_seed(123) == boards[23]


@pytest.mark.parametrize(
    ("index", "error", "words"),
    [
        (600, IndexError, "board 600 of 600"),
        ([1, 600], IndexError, "boards 1 to 600 of 600"),
        ("a", TypeError, "indexed by an integer, a slice or an array"),
        (np.ones(3, np.bool_), IndexError, "there are 600 boards, but the mask has 3"),
    ],
)
def test_bad_indices(data, index, error, words):
    with pytest.raises(error, match=words):
        data[index]


def test_a_seed_outside(data):
    with pytest.raises(nogues.MinesweeperError, match="seed must be 100 to 699, not 7"):
        data.of_seed(7)


@pytest.mark.parametrize("size", [1, 100, 256, 1000])
@pytest.mark.parametrize("threads", [1, 3])
def test_batches_in_order(data, boards, size, threads):
    found = list(data.batches(size, threads=threads))
    assert [len(batch) for batch in found[:-1]] == [size] * (len(found) - 1)
    assert len(found) == -(-600 // size)
    assert np.array_equal(joined(found)["clue"], boards.clue)
    assert found[0] == boards[:size]


def test_shuffled(data, boards):
    first = list(data.batches(100, shuffle=1))
    assert [len(batch) for batch in first] == [100] * 6
    found = joined(first)
    order = np.argsort(found["seed"])
    for name, values in joined([boards]).items():
        assert np.array_equal(found[name][order], values), name
    again = joined(data.batches(100, shuffle=1, threads=1))
    assert np.array_equal(again["seed"], found["seed"])
    other = joined(data.batches(100, shuffle=2))
    assert not np.array_equal(other["seed"], found["seed"])
    # Every batch has boards of all three row groups.
    groups = (first[0].seed - 100) // SHARD
    assert set(groups.tolist()) == {0, 1, 2}


def test_parts_share_the_boards(data, boards):
    parts = [joined(data.batches(50, part=(k, 2)))["seed"] for k in range(2)]
    assert [len(part) for part in parts] == [256 + 88, 256]
    assert np.array_equal(np.sort(np.concatenate(parts)), boards.seed)


@pytest.mark.parametrize(
    ("options", "error", "words"),
    [
        ({"size": 0}, nogues.MinesweeperError, "size must be at least 1"),
        ({"part": (2, 2)}, nogues.MinesweeperError, "part k must be 0 to 1, not 2"),
        ({"part": 3}, TypeError, "part must be a pair"),
        ({"shuffle": "a"}, TypeError, "shuffle must be an integer"),
        ({"threads": 0}, nogues.MinesweeperError, "threads must be 1 to 1024"),
    ],
)
def test_bad_batches(data, options, error, words):
    with pytest.raises(error, match=words):
        data.batches(**options)


def test_a_reader_may_stop_early(data):
    for batch in data.batches(10):
        assert batch.seed[0] == 100
        break


def test_a_copy_for_another_process(data, boards):
    assert data[5] == boards[5]
    copy = pickle.loads(pickle.dumps(data))
    assert copy[5] == boards[5]
    assert copy._kept.keys() == {0}


def test_columns_of_tables_as_indices(data, boards):
    rows = pd.Series([3, 500], dtype="uint64")
    assert data[rows] == boards[[3, 500]]
    assert data[np.array([1, 2], np.uint64)] == boards[1:3]
    assert data[np.int64(4)] == boards[4]
    with pytest.raises(TypeError):
        boards[0] in data  # noqa: B015


def test_threads_share_what_is_kept(data, boards):
    dice = np.random.default_rng(1)
    picks = dice.integers(len(boards), size=400).tolist()
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda k: data[k], picks))
    assert all(board == boards[k] for board, k in zip(found, picks, strict=True))


def test_shuffled_blocks_are_bounded(tmp_path, monkeypatch):
    options = {"seeds": range(640), "shard_boards": 64, "layout": "clues"}
    data = nogues.write_dataset(tmp_path, 9, 9, 10, **options)
    whole = (next(data.batches(64, shuffle=1)).seed // 64).tolist()
    assert len(set(whole)) == 8
    monkeypatch.setattr("nogues.dataset.read.SHUFFLED_BYTES", 2 * 64 * 81)
    few = list(data.batches(64, shuffle=1))
    assert {len(set((batch.seed // 64).tolist())) for batch in few} == {2}
    assert len(np.unique(joined(few)["seed"])) == 640
