"""Checks of many boards against NumPy."""

import numpy as np
import pytest
from level_twin import clues_of

from nogues.kernels.boards.check import first_wrong


@pytest.mark.parametrize("size", [(1, 1), (7, 1), (1, 7), (9, 6), (70, 3)])
def test_the_first_wrong_clue_is_found(size):
    width, height = size
    rng = np.random.default_rng(1)
    boards = clues_of(rng.random((5, width * height)) < 0.3, width, height)
    flat = np.ascontiguousarray(boards.reshape(5, -1))
    assert first_wrong(flat, width, height) == (-1, -1)
    for _ in range(20):
        wrong = flat.copy()
        places = rng.integers(0, wrong.size, 2)
        safe = [place for place in places if wrong.reshape(-1)[place] >= 0]
        for place in safe:
            wrong.reshape(-1)[place] += 1
        changed = np.argwhere(wrong != flat)
        expected = tuple(changed[0].tolist()) if len(changed) else (-1, -1)
        assert first_wrong(wrong, width, height) == expected
