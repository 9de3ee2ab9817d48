"""Deduction on tiles against the solver."""

import numpy as np
import pytest
from level_twin import clues_of

import nogues
from nogues.kernels.boards.clues import write_clues
from nogues.kernels.boards.placement import Task
from nogues.kernels.rng import set_dice
from nogues.kernels.search import repair_tiles
from nogues.kernels.search.tiles import WINDOW


@pytest.mark.parametrize("size", [(70, 40, 330), (33, 100, 360), (130, 9, 120)])
def test_certify(size):
    """Random layouts of large boards: finished as far as the solver says."""
    width, height, mines = size
    start = height // 3, width - 3
    task = Task(width, height, mines, *start, 1, 60, 1)
    work = repair_tiles.new_workspace(task)
    verdicts = set()
    stop = np.zeros(1, np.bool_)
    for seed in range(120):
        set_dice(work.dice, np.uint32(seed), repair_tiles.SEARCH)
        repair_tiles.lay(work, task)
        repair_tiles.hand_over(work, task)
        clue = np.empty(width * height, np.int8)
        write_clues(work.rows.field, width, height, work.rows.page, clue)
        grid = clue.reshape(height, width)
        assert (clue == -1).sum() == mines
        assert (clues_of(grid == -1, width, height)[0] == grid).all()
        found = nogues.solve(grid, start, logic="subset")
        safe_left = width * height - mines - found.opened
        left, needed = repair_tiles.certify(WINDOW, work, task, np.int64(1), stop)
        assert left == safe_left
        assert needed == 1 or not found.rounds["subset"]
        assert needed == (found.rounds["subset"] > 0) or left
        verdicts.add((bool(left), int(needed)))
        easy = nogues.solve(grid, start, max_passes=10**6)
        left, needed = repair_tiles.certify(WINDOW, work, task, np.int64(0), stop)
        assert left == width * height - mines - easy.opened
        assert needed == 0
    assert len(verdicts) == 3
