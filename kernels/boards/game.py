"""A game: opening cells that the player sees closed, from several cells at once.

Like a click of ``flood``, cell by cell, since order and distance are the answer; but
what is open, flagged or hidden is the player's own grid, so there is nothing to clear
before a call, and a click that opens one cell costs one cell.
"""

from nogues.kernels._jit import kernel
from nogues.kernels.codes import HIDDEN


@kernel(_nrt=False)
def open_cells(clue, width, height, cells, opened, distance, count):
    """Open some hidden cells, and around each opened zero what is hidden.

    Parameters
    ----------
    clue : ndarray(int8, ndim=1)
        Row-major clues, height * width of them.
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
