"""Boards out of packed mines: one bit per cell, row-major, the first bit highest.

That is the order of ``numpy.packbits``, which packs as fast as memory goes.  Reading
back turns the bits of each byte around, so that they are one stream with the first
cell lowest; a row of the board is then a shift.  The clues are counted anew, which
costs less than storing them: some 0.15 us per expert board, the opening included.
"""

import numpy as np

from nogues.kernels._jit import kernel
from nogues.kernels.bits import ONE, ZERO
from nogues.kernels.boards.rows import MINES, block_at
from nogues.kernels.bundle import bundle
from nogues.kernels.search import reference_planes, reference_rows

# Swapping the halves of each byte, then of each half, then of those.
HALVES = np.uint64(0x0F0F0F0F0F0F0F0F)
PAIRS = np.uint64(0x3333333333333333)
BITS = np.uint64(0x5555555555555555)
ONE_BIT, TWO_BITS, FOUR_BITS = np.uint64(1), np.uint64(2), np.uint64(4)

Workspace = bundle(
    "Workspace",
    [
        "board",  # the workspace of the search on planes or on rows
        "data",  # uint8, the packed mines of a board
        "words",  # the same memory, uint64, and one word more
    ],
)


def new_workspace(shape, task):
    """Lay out the workspace for boards of a size.

    Parameters
    ----------
    shape : Shape or None
        A shape that the boards fit; None for large ones.
    task : Task
        Size and start of the boards.

    Returns
    -------
    Workspace
        For ``unpack`` where there is a shape, else for ``unpack_large``.
    """
    board = (
        reference_rows.new_workspace(task)
        if shape is None
        else reference_planes.new_workspace(shape, task)
    )
    words = np.zeros(task.width * task.height // 64 + 2, np.uint64)
    return Workspace(board, words.view(np.uint8), words)


@kernel(_nrt=False, forceinline=True)
def read_stream(work, mines):
    """Turn a board's packed mines into a stream of bits, the first cell lowest."""
    for k in range(mines.size):
        work.data[k] = mines[k]
    words = work.words
    for k in range((mines.size + 7) // 8):
        word = words[k]
        word = (word >> FOUR_BITS & HALVES) | (word & HALVES) << FOUR_BITS
        word = (word >> TWO_BITS & PAIRS) | (word & PAIRS) << TWO_BITS
        words[k] = (word >> ONE_BIT & BITS) | (word & BITS) << ONE_BIT


@kernel(_nrt=False, forceinline=True)
def take(words, at, count):
    """Return ``count`` bits of a stream, 1 to 64, from bit ``at`` on."""
    word, shift = at >> 6, np.uint64(at & 63)
    bits = words[word] >> shift
    if shift != ZERO:
        bits |= words[word + 1] << (np.uint64(64) - shift)
    if count < 64:
        bits &= (ONE << np.uint64(count)) - ONE
    return bits


@kernel(_nrt=False)
def unpack(shape, work, task, mines, clue, opening):
    """Write the clues of boards that fit a register shape.

    Parameters
    ----------
    shape : Shape
        Register shape of the planes.
    work : Workspace
        Workspace, overwritten.
    task : Task
        Size and start of the boards; the rest is not looked at.
    mines : ndarray(uint8, ndim=2)
        (boards, bytes of a board).
    clue : ndarray(int8, ndim=2)
        (boards, cells).  Written.
    opening : ndarray(int32, ndim=1)
        (boards,).  Written: cells that a click on the start opens, which must not be a
        mine.
    """
    board = work.board
    width, height = task.width, task.height
    for k in range(mines.shape[0]):
        read_stream(work, mines[k])
        for row in range(height):
            board.lanes[reference_planes.PLANE.MINES, row] = take(
                work.words, row * width, width
            )
        reference_planes.write_clues(shape, board, width, height, clue[k])
        opening[k] = reference_planes.count_opening(shape, board, task)


@kernel(_nrt=False)
def unpack_large(work, task, mines, clue, opening):
    """Write the clues of boards of any size.

    Parameters
    ----------
    work : Workspace
        Workspace for large boards, overwritten.
    task, mines, clue, opening
        As in ``unpack``; ``clue`` and ``opening`` are written.
    """
    board = work.board
    field = board.field
    width, height = task.width, task.height
    for k in range(mines.shape[0]):
        read_stream(work, mines[k])
        for row in range(height):
            for word in range(field.stride - 1):
                column = 64 * word
                bits = take(work.words, row * width + column, min(64, width - column))
                block = block_at(row, word, field.stride)
                field.planes[MINES, block] = bits
        reference_rows.write_clues(field, width, height, board.page, clue[k])
        opening[k] = reference_rows.count_opening(field)
