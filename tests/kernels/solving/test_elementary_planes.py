"""Many boards at the elementary level against a slow twin."""

import numpy as np
import pytest
from level_twin import Twin, random_clues

import nogues


@pytest.mark.parametrize("size", [(9, 9, 10), (16, 16, 40), (40, 12, 60)])
def test_which_boards_are_finished(size):
    width, height, mines = size
    start = height // 3, width // 2
    boards = random_clues(width, height, mines, start, 30, 15)
    found = nogues.solve_boards(boards, start)
    expected = [Twin(grid, start, "elementary").solvable for grid in boards]
    assert found.solvable.tolist() == expected
    assert 0 < np.sum(expected) < 30
