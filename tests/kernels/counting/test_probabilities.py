"""Probabilities of mines against all layouts of small boards."""

import itertools
import math
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from level_twin import clues_of

import nogues
from nogues.kernels.codes import BAD_CLUE, BAD_COUNT, MAX_STATES, OK
from nogues.kernels.counting.probabilities import (
    probabilities,
    workspace_of_thread,
)


def layouts_of(cells, width, height, mines):
    """All layouts that fit, as rows of bools."""
    masks = np.array(list(itertools.product((False, True), repeat=cells.size)))
    masks = masks[masks.sum(1) == mines]
    clues = clues_of(masks, width, height).reshape(len(masks), -1)
    known = cells != nogues.HIDDEN
    return masks[(clues[:, known] == cells[known]).all(1)]


@pytest.mark.parametrize("size", [(4, 3), (12, 1), (2, 6)])
def test_small_positions(size):
    width, height = size
    rng = np.random.default_rng(12)
    codes = set()
    for _ in range(40):
        mask = rng.random((1, width * height)) < rng.choice([0.2, 0.4])
        clue = clues_of(mask, width, height).reshape(-1)
        cells = np.where(rng.random(clue.size) < 0.4, clue, nogues.HIDDEN)
        cells = cells.astype(np.int8)
        mines = int(mask.sum()) + int(rng.choice([0, 0, 0, 1, -1]))
        shown = np.flatnonzero(cells >= 0)
        if len(shown) and rng.random() < 0.3:
            cells[shown[0]] = (cells[shown[0]] + 1) % 9
        out, report = np.zeros((1, clue.size)), np.zeros((1, 2), np.int64)
        log_layouts = np.zeros(1)
        page = cells.reshape(1, -1)
        page.flags.writeable = False  # as it is called elsewhere
        counts = np.array([mines], np.int32)
        rest = (width, height, counts, MAX_STATES)
        probabilities(page, *rest, out, log_layouts, report)
        fitting = layouts_of(cells, width, height, mines)
        codes.add(int(report[0, 0]))
        if len(fitting):
            assert report[0, 0] == OK
            assert np.allclose(out[0], fitting.mean(0), atol=1e-12)
            assert math.exp(log_layouts[0]) == pytest.approx(len(fitting))
        else:
            assert report[0, 0] in (BAD_CLUE, BAD_COUNT)
    assert codes == {OK, BAD_CLUE, BAD_COUNT}


def test_each_thread_keeps_its_last_workspace():
    work = workspace_of_thread(9, 8)
    assert workspace_of_thread(9, 8) is work
    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(workspace_of_thread, 9, 8).result() is not work
    assert workspace_of_thread(100, 100) is not workspace_of_thread(100, 100)
    assert workspace_of_thread(8, 9) is not work
    assert workspace_of_thread(9, 8) is not work
