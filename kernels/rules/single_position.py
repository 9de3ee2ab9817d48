"""The elementary rules on a position: what one clue says by itself.

A clue whose mines are all known has safe neighbours; one that needs all its hidden
neighbours has mines there.  Only clues near something that changed are looked at, so
the cost is that of the decisions made.  The order does not matter: a clue that can fire
stays able to until its cells are decided, so every order ends in the same place.
"""

import numpy as np

from nogues.kernels._jit import kernel
from nogues.kernels.bits import ONE, ZERO, lowest_index
from nogues.kernels.boards.neighbours import COLUMNS, ROWS, SIZE
from nogues.kernels.boards.position import HEAD, TAIL, decide
from nogues.kernels.codes import ELEMENTARY
from nogues.kernels.rules.trace import DRY, ON, end_step, note_cell, note_clue


@kernel(_nrt=False)
def note_all(log, grid, at, mine):
    """Log the firing of a clue: its hidden neighbours are all mines (1) or safe (0)."""
    note_clue(log, at)
    for k in range(8):
        if grid.near[at] >> k & 1:
            note_cell(log, at + ROWS[k] * grid.stride + COLUMNS[k])
    end_step(log, ELEMENTARY, mine)


@kernel(_nrt=False)
def fire_singles(grid, log):
    """Fire the queued clues, and those that this queues, until none is left.

    Parameters
    ----------
    grid : Grid
        A position with clues in its queue.  Written: what is decided, unless the log is
        dry; the queue is empty in the end.
    log : Log
        Written if it is on: a step for each clue that fires.

    Returns
    -------
    where : int64
        Framed cell of a clue that cannot be met, or 0; then the queue is not empty.
    """
    cell, near, mined, queue, tally = (
        grid.cell,
        grid.near,
        grid.mined,
        grid.queue,
        grid.tally,
    )
    while tally[HEAD] < tally[TAIL]:
        at = np.int64(queue[tally[HEAD]])
        tally[HEAD] += 1
        grid.queued[at] = np.uint8(0)
        mask = near[at]
        need = np.int64(cell[at]) - np.int64(mined[at])
        size = np.int64(SIZE[mask])
        if need < 0 or need > size:
            return at
        if size == 0 or (need != 0 and need != size):
            continue
        # No mine is missing: the rest is safe.  As many as there are cells: all mines.
        mine = np.int64(need != 0)
        if log.state[ON]:
            note_all(log, grid, at, mine)
            if log.state[DRY]:
                continue
        rest = np.uint64(mask)
        while rest != ZERO:
            k = lowest_index(rest)
            rest &= rest - ONE
            decide(grid, at + ROWS[k] * grid.stride + COLUMNS[k], mine)
    return np.int64(0)
