"""Opening cells: an ordinary click in its breadth-first order, and floods on rows.

A click visits cells one by one, since their order and distance are the answer:
about 10 ns a cell.  The floods of the solver need only the set, so a block of 64
cells moves at once: a few ns a block and pass.
"""

import numpy as np

from nogues.kernels._jit import kernel
from nogues.kernels.bits import ZERO
from nogues.kernels.boards.rows import (
    FLOODING,
    OPENED,
    SAFE,
    ZEROS,
    around,
    spread,
    touch,
)
from nogues.kernels.codes import MINE


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
def flood_block(planes, stride, block):
    """Open what borders on flooding zeros, along the block; whether zeros are."""
    unknown = planes[SAFE, block]
    if unknown == ZERO:
        return False
    reached = around(planes, FLOODING, block, stride)
    flooding = planes[FLOODING, block]
    opened = ZERO
    zeros = ZERO
    while reached & unknown:
        cells = reached & unknown
        unknown ^= cells
        opened |= cells
        zeros |= cells & planes[ZEROS, block]
        reached = spread(flooding | zeros)
    if opened:
        planes[SAFE, block] = unknown
        planes[OPENED, block] |= opened
        planes[FLOODING, block] = flooding | zeros
        touch(planes, block, opened, stride)
    return zeros != ZERO


@kernel(_nrt=False)
def flood(field, low, high):
    """Open around opened zeros until none has an unknown neighbour.

    The zeros that were just opened lie in the blocks low..high.  Passes go down and
    up in turn, over the blocks the flood can have reached: a pass carries it as far
    as it runs in that direction.
    """
    planes, stride = field.planes, field.stride
    reach = stride + 1
    low, high = max(low - reach, field.first), min(high + reach, field.last)
    step = np.int64(1)
    zeros = True
    while zeros:
        zeros = False
        block = low if step > 0 else high
        while low <= block <= high:
            if flood_block(planes, stride, block):
                zeros = True
                low = min(low, max(block - reach, field.first))
                high = max(high, min(block + reach, field.last))
            block += step
        step = -step
