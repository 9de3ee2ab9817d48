"""Plain random boards: mines laid uniformly outside a set of safe cells, no search.

A partial Fisher-Yates over the candidates, one mulberry32 draw a mine, as the
reference lays its mines (``place``); each mine counts itself into the clues around
it.  Some 4 us an expert board.  Or each cell is a mine by chance, or mines are laid
everywhere first and then moved out of the way.
"""

import numpy as np

from nogues.kernels._jit import kernel
from nogues.kernels.boards.metrics import flood
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


@kernel(_nrt=False, forceinline=True)
def draw_next(order, k, counter):
    """Draw what comes k-th in a shuffle; returns the new counter."""
    counter = advance(counter, 1)
    other = k + below(mix(counter), order.size - k)
    cell = order[other]
    order[other] = order[k]
    order[k] = cell
    return counter


@kernel(_nrt=False)
def deal_board(width, height, mines, candidates, order, seed, clue):
    """Lay the mines of a seed among the candidates and write the clues."""
    for k in range(candidates.size):
        order[k] = candidates[k]
    for cell in range(clue.size):
        clue[cell] = 0
    counter = np.uint32(seed)
    for k in range(mines):
        counter = draw_next(order, k, counter)
        count_up(width, height, clue, np.int64(order[k]))


@kernel(_nrt=False)
def count_opening(width, height, clue, start, stack, seen):
    """Count what a click on the start opens; nothing if it is a mine."""
    if clue[start] == MINE:
        return np.int64(0)
    for cell in range(clue.size):
        seen[cell] = False
    return flood(width, height, clue, start, stack, seen)


@kernel()
def deal_boards(width, height, mines, candidates, start, seeds, clue, opening):
    """Deal a board for each seed, and count what a click on the start opens.

    ``candidates`` (int32) are the cells that may hold mines, row-major; ``clue`` (int8,
    (boards, cells)) and ``opening`` (int32) are written.
    """
    order = candidates.copy()
    stack, seen = np.empty(width * height, np.int32), np.empty(width * height, np.bool_)
    for n in range(seeds.size):
        deal_board(width, height, mines, candidates, order, seeds[n], clue[n])
        opening[n] = count_opening(width, height, clue[n], start, stack, seen)


@kernel()
def deal_by_chance(
    width, height, threshold, candidates, start, seeds, clue, opening, mine_count
):
    """Make each candidate a mine if its draw is below the threshold.

    The draws are made in the order of the candidates, one for each.  ``mine_count``
    (int32) is written, too.
    """
    stack, seen = np.empty(width * height, np.int32), np.empty(width * height, np.bool_)
    for n in range(seeds.size):
        counter = np.uint32(seeds[n])
        mines = 0
        for cell in range(clue.shape[1]):
            clue[n, cell] = 0
        for k in range(candidates.size):
            if np.uint64(mix(advance(counter, k + 1))) < threshold:
                count_up(width, height, clue[n], np.int64(candidates[k]))
                mines += 1
        mine_count[n] = mines
        opening[n] = count_opening(width, height, clue[n], start, stack, seen)


@kernel()
def deal_and_relocate(
    width, height, mines, free, start, seeds, clue, opening, relocations
):
    """Lay mines anywhere, and move those of the safe zone out of it.

    A shuffle of all cells, one draw a cell: the first ``mines`` of it are mines.  Those
    in the zone (``free``, bool) move, in shuffled order, to the cells that come next in
    it and are outside.  Of the shuffle only what is looked at is made.
    ``relocations`` (int32, (boards, most, 2)) is written, filled up with -1.
    """
    cells = width * height
    order = np.empty(cells, np.int32)
    stack, seen = np.empty(cells, np.int32), np.empty(cells, np.bool_)
    for n in range(seeds.size):
        counter = np.uint32(seeds[n])
        for cell in range(cells):
            order[cell] = cell
            clue[n, cell] = 0
        inside = 0
        for k in range(mines):
            counter = draw_next(order, k, counter)
            cell = np.int64(order[k])
            if free[cell]:
                relocations[n, inside, 0] = cell
                inside += 1
            else:
                count_up(width, height, clue[n], cell)
        k = np.int64(mines)
        for moved in range(inside):
            while True:
                counter = draw_next(order, k, counter)
                cell = np.int64(order[k])
                k += 1
                if not free[cell]:
                    break
            relocations[n, moved, 1] = cell
            count_up(width, height, clue[n], cell)
        for rest in range(inside, relocations.shape[1]):
            relocations[n, rest, 0] = relocations[n, rest, 1] = -1
        opening[n] = count_opening(width, height, clue[n], start, stack, seen)
