"""Uniform boards of any size, by rejection, as ``uniform_planes``.

Single clues and pairs work in tiles; what they leave goes on as bytes
(``levels_position``).  The larger the board, the smaller the share of layouts that a
level finishes: this is for boards that are a little over 64x32, or thin.
"""

import numpy as np

from nogues.kernels._jit import kernel
from nogues.kernels.bits import ONE
from nogues.kernels.boards.clues import write_clues
from nogues.kernels.boards.position import HIDDEN_CELLS, KNOWN_MINES, hide_truth, load
from nogues.kernels.bundle import bundle
from nogues.kernels.codes import (
    COMPLETE,
    COUNT,
    HIDDEN,
    OK,
    RULES,
    SUBSET,
    TOO_MANY_STATES,
)
from nogues.kernels.counting.probabilities import new_workspace as new_exact
from nogues.kernels.rng import set_dice
from nogues.kernels.rules.trace import new_log
from nogues.kernels.search.attempts import run
from nogues.kernels.search.reference_rows import accept, count_opening
from nogues.kernels.search.repair_tiles import certify, hand_over, lay
from nogues.kernels.search.repair_tiles import new_workspace as new_tiled
from nogues.kernels.search.results import why_none, write_failed, write_found
from nogues.kernels.search.tiles import FRAME, LEFT, SHEET, WINDOW
from nogues.kernels.search.uniform_planes import SEARCH
from nogues.kernels.solving.levels_position import solve_position

Workspace = bundle(
    "Workspace",
    [
        "tiled",  # the workspace of ``repair_tiles``
        "exact",  # what exact counting works on
        "cells",  # int8 (cells,): the position that the tiles leave
        "log",  # of steps, which nobody reads
        "rounds",  # int32 (2, rules): rounds and cells of each rule
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
        Its ``tiled`` is as ``repair_tiles.new_workspace`` returns it; its log is off.
    """
    return Workspace(
        new_tiled(task),
        new_exact(task.width, task.height),
        np.empty(task.width * task.height, np.int8),
        new_log(),
        np.zeros((2, len(RULES)), np.int32),
    )


@kernel(_nrt=False)
def write_position(sheet, clue, cells):
    """Write the position that the sheet holds: clues, mines, and what is not known."""
    planes = sheet.planes
    for row in range(sheet.height):
        for column in range(sheet.width):
            word = (column + LEFT) >> 6
            unknown = (
                planes[SHEET.SAFE, FRAME + row, word]
                | planes[SHEET.MINED, FRAME + row, word]
            )
            cell = row * sheet.width + column
            hidden = unknown >> np.uint64((column + LEFT) & 63) & ONE
            cells[cell] = np.int8(HIDDEN) if hidden else clue[cell]


@kernel(_nrt=False)
def go_on(work, exact, states, task, goal, clue):
    """Go on with exact counting; returns a code, solved or not, and the rule."""
    grid = exact.grid
    work.rounds[:] = 0
    write_position(work.tiled.sheet, clue, work.cells)
    load(grid, work.cells)
    hide_truth(grid, clue)
    mines = np.int64(task.mine_count)
    code, _ = solve_position(
        exact,
        states,
        work.log,
        mines,
        np.int64(goal.level),
        goal.use_count,
        work.rounds[0],
        work.rounds[1],
    )
    rule = np.int64(SUBSET)
    for k in range(COMPLETE, COUNT + 1):
        if work.rounds[0, k]:
            rule = np.int64(k)
    solved = grid.tally[HIDDEN_CELLS] == mines - grid.tally[KNOWN_MINES]
    return code, solved, rule


@kernel(_nrt=False)
def search(shape, work, states, task, goal, bounds, seed, stop, out, k):
    """Search one board, and write row k of ``out``.

    Returns a code: OK, or what exact counting ran out of.
    """
    tiled = work.tiled
    rows = tiled.rows
    clue = out.clue[k]
    width, height = task.width, task.height
    start = task.start_row * width + task.start_column
    level = np.int64(min(goal.level, SUBSET))
    set_dice(tiled.dice, seed, SEARCH)
    for i in range(rows.order.size):
        rows.order[i] = rows.candidates[i]
    tried = np.int64(0)
    for attempt in range(1, task.max_attempts + 1):
        if stop[0]:
            break
        tried = np.int64(attempt)
        lay(tiled, task)
        left, needed = certify(shape, tiled, task, level, stop)
        hand_over(tiled, task)
        write_clues(rows.field, width, height, rows.page, clue)
        if left > 0 and goal.level >= COMPLETE:
            code, solved, needed = go_on(work, work.exact, states, task, goal, clue)
            if code != OK:
                write_failed(out, k, TOO_MANY_STATES, tried)
                return code
            left = np.int64(not solved)
        if left > 0 or needed < goal.needs:
            continue
        if bounds.shape[0] == 0 or accept(rows, width, height, start, bounds, clue):
            opening = count_opening(rows.field)
            write_found(out, k, tried, np.int64(0), opening, needed)
            return np.int64(OK)
    write_failed(out, k, why_none(stop), tried)
    return np.int64(OK)


@kernel(_nrt=False)
def search_some(shape, work, states, task, goal, bounds, seeds, stop, out, first):
    """Search the boards from ``first`` on, as ``attempts.run`` describes it."""
    for k in range(first, seeds.size):
        code = search(
            shape, work, states, task, goal, bounds, seeds[k], stop, out, np.int64(k)
        )
        if code != OK:
            return code, np.int64(k)
    return np.int64(OK), np.int64(seeds.size)


def generate(work, task, goal, bounds, seeds, stop, out):
    """Search a chunk of boards, one for each seed.

    Parameters
    ----------
    work : Workspace
        Workspace of this module, overwritten.
    task, goal, bounds, seeds, stop, out
        As in ``attempts.run``; ``out`` is written.
    """
    run(search_some, WINDOW, work, task, goal, bounds, seeds, stop, out)
