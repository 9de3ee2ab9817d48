"""Opening cells: an ordinary click in its breadth-first order, and floods on rows.

A click visits cells one by one, since their order and distance are the answer:
about 10 ns a cell.  The floods of the solver need only the set, so a block of 64
cells moves at once, and a block waits in the queue at most once at a time.
"""

import numpy as np

from nogues.kernels._jit import kernel
from nogues.kernels.bits import ONE, TOP, ZERO
from nogues.kernels.codes import MINE
from nogues.kernels.rows import OPENED, PENDING, QUEUE, SAFE, ZEROS, spread, touch


@kernel()
def reveal(clue, width, height, start, cells, distance):
    """Open a cell as a click does (reference: Reveal).

    Parameters
    ----------
    clue : ndarray(int8, ndim=1)
        Row-major clues, height * width of them.
    start : int
        Index of the clicked cell.
    cells, distance : ndarray(int32, ndim=1)
        As long as clue.  Written: the opened cells in opening order, and the
        steps each lies from the click.

    Returns
    -------
    int
        Number of opened cells; 0 when the cell is a mine.
    """
    if clue[start] == MINE:
        return 0
    seen = np.zeros(clue.size, np.bool_)
    seen[start] = True
    cells[0] = start
    distance[0] = 0
    head, tail = 0, 1
    while head < tail:
        cell = cells[head]
        steps = distance[head]
        head += 1
        if clue[cell] != 0:
            continue
        row, column = cell // width, cell % width
        for r in range(max(row - 1, 0), min(row + 2, height)):
            for c in range(max(column - 1, 0), min(column + 2, width)):
                near = r * width + c
                if not seen[near]:
                    seen[near] = True
                    cells[tail] = near
                    distance[tail] = steps + 1
                    tail += 1
    return tail


@kernel(_nrt=False, forceinline=True)
def open_cells(planes, stride, block, cells, tail):
    """Open unknown safe cells of one block; zeros among them wait in the queue.

    Returns the queue's new tail.  The queue is a ring as long as a plane, which is
    more than the blocks that can wait, so head and tail meet only when it is empty.
    """
    if cells == ZERO:
        return tail
    planes[SAFE, block] ^= cells
    planes[OPENED, block] |= cells
    touch(planes, block, cells, stride)
    zeros = cells & planes[ZEROS, block]
    if zeros:
        if planes[PENDING, block] == ZERO:
            planes[QUEUE, tail] = np.uint64(block)
            tail += 1
            if tail == planes.shape[1]:
                tail = np.int64(0)
        planes[PENDING, block] |= zeros
    return tail


@kernel(_nrt=False)
def open_around(planes, stride, block, centres, tail):
    """Open every unknown safe neighbour of some cells of a block."""
    near = spread(centres)
    for row in (block - stride, block, block + stride):
        tail = open_cells(planes, stride, row, near & planes[SAFE, row], tail)
        if centres & ONE:
            last = (ONE << TOP) & planes[SAFE, row - 1]
            tail = open_cells(planes, stride, row - 1, last, tail)
        if centres >> TOP:
            first = ONE & planes[SAFE, row + 1]
            tail = open_cells(planes, stride, row + 1, first, tail)
    return tail


@kernel(_nrt=False)
def flood(planes, stride, tail):
    """Open around the zeros that wait in the queue, until none waits.

    The queue is filled from 0 to tail, and is empty again at the end.
    """
    head = np.int64(0)
    while head != tail:
        block = np.int64(planes[QUEUE, head])
        head += 1
        if head == planes.shape[1]:
            head = np.int64(0)
        # Run along the row first: long corridors cost one visit, not one a cell.
        zeros = planes[PENDING, block]
        while True:
            reached = spread(zeros) & planes[SAFE, block] & planes[ZEROS, block]
            if reached == ZERO:
                break
            planes[SAFE, block] ^= reached
            planes[OPENED, block] |= reached
            zeros |= reached
        touch(planes, block, zeros, stride)
        planes[PENDING, block] = ZERO
        tail = open_around(planes, stride, block, zeros, tail)
