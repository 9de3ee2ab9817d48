"""The elementary rule on rows, sweep by sweep, against the reference in Python."""

import numpy as np
import pytest
import reference
from level_twin import random_clues

from nogues.kernels.boards.rows import new_field
from nogues.kernels.rules.single_rows import solve_clues, unsolved


@pytest.mark.parametrize("size", [(9, 9, 10), (66, 4, 40), (5, 9, 9)])
@pytest.mark.parametrize("cap", [1, 3, 60])
def test_sweeps(size, cap):
    width, height, mines = size
    start = height // 2, width // 2
    for grid in random_clues(width, height, mines, start, 10, 11):
        field = new_field(width, height, *start)
        cells = np.full(grid.size, 9, np.int8)
        passes = solve_clues(field, grid.reshape(-1), width, height, cap, cells)
        laid = {tuple(cell) for cell in np.argwhere(grid < 0).tolist()}
        opened, flagged, sweeps = reference.solve(width, height, laid, start, cap)
        expected = np.zeros(grid.shape, np.int8)
        for cell in opened:
            expected[cell] = 1
        for cell in flagged:
            expected[cell] = -1
        assert cells.tolist() == expected.reshape(-1).tolist()
        assert passes == sweeps
        assert unsolved(field) == (len(opened) < grid.size - mines)
