"""Many positions of one size: arrays, indexing, stacking."""

import dataclasses
import re

import numpy as np
import pytest
from messages import raises
from positions import CELLS

from nogues.base.errors import MinesweeperError
from nogues.boards.position import Position, Positions


def test_positions_are_arrays(positions):
    assert (positions.width, positions.height, len(positions)) == (3, 2, 40)
    assert positions.mines.dtype == np.int32
    assert positions.mines.tolist() == list(range(40))
    assert positions.cells.dtype == np.int8
    assert positions.cells.shape == (40, 6)
    assert positions.cells[39].tolist() == [1, 2, 3, 4, 5, 6]
    assert repr(positions) == "<Positions 40 of 3x2>"
    same = Positions(3, 2, positions.mines, positions.cells.reshape(40, 2, 3))
    assert same == positions
    turned = Positions(3, 2, positions.mines, np.asfortranarray(positions.cells))
    assert turned == positions
    assert turned.cells.flags.c_contiguous
    all_four = Positions(3, 2, np.int16(4), [CELLS, CELLS])
    assert all_four.mines.tolist() == [4, 4]
    assert len(Positions(3, 2, [], np.empty((0, 6), np.int8))) == 0
    assert len(Positions(3, 2, 5, np.empty((0, 2, 3), np.int8))) == 0


def test_positions_are_copies_that_cannot_be_changed():
    mines, cells = np.ones(2, np.int32), np.zeros((2, 6), np.int8)
    own = Positions(3, 2, mines, cells)
    mines[0] = cells[0, 0] = 5
    assert own == Positions(3, 2, 1, np.zeros((2, 6), int))
    for many in (own, own[:1], own[::2], own[[0]], Positions.stack(own)):
        with pytest.raises(ValueError, match="read-only"):
            many.cells[0, 0] = 1
        with pytest.raises(ValueError, match="read-only"):
            many.mines[0] = 2
        with pytest.raises(ValueError, match="read-only"):
            many[0].cells[0] = 1
    with pytest.raises(dataclasses.FrozenInstanceError):
        own.width = 2


def test_indexing(positions):
    assert positions[5] == Position(3, 2, 5, positions.cells[5])
    assert positions[-1] == positions[39] == positions[np.int64(39)]
    assert type(positions[5].mines) is int
    assert positions[5].cells.flags.c_contiguous
    assert np.shares_memory(positions[5].cells, positions.cells)
    assert [p.mines for p in positions] == list(range(40))
    assert all(p == positions[k] for k, p in enumerate(positions))
    part = positions[10:20]
    assert part.mines.tolist() == list(range(10, 20))
    assert np.shares_memory(part.cells, positions.cells)
    assert part[1] == positions[11]
    for index, mines in (
        (slice(10, 30, 5), [10, 15, 20, 25]),
        (slice(None, -4, -1), [39, 38, 37]),
        ([3, 1], [3, 1]),
        (np.array([3, -1]), [3, 39]),
        (positions.mines % 9 == 0, [0, 9, 18, 27, 36]),
        ([], []),
    ):
        part = positions[index]
        assert part.mines.tolist() == mines
        assert part.cells.tolist() == [positions.cells[k].tolist() for k in mines]
        assert part.cells.flags.c_contiguous
        assert part.mines.flags.c_contiguous


def test_bad_indices(positions):
    for index in (40, -41):
        with raises(IndexError, f"position {index} of 40"):
            positions[index]
    for index in ("a", 1.5, (1, 2), None, [[1]], True):
        with pytest.raises(TypeError, match="indexed by an integer, a slice or an"):
            positions[index]


def test_positions_equality(positions):
    assert positions == Positions(3, 2, np.arange(40), positions.cells)
    assert positions != Positions(3, 2, np.arange(1, 41), positions.cells)
    assert positions != Positions(2, 3, np.arange(40), positions.cells)
    assert positions != Positions(3, 2, np.arange(40), positions.cells[::-1])
    assert positions != positions[1:]
    assert positions != 5
    with pytest.raises(TypeError, match="unhashable"):
        hash(positions)


@pytest.mark.parametrize(
    ("mines", "cells", "error", "message"),
    [
        (1, [[0, 0], [0, 9]], MinesweeperError, "not 9 at (0, 1) of position 1"),
        (1, [[[0], [-3]]], MinesweeperError, "of shape (1, 2) or (1, 1, 2), not (1, 2"),
        (1, [[[0, -3]]], MinesweeperError, "must be -2 to 8, not -3 at (0, 1) of posi"),
        (1, [0, 0], MinesweeperError, "of shape (2, 2) or (2, 1, 2), not (2,)"),
        (1, 0, MinesweeperError, "of shape (0, 2) or (0, 1, 2), not ()"),
        (1, [[0.0, 0.0]], TypeError, "cells must be integers, not float64"),
        (1, [[False, True]], TypeError, "cells must be integers, not bool"),
        (-1, [[0, 0]], MinesweeperError, "mines must be 0 to 2147483647, not -1"),
        (2**70, [[0, 0]], MinesweeperError, f"mines must be 0 to {2**31 - 1}, not 11"),
        (True, [[0, 0]], TypeError, "mines must be an integer, not True"),
        (1.0, [[0, 0]], TypeError, "mines must be integers, not float64"),
        ([[1]], [[0, 0]], MinesweeperError, "mines must be of shape (1,), not (1, 1)"),
        ([1, 2], [[0, 0]], MinesweeperError, "mines must be of shape (1,), not (2,)"),
        ([1, -1], [[0, 0]] * 2, MinesweeperError, "not -1 at position 1"),
        ([2**31, 0], [[0, 0]] * 2, MinesweeperError, f"not {2**31} at position 0"),
        ([True], [[0, 0]], TypeError, "mines must be integers, not bool"),
        ([[1], [1, 2]], [[0, 0]], TypeError, "mines must be an array: "),
    ],
)
def test_bad_arguments_of_positions(mines, cells, error, message):
    with pytest.raises(error, match=re.escape(message)):
        Positions(2, 1, mines, cells)


def test_bad_size_of_positions():
    with raises(MinesweeperError, "height must be 1 to 1000000, not 0"):
        Positions(2, 0, 1, np.empty((0, 0), int))


def test_stack(positions, position):
    assert Positions.stack(positions) == positions
    assert Positions.stack(iter([position])) == Positions(3, 2, 4, [CELLS])


def test_bad_stacks(position):
    with raises(MinesweeperError, "positions must not be empty"):
        Positions.stack([])
    turned = Position(2, 3, 4, CELLS)
    with raises(MinesweeperError, "must have the same size, 3x2, not 2x3 at 2"):
        Positions.stack([position, position, turned, Position(1, 1, 1, [0])])
    with raises(TypeError, "positions must be Positions, not '1.' at 1"):
        Positions.stack([position, "1."])
    large = dataclasses.replace(position, mines=2**31)
    with raises(
        MinesweeperError, f"mines of position 1 must be 0 to {2**31 - 1}, not {2**31}"
    ):
        Positions.stack([position, large])
