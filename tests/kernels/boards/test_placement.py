"""Mines of one attempt against a shuffle of plain Python."""

import numpy as np
import pytest
from reference import Mulberry, cells_of

from nogues.kernels.boards.placement import draw_choices, lay_mines, list_candidates
from nogues.kernels.codes import SAFE_RULES


def outside(rule, start, cell):
    down, across = abs(cell[0] - start[0]), abs(cell[1] - start[1])
    return {
        "diamond": down + across > 2,
        "block": max(down, across) > 1,
        "cell": cell != start,
        "any": True,
    }[rule]


@pytest.mark.parametrize("rule", SAFE_RULES)
def test_candidates(rule):
    safe = SAFE_RULES.index(rule)
    for start in [(0, 0), (2, 3), (4, 6)]:
        out = np.zeros(5 * 7, np.int32)
        n = list_candidates(7, 5, *start, safe, 64, 16, out)
        expected = [
            64 + 16 * row + column
            for row, column in cells_of(7, 5)
            if outside(rule, start, (row, column))
        ]
        assert out[:n].tolist() == expected


@pytest.mark.parametrize("seed", range(5))
def test_mines_are_a_partial_shuffle(seed):
    mines, order = 20, np.arange(3, 123, dtype=np.int32)
    choices = np.zeros(mines, np.int32)
    words = np.zeros(2, np.uint64)
    counter = draw_choices(np.uint32(seed), mines, order.size, choices)
    draw, cells = Mulberry(seed), order.tolist()
    for k in range(mines):
        other = k + int(draw() * (len(cells) - k))
        cells[k], cells[other] = cells[other], cells[k]
    lay_mines(order, mines, choices, words)
    bits = np.unpackbits(words.view(np.uint8), bitorder="little")
    assert np.flatnonzero(bits).tolist() == sorted(cells[:mines])
    assert order.tolist() == cells
    again = np.zeros(1, np.int32)
    draw_choices(counter, 1, 1000, again)
    assert again[0] == int(draw() * 1000)
