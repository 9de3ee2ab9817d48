"""One position: form, boards, equality, pickling."""

import copy
import dataclasses
import pickle
import re

import numpy as np
import pytest
from messages import raises
from positions import CELLS, TEXT

import nogues
from nogues.base.errors import MinesweeperError
from nogues.boards.position import Position, Positions
from nogues.kernels.codes import HIDDEN, MINE


def test_codes():
    assert (MINE, HIDDEN) == (-1, -2)


def test_views(position):
    assert (position.width, position.height, position.mines) == (3, 2, 4)
    assert position.cells.dtype == np.int8
    assert position.cells.tolist() == CELLS
    assert position.grid.tolist() == [[0, 1, -2], [8, -1, -2]]
    assert np.shares_memory(position.grid, position.cells)
    assert position.hidden.dtype == np.bool_
    assert position.hidden.tolist() == [False, False, True, False, False, True]
    assert position.known_mines == 1
    assert type(position.known_mines) is int
    assert Position(2, 1, 0, [-1, -1]).known_mines == 2
    assert repr(position) == "<Position 3x2/4, 2 hidden>"
    assert str(position) == TEXT


@pytest.mark.parametrize("dtype", "bhilqBHILQ")
@pytest.mark.parametrize("order", "CF")
def test_any_integers_in_any_order(dtype, order):
    grid = np.array([[0, 1, 2], [3, 4, 8]], dtype, order=order)
    for cells in (grid, grid[:, ::-1][:, ::-1], grid.reshape(-1), grid.tolist()):
        position = Position(np.int64(3), 2, np.uint8(1), cells)
        assert position.cells.tolist() == [0, 1, 2, 3, 4, 8]
        assert position.cells.flags.c_contiguous
        assert type(position.width) is type(position.mines) is int


def test_a_position_is_a_copy_that_cannot_be_changed(position):
    cells = np.array(CELLS, np.int8)
    own = Position(3, 2, 4, cells)
    cells[0] = 5  # still the caller's
    assert own == position
    with pytest.raises(ValueError, match="read-only"):
        own.cells[0] = 1
    with pytest.raises(ValueError, match="read-only"):
        own.grid[0, 0] = 1
    with pytest.raises(dataclasses.FrozenInstanceError):
        own.mines = 2


def test_form_only():
    """Layouts that cannot be are positions too: the solver has the word on them."""
    assert Position(1, 1, 10**30, [8]).mines == 10**30
    assert Position(2, 1, 0, [MINE, MINE]).known_mines == 2


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ((0, 2, 1, []), MinesweeperError, "width must be 1 to 1000000, not 0"),
        ((1, 0, 1, []), MinesweeperError, "height must be 1 to 1000000, not 0"),
        ((1001, 1000, 1, []), MinesweeperError, "not 1001 * 1000 = 1001000"),
        ((2.0, 1, 1, [0, 0]), TypeError, "width must be an integer, not 2.0"),
        ((2, 1, -1, [0, 0]), MinesweeperError, "mines must be at least 0, not -1"),
        ((2, 1, 1.5, [0, 0]), TypeError, "mines must be an integer, not 1.5"),
        ((2, 1, True, [0, 0]), TypeError, "mines must be an integer, not True"),
        ((2, 1, 1, [0, 9]), MinesweeperError, "cells must be -2 to 8, not 9 at (0, 1)"),
        ((1, 2, 1, [0, 9]), MinesweeperError, "cells must be -2 to 8, not 9 at (1, 0)"),
        ((2, 1, 1, [-3, 9]), MinesweeperError, "must be -2 to 8, not -3 at (0, 0)"),
        ((1, 1, 1, [2**63]), MinesweeperError, f"not {2**63} at (0, 0)"),
        ((1, 1, 1, [256]), MinesweeperError, "not 256 at (0, 0)"),
        ((1, 1, 1, [2**70]), TypeError, "cells must be integers, not object"),
        ((2, 1, 1, [0.0, 1.0]), TypeError, "cells must be integers, not float64"),
        ((2, 1, 1, [True, False]), TypeError, "cells must be integers, not bool"),
        ((2, 1, 1, None), TypeError, "cells must be integers, not object"),
        ((2, 1, 1, "1."), TypeError, "cells must be integers, not <U2"),
        ((2, 1, 1, 0), MinesweeperError, "of shape (2,) or (1, 2), not ()"),
        ((2, 1, 1, []), MinesweeperError, "of shape (2,) or (1, 2), not (0,)"),
        ((3, 2, 1, [0] * 5), MinesweeperError, "of shape (6,) or (2, 3), not (5,)"),
        (
            (3, 2, 1, [[0] * 2] * 3),  # width and height the other way round
            MinesweeperError,
            "cells must be of shape (6,) or (2, 3), not (3, 2)",
        ),
    ],
)
def test_bad_arguments(arguments, error, message):
    with raises(error, message):
        Position(*arguments)


def test_rows_of_different_lengths():
    with pytest.raises(TypeError, match="cells must be an array: "):
        Position(2, 2, 1, [[0, 1], [0]])


def test_first_bad_cell_is_in_reading_order():
    grid = np.array([[0, 0, 9], [9, 0, 0]], order="F")
    with raises(MinesweeperError, "not 9 at (0, 2)"):
        Position(3, 2, 1, grid)


def test_equality_and_hash(position):
    same = Position(3, 2, 4, [[0, 1, -2], [8, -1, -2]])
    assert same == position
    assert hash(same) == hash(position)
    others = [
        Position(2, 3, 4, CELLS),
        Position(3, 2, 5, CELLS),
        Position(3, 2, 4, [0, 1, -2, 8, -1, -1]),
    ]
    assert all(other != position for other in others)
    assert len({position, same, *others}) == 4
    assert dataclasses.replace(position, mines=5) == others[1]
    assert position != TEXT


@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
def test_pickling(position, positions, protocol):
    for one in (position, positions[3]):
        for again in (pickle.loads(pickle.dumps(one, protocol)), copy.deepcopy(one)):
            assert again == one
            assert not again.cells.flags.writeable
    many = pickle.loads(pickle.dumps(positions, protocol))
    assert many == positions == copy.deepcopy(positions)
    assert not many.cells.flags.writeable
    assert not many.mines.flags.writeable
    # One position of many takes only itself along.
    many = Positions(9, 1, 1, np.zeros((1000, 9), np.int8))
    assert len(pickle.dumps(many[3], protocol)) < 1000


# Boards


def test_first_click(board):
    position = Position.from_board(board)
    opened = nogues.reveal(board).cells
    assert 0 < len(opened) < 71
    assert position == Position.from_board(board, opened)
    assert (position.width, position.height, position.mines) == (9, 9, 10)
    assert np.flatnonzero(~position.hidden).tolist() == sorted(opened.tolist())
    assert (position.cells[opened] == board.clue[opened]).all()
    assert position.known_mines == 0


def test_mines_are_those_that_were_laid(board):
    crowded = dataclasses.replace(board, mines=90)
    assert Position.from_board(crowded).mines == 10


def test_chosen_cells(board):
    mask, mines = ~board.mine_mask, board.mine_mask
    every = Position.from_board(board, mask, mines)
    assert every.cells.tolist() == board.clue.tolist()
    for opened in (mask.reshape(9, 9), np.flatnonzero(mask), mask.tolist()):
        for flagged in (mines.reshape(9, 9), np.flatnonzero(mines).astype(np.uint64)):
            assert Position.from_board(board, opened, flagged) == every
    flag = int(np.flatnonzero(mines)[3])
    one = Position.from_board(board, [], [flag, flag])
    assert np.flatnonzero(~one.hidden).tolist() == [flag]
    assert one.known_mines == 1
    assert Position.from_board(board, ()).hidden.all()
    assert not np.shares_memory(every.cells, board.clue)


@pytest.mark.parametrize(
    ("opened", "flagged", "error", "message"),
    [
        (
            [3],
            (),
            MinesweeperError,
            "opened must be safe cells, not the mine at (1, 1)",
        ),
        ([0, 3], (), MinesweeperError, "not the mine at (1, 1)"),
        ([], [2, 1], MinesweeperError, "must be mines, not the safe cell at (0, 1)"),
        ([1, 3], [3], MinesweeperError, "no cell in common, not (1, 1)"),
        ([1, 2], [2], MinesweeperError, "no cell in common, not (1, 0)"),
        (None, [0], MinesweeperError, "no cell in common, not (0, 0)"),
        ([0, 4], (), MinesweeperError, "opened must be indices 0 to 3, not 4"),
        ([-1], (), MinesweeperError, "opened must be indices 0 to 3, not -1"),
        ([], [2**63], MinesweeperError, f"flagged must be indices 0 to 3, not {2**63}"),
        ([True] * 3, (), MinesweeperError, "of shape (4,) or (2, 2), not (3,)"),
        ([], True, MinesweeperError, "flagged must be of shape (4,) or (2, 2), not ()"),
        ([[0, 1, 2]], (), TypeError, "not int64 of shape (1, 3)"),
        (0, (), TypeError, "not int64 of shape ()"),
        ([0.0], (), TypeError, "opened must be integers or bools, not float64"),
        ([], None, TypeError, "flagged must be integers or bools, not object"),
    ],
)
def test_bad_cells(opened, flagged, error, message):
    clue = np.array([1, 1, 1, -1], np.int8)
    board = nogues.Board(clue, 2, 2, 1, 1, (0, 0), 1, True, 1, 0, None)
    with raises(error, message):
        Position.from_board(board, opened, flagged)


def test_bad_boards():
    with raises(TypeError, "board must be a Board, not [[0]]"):
        Position.from_board([[0]])
    clue = np.array([1, 1, 1, -1], np.int8)
    board = nogues.Board(clue, 2, 2, 1, 1, (1, 1), 0, False, 1, 0, None)
    with raises(MinesweeperError, "opened must be safe cells, not the mine at (1, 1)"):
        Position.from_board(board)


def test_opened_as_pairs_and_sets():
    """As hints and guesses return cells; integers are no mask."""
    board = nogues.generate_board(9, 9, 10, seed=1)
    opened = [(4, 4), (0, 1)]
    wanted = Position.from_board(board, [40, 1])
    assert Position.from_board(board, opened) == wanted
    assert Position.from_board(board, {40, 1}) == wanted
    assert Position.from_board(board, set(opened)) == wanted
    with pytest.raises(TypeError, match="mask must be of bools"):
        Position.from_board(board, (~board.mine_mask).astype(int))
    with pytest.raises(MinesweeperError, match="opened row must be 0 to 8, not 9"):
        Position.from_board(board, [(9, 0)])


def test_html():
    position = nogues.Position(3, 1, 2, [2, -1, -2])
    html = position._repr_html_()
    assert re.findall(r"<td[^>]*>(.*?)</td>", html) == ["2", "&#9873;&#65038;", "."]
    assert ">3x1, 2 mines, 1 hidden</caption>" in html
    many = nogues.Positions.stack([position] * 20)._repr_html_()
    assert many.count("<table") == 12
    assert ">number 11: 3x1, 2 mines, 1 hidden</caption>" in many
    assert many.endswith("<small>20 positions of 3x1; the first 12</small>")
