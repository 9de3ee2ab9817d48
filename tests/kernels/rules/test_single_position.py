"""The elementary rule on a position against a slow twin."""

import numpy as np
import pytest
from level_twin import Twin, random_clues

import nogues
from nogues.kernels.boards.position import (
    decide,
    hide_truth,
    load,
    new_grid,
    queue_clues,
)
from nogues.kernels.rules.single_position import fire_singles
from nogues.kernels.rules.trace import new_log


@pytest.mark.parametrize("size", [(9, 9, 10), (12, 5, 9), (1, 12, 2)])
def test_what_single_clues_decide(size):
    width, height, mines = size
    start = height // 2, width // 2
    grid = new_grid(width, height)
    stuck = 0
    for clue in random_clues(width, height, mines, start, 40, 9):
        load(grid, np.full(clue.size, nogues.HIDDEN, np.int8))
        hide_truth(grid, clue.reshape(-1))
        at = (start[0] + 1) * grid.stride + start[1] + 1
        decide(grid, at, np.int64(0))
        assert fire_singles(grid, new_log()) == 0
        twin = Twin(clue, start, "elementary")
        found = grid.cell.reshape(height + 2, width + 2)[1:-1, 1:-1]
        expected = np.full(clue.shape, nogues.HIDDEN)
        for cell in twin.opened | twin.mines:
            expected[cell] = clue[cell]
        assert np.array_equal(found, expected)
        stuck += not twin.solvable
    assert stuck > 0


@pytest.mark.parametrize(
    ("cells", "met"), [([2, -2], False), ([0, -1], False), ([1, -1, 2, -2, -2], True)]
)
def test_a_clue_that_cannot_be_met(cells, met):
    grid = new_grid(len(cells), 1)
    load(grid, np.array(cells, np.int8))
    queue_clues(grid)
    where = fire_singles(grid, new_log())
    assert bool(where == 0) is met
