"""The pair rule: two clues compared by their hidden neighbours.

Clue A needs a mines among its hidden neighbours, B needs b.  The cells they share are
counted by both, so a - b is at most the number of cells of A outside B.  Where it is
exactly that, all of those are mines and all of B outside A is safe.  B within A, the
subset case, is the one with nothing of B outside.

Clues further apart than two rows or columns share nothing, and two clues that share
nothing say no more together than alone; so twelve offsets make all pairs.

Cost: some 0.7 us per pass on an expert board.  A pass compares the clues as they stand;
what it decides is seen by the next.
"""

import numpy as np

from nogues.kernels._jit import kernel
from nogues.kernels.bits import ONE, ZERO, lowest_index
from nogues.kernels.boards.neighbours import COLUMNS, ROWS, SIZE
from nogues.kernels.boards.position import decide, list_active
from nogues.kernels.codes import SUBSET
from nogues.kernels.rules.trace import DRY, ON, end_step, note_cell, note_clue

_offsets = [(r, c) for r in range(-2, 3) for c in range(-2, 3) if (r, c) > (0, 0)]
DOWN = np.array([r for r, _ in _offsets], np.int64)
ACROSS = np.array([c for _, c in _offsets], np.int64)


def _outside(row: int, column: int) -> int:
    """Return the neighbours of a cell that are none of the cell at (row, column)."""
    far = [
        max(abs(int(r) - row), abs(int(c) - column)) > 1
        for r, c in zip(ROWS, COLUMNS, strict=True)
    ]
    return sum(1 << k for k in range(8) if far[k])


OUTSIDE_B = np.array([_outside(r, c) for r, c in _offsets], np.uint8)
OUTSIDE_A = np.array([_outside(-r, -c) for r, c in _offsets], np.uint8)


@kernel(_nrt=False)
def mark(grid, log, at, cells, mine, other):
    """Decide some neighbours of clue ``at``, given by a mask, as mines (1) or safe (0).

    ``other`` is the clue it was compared with.  Logs a step; a dry log applies nothing.
    Returns the number of cells decided.
    """
    decided = np.int64(0)
    rest = np.uint64(cells)
    while rest != ZERO:
        k = lowest_index(rest)
        rest &= rest - ONE
        i = at + ROWS[k] * grid.stride + COLUMNS[k]
        if grid.hidden[i]:  # another pair of this pass may have decided it
            decided += 1
            if log.state[ON]:
                note_cell(log, i)
                if log.state[DRY]:
                    continue
            decide(grid, i, mine)
    if log.state[ON] and decided:
        note_clue(log, at)
        note_clue(log, other)
        end_step(log, SUBSET, mine)
    return decided


@kernel(_nrt=False)
def fire_pairs(grid, log):
    """Compare all pairs of clues once.

    Parameters
    ----------
    grid : Grid
        A position on which no single clue fires.  Written: what is decided, unless the
        log is dry; ``active``, ``mask`` and ``need``, as the position was before.
    log : Log
        Written if it is on: a step for each pair and verdict.

    Returns
    -------
    decided : int64
        Number of cells decided; a dry log counts a cell once for each step.
    """
    mask, need, stride = grid.mask, grid.need, grid.stride
    decided = np.int64(0)
    for u in range(list_active(grid)):
        a = np.int64(grid.active[u])
        mask_a = mask[a]
        need_a = np.int64(need[a])
        for k in range(DOWN.size):
            b = a + DOWN[k] * stride + ACROSS[k]
            mask_b = mask[b]
            if mask_b == 0:
                continue
            only_a = mask_a & OUTSIDE_B[k]
            only_b = mask_b & OUTSIDE_A[k]
            more = need_a - np.int64(need[b])
            if (only_a | only_b) == 0:
                continue  # the same cells: nothing is outside
            if more == np.int64(SIZE[only_a]):
                decided += mark(grid, log, a, only_a, np.int64(1), b)
                decided += mark(grid, log, b, only_b, np.int64(0), a)
            elif -more == np.int64(SIZE[only_b]):
                decided += mark(grid, log, a, only_a, np.int64(0), b)
                decided += mark(grid, log, b, only_b, np.int64(1), a)
    return decided
