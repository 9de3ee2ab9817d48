"""Large boards in tiles: ``deduce_planes`` in a window of 32 by 32 cells.

A sheet holds the planes of a board of any size in memory, with an empty frame.  A
window of it is cut out as planes, solved, and what changed is written back.  Clues on
the rim of a window have neighbours outside and do not count; tiles overlap by four rows
and columns, so that every pair of clues at most two apart lies inside some tile's rim.

A tile that changed makes those around it *dirty*, and only dirty tiles are looked at:
the cost is that of what is found, some 0.3 us per look.
"""

from collections import namedtuple

import numpy as np

from nogues.kernels._jit import kernel
from nogues.kernels.bits import ONE, ZERO, popcount
from nogues.kernels.boards.planes import Shape, load, occupied, store
from nogues.kernels.bundle import bundle
from nogues.kernels.rules.deduce_planes import close_pairs
from nogues.kernels.solving.levels_planes import PLANE as SCRATCH
from nogues.kernels.solving.levels_planes import count

WINDOW = Shape(32, 32)
SIDE = np.int64(32)
STRIDE = np.int64(28)
MARGIN = np.int64(2)  # the first tile begins so far outside the board
FRAME = np.int64(32)  # empty rows around the board
LEFT = np.int64(64)  # and columns to its left

Planes = namedtuple(
    "Planes",
    [
        "BOARD",  # the cells there are
        "MINES",
        "FREE",  # cells outside the safe zone
        "OPENED",
        "SAFE",  # unknown, and safe
        "MINED",  # unknown, and a mine
    ],
)
# Which plane of a sheet is which.  Typed: a plain int would make Numba compile its
# callee once for each plane.
SHEET = Planes(*map(np.int64, range(len(Planes._fields))))
# Windows that are the same everywhere: without the rim, and where cells trade.
INNER, CORE = np.int64(0), np.int64(1)

Sheet = bundle(
    "Sheet",
    [
        "width",
        "height",
        "planes",  # uint64 (planes, rows, words)
        "dirty",  # bool (rows of tiles, columns of tiles)
        "windows",  # uint64 (2, words): INNER and CORE
    ],
)


def square(first: int, last: int) -> np.ndarray:
    """Return a window's cells at rows and columns first to last - 1, as words."""
    rows = np.zeros(SIDE, np.uint32)
    rows[first:last] = ((1 << (last - first)) - 1) << first
    return rows.view(np.uint64)


def new_sheet(width: int, height: int, core: int) -> Sheet:
    """Lay out an empty sheet.

    Parameters
    ----------
    width, height : int
        Size of the board in cells.
    core : int
        Half the side, in cells, of the part of a window where cells trade.

    Returns
    -------
    Sheet
        All planes empty, BOARD and FREE too; no tile dirty.
    """
    rows = height + 3 * FRAME
    words = (width + LEFT + 2 * SIDE) // 64 + 2
    tiles = ((height + MARGIN) // STRIDE + 1, (width + MARGIN) // STRIDE + 1)
    half = SIDE // 2
    return Sheet(
        width,
        height,
        np.zeros((len(SHEET), rows, words), np.uint64),
        np.zeros(tiles, np.bool_),
        np.stack([square(1, SIDE - 1), square(half - core, half + core)]),
    )


@kernel(_nrt=False, forceinline=True)
def cut(shape, sheet, k, row, column, pad):
    """Return a window of a plane.

    Parameters
    ----------
    shape : Shape
        That of WINDOW.
    sheet : Sheet
        Read only.
    k : int64
        Which plane of the sheet.
    row, column : int64
        The board's cell where the window begins; it may lie outside by a window.
    pad : levels_planes.Scratch
        Plane SET is overwritten.

    Returns
    -------
    plane
        The cells of the window.
    """
    plane = sheet.planes[k]
    word = (column + LEFT) >> 6
    low = np.uint64((column + LEFT) & 63)
    high = np.uint64(63) - low
    lanes = pad.lanes[SCRATCH.SET]
    for i in range(SIDE):
        line = plane[row + FRAME + i]
        lanes[i] = np.uint32((line[word] >> low) | (line[word + 1] << ONE << high))
    return load(shape, pad.words, SCRATCH.SET)


@kernel(_nrt=False, forceinline=True)
def flip(sheet, k, row, column, pad, change):
    """Change the cells of plane k that are set in a window.

    Parameters
    ----------
    sheet : Sheet
        Plane k is changed.
    k : int64
        Which plane of the sheet.
    row, column : int64
        The board's cell where the window begins, as in ``cut``.
    pad : levels_planes.Scratch
        Plane SET is overwritten.
    change : plane
        A window: the cells that change.
    """
    plane = sheet.planes[k]
    word = (column + LEFT) >> 6
    low = np.uint64((column + LEFT) & 63)
    high = np.uint64(63) - low
    store(pad.words, SCRATCH.SET, change)
    lanes = pad.lanes[SCRATCH.SET]
    for i in range(SIDE):
        line = plane[row + FRAME + i]
        cells = np.uint64(lanes[i])
        line[word] ^= cells << low
        line[word + 1] ^= cells >> ONE >> high


@kernel(_nrt=False)
def mark_dirty(sheet, row, column):
    """Mark the tiles that share cells with a window as dirty.

    Parameters
    ----------
    sheet : Sheet
        ``dirty`` is changed.
    row, column : int64
        The board's cell where the window begins, as in ``cut``.
    """
    tiles_down, tiles_across = sheet.dirty.shape
    first_down = max((row + MARGIN - SIDE) // STRIDE + 1, 0)
    first_across = max((column + MARGIN - SIDE) // STRIDE + 1, 0)
    for down in range(first_down, min((row + MARGIN + SIDE) // STRIDE + 1, tiles_down)):
        for across in range(
            first_across, min((column + MARGIN + SIDE) // STRIDE + 1, tiles_across)
        ):
            sheet.dirty[down, across] = True


@kernel(_nrt=False)
def settle(shape, sheet, pad, level, stop):
    """Solve dirty tiles until none is left, or the search is stopped.

    Parameters
    ----------
    shape : Shape
        That of WINDOW.
    sheet : Sheet
        Planes OPENED, SAFE and MINED, and ``dirty``, are changed.
    pad : levels_planes.Scratch
        Workspace, overwritten.
    level : int64
        ELEMENTARY or SUBSET.
    stop : ndarray(bool, ndim=1)
        Once stop[0] is set from outside, what is found so far is all.

    Returns
    -------
    int64
        Cells opened.
    """
    opened_cells = np.int64(0)
    inner = load(shape, sheet.windows, INNER)
    more = True
    while more and not stop[0]:
        more = False
        for down in range(sheet.dirty.shape[0]):
            for across in range(sheet.dirty.shape[1]):
                if not sheet.dirty[down, across]:
                    continue
                sheet.dirty[down, across] = False
                row = STRIDE * down - MARGIN
                column = STRIDE * across - MARGIN
                safe = cut(shape, sheet, SHEET.SAFE, row, column, pad)
                mined = cut(shape, sheet, SHEET.MINED, row, column, pad)
                if not occupied(safe | mined):
                    continue
                opened = inner & cut(shape, sheet, SHEET.OPENED, row, column, pad)
                _, new_safe, new_mined, _ = close_pairs(
                    opened, safe, mined, inner, level
                )
                opens = safe ^ new_safe
                flags = mined ^ new_mined
                if occupied(opens | flags):
                    more = True
                    opened_cells += count(shape, pad, opens)
                    flip(sheet, SHEET.SAFE, row, column, pad, opens)
                    flip(sheet, SHEET.OPENED, row, column, pad, opens)
                    flip(sheet, SHEET.MINED, row, column, pad, flags)
                    mark_dirty(sheet, row, column)
                    sheet.dirty[down, across] = False
    return opened_cells


@kernel(_nrt=False)
def forget(sheet, start_row, start_column):
    """Begin from scratch, with the start open.

    Parameters
    ----------
    sheet : Sheet
        Planes OPENED, SAFE and MINED, and ``dirty``, are written.
    start_row, start_column : int64
        The start, which must not be a mine.

    Returns
    -------
    int64
        Safe cells left.
    """
    planes = sheet.planes
    left = np.int64(0)
    for row in range(planes.shape[1]):
        for word in range(planes.shape[2]):
            mines = planes[SHEET.MINES, row, word]
            safe = planes[SHEET.BOARD, row, word] & ~mines
            planes[SHEET.OPENED, row, word] = ZERO
            planes[SHEET.SAFE, row, word] = safe
            planes[SHEET.MINED, row, word] = mines
            left += popcount(safe)
    sheet.dirty[:] = False
    line = start_row + FRAME
    word = (start_column + LEFT) >> 6
    bit = ONE << np.uint64((start_column + LEFT) & 63)
    planes[SHEET.OPENED, line, word] |= bit
    planes[SHEET.SAFE, line, word] ^= bit
    mark_dirty(sheet, start_row - SIDE // 2, start_column - SIDE // 2)
    return left - 1


@kernel(_nrt=False)
def mark_all_dirty(sheet):
    """Mark every tile as dirty.

    Parameters
    ----------
    sheet : Sheet
        ``dirty`` is written.
    """
    sheet.dirty[:] = True
