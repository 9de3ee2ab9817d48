"""Pairs of clues on planes against sets of cells."""

import numpy as np
import pytest
from words import around, run_pairs, to_plane, to_words

from nogues.kernels.search.reference_planes import SHAPES


def pairs_by_hand(opened, safe, mined):
    """What two clues at most two apart say together."""
    height, width = opened.shape
    unknown = {tuple(cell) for cell in np.argwhere(safe | mined)}
    mines = {tuple(cell) for cell in np.argwhere(mined)}
    hidden = {
        cell: around(cell, width, height) & unknown
        for cell in map(tuple, np.argwhere(opened))
    }
    opens, flags = set(), set()
    for a in hidden:
        for b in around(a, width, height, 2) & hidden.keys():
            only_a, only_b = hidden[a] - hidden[b], hidden[b] - hidden[a]
            if len(hidden[a] & mines) - len(hidden[b] & mines) == len(only_a):
                flags |= only_a
                opens |= only_b
    assert flags <= mines
    assert not opens & mines
    return opens, flags


def random_position(shape, size, seed):
    """Cells of a board, each open, safe, an unknown mine or a known one."""
    width, height = size
    rng = np.random.default_rng(seed)
    mines = rng.random((height, width)) < rng.choice([0.1, 0.2, 0.4])
    known = rng.random((height, width)) < rng.choice([0.3, 0.6, 0.9])
    planes = np.zeros((3, shape.lanes, shape.bits), bool)
    planes[:, :height, :width] = ~mines & known, ~mines & ~known, mines & ~known
    return planes


SIZES = {
    (16, 16): [(16, 16), (9, 9), (5, 16), (1, 9)],
    (32, 16): [(32, 16), (30, 16)],
    (32, 32): [(32, 32), (24, 20)],
    (64, 32): [(64, 32), (50, 22)],
}


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_pairs(shape):
    memory = np.zeros((5, shape.bits * shape.lanes // 64), np.uint64)
    found = 0
    for size in SIZES[shape.bits, shape.lanes]:
        for seed in range(12):
            planes = random_position(shape, size, seed)
            for k in range(3):
                memory[k] = to_words(shape, planes[k])
            run_pairs(memory, shape)
            for k, cells in enumerate(pairs_by_hand(*planes)):
                expected = np.zeros((shape.lanes, shape.bits), bool)
                for cell in cells:
                    expected[cell] = True
                assert np.array_equal(to_plane(shape, memory[3 + k]), expected)
                found += len(cells)
    assert found > 100
