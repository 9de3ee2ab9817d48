"""Plain random boards: mines laid uniformly outside a set of safe cells, no search.

A partial Fisher-Yates over the candidates, one mulberry32 draw a mine, as the
reference lays its mines (``place``); then each mine counts itself into the clues around
it.  Some 2 us an expert board.
"""

import numpy as np

from nogues.kernels._jit import kernel
from nogues.kernels.codes import MINE
from nogues.kernels.rng import advance, below, mix


@kernel(_nrt=False)
def count_up(width, height, clue, cell):
    """Make a cell a mine, and add one to the clues around it."""
    row = cell // width
    column = cell - row * width
    for r in range(max(row - 1, 0), min(row + 2, height)):
        for c in range(max(column - 1, 0), min(column + 2, width)):
            if clue[r * width + c] != MINE:
                clue[r * width + c] += 1
    clue[cell] = MINE


@kernel(_nrt=False)
def deal_board(width, height, mines, candidates, order, seed, clue):
    """Lay the mines of a seed among the candidates and write the clues."""
    for k in range(candidates.size):
        order[k] = candidates[k]
    for cell in range(clue.size):
        clue[cell] = 0
    counter = np.uint32(seed)
    for k in range(mines):
        counter = advance(counter, 1)
        other = k + below(mix(counter), order.size - k)
        cell = order[other]
        order[other] = order[k]
        order[k] = cell
        count_up(width, height, clue, np.int64(cell))


@kernel()
def deal(width, height, mines, candidates, seeds, clue):
    """Deal a board for each seed.

    ``candidates`` (int32) are the cells that may hold mines, row-major; ``clue`` (int8,
    (boards, cells)) is written.
    """
    order = candidates.copy()
    for n in range(seeds.size):
        deal_board(width, height, mines, candidates, order, seeds[n], clue[n])
