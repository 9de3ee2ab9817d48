"""Whole boards at a level of deduction.

The cheap rules run until they are stuck, the next ones do one round and hand back to
them: one clue (``single``), two clues (``subset``), all clues of a component, and all
clues with the mine count (``exact``'s layers).  A round decides everything its rule can
see as the position stands, so rounds and decided cells do not depend on any order.

Some 20 us for a random expert board that only the complete level can finish.
"""

import numpy as np

from nogues.kernels._jit import kernel
from nogues.kernels.boards.position import (
    HIDDEN_CELLS,
    KNOWN_MINES,
    decide,
    flat_index,
    hide_truth,
    list_active,
    load,
    queue_clues,
)
from nogues.kernels.codes import (
    BAD_CLUE,
    COMPLETE,
    COUNT,
    ELEMENTARY,
    HIDDEN,
    MINE,
    OK,
    SAFE,
    SUBSET,
    TOO_MUCH,
    UNKNOWN,
)
from nogues.kernels.counting.forced import find_certain
from nogues.kernels.counting.frontier import (
    MORE_COUNTS,
    MORE_STATES,
    new_states,
)
from nogues.kernels.counting.probabilities import (
    FIRST_ROOM,
    grown,
    new_desk,
)
from nogues.kernels.rules.pair_position import compare
from nogues.kernels.rules.single_position import settle
from nogues.kernels.rules.trace import DRY, ON, STEPS, end_step, note_cell, note_clue


@kernel(_nrt=False)
def note_component(desk, log, k, mine, boxes, frontier):
    """Record what is certain in component k, or in all of them where k is -1."""
    web = desk.web
    start, stop = np.int64(0), boxes
    if k >= 0:
        start, stop = np.int64(web.starts[k]), np.int64(web.starts[k + 1])
    for t in range(boxes):
        web.front[web.order[t]] = np.int32(start <= t < stop)
    noted = np.int64(0)
    for u in range(frontier):
        at = np.int64(web.frontier[u])
        box = web.box_of[at]
        if web.front[box] and web.trial[box] == mine:
            note_cell(log, at)
            noted += 1
    return noted


@kernel(_nrt=False)
def note_clues(desk, log, k, boxes):
    """Record the clues of component k, or all clues where k is -1."""
    web = desk.web
    start, stop = np.int64(0), boxes
    if k >= 0:
        start, stop = np.int64(web.starts[k]), np.int64(web.starts[k + 1])
    for t in range(start, stop):
        box = web.order[t]
        for p in range(web.box_degree[box]):
            web.met[web.box_clues[box, p]] = 2
    for t in range(start, stop):
        box = web.order[t]
        for p in range(web.box_degree[box]):
            clue = web.box_clues[box, p]
            if web.met[clue] == 2:
                web.met[clue] = 1
                note_clue(log, web.place[clue])


@kernel(_nrt=False)
def apply_boxes(desk, log, frontier):
    """Decide the cells of the boxes that are certain; returns how many."""
    decided = np.int64(0)
    for u in range(frontier):
        at = np.int64(desk.web.frontier[u])
        sure = np.int64(desk.web.trial[desk.web.box_of[at]])
        if sure >= 0:
            decided += 1
            if not log.state[DRY]:
                decide(desk.grid, at, sure)
    return decided


@kernel(_nrt=False)
def note_sea(desk, log, sure, mine):
    """Record the cells of the sea, if that is what they are; returns how many."""
    noted = np.int64(0)
    if sure == mine:
        for at in range(desk.grid.cell.size):
            if desk.grid.hidden[at] and desk.web.seen[at] == 0:
                note_cell(log, at)
                noted += 1
    return noted


@kernel(_nrt=False)
def apply_sea(desk, log, sure):
    """Decide all cells of the sea; returns how many."""
    decided = np.int64(0)
    for at in range(desk.grid.cell.size):
        if desk.grid.hidden[at] and desk.web.seen[at] == 0:
            decided += 1
            if not log.state[DRY]:
                decide(desk.grid, at, sure)
    return decided


@kernel()
def deduce(desk, states, log, mines, use_count):
    """Decide everything that is certain: by components, or else by the mine count.

    Returns a code, the framed cell it is about, the level and the cells decided.
    """
    grid = desk.grid
    code, where, rule, components, boxes, frontier, sea_is = find_certain(
        desk, states, list_active(grid), mines - grid.tally[KNOWN_MINES], use_count
    )
    if code != OK or rule == 0:
        return code, where, rule, np.int64(0)
    if log.state[ON]:
        for k in range(components if rule == COMPLETE else 1):
            by = np.int64(k if rule == COMPLETE else -1)
            for mine in range(2):
                noted = note_component(desk, log, by, mine, boxes, frontier)
                if rule == COUNT:
                    noted += note_sea(desk, log, sea_is, mine)
                if noted:
                    note_clues(desk, log, by, boxes)
                    end_step(log, rule, mine)
    decided = apply_boxes(desk, log, frontier)
    if sea_is >= 0:
        decided += apply_sea(desk, log, sea_is)
    return OK, where, rule, decided


@kernel()
def climb(desk, states, log, mines, level, use_count, limit, rounds, decided):
    """Deduce as far as a level goes.  Returns a code, a cell, and the workspace.

    Adds to ``rounds`` and ``decided``, int32 by level.
    """
    grid = desk.grid
    tally = grid.tally
    while True:
        before = tally[HIDDEN_CELLS]
        where = settle(grid, log)
        if where:
            return np.int64(BAD_CLUE), where, states
        if tally[HIDDEN_CELLS] != before:
            rounds[ELEMENTARY] += 1
            decided[ELEMENTARY] += before - tally[HIDDEN_CELLS]
        if tally[HIDDEN_CELLS] == mines - tally[KNOWN_MINES] or level == ELEMENTARY:
            return np.int64(OK), np.int64(0), states
        cells = compare(grid, log)
        if cells:
            rounds[SUBSET] += 1
            decided[SUBSET] += cells
            continue
        if level == SUBSET:
            return np.int64(OK), np.int64(0), states
        while True:
            code, where, by, cells = deduce(desk, states, log, mines, use_count)
            states, again = grown(states, code, limit)
            if not again:
                break
        if code != OK or cells == 0:
            if code == MORE_STATES or code == MORE_COUNTS:
                code = np.int64(TOO_MUCH)
            return np.int64(code), where, states
        rounds[by] += 1
        decided[by] += cells


@kernel(_nrt=False)
def write_known(grid, out):
    """Write what is known of each cell: SAFE, MINE or UNKNOWN."""
    for row in range(grid.height):
        for column in range(grid.width):
            value = grid.cell[(row + 1) * grid.stride + 1 + column]
            known = np.int8(SAFE)
            if value == HIDDEN:
                known = np.int8(UNKNOWN)
            elif value == MINE:
                known = np.int8(MINE)
            out[row * grid.width + column] = known


@kernel()
def solve_boards(
    clue,
    width,
    height,
    starts,
    level,
    use_count,
    limit,
    stop,
    log,
    cells,
    solvable,
    rounds,
    decided,
    report,
):
    """Solve boards of one size, each from its start, at a level.

    Parameters
    ----------
    clue : ndarray(int8, ndim=2)
        (boards, cells), consistent.
    starts : ndarray(int64, ndim=1)
        Row-major index of each start, which is safe.
    stop : ndarray(bool, ndim=1)
        Once stop[0] is set from outside, no other board is begun.
    log : Log
        Steps; for one board.
    cells : ndarray(int8, ndim=2)
        (boards, cells).  The positions to begin with: nothing open, or what is left
        when no single clue says more.  Overwritten with what is known in the end.
    solvable : ndarray(bool, ndim=1)
        Written.
    rounds, decided : ndarray(int32, ndim=2)
        (boards, 4), zeros.  Written: rounds and cells by level.
    report : ndarray(int64, ndim=2)
        (boards, 2).  Written: a code, and the cell it is about.
    """
    desk = new_desk(width, height)
    grid = desk.grid
    states = new_states(min(limit, np.int64(FIRST_ROOM)), np.int64(1))
    for n in range(clue.shape[0]):
        if stop[0]:
            break
        load(grid, cells[n])
        hide_truth(grid, clue[n])
        mines = np.int64(0)
        for cell in range(clue.shape[1]):
            mines += np.int64(clue[n, cell] == MINE)
        row = starts[n] // width
        start = (row + 1) * grid.stride + 1 + starts[n] - row * width
        if grid.hidden[start]:
            decide(grid, start, np.int64(0))
            settle(grid, log)  # the start is a round, whether it opens more or not
        rounds[n, ELEMENTARY] = 1
        decided[n, ELEMENTARY] = clue.shape[1] - grid.tally[HIDDEN_CELLS]
        code, where, states = climb(
            desk, states, log, mines, level, use_count, limit, rounds[n], decided[n]
        )
        solvable[n] = grid.tally[HIDDEN_CELLS] == mines - grid.tally[KNOWN_MINES]
        report[n, 0] = code
        report[n, 1] = flat_index(grid, where) if where else np.int64(-1)
        write_known(grid, cells[n])


@kernel()
def deduce_once(cells, width, height, mines, level, use_count, limit, log, report):
    """Record what the simplest rule that says anything says of a position.

    The log is dry: nothing is applied, and every step follows from the position alone.
    """
    desk = new_desk(width, height)
    states = new_states(min(limit, np.int64(FIRST_ROOM)), np.int64(1))
    load(desk.grid, cells)
    queue_clues(desk.grid)
    code, where = np.int64(OK), settle(desk.grid, log)
    if not where and log.state[STEPS] == 0 and level >= SUBSET:
        compare(desk.grid, log)
    if not where and log.state[STEPS] == 0 and level >= COMPLETE:
        while True:
            code, where, _, _ = deduce(desk, states, log, mines, use_count)
            states, again = grown(states, code, limit)
            if not again:
                break
    report[0] = code
    report[1] = flat_index(desk.grid, where) if where else np.int64(-1)
