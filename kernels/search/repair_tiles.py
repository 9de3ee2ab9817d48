"""Our own repair search on boards of any size, in tiles.

As in ``shake``, a cell of the stuck border trades places with another until pairs of
clues open the board; but with one in its neighbourhood, and only a window around it is
solved again, from what is known outside its core.  That outside may rest on clues that
have changed.  So when nothing is left, the whole board is solved from scratch; only
what that opens to the end comes out, and otherwise the repair goes on from there.

There is no shake: a move would need the whole board.  The cost is linear in the cells,
some 10 ns a cell at a density of 20 %.
"""

from collections import namedtuple

import numpy as np

from nogues.kernels._jit import kernel
from nogues.kernels.bits import lowest_index
from nogues.kernels.boards.clues import write_clues
from nogues.kernels.boards.placement import Out, lay_mines
from nogues.kernels.boards.planes import dilate, load, occupied
from nogues.kernels.boards.rows import BOARD as FIELD_BOARD
from nogues.kernels.boards.rows import MINES as FIELD_MINES
from nogues.kernels.boards.rows import block_at
from nogues.kernels.codes import ELEMENTARY, SUBSET
from nogues.kernels.rng import roll, roll_many, set_dice
from nogues.kernels.rules.deduce_planes import close_pairs, find_buried
from nogues.kernels.search.reference_rows import ZONE, accept, count_opening
from nogues.kernels.search.reference_rows import new_desk as new_rows
from nogues.kernels.search.repair_planes import TOP_BIT
from nogues.kernels.search.tiles import (
    BOARD,
    CORE,
    FRAME,
    FREE,
    INNER,
    MARGIN,
    MINED,
    MINES,
    OPENED,
    SAFE,
    SIDE,
    STRIDE,
    WINDOW,
    cut,
    flip,
    forget,
    new_sheet,
    settle,
    soil,
    soil_all,
)
from nogues.kernels.solving.levels_planes import count, new_pad, pick_cell, pick_index

SEARCH = np.uint64(0x6C61_7267_6500_0001)  # this search's alone; ends in the version
HALF_CORE = 10  # cells trade within twice as many rows and columns
TRADES = 40  # tried in a window
FEW = 10  # tried before a window that got better is left
STEPS_A_CELL = 10  # trades tried in one layout, and
STEPS = 50_000  # at least so many

Desk = namedtuple("Desk", ["rows", "sheet", "pad", "dice"])


def new_desk(task):
    """Lay out the workspace for a chunk of boards."""
    rows = new_rows(task)
    sheet = new_sheet(task.width, task.height, HALF_CORE)
    words = (task.width + 63) // 64
    field = rows.field
    for row in range(task.height):
        first = block_at(row, 0, field.stride)
        into = sheet.planes[:, FRAME + row, 1 : 1 + words]
        into[BOARD] = field.planes[FIELD_BOARD, first : first + words]
        into[FREE] = into[BOARD] & ~rows.offers[ZONE, first : first + words]
    return Desk(rows, sheet, new_pad(WINDOW), np.zeros(1, np.uint64))


@kernel(_nrt=False)
def lay(desk, task):
    """Lay mines at random among the candidates, on the sheet."""
    rows, sheet = desk.rows, desk.sheet
    mines = rows.field.planes[FIELD_MINES]
    mines[:] = np.uint64(0)
    roll_many(desk.dice, rows.order.size, rows.choices)
    lay_mines(rows.order, task.mine_count, rows.choices, mines)
    words = (task.width + 63) // 64
    for row in range(task.height):
        first = block_at(row, 0, rows.field.stride)
        for word in range(words):
            sheet.planes[MINES, FRAME + row, 1 + word] = mines[first + word]


@kernel(_nrt=False)
def hand_over(desk, task):
    """Copy the mines of the sheet to the rows, which write clues."""
    rows, sheet = desk.rows, desk.sheet
    mines = rows.field.planes[FIELD_MINES]
    words = (task.width + 63) // 64
    for row in range(task.height):
        first = block_at(row, 0, rows.field.stride)
        for word in range(words):
            mines[first + word] = sheet.planes[MINES, FRAME + row, 1 + word]


@kernel(_nrt=False)
def find_stuck(shape, desk, tile):
    """Return a cell of a stuck border, from a tile on, and its tile; row -1: none."""
    sheet, pad = desk.sheet, desk.pad
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
            safe = cut(shape, sheet, SAFE, row, column, pad)
            if not occupied(safe):
                continue
            unknown = safe | cut(shape, sheet, MINED, row, column, pad)
            free = cut(shape, sheet, FREE, row, column, pad)
            opened = cut(shape, sheet, OPENED, row, column, pad)
            border = unknown & dilate(opened & inner) & free
            if walls:
                border = free & inner & ~(opened | unknown) & dilate(unknown)
            if occupied(border):
                cell = pick_index(shape, pad, desk.dice, border)
                return row + cell // SIDE, column + cell % SIDE, at
    return np.int64(-1), np.int64(-1), tile


@kernel(_nrt=False)
def mend(shape, desk, row, column, most):
    """Trade cells in the core of the window at (row, column), to open more of it.

    Returns the trades tried, those made, and how many more safe cells are closed.
    """
    sheet, pad, dice = desk.sheet, desk.pad, desk.dice
    level = np.int64(SUBSET)
    inner = load(shape, sheet.windows, INNER)
    board = cut(shape, sheet, BOARD, row, column, pad)
    free = cut(shape, sheet, FREE, row, column, pad)
    old_mines = cut(shape, sheet, MINES, row, column, pad)
    old_opened = cut(shape, sheet, OPENED, row, column, pad)
    old_safe = cut(shape, sheet, SAFE, row, column, pad)
    old_mined = cut(shape, sheet, MINED, row, column, pad)
    core = load(shape, sheet.windows, CORE) & board
    # What is known of the core is forgotten, but for the start's safe zone.
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
    flip(sheet, MINES, row, column, pad, old_mines ^ mines)
    flip(sheet, SAFE, row, column, pad, old_safe ^ safe)
    flip(sheet, MINED, row, column, pad, old_mined ^ mined)
    flip(sheet, OPENED, row, column, pad, old_opened ^ (board & ~mines & ~safe))
    soil(sheet, row, column)
    return tried, trades, left - count(shape, pad, old_safe)


@kernel(_nrt=False)
def certify(shape, desk, task, level, stop):
    """Solve the whole sheet from scratch; returns the safe cells left and the level."""
    sheet, pad = desk.sheet, desk.pad
    left = forget(sheet, task.start_row, task.start_column)
    left -= settle(shape, sheet, pad, np.int64(ELEMENTARY), stop)
    if left == 0 or level == ELEMENTARY:
        return left, np.int64(ELEMENTARY)
    soil_all(sheet)
    left -= settle(shape, sheet, pad, np.int64(SUBSET), stop)
    return left, np.int64(SUBSET)


@kernel(_nrt=False)
def repair(shape, desk, task, stop):
    """Trade cells until the whole sheet opens from scratch.

    Returns the trades made, or -1 where that fails, and the level needed.
    """
    sheet, pad = desk.sheet, desk.pad
    steps = max(np.int64(STEPS), STEPS_A_CELL * task.width * task.height)
    trades = np.int64(0)
    tile = np.int64(0)
    left, needed = certify(shape, desk, task, np.int64(SUBSET), stop)
    while left > 0 and steps > 0 and not stop[0]:
        row, column, tile = find_stuck(shape, desk, tile)
        if row < 0:
            break
        tried, made, more = mend(
            shape, desk, row - SIDE // 2, column - SIDE // 2, np.int64(TRADES)
        )
        steps -= max(tried, 1)
        trades += made
        left += more - settle(shape, sheet, pad, np.int64(SUBSET), stop)
        if left == 0:
            left, needed = certify(shape, desk, task, np.int64(SUBSET), stop)
    return (trades if left == 0 else np.int64(-1)), needed


@kernel(_nrt=False)
def search(shape, desk, task, wish, bounds, seed, stop, clue):
    """Search one board; returns layouts tried (0: none will do), trades and level."""
    rows = desk.rows
    set_dice(desk.dice, seed, SEARCH)
    for i in range(rows.order.size):
        rows.order[i] = rows.candidates[i]
    for attempt in range(1, task.max_attempts + 1):
        if stop[0]:
            break
        lay(desk, task)
        trades, needed = repair(shape, desk, task, stop)
        if trades < 0 or needed < wish.needs:
            continue
        hand_over(desk, task)
        start = task.start_row * task.width + task.start_column
        if bounds.shape[0] == 0 or accept(
            rows, task.width, task.height, start, bounds, clue
        ):
            return np.int64(attempt), trades, needed
    return np.int64(0), np.int64(0), np.int64(-1)


@kernel(_nrt=False)
def generate_in_tiles(shape, desk, task, wish, bounds, seeds, stop, out):
    """Search a chunk of boards; ``shape`` is that of the window."""
    rows = desk.rows
    for k in range(seeds.size):
        out.attempts[k], out.repairs[k], out.needs[k] = search(
            shape, desk, task, wish, bounds, seeds[k], stop, out.clue[k]
        )
        if out.attempts[k]:
            write_clues(rows.field, task.width, task.height, rows.page, out.clue[k])
            out.opening[k] = count_opening(rows.field)


def generate(desk, task, wish, bounds, seeds, stop, *columns):
    """Search a chunk of boards, as ``workbench.run`` has it."""
    out = Out(*columns)
    generate_in_tiles(WINDOW, desk, task, wish, bounds, seeds, stop, out)
