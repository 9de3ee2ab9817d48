"""Counting the mines around every cell; writing clues, and checking them.

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
    """Return the low and the high bit of a + b + c."""
    return a ^ b ^ c, (a & b) | (c & (a ^ b))


@kernel(_nrt=False, forceinline=True)
def add_columns(left0, left1, right0, right1, above, below):
    """Add the two-bit sums of the side columns and the cells above and below.

    Works on words and on planes.  Returns the digits of 1, 2, 4 and 8.
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
def write_clues(field, width, height, page, clue):
    """Write the clues of a field's mines.

    ``page`` is a workspace of cells + 64 int8: whole words are written, and what
    runs over the end of a row is overwritten by the next.
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
            spread_clues(page, at, ones, twos, fours, eights, planes[MINES, block])
    for cell in range(width * height):
        clue[cell] = page[cell]


@kernel()
def count_mines(mine, width, height, clue):
    """Write the clues of a bool mask of mines, cell by cell."""
    for row in range(height):
        for column in range(width):
            count = 0
            for r in range(max(row - 1, 0), min(row + 2, height)):
                for c in range(max(column - 1, 0), min(column + 2, width)):
                    count += np.int64(mine[r * width + c])
            cell = row * width + column
            clue[cell] = MINE if mine[cell] else count


@kernel()
def first_wrong(clue, width, height):
    """Return the first cell whose clue is not the number of mines around it, or -1."""
    for row in range(height):
        for column in range(width):
            cell = row * width + column
            if clue[cell] == MINE:
                continue
            count = 0
            for r in range(max(row - 1, 0), min(row + 2, height)):
                for c in range(max(column - 1, 0), min(column + 2, width)):
                    count += np.int64(clue[r * width + c] == MINE)
            if clue[cell] != count:
                return cell
    return -1
