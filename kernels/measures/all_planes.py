"""The measures of ``all_bytes`` on planes, for boards that fit a register shape.

Areas are flooded from one cell of each, all of a flood's rim at once.  Some 1.5 us per
expert board without ZiNi, a good part of it for turning bytes into bits.  That is why
it exists beside ``all_bytes``: it takes an
eighth of the time, three quarters with ZiNi (random expert boards).
"""

from collections import namedtuple

import numpy as np

from nogues.kernels._jit import kernel
from nogues.kernels.bits import ONE, ZERO, lowest_index, popcount
from nogues.kernels.boards.clues import add_columns, add_three
from nogues.kernels.boards.metrics import BBBV, BURIED, OPENING, OPENINGS
from nogues.kernels.boards.planes import (
    dilate,
    from_above,
    from_below,
    from_left,
    from_right,
    load,
    occupied,
    shape_bits,
    shape_words,
    single,
    store,
)
from nogues.kernels.bundle import bundle
from nogues.kernels.measures.all_bytes import (
    CORNER,
    EDGE,
    HZINI,
    ISLANDS,
    LARGEST,
    MIDDLE,
    NUMBERS,
    ZINI,
)
from nogues.kernels.measures.zini import count_clicks, new_zini_state
from nogues.kernels.rules.deduce_planes import find_buried
from nogues.kernels.solving.elementary_planes import read_mines

Planes = namedtuple(
    "Planes",
    [
        "BOARD",  # the cells there are
        "MINES",
        "EDGE",  # cells of the first and last row and column
        "CORNERS",
        "AREA",  # what is being counted or searched
    ],
)
# Which row of the workspace is which plane; typed, so that callees compile once.
PLANE = Planes(*map(np.int64, range(len(Planes._fields))))

Workspace = bundle(
    "Workspace",
    [
        "words",  # uint64 (planes, words)
        "lanes",  # the same memory, one element per row of the board
        "zini",  # of ``zini.count_clicks``
    ],
)


def new_workspace(shape, width, height):
    """Lay out the workspace for boards of a size.

    Parameters
    ----------
    shape : Shape
        A shape that the boards fit.
    width, height : int
        Size of the boards in cells.

    Returns
    -------
    Workspace
        For ``measure_boards``: the fixed planes are filled, the others empty.
    """
    words = np.zeros((len(PLANE), shape.bits * shape.lanes // 64), np.uint64)
    lanes = words.view(shape.word)
    every, sides = (1 << width) - 1, 1 | 1 << (width - 1)
    lanes[PLANE.BOARD, :height] = every
    lanes[PLANE.EDGE, :height] = sides
    lanes[PLANE.EDGE, [0, height - 1]] = every
    lanes[PLANE.CORNERS, [0, height - 1]] = sides
    return Workspace(words, lanes, new_zini_state(width, height))


@kernel(_nrt=False, forceinline=True)
def count(shape, words, plane):
    """Return the number of cells of a plane, which stays in plane AREA."""
    store(words, PLANE.AREA, plane)
    cells = np.int64(0)
    for i in range(shape_words(shape)):
        cells += popcount(words[PLANE.AREA, i])
    return cells


@kernel(_nrt=False, forceinline=True)
def first_cell(shape, words, plane):
    """Return a plane with the first cell of one that is not empty."""
    store(words, PLANE.AREA, plane)
    word = np.int64(0)
    while words[PLANE.AREA, word] == ZERO:
        word += 1
    return single(shape, 64 * word + lowest_index(words[PLANE.AREA, word]))


@kernel(_nrt=False, forceinline=True)
def grow(area, within):
    """Return what can be reached from an area through the cells of a plane."""
    while True:
        more = dilate(area) & within & ~area
        if not occupied(more):
            return area
        area |= more


@kernel(_nrt=False, forceinline=True)
def count_areas(shape, words, plane):
    """Return the number of areas of a plane, joined at sides and corners."""
    areas = np.int64(0)
    while occupied(plane):
        plane &= ~grow(first_cell(shape, words, plane), plane)
        areas += 1
    return areas


@kernel(_nrt=False)
def find_middle(lanes, width, height):
    """Return the cell of plane AREA nearest to the mean place of its cells."""
    cells, rows, columns = np.int64(0), np.int64(0), np.int64(0)
    for row in range(height):
        rest = np.uint64(lanes[PLANE.AREA, row])
        here = popcount(rest)
        cells += here
        rows += here * row
        while rest != ZERO:
            columns += lowest_index(rest)
            rest &= rest - ONE
    best, least = np.int64(-1), np.int64(0)
    for row in range(height):
        rest = np.uint64(lanes[PLANE.AREA, row])
        while rest != ZERO:
            column = lowest_index(rest)
            rest &= rest - ONE
            down, across = row * cells - rows, column * cells - columns
            far = down * down + across * across
            if best < 0 or far < least:
                best, least = row * width + column, far
    return best


@kernel(_nrt=False, forceinline=True)
def measure_openings(shape, workspace, zeros, width, height, out):
    """Count the openings, and find the largest and its middle."""
    openings, largest = np.int64(0), np.int64(0)
    best = zeros
    rest = zeros
    while occupied(rest):
        area = grow(first_cell(shape, workspace.words, rest), zeros)
        rest &= ~area
        openings += 1
        board = load(shape, workspace.words, PLANE.BOARD)
        size = count(shape, workspace.words, dilate(area) & board)
        if size > largest:
            largest, best = size, area
    out[OPENINGS] = openings
    out[LARGEST] = largest
    out[MIDDLE] = -1
    if openings:
        store(workspace.words, PLANE.AREA, best)
        out[MIDDLE] = find_middle(workspace.lanes, width, height)
    return openings


@kernel(_nrt=False, forceinline=True)
def count_numbers(shape, words, mines, safe, out):
    """Count the safe cells with each clue."""
    above, below = from_above(mines), from_below(mines)
    low, high = add_three(above, mines, below)
    ones, twos, fours, eights = add_columns(
        from_left(low), from_left(high), from_right(low), from_right(high), above, below
    )
    for clue in range(8):
        cells = safe & ~eights
        cells &= ones if clue & 1 else ~ones
        cells &= twos if clue & 2 else ~twos
        cells &= fours if clue & 4 else ~fours
        out[NUMBERS + clue] = count(shape, words, cells)
    out[NUMBERS + 8] = count(shape, words, safe & eights)


@kernel(_nrt=False)
def measure_boards(shape, workspace, width, height, clue, starts, zini, stop, out):
    """Measure boards of one size.

    Parameters
    ----------
    shape : Shape
        A shape that the boards fit.
    workspace : Workspace
        For this shape and size; all but the fixed planes is overwritten.
    width, height, clue, starts, zini, stop, out
        As for ``all_bytes.measure_boards``.
    """
    words, lanes, state = workspace.words, workspace.lanes, workspace.zini
    board = load(shape, words, PLANE.BOARD)
    for n in range(clue.shape[0]):
        if stop[0]:
            break
        row = out[n]
        read_mines(lanes[PLANE.MINES], width, height, clue[n])
        mines = load(shape, words, PLANE.MINES)
        safe = board & ~mines
        zeros = board & ~dilate(mines)
        lonely = safe & ~dilate(zeros)
        openings = measure_openings(shape, workspace, zeros, width, height, row)
        row[BBBV] = openings + count(shape, words, lonely)
        row[ISLANDS] = count_areas(shape, words, lonely)
        start_row = starts[n] // width
        start = single(
            shape, start_row * shape_bits(shape) + starts[n] - start_row * width
        )
        opened = start & safe
        if occupied(start & zeros):
            opened = dilate(grow(start, zeros)) & board
        row[OPENING] = count(shape, words, opened)
        row[BURIED] = count(shape, words, find_buried(board, mines))
        row[EDGE] = count(shape, words, mines & load(shape, words, PLANE.EDGE))
        row[CORNER] = count(shape, words, mines & load(shape, words, PLANE.CORNERS))
        count_numbers(shape, words, mines, safe, row)
        if zini:
            row[ZINI] = count_clicks(state, width, height, clue[n], np.bool_(False))
            row[HZINI] = count_clicks(state, width, height, clue[n], np.bool_(True))
