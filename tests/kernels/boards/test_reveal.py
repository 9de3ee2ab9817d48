"""Opening cells, against a queue of plain Python."""

from collections import deque

import numpy as np
import pytest
import reference
from level_twin import random_clues
from reference import neighbours

from nogues import FLAG, HIDDEN
from nogues.kernels.boards.reveal import open_cells, reveal


@pytest.mark.parametrize("size", [(9, 9, 8), (1, 9, 1), (20, 3, 4)])
def test_a_click(size):
    width, height, mines = size
    for grid in random_clues(width, height, mines, (0, 0), 20, 4, reach=0):
        laid = {tuple(cell) for cell in np.argwhere(grid < 0).tolist()}
        for start in [(0, 0), (height // 2, width // 2), min(laid)]:
            cells, distance = np.zeros((2, grid.size), np.int32)
            at = start[0] * width + start[1]
            n = reveal(grid.reshape(-1), width, height, at, cells, distance)
            found = [divmod(cell, width) for cell in cells[:n].tolist()]
            expected = reference.reveal(width, height, laid, start)
            assert list(zip(found, distance[:n].tolist(), strict=True)) == expected


def opened_by_hand(grid, cells, first):
    """Cells in opening order with the steps from the nearest of the first."""
    height, width = grid.shape
    distance = dict.fromkeys(first, 0)
    queue = deque(first)
    while queue:
        at = queue.popleft()
        if grid[at] == 0:
            for near in neighbours(width, height, at):
                if near not in distance and cells[near] == HIDDEN:
                    distance[near] = distance[at] + 1
                    queue.append(near)
    return distance


@pytest.mark.parametrize("size", [(9, 9, 5), (12, 4, 3), (1, 12, 1)])
def test_cells_open_as_by_hand(size):
    width, height, mines = size
    rng = np.random.default_rng(2)
    for grid in random_clues(width, height, mines, (0, 0), 20, 3, reach=0):
        cells = np.full(grid.shape, HIDDEN, np.int8)
        cells[rng.random(grid.shape) < 0.1] = FLAG
        hidden = [tuple(at) for at in np.argwhere(cells == HIDDEN).tolist()]
        first = [hidden[k] for k in rng.permutation(len(hidden))[:2]]
        expected = opened_by_hand(grid, cells, first)
        opened, distance = np.zeros((2, grid.size), np.int32)
        opened[: len(first)] = [r * width + c for r, c in first]
        flat = cells.reshape(-1).copy()
        count = open_cells(
            grid.reshape(-1), width, height, flat, opened, distance, len(first)
        )
        found = [divmod(cell, width) for cell in opened[:count].tolist()]
        assert found == list(expected)
        assert distance[:count].tolist() == list(expected.values())
        for at in expected:
            cells[at] = grid[at]
        assert np.array_equal(flat.reshape(grid.shape), cells)
