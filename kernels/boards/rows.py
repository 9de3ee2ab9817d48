"""A board of any size as 64-bit words in memory, and the moves on it.

A row is ``words`` blocks of 64 columns.  A plane is a row of ``Field.planes``, with a
frame of empty blocks, two above and below and one at the sides, so that no neighbour
needs a bounds check: see ``block_at`` (``stride = words + 1``: a row's right frame is
the next row's left frame).  In a block, bit c is column ``64 * word + c``.

A ``Field`` is one board and what the solver knows of it from a start.  All
deductions are sound, so no counts are kept, only which cells are still open
questions: SAFE and MINED are the unknown cells, split by the truth.  ``flood`` opens a
block of 64 cells at once: a few ns per block and pass.
"""

import numpy as np

from nogues.kernels._jit import kernel
from nogues.kernels.bits import ONE, TOP, ZERO, popcount
from nogues.kernels.bundle import bundle

Field = bundle(
    "Field",
    [
        "stride",
        "first",  # first and last block of the board; frame blocks lie between
        "last",
        "start",  # block and bit of the start
        "start_bit",
        "planes",  # uint64 (8, blocks), one plane a row, as follows
    ],
)
# Typed: a plain int would make Numba compile its callee once for each plane.
BOARD = np.int64(0)  # the cells there are
MINES = np.int64(1)
OPENED = np.int64(2)
SAFE = np.int64(3)  # unknown, and safe
MINED = np.int64(4)  # unknown, and a mine
ZEROS = np.int64(5)  # safe cells without a mine around them
FLOODING = np.int64(6)  # opened zeros
DIRTY = np.int64(7)  # cells near which something changed since they were looked at

# The first and the last cell of a block, which have neighbours in the next one.
EDGES = ONE | ONE << TOP


def new_field(width: int, height: int, start_row: int, start_column: int) -> Field:
    """Return an empty field: every cell of the board, no mines, nothing known.

    Parameters
    ----------
    width, height : int
        Size of the board.
    start_row, start_column : int
        Cell of the first click.
    """
    words = (width + 63) // 64
    stride = words + 1
    first, last = 2 * stride + 1, (height + 1) * stride + words
    planes = np.zeros((8, (height + 4) * stride + 1), np.uint64)
    for word in range(words):
        columns = min(64, width - 64 * word)
        planes[BOARD, first + word : last + 1 : stride] = (1 << columns) - 1
    return Field(
        stride,
        first,
        last,
        (start_row + 2) * stride + start_column // 64 + 1,
        np.uint64(1 << start_column % 64),
        planes,
    )


@kernel(_nrt=False, forceinline=True)
def block_at(row, word, stride):
    """Return the index in a plane of a block of 64 columns of a board row, as int64.

    Parameters
    ----------
    row, word : int64
        Row of the board, and which 64 of its columns.
    stride : int64
        Blocks in a framed row.
    """
    return (row + 2) * stride + word + 1


@kernel(_nrt=False, forceinline=True)
def from_left(word, left):
    """Return the uint64 in which each cell has the bit of the cell to its left.

    Parameters
    ----------
    word, left : uint64
        A block, and the block left of it, which gives the first cell its bit.
    """
    return (word << ONE) | (left >> TOP)


@kernel(_nrt=False, forceinline=True)
def from_right(word, right):
    """Return the uint64 in which each cell has the bit of the cell to its right.

    Parameters
    ----------
    word, right : uint64
        A block, and the block right of it, which gives the last cell its bit.
    """
    return (word >> ONE) | (right << TOP)


@kernel(_nrt=False, forceinline=True)
def spread(word):
    """Return a block's set cells and those beside them in the block, as uint64.

    Parameters
    ----------
    word : uint64
        A block.
    """
    return word | (word << ONE) | (word >> ONE)


@kernel(_nrt=False, forceinline=True)
def around(planes, k, block, stride):
    """Return the cells of a block set in plane k or beside a set cell, as uint64.

    Parameters
    ----------
    planes : ndarray(uint64, ndim=2)
        The planes of a field.
    k : int64
        Which plane.
    block, stride : int64
        Index of the block; blocks in a framed row.
    """
    up = block - stride
    down = block + stride
    here = planes[k, up] | planes[k, block] | planes[k, down]
    left = planes[k, up - 1] | planes[k, block - 1] | planes[k, down - 1]
    right = planes[k, up + 1] | planes[k, block + 1] | planes[k, down + 1]
    return spread(here) | (left >> TOP) | (right << TOP)


@kernel(_nrt=False, forceinline=True)
def neighbours(planes, k, block, stride):
    """Return the cells of a block that have a neighbour set in plane k."""
    up = block - stride
    down = block + stride
    rest = planes[k, up] | planes[k, down]
    here = planes[k, block] | rest
    left = planes[k, up - 1] | planes[k, block - 1] | planes[k, down - 1]
    right = planes[k, up + 1] | planes[k, block + 1] | planes[k, down + 1]
    return rest | from_left(here, left) | from_right(here, right)


@kernel(_nrt=False, forceinline=True)
def touch(planes, block, changed, stride):
    """Mark the changed cells of a block and their neighbours as dirty.

    Parameters
    ----------
    planes : ndarray(uint64, ndim=2)
        The planes of a field; DIRTY is written.
    block : int64
        Index of the block.
    changed : uint64
        Cells of the block.
    stride : int64
        Blocks in a framed row.
    """
    near = spread(changed)
    for row in (block - stride, block, block + stride):
        planes[DIRTY, row] |= near
    if changed & EDGES:
        for row in (block - stride, block, block + stride):
            planes[DIRTY, row - 1] |= changed << TOP
            planes[DIRTY, row + 1] |= changed >> TOP


@kernel(_nrt=False)
def find_zeros(field, first, last):
    """Find the zeros of some blocks; frame blocks have none.

    Parameters
    ----------
    field : Field
        Reads BOARD and MINES, writes ZEROS.
    first, last : int64
        The blocks, both included.
    """
    planes = field.planes
    for block in range(first, last + 1):
        cells = planes[BOARD, block]
        if cells:
            planes[ZEROS, block] = cells & ~around(planes, MINES, block, field.stride)


@kernel(_nrt=False)
def exchange(field, mine_block, mine_bit, safe_block, safe_bit):
    """Move a mine of a field from an unknown cell to an unknown safe cell.

    Both cells stay unknown.  Everything deduced so far stays deduced (reference:
    Why an incremental solve is exact); only the cells around them are dirty.

    Parameters
    ----------
    field : Field
        MINES, MINED, SAFE, ZEROS and DIRTY are written.
    mine_block, mine_bit : int64, uint64
        The mine's cell: its block, and its bit in the block.
    safe_block, safe_bit : int64, uint64
        The safe cell likewise.
    """
    planes, stride = field.planes, field.stride
    for block, bit in ((mine_block, mine_bit), (safe_block, safe_bit)):
        planes[MINES, block] ^= bit
        planes[MINED, block] ^= bit
        planes[SAFE, block] ^= bit
        touch(planes, block, bit, stride)
    for block in (mine_block, safe_block):
        for row in (block - stride, block, block + stride):
            find_zeros(field, row - 1, row + 1)


@kernel(_nrt=False)
def has_hole(field):
    """Return whether some safe cell has neighbours, all of which are mines.

    Parameters
    ----------
    field : Field
        Reads SAFE and BOARD; every cell must be unknown.
    """
    planes, stride = field.planes, field.stride
    for block in range(field.first, field.last + 1):
        lonely = planes[SAFE, block]
        if lonely:
            lonely &= ~neighbours(planes, SAFE, block, stride)
            if lonely and lonely & neighbours(planes, BOARD, block, stride):
                return True
    return False


@kernel(_nrt=False)
def count(plane, first, last):
    """Return the number of set cells of some blocks, as int64.

    Parameters
    ----------
    plane : ndarray(uint64, ndim=1)
        One plane of a field.
    first, last : int64
        The blocks, both included.
    """
    total = np.int64(0)
    for block in range(first, last + 1):
        total += popcount(plane[block])
    return total


@kernel(_nrt=False, forceinline=True)
def flood_block(planes, stride, block):
    """Open what borders on flooding zeros, along the block.

    Returns whether zeros were opened.
    """
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

    Passes go down and up in turn, over the blocks the flood can have reached: a pass
    carries it as far as it runs in that direction.

    Parameters
    ----------
    field : Field
        SAFE, OPENED, FLOODING and DIRTY are written.
    low, high : int
        The zeros that were just opened lie in these blocks, both included.
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
