"""Opening cells as a click does, in breadth-first order.

Order and distance are the answer, so cells are visited one by one: about 10 ns a cell.
In a game, what is open, flagged or hidden is the player's own grid.  So a call has
nothing to clear, and a click that opens one cell costs one cell.  (A solver needs only
the set of cells and opens 64 at a time: ``rows.flood``.)
"""

import numpy as np

from nogues.kernels._jit import kernel
from nogues.kernels.codes import HIDDEN, MINE


@kernel(_nrt=False)
def open_cells(clue, width, height, cells, opened, distance, count):
    """Open some hidden cells, and around each opened zero what is hidden.

    Parameters
    ----------
    clue : ndarray(int8, ndim=1)
        Row-major clues, height * width of them.
    width, height : int
        Size of the board.
    cells : ndarray(int8, ndim=1)
        What the player sees, ``HIDDEN`` or anything else.  Written: the clue of each
        opened cell, which is ``MINE`` for a mine among the first.
    opened, distance : ndarray(int32, ndim=1)
        As long as clue.  ``opened`` begins with the cells to open, all different and
        hidden.  Written: all opened cells in opening order, and the steps each lies
        from the nearest of the first.
    count : int
        How many cells there are to open.

    Returns
    -------
    int
        Number of opened cells.
    """
    for k in range(count):
        cells[opened[k]] = clue[opened[k]]
        distance[k] = 0
    head, tail = 0, count
    while head < tail:
        cell = opened[head]
        steps = distance[head]
        head += 1
        if clue[cell] != 0:
            continue
        row, column = cell // width, cell % width
        for r in range(max(row - 1, 0), min(row + 2, height)):
            for c in range(max(column - 1, 0), min(column + 2, width)):
                near = r * width + c
                if cells[near] == HIDDEN:
                    cells[near] = clue[near]
                    opened[tail] = near
                    distance[tail] = steps + 1
                    tail += 1
    return tail


@kernel()
def reveal(clue, width, height, start, opened, distance):
    """Open a cell of a board that is all hidden (reference: Reveal).

    Parameters
    ----------
    clue, width, height, opened, distance
        As for ``open_cells``; ``opened`` need not be filled in.
    start : int
        Row-major index of the clicked cell.

    Returns
    -------
    int
        Number of opened cells; 0 when the cell is a mine.
    """
    if clue[start] == MINE:
        return 0
    cells = np.empty(clue.size, np.int8)
    for cell in range(clue.size):
        cells[cell] = HIDDEN
    opened[0] = start
    return open_cells(clue, width, height, cells, opened, distance, 1)
