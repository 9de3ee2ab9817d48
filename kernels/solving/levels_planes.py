"""How far a level gets on planes: exact counting where two clues are stuck.

What ``scratch`` leaves unknown is laid out as clues and boxes, straight from the
planes, and ``certain`` says what is the same in all layouts.  Then the cheap rules go
on.  Costs some 5 us a time on a random expert board, 1 to 3 us on one that is nearly
solved.
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
from nogues.kernels.codes import COMPLETE, OK
from nogues.kernels.counting.forced import find_forced
from nogues.kernels.counting.forced_small import find_locally, new_local
from nogues.kernels.counting.probabilities import new_workspace as new_exact
from nogues.kernels.rng import roll
from nogues.kernels.rules.deduce_planes import close_pairs

OPENED, SAFE, MINED, FOUND, PICKED = (np.int64(k) for k in range(5))
PLANES = 5

# Planes in memory, by words and by rows: what a solve, or a choice of cells, needs.
Pad = namedtuple("Pad", ["words", "lanes", "before"])

# What exact counting works on, but for its states.
Counter = namedtuple("Counter", ["exact", "local"])


def new_pad(shape):
    """Lay out the planes."""
    words = np.zeros((PLANES, shape.bits * shape.lanes // 64), np.uint64)
    return Pad(words, words.view(shape.word), np.empty(words.shape[1], np.int64))


def new_counter(width, height):
    """Lay out what exact counting works on for boards of a size."""
    exact = new_exact(width, height)
    return Counter(exact, new_local(width * height, exact.grid.cell.size))


@kernel(_nrt=False, forceinline=True)
def count(shape, pad, plane):
    """Return the number of cells of a plane."""
    store(pad.words, PICKED, plane)
    cells = np.int64(0)
    for i in range(shape_words(shape)):
        cells += popcount(pad.words[PICKED, i])
    return cells


@kernel(_nrt=False, forceinline=True)
def pick_index(shape, pad, dice, plane):
    """Return the bit position of a random cell of a plane that is not empty."""
    store(pad.words, PICKED, plane)
    draw = np.uint32(roll(dice) >> np.uint64(32))
    return pick(shape, pad.words[PICKED], pad.before, draw)


@kernel(_nrt=False, forceinline=True)
def pick_cell(shape, pad, dice, plane):
    """Return a plane with a random cell of one that is not empty."""
    return single(shape, pick_index(shape, pad, dice, plane))


@kernel(_nrt=False, forceinline=True)
def around(row, column):
    """Return the three bits at the columns around a column, as bits 0 to 2."""
    if column == 0:
        return (row << ONE) & np.uint64(7)
    return (row >> np.uint64(column - 1)) & np.uint64(7)


@kernel(_nrt=False, forceinline=True)
def ring(above, here, below, column):
    """Return the bits around a cell as a mask of neighbours (``masks``)."""
    middle = around(here, column)
    return (
        around(above, column)
        | (middle & ONE) << np.uint64(3)
        | (middle >> np.uint64(2)) << np.uint64(4)
        | around(below, column) << np.uint64(5)
    )


@kernel(_nrt=False)
def list_clues(lanes, grid):
    """List the clues that have unknown neighbours, as ``grid.list_active`` does.

    Returns how many there are, and how many unknown mines.
    """
    height, stride = grid.height, grid.stride
    active, mines, hidden = np.int64(0), np.int64(0), np.int64(0)
    mined_above, unknown_above = ZERO, ZERO
    mined = np.uint64(lanes[MINED, 0])
    unknown = mined | np.uint64(lanes[SAFE, 0])
    for row in range(height):
        mined_below, unknown_below = ZERO, ZERO
        if row + 1 < height:
            mined_below = np.uint64(lanes[MINED, row + 1])
            unknown_below = mined_below | np.uint64(lanes[SAFE, row + 1])
        mines += popcount(mined)
        hidden += popcount(unknown)
        near = unknown_above | unknown | unknown_below
        rest = np.uint64(lanes[OPENED, row]) & (near | near << ONE | near >> ONE)
        while rest != ZERO:
            column = lowest_index(rest)
            rest &= rest - ONE
            at = (row + 1) * stride + 1 + column
            grid.active[active] = at
            active += 1
            grid.mask[at] = np.uint8(
                ring(unknown_above, unknown, unknown_below, column)
            )
            grid.need[at] = popcount(ring(mined_above, mined, mined_below, column))
        mined_above, mined = mined, mined_below
        unknown_above, unknown = unknown, unknown_below
    grid.tally[HIDDEN_CELLS] = hidden
    return active, mines


@kernel(_nrt=False)
def set_found(lanes, stride, at):
    """Set a cell of the grid in plane FOUND."""
    row = at // stride
    bit = ONE << np.uint64(at - row * stride - 1)
    lanes[FOUND, row - 1] = lanes[FOUND, row - 1] | bit


@kernel(_nrt=False)
def mark_certain(lanes, desk, frontier):
    """Set the cells of certain boxes in plane FOUND."""
    graph = desk.graph
    for u in range(frontier):
        at = np.int64(graph.frontier[u])
        if graph.verdict[graph.box_of[at]] >= 0:
            set_found(lanes, desk.grid.stride, at)


@kernel(_nrt=False)
def mark_local(lanes, stride, local, cells):
    """Set the cells that are certain by their components in plane FOUND."""
    for t in range(cells):
        if local.values[t] != 3:
            set_found(lanes, stride, np.int64(local.cell[t]))


@kernel(inline="always")
def find_cells(lanes, counter, states, use_count):
    """Set the certain cells next to clues in plane FOUND.

    Returns a code, the rule (COMPLETE, COUNT, or 0 where nothing is certain), and what
    the cells are that no clue sees: safe (0), mined (1) or open (-1).
    """
    exact, local = counter
    grid = exact.grid
    active, mines = list_clues(lanes, grid)
    cells, certain = find_locally(grid, local, active)
    if certain:
        mark_local(lanes, grid.stride, local, cells)
        return np.int64(OK), np.int64(COMPLETE), np.int64(-1)
    if cells >= 0:
        sea = grid.tally[HIDDEN_CELLS] - cells
        fewest, most = local.bounds[0], local.bounds[1]
        # The count allows every combination, and leaves the sea open.
        silent = mines - sea <= fewest and mines - sea < most < mines
        if not use_count or silent:
            return np.int64(OK), np.int64(0), np.int64(-1)
    code, _, rule, _, _, frontier, sea_is = find_forced(
        exact, states, active, mines, use_count
    )
    if code == OK and rule:
        mark_certain(lanes, exact, frontier)
    return code, rule, sea_is


@kernel(inline="always")
def deepen(shape, pad, counter, states, opened, safe, mined, board, use_count):
    """Go on where pairs of clues are stuck, with exact counting.

    Returns a code, whether every safe cell is open, and the rule that was needed.
    """
    words, lanes = pad.words, pad.lanes
    needed = np.int64(0)
    while True:
        store(words, OPENED, opened)
        store(words, SAFE, safe)
        store(words, MINED, mined)
        for i in range(shape_words(shape)):
            words[FOUND, i] = ZERO
        code, rule, sea_is = find_cells(lanes, counter, states, use_count)
        if code != OK or rule == 0:
            return code, False, needed
        needed = max(needed, rule)
        found = load(shape, words, FOUND)
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


@kernel(inline="always")
def finish(shape, pad, counter, states, start, board, mines, level, use_count):
    """Solve a layout from scratch at a level.

    Returns a code, whether every safe cell is open, and the rule that was needed.
    """
    opened, safe, mined, needed = close_pairs(
        start, board & ~mines & ~start, mines, board, level
    )
    if not occupied(safe):
        return np.int64(OK), True, needed
    if level < COMPLETE:
        return np.int64(OK), False, needed
    code, done, rule = deepen(
        shape, pad, counter, states, opened, safe, mined, board, use_count
    )
    return code, done, max(needed, rule)
