"""A position as bytes: what is known of each cell, and of its neighbours.

The board lies row by row in a frame of walls, so that every cell has eight neighbours
at fixed distances.  For every cell its hidden neighbours (a mask) and the number of
its known mines are kept up to date by ``decide``; clues that may say more because of it
wait in a queue.  A queue holds each clue once at a time, and the entries of a whole
solve fit in it, since a decision adds at most nine.

Loading costs some 0.5 us for an expert board, a decision some 10 ns.
"""

import numpy as np

from nogues.kernels._jit import kernel
from nogues.kernels.boards.neighbours import (
    COLUMNS,
    NOT_OPPOSITE,
    ROWS,
    count_neighbours,
    mask_neighbours,
)
from nogues.kernels.bundle import bundle
from nogues.kernels.codes import HIDDEN, MINE, SAFE_CELL

WALL = 9  # outside the board

Grid = bundle(
    "Grid",
    [
        "width",
        "height",
        "stride",  # cells in a framed row
        "cell",  # int8: 0-8, MINE, HIDDEN, WALL or SAFE_CELL
        "truth",  # int8: what a hidden cell turns into once it is known to be safe
        "hidden",  # uint8: 1 where hidden
        "mine",  # uint8: 1 where a mine was known when the grid was loaded
        "near",  # uint8: mask of the hidden neighbours
        "mined",  # uint8: number of neighbours that are known mines
        "queue",  # int32: clues to look at
        "queued",  # uint8: 1 while in the queue
        "tally",  # int64: see below
        "active",  # int32: clues with hidden neighbours, of the last list_active
        "mask",  # uint8: near where there is a clue, else 0, frozen by list_active
        "need",  # int8: mines a clue still needs, frozen by list_active
    ],
)
HEAD, TAIL, HIDDEN_CELLS, KNOWN_MINES = (np.int64(k) for k in range(4))


def new_grid(width, height):
    """Lay out a grid.

    Parameters
    ----------
    width, height : int
        Size of the board in cells.

    Returns
    -------
    Grid
        For positions of this size; ``load`` fills it.
    """
    stride = width + 2
    size = (height + 2) * stride
    beyond = 2 * stride + 3  # pairs look two rows ahead
    bytes_ = np.empty((6, size), np.uint8)
    signed = np.empty((3, size), np.int8)
    mask = np.zeros(size + beyond, np.uint8)
    queue = np.empty(9 * width * height + 1, np.int32)
    active = np.empty(width * height, np.int32)
    return Grid(
        width,
        height,
        stride,
        signed[0],
        signed[1],
        bytes_[0],
        bytes_[1],
        bytes_[2],
        bytes_[3],
        queue,
        bytes_[4],
        np.zeros(4, np.int64),
        active,
        mask,
        signed[2],
    )


@kernel(_nrt=False)
def load(grid, cells):
    """Take over a position.

    What hidden cells hide is not known: safe ones turn into ``SAFE_CELL``.

    Parameters
    ----------
    grid : Grid
        Everything but ``queue`` and what ``list_active`` writes is written.
    cells : ndarray(int8, ndim=1)
        0-8, MINE, HIDDEN or SAFE_CELL for each cell, row-major.
    """
    cell, hidden, mine, truth = grid.cell, grid.hidden, grid.mine, grid.truth
    width, stride = grid.width, grid.stride
    for i in range(cell.size):
        cell[i] = WALL
        truth[i] = SAFE_CELL
    for row in range(grid.height):
        at = (row + 1) * stride + 1
        into = cell[at : at + width]
        given = cells[row * width : (row + 1) * width]
        for column in range(width):
            into[column] = given[column]
    count_hidden = np.int64(0)
    count_mines = np.int64(0)
    for i in range(cell.size):
        hidden[i] = np.uint8(cell[i] == HIDDEN)
        mine[i] = np.uint8(cell[i] == MINE)
        grid.queued[i] = np.uint8(0)
        grid.near[i] = np.uint8(0)
        grid.mined[i] = np.uint8(0)
        count_hidden += np.int64(cell[i] == HIDDEN)
        count_mines += np.int64(cell[i] == MINE)
    mask_neighbours(hidden, stride, grid.near)
    count_neighbours(mine, stride, grid.mined)
    tally = grid.tally
    tally[HEAD] = 0
    tally[TAIL] = 0
    tally[HIDDEN_CELLS] = count_hidden
    tally[KNOWN_MINES] = count_mines


@kernel(_nrt=False)
def hide_truth(grid, clue):
    """Set what hidden cells turn into when they are opened.

    Parameters
    ----------
    grid : Grid
        ``truth`` is written.
    clue : ndarray(int8, ndim=1)
        The whole board, row-major; -1 is a mine.
    """
    width, stride = grid.width, grid.stride
    for row in range(grid.height):
        at = (row + 1) * stride + 1
        into = grid.truth[at : at + width]
        given = clue[row * width : (row + 1) * width]
        for column in range(width):
            into[column] = given[column]


@kernel(_nrt=False)
def queue_clues(grid):
    """Queue every clue that has hidden neighbours, or the wrong number of mines.

    Parameters
    ----------
    grid : Grid
        ``queue``, ``queued`` and the ends of the queue in ``tally`` are written.
    """
    cell, near, mined, queue = grid.cell, grid.near, grid.mined, grid.queue
    tail = np.int64(0)
    for i in range(grid.stride, cell.size - grid.stride):
        value = np.int64(cell[i])
        clue = (value >= 0) & (value < WALL)
        waits = clue & ((near[i] != 0) | (value != np.int64(mined[i])))
        queue[tail] = i
        tail += np.int64(waits)
        grid.queued[i] = np.uint8(waits)
    grid.tally[HEAD] = 0
    grid.tally[TAIL] = tail


@kernel(_nrt=False, forceinline=True)
def decide(grid, at, mine):
    """Make a hidden cell a known mine or a safe cell, which opens if its clue is known.

    Parameters
    ----------
    grid : Grid
        Kept up to date; the clues at and around the cell join the queue.
    at : int64
        Index of the cell in the grid, which is hidden.
    mine : int64
        1 for a mine, 0 for a safe cell.
    """
    cell, near, mined = grid.cell, grid.near, grid.mined
    queue, queued, tally = grid.queue, grid.queued, grid.tally
    grid.hidden[at] = np.uint8(0)
    tally[HIDDEN_CELLS] -= 1
    tally[KNOWN_MINES] += mine
    value = np.int8(MINE) if mine else grid.truth[at]
    cell[at] = value
    tail = tally[TAIL]
    # Whether a neighbour is a clue cannot be predicted, so it is not asked.
    queue[tail] = at
    tail += np.int64(np.uint8(value) < np.uint8(WALL))
    queued[at] = np.uint8(np.uint8(value) < np.uint8(WALL))
    for k in range(8):
        i = at + ROWS[k] * grid.stride + COLUMNS[k]
        near[i] &= NOT_OPPOSITE[k]
        mined[i] += np.uint8(mine)
        joins = (np.uint8(cell[i]) < np.uint8(WALL)) & (queued[i] == 0)
        queue[tail] = i
        tail += np.int64(joins)
        queued[i] |= np.uint8(joins)
    tally[TAIL] = tail


@kernel(_nrt=False)
def list_active(grid):
    """List the clues with hidden neighbours, row-major, and freeze what they say.

    Parameters
    ----------
    grid : Grid
        ``active``, ``mask`` and ``need`` are written.

    Returns
    -------
    int64
        How many clues are listed.
    """
    cell, near, mined, mask, need = (
        grid.cell,
        grid.near,
        grid.mined,
        grid.mask,
        grid.need,
    )
    for i in range(cell.size):
        clue = np.uint8(cell[i]) < np.uint8(WALL)
        mask[i] = near[i] if clue else np.uint8(0)
        need[i] = np.int8(np.uint8(cell[i]) - mined[i])
    active = np.int64(0)
    for i in range(grid.stride, cell.size - grid.stride):
        if mask[i]:
            grid.active[active] = i
            active += 1
    return active


@kernel(_nrt=False)
def flat_index(grid, at):
    """Return the row-major index on the board of a cell of the grid, as int64.

    Parameters
    ----------
    grid : Grid
        Read only for its size.
    at : int64
        Index of the cell in the grid.
    """
    row = at // grid.stride
    return (row - 1) * grid.width + at - row * grid.stride - 1
