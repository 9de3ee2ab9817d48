"""How far the elementary rules get on whole boards, on planes.

From scratch the planes (``closure``) are ten times faster than a grid, so every level
begins here.  No sweeps are counted: the rules run until nothing changes.

About 1 us an expert board, most of it for turning bytes into bits and back.
"""

import numpy as np

from nogues.kernels._jit import kernel
from nogues.kernels.boards.planes import dilate, load, occupied, shape_bits, store
from nogues.kernels.codes import HIDDEN, MINE
from nogues.kernels.rules.single_planes import close, open_start

BOARD, MINES, OPENED, MINED = (np.int64(k) for k in range(4))
PLANES = 4


def new_planes(shape, width, height):
    """Lay out the planes for boards of a size; returns words, and the same by rows."""
    words = np.zeros((PLANES, shape.bits * shape.lanes // 64), np.uint64)
    lanes = words.view(shape.word)
    lanes[BOARD, :height] = (1 << width) - 1
    return words, lanes


@kernel(_nrt=False, forceinline=True)
def read_mines(lanes, width, height, clue):
    """Turn the mines of a board into a plane."""
    for row in range(height):
        word = np.uint64(0)
        cells = clue[row * width : (row + 1) * width]
        for column in range(width):
            word |= np.uint64(cells[column] == MINE) << np.uint64(column)
        lanes[MINES, row] = word


@kernel(_nrt=False)
def write_position(lanes, width, height, clue, cells):
    """Write the position that the planes hold."""
    for row in range(height):
        opened = np.uint64(lanes[OPENED, row])
        flagged = np.uint64(lanes[MINES, row] & ~lanes[MINED, row])
        for column in range(width):
            at = row * width + column
            bit = np.uint64(column)
            code = np.int8(HIDDEN)
            if (opened | flagged) >> bit & np.uint64(1):
                code = clue[at]
            cells[at] = code


@kernel(_nrt=False)
def close_boards(shape, words, lanes, clue, width, height, starts, solved, cells):
    """Apply the elementary rules to boards until nothing changes.

    ``solved`` is written for each board; so is ``cells``, the position that is left,
    unless it has no columns.
    """
    board = load(shape, words, BOARD)
    for n in range(clue.shape[0]):
        read_mines(lanes, width, height, clue[n])
        mines = load(shape, words, MINES)
        row = starts[n] // width
        start = row * shape_bits(shape) + starts[n] - row * width
        opened, safe, mined, depth = open_start(shape, start, mines, board)
        opened, safe, mined, depth = close(opened, safe, mined, depth)
        solved[n] = not occupied(safe)
        if cells.shape[1]:
            if solved[n]:  # closing stopped early: what is seen is flagged
                mined &= ~dilate(opened)
            store(words, OPENED, opened)
            store(words, MINED, mined)
            write_position(lanes, width, height, clue[n], cells[n])
