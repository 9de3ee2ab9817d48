"""Boards as lists of rows."""

import ms_toollib
import numpy as np
import pytest

import nogues
from nogues import FormatError, Position


def test_lists():
    position = nogues.from_lists([[1, 10, 12], [1, 11, 10]], mines=3)
    assert position == Position(3, 2, 3, [[1, -2, -2], [1, -1, -2]])
    assert nogues.to_lists(position) == [[1, 10, 10], [1, 11, 10]]
    assert nogues.from_lists([(np.int64(0), 0)]).mines == 0
    with pytest.raises(FormatError, match="mines must be given"):
        nogues.from_lists([[1, 10]])
    for wrong in (5, "x", None, [5], ["ab"], [[1.0]], [[True]], [[None]]):
        with pytest.raises(TypeError):
            nogues.from_lists(wrong)
    for wrong in ([], [[]]):
        with pytest.raises(FormatError, match="must be at least 1, not 0"):
            nogues.from_lists(wrong)
    with pytest.raises(TypeError, match="board must be a Board or a Position"):
        nogues.to_lists([[1]])


def test_ms_toollib_takes_our_lists():
    for seed in range(5):
        board = nogues.generate_random_board(30, 16, 99, seed=seed)
        lists = nogues.to_lists(board)
        blank = [[-1 if n == -1 else 0 for n in row] for row in lists]
        assert ms_toollib.cal_board_numbers(blank) == lists
        position = nogues.Position.from_board(board)
        found, *_ = ms_toollib.cal_probability_onboard(nogues.to_lists(position), 99)
        expected = nogues.mine_probabilities(position).mine.reshape(16, 30)
        hidden = position.hidden.reshape(16, 30)
        assert np.allclose(np.array(found)[hidden], expected[hidden], atol=1e-6)


def test_we_take_the_boards_of_ms_toollib():
    lists = ms_toollib.laymine(16, 30, 99, 8, 15)
    board = nogues.from_lists(lists)
    assert (board.width, board.height, board.mines) == (30, 16, 99)
    assert nogues.to_lists(board) == lists
