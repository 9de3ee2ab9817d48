"""Our own repair search on boards of any size, in tiles.

As in ``repair_planes``, a cell of the stuck border trades places with another until
pairs of clues open the board.  Here the other is in its neighbourhood, and only a
window around it is solved again, from what is known outside its core.  That outside may
rest on clues that have changed.  So when nothing is left, the whole board is solved
from scratch.  If that opens the whole board, it is the result; if not, the repair goes
on from there.

There is no chain of moves: each would need the whole board.  The cost is linear in the
cells, some 10 ns per cell at a density of 20 %.
"""

import numpy as np

from nogues.kernels._jit import kernel
from nogues.kernels.bits import lowest_index
from nogues.kernels.boards.clues import write_clues
from nogues.kernels.boards.placement import lay_mines
from nogues.kernels.boards.planes import dilate, load, occupied
from nogues.kernels.boards.rows import BOARD, MINES, block_at
from nogues.kernels.bundle import bundle
from nogues.kernels.codes import ELEMENTARY, SUBSET
from nogues.kernels.rng import roll, roll_many, set_dice
from nogues.kernels.rules.deduce_planes import close_pairs, find_buried
from nogues.kernels.search.reference_rows import OFFER, accept, count_opening
from nogues.kernels.search.reference_rows import new_workspace as new_rows
from nogues.kernels.search.repair_planes import TOP_BIT
from nogues.kernels.search.results import why_none, write_failed, write_found
from nogues.kernels.search.tiles import (
    CORE,
    FRAME,
    INNER,
    MARGIN,
    SHEET,
    SIDE,
    STRIDE,
    WINDOW,
    cut,
    flip,
    forget,
    mark_all_dirty,
    mark_dirty,
    new_sheet,
    settle,
)
from nogues.kernels.solving.levels_planes import (
    count,
    new_scratch,
    pick_cell,
    pick_index,
)

SEARCH = np.uint64(0x6C61_7267_6500_0001)  # this search's alone; ends in the version
HALF_CORE = 10  # cells trade within twice as many rows and columns
TRADES = 40  # tried in a window
FEW = 10  # tried before a window that got better is left
STEPS_A_CELL = 10  # trades tried in one layout, and
STEPS = 50_000  # at least so many

Workspace = bundle(
    "Workspace",
    [
        "rows",  # the workspace of ``reference_rows``, which writes clues
        "sheet",  # the board in tiles
        "pad",  # planes of a window
        "dice",  # uint64 (1,): state of the random numbers
    ],
)


def new_workspace(task):
    """Lay out the workspace for a chunk of boards.

    Parameters
    ----------
    task : Task
        Size, start, safe zone and mines of the boards.

    Returns
    -------
    Workspace
        With the candidates listed, and planes BOARD and FREE of the sheet filled; the
        dice are not set yet.
    """
    rows = new_rows(task)
    sheet = new_sheet(task.width, task.height, HALF_CORE)
    words = (task.width + 63) // 64
    field = rows.field
    for row in range(task.height):
        first = block_at(row, 0, field.stride)
        into = sheet.planes[:, FRAME + row, 1 : 1 + words]
        into[SHEET.BOARD] = field.planes[BOARD, first : first + words]
        zone = rows.offers[OFFER.ZONE, first : first + words]
        into[SHEET.FREE] = into[SHEET.BOARD] & ~zone
    return Workspace(rows, sheet, new_scratch(WINDOW), np.zeros(1, np.uint64))


@kernel(_nrt=False)
def lay(work, task):
    """Lay mines at random among the candidates.

    Parameters
    ----------
    work : Workspace
        Plane MINES of the sheet and of the rows is written; ``rows.order`` and the dice
        are changed.
    task : Task
        Size and mines.
    """
    rows, sheet = work.rows, work.sheet
    mines = rows.field.planes[MINES]
    mines[:] = np.uint64(0)
    roll_many(work.dice, rows.order.size, rows.choices)
    lay_mines(rows.order, task.mine_count, rows.choices, mines)
    words = (task.width + 63) // 64
    for row in range(task.height):
        first = block_at(row, 0, rows.field.stride)
        for word in range(words):
            sheet.planes[SHEET.MINES, FRAME + row, 1 + word] = mines[first + word]


@kernel(_nrt=False)
def hand_over(work, task):
    """Copy the mines of the sheet to the rows, which write clues.

    Parameters
    ----------
    work : Workspace
        Plane MINES of ``rows.field`` is written from that of ``sheet``.
    task : Task
        Size.
    """
    rows, sheet = work.rows, work.sheet
    mines = rows.field.planes[MINES]
    words = (task.width + 63) // 64
    for row in range(task.height):
        first = block_at(row, 0, rows.field.stride)
        for word in range(words):
            mines[first + word] = sheet.planes[SHEET.MINES, FRAME + row, 1 + word]


@kernel(_nrt=False)
def find_stuck(shape, work, tile):
    """Return a cell of a stuck border, from a tile on, and its tile; row -1: none."""
    sheet, pad = work.sheet, work.pad
    tiles = sheet.dirty.size
    inner = load(shape, sheet.windows, INNER)
    for walls in range(2):
        for turn in range(tiles):
            at = tile + turn
            if at >= tiles:
                at -= tiles
            down = at // sheet.dirty.shape[1]
            row = STRIDE * down - MARGIN
            column = STRIDE * (at - down * sheet.dirty.shape[1]) - MARGIN
            safe = cut(shape, sheet, SHEET.SAFE, row, column, pad)
            if not occupied(safe):
                continue
            unknown = safe | cut(shape, sheet, SHEET.MINED, row, column, pad)
            free = cut(shape, sheet, SHEET.FREE, row, column, pad)
            opened = cut(shape, sheet, SHEET.OPENED, row, column, pad)
            border = unknown & dilate(opened & inner) & free
            if walls:
                border = free & inner & ~(opened | unknown) & dilate(unknown)
            if occupied(border):
                cell = pick_index(shape, pad, work.dice, border)
                return row + cell // SIDE, column + cell % SIDE, at
    return np.int64(-1), np.int64(-1), tile


@kernel(_nrt=False)
def mend(shape, work, row, column, most):
    """Trade cells in the core of the window at (row, column), to open more of it.

    Returns the trades tried, those made, and how many more safe cells are closed.
    """
    sheet, pad, dice = work.sheet, work.pad, work.dice
    level = np.int64(SUBSET)
    inner = load(shape, sheet.windows, INNER)
    board = cut(shape, sheet, SHEET.BOARD, row, column, pad)
    free = cut(shape, sheet, SHEET.FREE, row, column, pad)
    old_mines = cut(shape, sheet, SHEET.MINES, row, column, pad)
    old_opened = cut(shape, sheet, SHEET.OPENED, row, column, pad)
    old_safe = cut(shape, sheet, SHEET.SAFE, row, column, pad)
    old_mined = cut(shape, sheet, SHEET.MINED, row, column, pad)
    core = load(shape, sheet.windows, CORE) & board
    # What is known of the core is forgotten, except in the start's safe zone.
    kept = old_opened & (~core | (board & ~free))
    outer_safe = old_safe & ~core
    outer_mined = old_mined & ~core
    mines = old_mines
    fresh = core & ~kept
    _, safe, mined, _ = close_pairs(
        kept & inner,
        outer_safe | (fresh & ~mines),
        outer_mined | (fresh & mines),
        inner,
        level,
    )
    left = count(shape, pad, safe)
    before = left
    buried = count(shape, pad, find_buried(board, mines))
    tried, trades = np.int64(0), np.int64(0)
    while tried < most:
        tried += 1
        unknown = safe | mined
        opened = board & ~mines & ~safe
        border = dilate(unknown & dilate(opened)) & free & core
        if not occupied(border):
            border = free & core & dilate(unknown)
        if not occupied(border):
            break
        one = pick_cell(shape, pad, dice, border)
        others = core & free & mines
        if occupied(one & mines):
            others = core & free & ~mines
        if not occupied(others):
            break
        new_mines = mines ^ (one | pick_cell(shape, pad, dice, others))
        new_buried = count(shape, pad, find_buried(board, new_mines))
        if new_buried > buried:
            continue
        _, new_safe, new_mined, _ = close_pairs(
            kept & inner,
            outer_safe | (fresh & ~new_mines),
            outer_mined | (fresh & new_mines),
            inner,
            level,
        )
        new_left = count(shape, pad, new_safe)
        if new_left <= left + lowest_index(roll(dice) | TOP_BIT):
            mines, safe, mined = new_mines, new_safe, new_mined
            left, buried = new_left, new_buried
            trades += 1
        if left == 0 or (left < before and tried > FEW):
            break
    flip(sheet, SHEET.MINES, row, column, pad, old_mines ^ mines)
    flip(sheet, SHEET.SAFE, row, column, pad, old_safe ^ safe)
    flip(sheet, SHEET.MINED, row, column, pad, old_mined ^ mined)
    flip(sheet, SHEET.OPENED, row, column, pad, old_opened ^ (board & ~mines & ~safe))
    mark_dirty(sheet, row, column)
    return tried, trades, left - count(shape, pad, old_safe)


@kernel(_nrt=False)
def certify(shape, work, task, level, stop):
    """Solve the whole sheet from scratch.

    Parameters
    ----------
    shape : Shape
        That of WINDOW.
    work : Workspace
        Planes OPENED, SAFE and MINED of the sheet are written.
    task : Task
        Size and start.
    level : int64
        ELEMENTARY or SUBSET.
    stop : ndarray(bool, ndim=1)
        Once stop[0] is set from outside, what is found so far is all.

    Returns
    -------
    tuple of int64
        Safe cells left, and the level that was needed.
    """
    sheet, pad = work.sheet, work.pad
    left = forget(sheet, task.start_row, task.start_column)
    left -= settle(shape, sheet, pad, np.int64(ELEMENTARY), stop)
    if left == 0 or level == ELEMENTARY:
        return left, np.int64(ELEMENTARY)
    mark_all_dirty(sheet)
    left -= settle(shape, sheet, pad, np.int64(SUBSET), stop)
    return left, np.int64(SUBSET)


@kernel(_nrt=False)
def repair(shape, work, task, stop):
    """Trade cells until the whole sheet opens from scratch.

    Returns the trades made, or -1 where that fails, and the level needed.
    """
    sheet, pad = work.sheet, work.pad
    steps = max(np.int64(STEPS), STEPS_A_CELL * task.width * task.height)
    trades = np.int64(0)
    tile = np.int64(0)
    left, needed = certify(shape, work, task, np.int64(SUBSET), stop)
    while left > 0 and steps > 0 and not stop[0]:
        row, column, tile = find_stuck(shape, work, tile)
        if row < 0:
            break
        tried, made, more = mend(
            shape, work, row - SIDE // 2, column - SIDE // 2, np.int64(TRADES)
        )
        steps -= max(tried, 1)
        trades += made
        left += more - settle(shape, sheet, pad, np.int64(SUBSET), stop)
        if left == 0:
            left, needed = certify(shape, work, task, np.int64(SUBSET), stop)
    return (trades if left == 0 else np.int64(-1)), needed


@kernel(_nrt=False)
def search(shape, work, task, goal, bounds, seed, stop, out, k):
    """Search one board, and write row k of ``out``."""
    rows = work.rows
    clue = out.clue[k]
    width, height = task.width, task.height
    start = task.start_row * width + task.start_column
    set_dice(work.dice, seed, SEARCH)
    for i in range(rows.order.size):
        rows.order[i] = rows.candidates[i]
    tried = np.int64(0)
    for attempt in range(1, task.max_attempts + 1):
        if stop[0]:
            break
        tried = np.int64(attempt)
        lay(work, task)
        trades, needed = repair(shape, work, task, stop)
        if trades < 0 or needed < goal.needs:
            continue
        hand_over(work, task)
        if bounds.shape[0] == 0 or accept(rows, width, height, start, bounds, clue):
            write_clues(rows.field, width, height, rows.page, clue)
            opening = count_opening(rows.field)
            write_found(out, k, tried, trades, opening, needed)
            return
    write_failed(out, k, why_none(stop), tried)


@kernel(_nrt=False)
def generate_in_tiles(shape, work, task, goal, bounds, seeds, stop, out):
    """Search a chunk of boards; ``shape`` is that of WINDOW."""
    for k in range(seeds.size):
        search(shape, work, task, goal, bounds, seeds[k], stop, out, np.int64(k))


def generate(work, task, goal, bounds, seeds, stop, out):
    """Search a chunk of boards, one for each seed.

    Parameters
    ----------
    work : Workspace
        Workspace of this module, overwritten.
    task, goal, bounds, seeds, stop, out
        As in ``attempts.run``; ``out`` is written.
    """
    generate_in_tiles(WINDOW, work, task, goal, bounds, seeds, stop, out)
