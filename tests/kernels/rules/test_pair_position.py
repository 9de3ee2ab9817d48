"""Pairs of clues on a position against pairs on planes."""

import numpy as np
from level_twin import random_clues
from words import run_pairs, to_plane, to_words

import nogues
from nogues.kernels.boards.position import hide_truth, load
from nogues.kernels.counting.probabilities import new_workspace as new_exact
from nogues.kernels.rules.pair_position import fire_pairs
from nogues.kernels.rules.trace import new_log
from nogues.kernels.search.reference_planes import SHAPES


def test_pairs_against_the_rule_on_a_grid():
    """One pass of ``subset.compare`` where single clues are stuck."""
    shape = SHAPES[1]
    memory = np.zeros((5, shape.bits * shape.lanes // 64), np.uint64)
    exact = new_exact(30, 16)
    log = new_log()
    total = 0
    for grid in random_clues(30, 16, 99, (8, 15), 60, 3):
        one = nogues.solve(grid, (8, 15), max_passes=10**6)
        if one.solvable:
            continue
        cells = one.cells.reshape(16, 30)
        planes = np.zeros((3, 16, 32), bool)
        planes[:, :, :30] = cells == 1, (cells == 0) & (grid >= 0), (cells == 0)
        planes[2, :, :30] &= grid == -1
        for k in range(3):
            memory[k] = to_words(shape, planes[k])
        run_pairs(memory, shape)
        position = np.where(cells == 0, nogues.HIDDEN, grid).astype(np.int8)
        load(exact.grid, position.reshape(-1))
        hide_truth(exact.grid, grid.reshape(-1))
        decided = fire_pairs(exact.grid, log)
        after = exact.grid.cell.reshape(18, -1)[1:17, 1:31]
        changed = (after != position) & (position == nogues.HIDDEN)
        assert changed.sum() == decided
        for k, mine in ((3, False), (4, True)):
            expected = changed & ((grid == -1) == mine)
            assert np.array_equal(to_plane(shape, memory[k])[:, :30], expected)
        total += decided
    assert total > 100
