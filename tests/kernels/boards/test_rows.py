"""Boards as rows of 64-bit words against NumPy."""

import numpy as np
import pytest
import reference
from level_twin import random_clues

from nogues.kernels.boards.rows import (
    BOARD,
    FLOODING,
    MINES,
    OPENED,
    SAFE,
    ZEROS,
    around,
    block_at,
    find_zeros,
    flood,
    neighbours,
    new_field,
)


def near(mask, itself):
    """Cells that are set or have a set neighbour, or have a set neighbour."""
    height, width = mask.shape
    page = np.pad(mask, 1)
    shifts = [(r, c) for r in range(3) for c in range(3) if itself or (r, c) != (1, 1)]
    return np.any([page[r : r + height, c : c + width] for r, c in shifts], axis=0)


def bits(words, width):
    return [int(words[column // 64]) >> column % 64 & 1 for column in range(width)]


@pytest.mark.parametrize("width", [1, 63, 64, 65, 130])
def test_neighbours_across_words(width):
    height = 4
    mask = np.random.default_rng(width).random((height, width)) < 0.1
    field = new_field(width, height, 0, 0)
    stride = field.stride
    for row, column in np.argwhere(mask).tolist():
        block = block_at(row, column // 64, stride)
        field.planes[MINES, block] |= np.uint64(1 << column % 64)
    find_zeros(field, field.first, field.last)
    for row in range(height):
        blocks = [block_at(row, word, stride) for word in range((width + 63) // 64)]
        for kernel, itself in ((around, True), (neighbours, False)):
            words = [kernel(field.planes, MINES, block, stride) for block in blocks]
            assert bits(words, width) == near(mask, itself)[row].tolist()
        zeros = [field.planes[ZEROS, block] for block in blocks]
        assert bits(zeros, width) == (~near(mask, True))[row].tolist()


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
