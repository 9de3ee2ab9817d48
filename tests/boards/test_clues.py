"""Clues of whole boards: their checks, and what a click opens."""

import numpy as np
import pytest
from hypothesis import given
from layouts import layouts
from reference import reveal

import nogues
from nogues.boards.clues import checked_board, checked_boards, open_from

GRID = [[-1, 2, 1], [1, 2, -1]]


def test_a_copy_of_the_clues():
    for kind in ("i1", "u1", "i8", ">i4"):
        given_grid = np.maximum(GRID, 0) if kind == "u1" else np.array(GRID)
        if kind == "u1":
            given_grid = np.zeros((2, 3), int)
        grid, start = checked_board(given_grid.astype(kind), None)
        assert grid.dtype == np.int8 and grid.flags.c_contiguous
        assert grid.tolist() == given_grid.tolist() and start == (1, 1)
    board = nogues.from_lists(GRID)
    grid, start = checked_board(board, (0, 2))
    assert not np.shares_memory(grid, board.clue) and start == (0, 2)
    assert checked_board(board, None)[1] == board.start


@pytest.mark.parametrize("clue", [0, 3])
def test_a_wrong_clue_is_named(clue):
    wrong = np.array(GRID)
    wrong[0, 1] = clue
    with pytest.raises(nogues.MinesweeperError, match=rf"\(0, 1\).* {clue}\b"):
        checked_board(wrong, None)
    with pytest.raises(
        nogues.MinesweeperError, match=rf"board 1 .*\(0, 1\).* {clue}\b"
    ):
        checked_boards(np.array([GRID, wrong]))


@pytest.mark.parametrize(
    "value", [[1], [[0.0]], [[True]], [["0"]], None, [[0], [0, 0]]]
)
def test_what_is_no_board(value):
    with pytest.raises(TypeError):
        checked_board(value, None)
    with pytest.raises(TypeError):
        checked_boards(value)


def test_lists_of_boards():
    board = nogues.loads("*10")
    message = r"must not be a list of boards; Boards\.stack makes Boards of a list$"
    for call in (nogues.solve, nogues.solve_boards, nogues.metrics, nogues.reveal):
        with pytest.raises(TypeError, match=f"^boards? {message}"):
            call([board, board])
    positions = [nogues.Position(1, 1, 1, [-2])] * 2
    with pytest.raises(
        TypeError, match=r"Positions, which Positions\.stack makes of a"
    ):
        nogues.mine_probabilities(positions)


def test_many_boards():
    clue, width, height, start = checked_boards(np.array([GRID, GRID]))
    assert clue.tolist() == [[*GRID[0], *GRID[1]]] * 2
    assert (width, height, start) == (3, 2, (1, 1))


@given(layouts())
def test_what_a_click_opens(board):
    cells, distance = open_from(board.grid, board.start)
    mines = {tuple(cell) for cell in np.argwhere(board.grid < 0).tolist()}
    expected = reveal(board.width, board.height, mines, board.start)
    found = {
        divmod(cell, board.width): steps
        for cell, steps in zip(cells.tolist(), distance.tolist(), strict=True)
    }
    assert found == dict(expected)
    assert sorted(distance) == distance.tolist()


@pytest.mark.parametrize(
    ("value", "dtype"),
    [(9, np.int8), (-2, np.int8), (-3, np.int64), (255, np.uint8), (2**63, np.uint64)],
)
def test_a_number_that_is_no_clue_is_named_first(value, dtype):
    """Not its neighbour, which is wrong because of it."""
    board = np.array([[0, 1, value]], dtype if value >= 0 else np.int64).astype(dtype)
    message = rf"board must have -1 .* each cell, not {value} at \(0, 2\)$"
    for act in (nogues.metrics, nogues.solve, nogues.is_solvable):
        with pytest.raises(nogues.MinesweeperError, match=message):
            act(board)


def test_the_board_of_a_number_that_is_no_clue_is_named():
    wrong = np.array([GRID, GRID])
    wrong[1, 0, 1] = 300
    with pytest.raises(nogues.MinesweeperError, match=r"^board 1 must .*300 at \(0, 1"):
        checked_boards(wrong)
