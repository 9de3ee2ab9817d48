"""All measures on bytes against their definitions."""

import numpy as np
import pytest
from level_twin import random_clues
from measure_twin import Twin

from nogues.kernels.codes import MEASURES
from nogues.kernels.measures.all_bytes import measure_boards, new_workspace


@pytest.mark.parametrize("size", [(9, 9, 10), (6, 8, 20), (1, 9, 3), (7, 3, 0)])
def test_all_measures(size):
    width, height, mines = size
    n = 12
    boards = random_clues(width, height, mines, (0, 0), n, 14, reach=0)
    starts = np.arange(n, dtype=np.int32) % (width * height)
    out, stop = np.zeros((n, len(MEASURES)), np.int32), np.zeros(1, np.bool_)
    clue = boards.reshape(n, -1)
    workspace = new_workspace(width, height)
    measure_boards(workspace, width, height, clue, starts, True, stop, out)
    for k, grid in enumerate(boards):
        twin = Twin(grid, divmod(int(starts[k]), width)).found
        row, column = twin.pop("middle_row"), twin.pop("middle_column")
        twin["middle"] = row * width + column if row >= 0 else -1
        found = dict(zip(MEASURES, out[k].tolist(), strict=True))
        assert found == twin
