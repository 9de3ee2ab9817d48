"""Elementary deduction on planes against the solver."""

import numpy as np
import pytest
from words import to_plane, to_words

import nogues
from nogues.kernels._jit import kernel
from nogues.kernels.boards import planes
from nogues.kernels.boards.placement import Task
from nogues.kernels.boards.rows import BOARD, MINES
from nogues.kernels.rules.single_planes import close, open_start
from nogues.kernels.search.reference_planes import SHAPES, new_workspace

# A board that people play, or nearly, for each shape.
SIZES = ((16, 16, 40), (30, 16, 85), (24, 20, 85), (50, 30, 260))


@kernel()
def close_from_start(shape, work, start):
    """Solve plane MINES on planes; the cells opened and the depth as bytes."""
    mines = planes.load(shape, work.words, MINES)
    board = planes.load(shape, work.words, BOARD)
    opened, safe, mined, depth = open_start(shape, start, mines, board)
    opened, safe, mined, depth = close(opened, safe, mined, depth)
    planes.store(work.words, 2, opened)
    planes.store(work.words, 3, depth)
    return planes.occupied(safe)


@pytest.mark.parametrize(("shape", "size"), list(zip(SHAPES, SIZES, strict=True)))
def test_the_bound_on_sweeps_holds(shape, size):
    """The parallel closure opens the same cells, and its depth bounds the sweeps."""
    width, height, mines = size
    row, column = height // 2, width // 2
    task = Task(width, height, mines, row, column, 1, 60, 0)
    work = new_workspace(shape, task)
    close_calls = 0
    for seed in range(300):
        rng = np.random.default_rng(seed)
        mask = np.zeros(width * height, bool)
        mask[rng.choice(width * height, mines, replace=False)] = True
        mask = mask.reshape(height, width)
        mask[row - 1 : row + 2, column - 1 : column + 2] = False
        plane = np.zeros((shape.lanes, shape.bits), bool)
        plane[:height, :width] = mask
        work.words[MINES] = to_words(shape, plane)
        stuck = close_from_start(shape, work, row * shape.bits + column)
        solution = nogues.solve(
            nogues.count_clues(mask), (row, column), max_passes=10**6
        )
        opened = to_plane(shape, work.words[2])[:height, :width]
        known = (solution.cells == nogues.SAFE).reshape(height, width)
        assert np.array_equal(opened.astype(bool), known)
        assert stuck == (not solution.solvable)
        if stuck:  # a solved board may still have flags to set
            bound = int(work.words[3].view(np.uint8).max())
            assert solution.passes <= bound
            close_calls += bound <= solution.passes + 3
    assert close_calls > 30  # and it is a useful bound
