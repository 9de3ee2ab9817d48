"""How far a level gets on planes: exact counting where two clues are stuck.

What the pair rule leaves unknown (``deduce_planes``) is laid out as clues and boxes,
straight from the planes, and ``forced`` finds what is the same in all layouts.  Then
the cheap rules go on.  One such step costs some 5 us on a random expert board, 1 to 3
us on one that is nearly solved.
"""

from collections import namedtuple

import numpy as np

from nogues.kernels._jit import kernel
from nogues.kernels.bits import ONE, ZERO, lowest_index, popcount
from nogues.kernels.boards.planes import (
    dilate,
    load,
    occupied,
    shape_words,
    single,
    store,
)
from nogues.kernels.boards.position import HIDDEN_CELLS
from nogues.kernels.boards.select import pick
from nogues.kernels.bundle import bundle
from nogues.kernels.codes import COMPLETE, OK
from nogues.kernels.counting.forced import find_forced
from nogues.kernels.counting.forced_small import find_locally, new_local
from nogues.kernels.counting.probabilities import new_workspace as new_exact
from nogues.kernels.rng import roll
from nogues.kernels.rules.deduce_planes import close_pairs

Planes = namedtuple(
    "Planes",
    [
        "OPENED",
        "SAFE",  # unknown, and safe
        "MINED",  # unknown, and a mine
        "FOUND",  # forced by exact counting
        "SET",  # a set that is counted, or from which a cell is picked
    ],
)
# Which row of the workspace is which plane; typed, so that callees compile once.
PLANE = Planes(*map(np.int64, range(len(Planes._fields))))

# Planes in memory: what a solve, or a choice of cells, needs.
Scratch = bundle(
    "Scratch",
    [
        "words",  # uint64 (planes, words)
        "lanes",  # the same memory, one element per row of the board
        "before",  # int64 (words,): workspace of ``select.pick``
    ],
)

# Workspace of exact counting, without its states.
Counter = bundle(
    "Counter",
    [
        "exact",  # of ``probabilities``
        "local",  # of ``forced_small``
    ],
)


def new_scratch(shape):
    """Lay out the planes of a shape.

    Parameters
    ----------
    shape : Shape
        Register shape of the planes.

    Returns
    -------
    Scratch
        All planes empty.
    """
    words = np.zeros((len(PLANE), shape.bits * shape.lanes // 64), np.uint64)
    return Scratch(words, words.view(shape.word), np.empty(words.shape[1], np.int64))


def new_counter(width, height):
    """Lay out the workspace of exact counting for boards of a size.

    Parameters
    ----------
    width, height : int
        Size of the boards in cells.

    Returns
    -------
    Counter
        Without the states, which grow (``frontier.new_states``).
    """
    exact = new_exact(width, height)
    return Counter(exact, new_local(width * height, exact.grid.cell.size))


@kernel(_nrt=False, forceinline=True)
def count(shape, scratch, plane):
    """Return the number of cells of a plane.

    Parameters
    ----------
    shape : Shape
        The shape of the plane.
    scratch : Scratch
        Plane SET is overwritten.
    plane : plane
        The cells to count.

    Returns
    -------
    int64
        Number of cells.
    """
    store(scratch.words, PLANE.SET, plane)
    cells = np.int64(0)
    for i in range(shape_words(shape)):
        cells += popcount(scratch.words[PLANE.SET, i])
    return cells


@kernel(_nrt=False, forceinline=True)
def pick_index(shape, scratch, dice, plane):
    """Return a random cell of a plane.

    Parameters
    ----------
    shape : Shape
        The shape of the plane.
    scratch : Scratch
        Plane SET and ``before`` are overwritten.
    dice : ndarray(uint64, ndim=1)
        One draw is taken, see ``rng.roll``.
    plane : plane
        At least one cell is set.

    Returns
    -------
    int
        The bit position, row * bits + column.
    """
    store(scratch.words, PLANE.SET, plane)
    draw = np.uint32(roll(dice) >> np.uint64(32))
    return pick(shape, scratch.words[PLANE.SET], scratch.before, draw)


@kernel(_nrt=False, forceinline=True)
def pick_cell(shape, scratch, dice, plane):
    """Return a plane with a random cell of another.

    Parameters
    ----------
    shape, scratch, dice, plane
        As in ``pick_index``, which writes the same.

    Returns
    -------
    plane
        One cell is set.
    """
    return single(shape, pick_index(shape, scratch, dice, plane))


@kernel(_nrt=False, forceinline=True)
def three_around(row, column):
    """Return the three bits at the columns around a column, as bits 0 to 2."""
    if column == 0:
        return (row << ONE) & np.uint64(7)
    return (row >> np.uint64(column - 1)) & np.uint64(7)


@kernel(_nrt=False, forceinline=True)
def neighbour_mask(above, here, below, column):
    """Return the bits around a cell as a mask of neighbours (``boards.neighbours``)."""
    middle = three_around(here, column)
    return (
        three_around(above, column)
        | (middle & ONE) << np.uint64(3)
        | (middle >> np.uint64(2)) << np.uint64(4)
        | three_around(below, column) << np.uint64(5)
    )


@kernel(_nrt=False)
def list_clues(lanes, grid):
    """List the clues that have unknown neighbours, as ``position.list_active`` does.

    Parameters
    ----------
    lanes : ndarray(unsigned, ndim=2)
        Planes OPENED, SAFE and MINED, by rows.
    grid : position.Grid
        Of the same size.  Written: ``active``, ``mask`` and ``need`` at these clues,
        and the number of hidden cells in ``tally``; the rest is not valid afterwards.

    Returns
    -------
    (int, int)
        Number of clues, and of unknown mines.
    """
    height, stride = grid.height, grid.stride
    active, mines, hidden = np.int64(0), np.int64(0), np.int64(0)
    mined_above, unknown_above = ZERO, ZERO
    mined = np.uint64(lanes[PLANE.MINED, 0])
    unknown = mined | np.uint64(lanes[PLANE.SAFE, 0])
    for row in range(height):
        mined_below, unknown_below = ZERO, ZERO
        if row + 1 < height:
            mined_below = np.uint64(lanes[PLANE.MINED, row + 1])
            unknown_below = mined_below | np.uint64(lanes[PLANE.SAFE, row + 1])
        mines += popcount(mined)
        hidden += popcount(unknown)
        near = unknown_above | unknown | unknown_below
        rest = np.uint64(lanes[PLANE.OPENED, row]) & (near | near << ONE | near >> ONE)
        while rest != ZERO:
            column = lowest_index(rest)
            rest &= rest - ONE
            at = (row + 1) * stride + 1 + column
            grid.active[active] = at
            active += 1
            grid.mask[at] = np.uint8(
                neighbour_mask(unknown_above, unknown, unknown_below, column)
            )
            grid.need[at] = popcount(
                neighbour_mask(mined_above, mined, mined_below, column)
            )
        mined_above, mined = mined, mined_below
        unknown_above, unknown = unknown, unknown_below
    grid.tally[HIDDEN_CELLS] = hidden
    return active, mines


@kernel(_nrt=False)
def set_found(lanes, stride, at):
    """Set a cell of the grid in plane FOUND."""
    row = at // stride
    bit = ONE << np.uint64(at - row * stride - 1)
    lanes[PLANE.FOUND, row - 1] = lanes[PLANE.FOUND, row - 1] | bit


@kernel(_nrt=False)
def mark_forced(lanes, exact, frontier):
    """Set the cells of forced boxes in plane FOUND."""
    graph = exact.graph
    for u in range(frontier):
        at = np.int64(graph.frontier[u])
        if graph.verdict[graph.box_of[at]] >= 0:
            set_found(lanes, exact.grid.stride, at)


@kernel(_nrt=False)
def mark_local(lanes, stride, local, cells):
    """Set the cells that their components alone force in plane FOUND."""
    for t in range(cells):
        if local.values[t] != 3:
            set_found(lanes, stride, np.int64(local.cell[t]))


@kernel(_nrt=False, forceinline=True)
def find_cells(lanes, counter, states, use_count):
    """Set the forced cells next to clues in plane FOUND.

    Returns a code, the rule (COMPLETE, COUNT, or 0 where nothing is forced), and what
    the cells are that no clue sees: safe (0), mined (1) or undecided (-1).
    """
    exact, local = counter.exact, counter.local
    grid = exact.grid
    active, mines = list_clues(lanes, grid)
    cells, certain = find_locally(grid, local, active)
    if certain:
        mark_local(lanes, grid.stride, local, cells)
        return np.int64(OK), np.int64(COMPLETE), np.int64(-1)
    if cells >= 0:
        sea = grid.tally[HIDDEN_CELLS] - cells
        fewest, most = local.bounds[0], local.bounds[1]
        # The sea holds the mines that the frontier leaves over.  The mine count says
        # nothing if every number from fewest to most leaves a possible number, none
        # leaves 0, and not every one fills the sea.
        silent = mines - sea <= fewest and mines - sea < most < mines
        if not use_count or silent:
            return np.int64(OK), np.int64(0), np.int64(-1)
    code, _, rule, _, _, frontier, sea_is = find_forced(
        exact, states, active, mines, use_count
    )
    if code == OK and rule:
        mark_forced(lanes, exact, frontier)
    return code, rule, sea_is


@kernel(_nrt=False, forceinline=True)
def go_on_counting(
    shape, scratch, counter, states, opened, safe, mined, board, use_count
):
    """Go on where pairs of clues are stuck, with exact counting.

    Returns a code, whether every safe cell is open, and the rule that was needed.
    """
    words, lanes = scratch.words, scratch.lanes
    needed = np.int64(0)
    while True:
        store(words, PLANE.OPENED, opened)
        store(words, PLANE.SAFE, safe)
        store(words, PLANE.MINED, mined)
        for i in range(shape_words(shape)):
            words[PLANE.FOUND, i] = ZERO
        code, rule, sea_is = find_cells(lanes, counter, states, use_count)
        if code != OK or rule == 0:
            return code, False, needed
        needed = max(needed, rule)
        found = load(shape, words, PLANE.FOUND)
        if sea_is >= 0:
            found |= (safe | mined) & ~dilate(opened)
        opened |= found & safe
        safe &= ~found
        mined &= ~found
        opened, safe, mined, _ = close_pairs(
            opened, safe, mined, board, np.int64(COMPLETE)
        )
        if not occupied(safe):
            return np.int64(OK), True, needed


@kernel(_nrt=False, forceinline=True)
def finish(shape, scratch, counter, states, start, board, mines, level, use_count):
    """Solve a layout from scratch at a level.

    Parameters
    ----------
    shape : Shape
        The shape of all planes.
    scratch : Scratch
        Overwritten.
    counter : Counter
        For boards of this size; overwritten.
    states : States
        Room for exact counting, of ``frontier.new_states``; overwritten.
    start, board, mines : plane
        The first cell, which is no mine; the cells there are; and the layout.
    level : int64
        Index into ``codes.LOGICS``.
    use_count : bool
        Whether the complete level may use the mine count.

    Returns
    -------
    code : int
        OK, or why exact counting gave up: MORE_STATES and MORE_COUNTS ask for room.
    done : bool
        Whether every safe cell is open.
    needed : int
        The highest rule that was used: index into ``codes.RULES``.
    """
    opened, safe, mined, needed = close_pairs(
        start, board & ~mines & ~start, mines, board, level
    )
    if not occupied(safe):
        return np.int64(OK), True, needed
    if level < COMPLETE:
        return np.int64(OK), False, needed
    code, done, rule = go_on_counting(
        shape, scratch, counter, states, opened, safe, mined, board, use_count
    )
    return code, done, max(needed, rule)
