"""Measures of one board against their definitions."""

import numpy as np
import pytest
import reference
from level_twin import random_clues

from nogues.kernels.boards.metrics import fits, measure, new_metrics
from nogues.kernels.codes import METRICS


@pytest.mark.parametrize("size", [(9, 9, 10), (9, 9, 60), (1, 9, 3), (13, 2, 0)])
def test_measures(size):
    width, height, mines = size
    metrics = new_metrics(width * height)
    for grid in random_clues(width, height, mines, (0, 0), 15, 6, reach=0):
        laid = {tuple(cell) for cell in np.argwhere(grid < 0).tolist()}
        for start in [(0, 0), (height - 1, width // 2)]:
            at = start[0] * width + start[1]
            measure(metrics, width, height, grid.reshape(-1), at)
            found = dict(zip(METRICS, metrics.values.tolist(), strict=True))
            assert found == reference.measure(width, height, laid, start)


def test_bounds():
    values = np.array([5, 6, 7, 8])
    assert fits(np.empty((0, 2), np.int64), values)
    right = np.array([[5, 5], [0, 6], [7, 99], [8, 8]])
    assert fits(right, values)
    for k in range(4):
        for wrong in ([values[k] + 1, 99], [0, values[k] - 1]):
            bounds = right.copy()
            bounds[k] = wrong
            assert not fits(bounds, values)
