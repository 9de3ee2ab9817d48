"""The kernels that turn packed mines into clues, against NumPy and the search."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import nogues
from nogues.kernels.boards.placement import Task
from nogues.kernels.search import packed
from nogues.kernels.search.reference_planes import shape_for

SIZES = [
    (1, 1, 0),
    (9, 9, 10),
    (30, 16, 99),
    (17, 40, 100),
    (32, 32, 200),
    (64, 32, 400),
    (3, 33, 10),
    (65, 3, 10),
    (128, 9, 100),
    (100, 100, 1600),
]


def unpack(width, height, mines, start, data):
    task = Task(width, height, mines, *start, 1, 60, 0)
    shape = shape_for(width, height)
    work = packed.new_workspace(shape, task)
    clue = np.full((len(data), width * height), 99, np.int8)
    opening = np.full(len(data), -1, np.int32)
    if shape is None:
        packed.unpack_large(work, task, data, clue, opening)
    else:
        packed.unpack(shape, work, task, data, clue, opening)
    return clue, opening


@pytest.mark.parametrize("size", SIZES, ids=lambda size: "{}x{}/{}".format(*size))
def test_boards_of_the_search(size):
    boards = nogues.generate_boards(*size, seeds=range(20), skip_failures=True)
    assert len(boards) > 5
    data = np.packbits(boards.mine_mask, axis=1)
    clue, opening = unpack(*size, boards.start, data)
    assert np.array_equal(clue, boards.clue)
    assert np.array_equal(opening, boards.opening)


@given(
    width=st.integers(1, 70),
    height=st.integers(1, 40),
    seed=st.integers(0, 2**32 - 1),
    density=st.sampled_from([0.0, 0.2, 0.6, 0.95]),
)
def test_any_layout(width, height, seed, density):
    rng = np.random.default_rng(seed)
    mine = rng.random((3, height, width)) < density
    row, column = int(rng.integers(height)), int(rng.integers(width))
    mine[:, row, column] = False
    data = np.packbits(mine.reshape(3, -1), axis=1)
    data[:, -1] |= 0xFF >> ((width * height - 1) % 8 + 1)  # what is beyond is ignored
    clue, opening = unpack(width, height, 0, (row, column), data)
    for k in range(3):
        expected = nogues.count_clues(mine[k])
        assert np.array_equal(clue[k].reshape(height, width), expected)
        assert opening[k] == len(nogues.reveal(expected, (row, column)).cells)


def test_nothing_is_written_beyond():
    clue, opening = unpack(9, 9, 10, (4, 4), np.empty((0, 11), np.uint8))
    assert clue.shape == (0, 81) and opening.shape == (0,)
