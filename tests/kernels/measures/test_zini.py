"""Clicks of players with flags against their definitions."""

import pytest
from level_twin import random_clues
from measure_twin import Twin

from nogues.kernels.measures.zini import count_clicks, new_zini_state


@pytest.mark.parametrize("size", [(9, 9, 10), (6, 8, 14), (1, 9, 3), (7, 3, 0)])
def test_both_kinds(size):
    width, height, mines = size
    state = new_zini_state(width, height)
    for grid in random_clues(width, height, mines, (0, 0), 12, 13, reach=0):
        found = Twin(grid, (0, 0)).found
        for human, name in ((False, "zini"), (True, "hzini")):
            clicks = count_clicks(state, width, height, grid.reshape(-1), human)
            assert clicks == found[name]
