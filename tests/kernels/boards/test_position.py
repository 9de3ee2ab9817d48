"""Positions in memory: what is hidden and known around each cell, against NumPy."""

import numpy as np
import pytest
from reference import neighbours

from nogues import HIDDEN, MINE
from nogues.kernels.boards.neighbours import COLUMNS, ROWS
from nogues.kernels.boards.position import (
    HIDDEN_CELLS,
    KNOWN_MINES,
    decide,
    flat_index,
    hide_truth,
    list_active,
    load,
    new_grid,
)


def check(grid, cells):
    """All that is kept of the neighbours is what they are."""
    height, width = cells.shape
    for row, column in np.ndindex(cells.shape):
        at = (row + 1) * grid.stride + column + 1
        assert flat_index(grid, at) == row * width + column
        assert grid.cell[at] == cells[row, column]
        near = neighbours(width, height, (row, column))
        assert grid.mined[at] == sum(cells[n] == MINE for n in near)
        hidden = {
            (row + ROWS[k], column + COLUMNS[k])
            for k in range(8)
            if grid.near[at] >> k & 1
        }
        assert hidden == {n for n in near if cells[n] == HIDDEN}
    assert grid.tally[HIDDEN_CELLS] == (cells == HIDDEN).sum()
    assert grid.tally[KNOWN_MINES] == (cells == MINE).sum()
    active = [int(grid.active[k]) for k in range(list_active(grid))]
    clues = {
        (row + 1) * grid.stride + column + 1
        for row, column in np.argwhere(cells >= 0).tolist()
        if any(cells[n] == HIDDEN for n in neighbours(width, height, (row, column)))
    }
    assert sorted(clues) == active
    for at in active:
        assert grid.need[at] == grid.cell[at] - grid.mined[at]


@pytest.mark.parametrize("size", [(1, 1), (5, 4), (9, 2)])
def test_cells_that_become_known(size):
    width, height = size
    rng = np.random.default_rng(8)
    truth = rng.integers(-1, 9, (height, width)).astype(np.int8)
    cells = np.where(rng.random(truth.shape) < 0.5, truth, HIDDEN).astype(np.int8)
    grid = new_grid(width, height)
    load(grid, cells.reshape(-1))
    hide_truth(grid, truth.reshape(-1))
    check(grid, cells)
    for row, column in rng.permutation(np.argwhere(cells == HIDDEN)).tolist():
        mine = np.int64(truth[row, column] == MINE)
        decide(grid, (row + 1) * grid.stride + column + 1, mine)
        cells[row, column] = truth[row, column]
        check(grid, cells)
