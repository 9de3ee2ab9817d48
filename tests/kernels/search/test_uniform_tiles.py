"""The uniform search on tiles against the one on planes."""

import numpy as np
import pytest

from nogues.kernels.boards.placement import Goal, Task
from nogues.kernels.search import uniform_planes, uniform_tiles
from nogues.kernels.search.reference_planes import SHAPES
from nogues.kernels.search.results import new_out


@pytest.mark.parametrize(
    ("level", "counted", "needs"),
    [(0, False, 0), (1, False, 0), (1, False, 1), (2, False, 0), (2, True, 0)],
)
def test_tiles_make_the_boards_of_planes(level, counted, needs):
    """The same dice and candidates: the same boards, layouts tried and needs."""
    n = 200
    task = Task(30, 16, 85, 8, 15, 100_000, 60, 1)
    goal = Goal(level, counted, needs, 0, 2_000_000)
    seeds, stop = np.arange(n, dtype=np.uint32), np.zeros(1, bool)
    bounds = np.empty((0, 2), np.int64)
    shape = SHAPES[1]
    planes, tiles = (new_out(n, 480) for _ in range(2))
    work = uniform_planes.new_workspace(shape, task)
    uniform_planes.generate(shape, work, task, goal, bounds, seeds, stop, planes)
    work = uniform_tiles.new_workspace(task)
    uniform_tiles.generate(work, task, goal, bounds, seeds, stop, tiles)
    for one, two in zip(planes, tiles, strict=True):
        assert np.array_equal(one, two)
    assert planes.attempts.min() > 0
    assert planes.attempts.max() > 3
    top = 3 if counted else level
    assert planes.needs.max() == top
