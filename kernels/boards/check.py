"""Checking boards: whether each clue is the number of mines around it.

All cells of a board at once, as bytes in a frame; some 1 us per expert board.
"""

import numpy as np

from nogues.kernels._jit import kernel
from nogues.kernels.boards.neighbours import count_neighbours
from nogues.kernels.codes import MINE


@kernel()
def first_wrong(clue, width, height):
    """Find the first clue that is not the number of mines around it.

    Parameters
    ----------
    clue : ndarray(int8, ndim=2)
        (boards, cells), row-major; any other value than ``MINE`` is taken as a clue.
    width, height : int
        Size of every board.

    Returns
    -------
    (int, int)
        The board and the row-major index of the cell; -1 and -1 if all are right.
    """
    stride = width + 2
    mine = np.zeros((height + 2) * stride, np.uint8)
    count = np.zeros((height + 2) * stride, np.uint8)
    for n in range(clue.shape[0]):
        for row in range(height):
            at = (row + 1) * stride + 1
            given = clue[n, row * width : (row + 1) * width]
            into = mine[at : at + width]
            for column in range(width):
                into[column] = np.uint8(given[column] == MINE)
        count_neighbours(mine, stride, count)
        # Without a branch, so that it vectorises; the cell is looked for afterwards.
        wrong = np.int64(0)
        for row in range(height):
            at = (row + 1) * stride + 1
            given = clue[n, row * width : (row + 1) * width]
            counted = count[at : at + width]
            for column in range(width):
                differs = (given[column] != MINE) & (given[column] != counted[column])
                wrong += np.int64(differs)
        if wrong:
            for cell in range(width * height):
                row = cell // width
                value = clue[n, cell]
                if value != MINE:
                    at = (row + 1) * stride + 1 + cell - row * width
                    if np.int64(value) != np.int64(count[at]):
                        return n, cell
    return -1, -1
