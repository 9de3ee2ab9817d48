"""Boards and positions that come from elsewhere."""

import numpy as np
import pytest
from hypothesis import given
from layouts import layouts
from reference import clues_of

import nogues
from nogues.formats.given import board_from_clues, given_board, position_from_cells


@given(layouts())
def test_clues_are_counted(board):
    mines = {
        tuple(cell) for cell in np.argwhere(board.mine_mask.reshape(board.grid.shape))
    }
    expected = clues_of(board.width, board.height, mines)
    assert board.clue.tolist() == list(expected.values())
    assert board.opening == nogues.reveal(board).cells.size
    assert board_from_clues(board.grid, board.start) == board


@given(layouts())
def test_one_wrong_clue_is_named(board):
    clues = board.grid.copy()
    safe = np.argwhere(clues >= 0)
    if not len(safe):
        return
    row, column = safe[len(safe) // 2]
    clues[row, column] = (clues[row, column] + 1) % 9
    with pytest.raises(nogues.FormatError, match=rf"^cell \({row}, {column}\): "):
        board_from_clues(clues)


def test_starts():
    mines = np.zeros((2, 3), bool)
    assert given_board(mines).start == (1, 1)
    assert given_board(mines, (0, 2)).start == (0, 2)
    for start in [(2, 0), (0, 3), (-1, 0)]:
        with pytest.raises(nogues.FormatError):
            given_board(mines, start)


def test_a_position_or_the_board():
    hidden, mine = nogues.HIDDEN, nogues.MINE
    cells = np.array([[1, hidden, mine]], np.int8)
    for mines in (1, 2):
        position = position_from_cells(cells, mines)
        assert position == nogues.Position(3, 1, mines, cells)
    for mines in (0, 3):
        with pytest.raises(nogues.FormatError):
            position_from_cells(cells, mines)
    board = position_from_cells(np.array([[0, 1, mine]], np.int8), 1)
    assert isinstance(board, nogues.Board) and board.mine_count == 1
