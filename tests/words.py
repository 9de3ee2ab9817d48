"""Boards as planes and words, by plain Python."""

import numpy as np

from nogues.kernels._jit import kernel
from nogues.kernels.boards import planes
from nogues.kernels.rules.pair_planes import compare_pairs


def to_words(shape, plane):
    flat = np.packbits(plane.reshape(-1), bitorder="little")
    return flat.view(np.uint64).copy()


def to_plane(shape, flat):
    bytes_ = flat.view(np.uint8)
    return np.unpackbits(bytes_, bitorder="little").reshape(shape.lanes, shape.bits)


def random_planes(shape, seed, n=2, density=0.2):
    rng = np.random.default_rng(seed)
    return [(rng.random((shape.lanes, shape.bits)) < density) for _ in range(n)]


@kernel()
def run_pairs(memory, shape):
    opened = planes.load(shape, memory, 0)
    safe = planes.load(shape, memory, 1)
    mined = planes.load(shape, memory, 2)
    opens, flags = compare_pairs(opened, safe, mined)
    planes.store(memory, 3, opens)
    planes.store(memory, 4, flags)


def around(cell, width, height, reach=1):
    row, column = cell
    return {
        (r, c)
        for r in range(max(row - reach, 0), min(row + reach + 1, height))
        for c in range(max(column - reach, 0), min(column + reach + 1, width))
        if (r, c) != cell
    }


def board_planes(shape, grid, start):
    """The board, its mines and the start, as words of planes."""
    height, width = grid.shape
    planes = np.zeros((3, shape.lanes, shape.bits), bool)
    planes[0, :height, :width] = True
    planes[1, :height, :width] = grid == -1
    planes[2][start] = True
    return np.stack([to_words(shape, plane) for plane in planes])
