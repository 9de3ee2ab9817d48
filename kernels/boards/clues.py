"""Counting the mines around every cell, and writing clues.

The count is made for all cells of a word or a plane at once, in binary: the three
cells of each column are added first (two bits), then the columns to the left,
right and middle (four bits).  Then every bit becomes a byte.
"""

import numpy as np

from nogues.kernels._jit import kernel
from nogues.kernels.bits import spread_clues
from nogues.kernels.boards.rows import MINES, block_at, from_left, from_right
from nogues.kernels.codes import MINE


@kernel(_nrt=False, forceinline=True)
def add_three(a, b, c):
    """Return the low and the high bit of a + b + c, bit by bit.

    Parameters
    ----------
    a, b, c : uint64 or plane
        All of one kind; both results are of it.
    """
    return a ^ b ^ c, (a & b) | (c & (a ^ b))


@kernel(_nrt=False, forceinline=True)
def add_columns(left0, left1, right0, right1, above, below):
    """Add up the eight neighbours of every cell.

    Parameters
    ----------
    left0, left1, right0, right1 : uint64 or plane
        Low and high bits of the sums of three cells in the columns at both sides.
    above, below : uint64 or plane
        The cells above and below.

    Returns
    -------
    tuple
        The binary digits of the sums: ones, twos, fours and eights, of the same kind.
    """
    ones, carry = add_three(left0, right0, above ^ below)
    low, high = add_three(left1, right1, above & below)
    twos = low ^ carry
    carry = low & carry
    return ones, twos, high ^ carry, high & carry


@kernel(_nrt=False, forceinline=True)
def column_sums(planes, block, stride):
    """Return the two-bit sums of the three mines above each other in each column."""
    return add_three(
        planes[MINES, block - stride],
        planes[MINES, block],
        planes[MINES, block + stride],
    )


@kernel(_nrt=False)
def write_clues(field, width, height, buffer, clue):
    """Write the clues of a field's mines.

    Parameters
    ----------
    field : rows.Field
        The board; only plane MINES is read.
    width, height : int
        Size of the board.
    buffer : ndarray(int8, ndim=1)
        Workspace of width * height + 64.  Whole words are written, and what runs over
        the end of a row is overwritten by the next row.
    clue : ndarray(int8, ndim=1)
        Written: width * height clues, row-major; ``MINE`` for a mine.
    """
    planes, stride = field.planes, field.stride
    for row in range(height):
        for word in range(stride - 1):
            block = block_at(row, word, stride)
            l0, l1 = column_sums(planes, block - 1, stride)
            m0, m1 = column_sums(planes, block, stride)
            r0, r1 = column_sums(planes, block + 1, stride)
            ones, twos, fours, eights = add_columns(
                from_left(m0, l0),
                from_left(m1, l1),
                from_right(m0, r0),
                from_right(m1, r1),
                planes[MINES, block - stride],
                planes[MINES, block + stride],
            )
            at = row * width + word * 64
            spread_clues(buffer, at, ones, twos, fours, eights, planes[MINES, block])
    for cell in range(width * height):
        clue[cell] = buffer[cell]


@kernel()
def count_mines(mine, width, height, clue):
    """Write the clues of a layout, cell by cell.

    Parameters
    ----------
    mine : ndarray(bool, ndim=1)
        Where the mines are, row-major.
    width, height : int
        Size of the board.
    clue : ndarray(int8, ndim=1)
        As long as mine.  Written; ``MINE`` for a mine.
    """
    for row in range(height):
        for column in range(width):
            count = 0
            for r in range(max(row - 1, 0), min(row + 2, height)):
                for c in range(max(column - 1, 0), min(column + 2, width)):
                    count += np.int64(mine[r * width + c])
            cell = row * width + column
            clue[cell] = MINE if mine[cell] else count
