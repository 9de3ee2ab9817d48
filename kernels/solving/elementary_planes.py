"""How far the elementary rules get on whole boards, on planes.

From scratch the planes (``single_planes``) are ten times faster than bytes, so every
level begins here.  No sweeps are counted: the rules run until nothing changes.

About 1 us per expert board, most of it for turning bytes into bits and back.
"""

from collections import namedtuple

import numpy as np

from nogues.kernels._jit import kernel
from nogues.kernels.boards.planes import dilate, load, occupied, shape_bits, store
from nogues.kernels.codes import HIDDEN, MINE
from nogues.kernels.rules.single_planes import close, open_start

Planes = namedtuple(
    "Planes",
    [
        "BOARD",  # the cells there are
        "MINES",
        "OPENED",
        "MINED",  # mines that are not known
    ],
)
# Which row of the workspace is which plane; typed, so that callees compile once.
PLANE = Planes(*map(np.int64, range(len(Planes._fields))))


def new_planes(shape, width, height):
    """Lay out the planes for boards of a size.

    Parameters
    ----------
    shape : Shape
        A shape that the boards fit.
    width, height : int
        Size of the boards in cells.

    Returns
    -------
    words : ndarray(uint64, ndim=2)
        (planes, words).  BOARD is filled, the others are empty.
    lanes : ndarray(unsigned, ndim=2)
        (planes, lanes): the same memory by rows, of the shape's word.
    """
    words = np.zeros((len(PLANE), shape.bits * shape.lanes // 64), np.uint64)
    lanes = words.view(shape.word)
    lanes[PLANE.BOARD, :height] = (1 << width) - 1
    return words, lanes


@kernel(_nrt=False, forceinline=True)
def read_mines(lanes, width, height, clue):
    """Turn the mines of a board into a plane.

    Parameters
    ----------
    lanes : ndarray(unsigned, ndim=1)
        A plane by rows.  Its first ``height`` lanes are written.
    width, height : int
        Size of the board.
    clue : ndarray(int8, ndim=1)
        Row-major clues.
    """
    for row in range(height):
        word = np.uint64(0)
        cells = clue[row * width : (row + 1) * width]
        for column in range(width):
            word |= np.uint64(cells[column] == MINE) << np.uint64(column)
        lanes[row] = word


@kernel(_nrt=False)
def write_position(lanes, width, height, clue, cells):
    """Write the position that the planes hold: what is open, and the known mines."""
    for row in range(height):
        opened = np.uint64(lanes[PLANE.OPENED, row])
        flagged = np.uint64(lanes[PLANE.MINES, row] & ~lanes[PLANE.MINED, row])
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

    Parameters
    ----------
    shape : Shape
        A shape that the boards fit.
    words, lanes : ndarray
        The planes, of ``new_planes``; all but BOARD are overwritten.
    clue : ndarray(int8, ndim=2)
        (boards, cells), row-major.
    width, height : int
        Size of the boards.
    starts : ndarray(int64, ndim=1)
        Row-major index of each first click, which is no mine.
    solved : ndarray(bool, ndim=1)
        Written: whether every safe cell is open.
    cells : ndarray(int8, ndim=2)
        (boards, cells), or (boards, 0) if it is not wanted.  Written: the position that
        is left, in which a solved board has flags only on mines that a clue sees.
    """
    board = load(shape, words, PLANE.BOARD)
    for n in range(clue.shape[0]):
        read_mines(lanes[PLANE.MINES], width, height, clue[n])
        mines = load(shape, words, PLANE.MINES)
        row = starts[n] // width
        start = row * shape_bits(shape) + starts[n] - row * width
        opened, safe, mined, depth = open_start(shape, start, mines, board)
        opened, safe, mined, depth = close(opened, safe, mined, depth)
        solved[n] = not occupied(safe)
        if cells.shape[1]:
            if solved[n]:  # closing stopped early: what is seen is flagged
                mined &= ~dilate(opened)
            store(words, PLANE.OPENED, opened)
            store(words, PLANE.MINED, mined)
            write_position(lanes, width, height, clue[n], cells[n])
