"""Random selection of a set bit against NumPy."""

import numpy as np
import pytest
from words import random_planes, to_words

from nogues.kernels._jit import kernel
from nogues.kernels.boards.select import pick
from nogues.kernels.search.reference_planes import SHAPES


@kernel()
def run_pick(shape, memory, before, draw):
    return pick(shape, memory, before, draw)


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_pick(shape):
    for seed, density in enumerate((0.002, 0.05, 0.5, 1.0)):
        plane = random_planes(shape, seed, 1, density)[0]
        plane[shape.lanes // 2, 3] = True
        memory = to_words(shape, plane)
        before = np.zeros(memory.size, np.int64)
        cells = np.flatnonzero(plane.reshape(-1))
        for draw in np.random.default_rng(seed).integers(0, 2**32, 200):
            found = run_pick(shape, memory, before, np.uint32(draw))
            assert found == cells[int(draw) * cells.size >> 32]
        last = run_pick(shape, memory, before, np.uint32(2**32 - 1))
        assert last == cells[-1]
