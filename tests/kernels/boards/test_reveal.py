"""A click, and floods on rows, against a queue of plain Python."""

import numpy as np
import pytest
import reference
from level_twin import random_clues

from nogues.kernels.boards.reveal import flood, reveal
from nogues.kernels.boards.rows import (
    BOARD,
    FLOODING,
    MINES,
    OPENED,
    SAFE,
    block_at,
    find_zeros,
    new_field,
)


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


@pytest.mark.parametrize("size", [(9, 9, 5), (64, 5, 12), (130, 7, 40)])
def test_a_flood_on_rows(size):
    width, height, mines = size
    for grid in random_clues(width, height, mines, (3, 4), 10, 5):
        field = new_field(width, height, 3, 4)
        planes = field.planes
        for row, column in np.argwhere(grid < 0).tolist():
            block = block_at(row, column // 64, field.stride)
            planes[MINES, block] |= np.uint64(1 << column % 64)
        find_zeros(field, field.first, field.last)
        planes[SAFE] = planes[BOARD] & ~planes[MINES]
        at = block_at(3, 0, field.stride)
        start = np.uint64(1 << 4)
        planes[SAFE, at] ^= start
        planes[OPENED, at] = planes[FLOODING, at] = start
        flood(field, at, at)
        laid = {tuple(cell) for cell in np.argwhere(grid < 0).tolist()}
        expected = {cell for cell, _ in reference.reveal(width, height, laid, (3, 4))}
        opened = {
            (row, column)
            for row, column in np.ndindex(grid.shape)
            if int(planes[OPENED, block_at(row, column // 64, field.stride)])
            >> column % 64
            & 1
        }
        assert opened == expected
