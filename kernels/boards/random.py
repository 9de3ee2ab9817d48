"""Plain random boards: mines laid uniformly outside a set of safe cells, no search.

A partial Fisher-Yates over the candidates, one mulberry32 draw per mine, as the
reference lays its mines (``placement``); each mine counts itself into the clues around
it.  Some 4 us per expert board.  Two other ways: each candidate is a mine with some
probability, or mines are laid anywhere and those in the safe zone move out of it.
"""

import numpy as np

from nogues.kernels._jit import kernel
from nogues.kernels.boards.metrics import count_opening
from nogues.kernels.codes import MINE
from nogues.kernels.rng import advance, below, mix


@kernel(_nrt=False)
def count_up(width, height, clue, cell):
    """Make a safe cell a mine, and add one to the clues around it."""
    row = cell // width
    column = cell - row * width
    for r in range(max(row - 1, 0), min(row + 2, height)):
        for c in range(max(column - 1, 0), min(column + 2, width)):
            if clue[r * width + c] != MINE:
                clue[r * width + c] += 1
    clue[cell] = MINE


@kernel(_nrt=False, forceinline=True)
def draw_next(order, k, counter):
    """Draw the k-th item of a shuffle of ``order`` to its place.

    Items before k are drawn already.  Returns the new counter.
    """
    counter = advance(counter, 1)
    other = k + below(mix(counter), order.size - k)
    cell = order[other]
    order[other] = order[k]
    order[k] = cell
    return counter


@kernel(_nrt=False)
def lay_board(width, height, mines, candidates, order, seed, clue):
    """Lay the mines of a seed among the candidates and write the clues.

    Parameters
    ----------
    width, height, mines : int
        Size of the board, and how many mines; at most ``candidates.size``.
    candidates : ndarray(int32, ndim=1)
        Cells that may hold mines, row-major.
    order : ndarray(int32, ndim=1)
        As long as candidates.  Written: the candidates, shuffled.
    seed : uint32
        Seed of the board.
    clue : ndarray(int8, ndim=1)
        Written: width * height clues, row-major.
    """
    for k in range(candidates.size):
        order[k] = candidates[k]
    for cell in range(clue.size):
        clue[cell] = 0
    counter = np.uint32(seed)
    for k in range(mines):
        counter = draw_next(order, k, counter)
        count_up(width, height, clue, np.int64(order[k]))


@kernel()
def lay_boards(width, height, mines, candidates, start, seeds, clue, opening):
    """Lay a board for each seed, and count what a click on the start opens.

    Parameters
    ----------
    width, height, mines : int
        Size of the boards, and how many mines; at most ``candidates.size``.
    candidates : ndarray(int32, ndim=1)
        Cells that may hold mines, row-major.
    start : int
        Row-major index of the first click.
    seeds : ndarray(uint32, ndim=1)
        One per board.
    clue : ndarray(int8, ndim=2)
        (boards, cells).  Written.
    opening : ndarray(int32, ndim=1)
        Written: cells that the click opens, 0 on a mine.
    """
    order = candidates.copy()
    stack, mark = np.empty((2, width * height), np.int32)
    for n in range(seeds.size):
        lay_board(width, height, mines, candidates, order, seeds[n], clue[n])
        opening[n] = count_opening(width, height, clue[n], start, stack, mark)


@kernel()
def lay_by_density(
    width, height, threshold, candidates, start, seeds, clue, opening, mine_count
):
    """Make each candidate a mine with the same probability.

    It is a mine if its draw is below the threshold; draws are made in the order of the
    candidates, one for each.

    Parameters
    ----------
    width, height, candidates, start, seeds, clue, opening
        As for ``lay_boards``.
    threshold : uint64
        The probability times 2**32.
    mine_count : ndarray(int32, ndim=1)
        Written: mines of each board.
    """
    stack, mark = np.empty((2, width * height), np.int32)
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
        opening[n] = count_opening(width, height, clue[n], start, stack, mark)


@kernel()
def lay_and_relocate(
    width, height, mines, free, start, seeds, clue, opening, relocations
):
    """Lay mines anywhere, and move those of the safe zone out of it.

    All cells are shuffled, with one draw per cell, and the first ``mines`` are mines.
    Those in the zone move, in shuffled order, to the next cells of the shuffle that are
    outside.  Only the part of the shuffle that is looked at is made.

    Parameters
    ----------
    width, height, mines, start, seeds, clue, opening
        As for ``lay_boards``.
    free : ndarray(bool, ndim=1)
        Whether a cell is in the safe zone, row-major.  There must be at least ``mines``
        cells outside.
    relocations : ndarray(int32, ndim=3)
        (boards, most, 2): from where to where each mine moved.  Written, with -1 in
        the rows left over; ``most`` is the number of mines or of zone cells, whichever
        is smaller.
    """
    cells = width * height
    order = np.empty(cells, np.int32)
    stack, mark = np.empty((2, cells), np.int32)
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
        opening[n] = count_opening(width, height, clue[n], start, stack, mark)
