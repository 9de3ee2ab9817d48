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
from nogues.kernels.counting.forced import find_forced
from nogues.kernels.counting.frontier import (
    MORE_COUNTS,
    MORE_STATES,
    new_states,
)
from nogues.kernels.counting.probabilities import (
    FIRST_ROOM,
    grown,
    new_workspace,
)
from nogues.kernels.rules.pair_position import fire_pairs
from nogues.kernels.rules.single_position import fire_singles
from nogues.kernels.rules.trace import DRY, ON, STEPS, end_step, note_cell, note_clue


@kernel(_nrt=False)
def note_component(work, log, k, mine, boxes, frontier):
    """Record what is certain in component k, or in all of them where k is -1.

    ``mine`` says which cells: those that are mines (1) or those that are safe (0).
    Returns how many were noted.
    """
    graph = work.graph
    inside = graph.front  # by box: all are ordered, so no clue is open any more
    start, stop = np.int64(0), boxes
    if k >= 0:
        start, stop = np.int64(graph.starts[k]), np.int64(graph.starts[k + 1])
    for t in range(boxes):
        inside[graph.order[t]] = np.int32(start <= t < stop)
    noted = np.int64(0)
    for u in range(frontier):
        at = np.int64(graph.frontier[u])
        box = graph.box_of[at]
        if inside[box] and graph.verdict[box] == mine:
            note_cell(log, at)
            noted += 1
    return noted


@kernel(_nrt=False)
def note_clues(work, log, k, boxes):
    """Record the clues of component k, or all clues where k is -1."""
    graph = work.graph
    waiting = graph.visited  # by clue: the components are known by now
    start, stop = np.int64(0), boxes
    if k >= 0:
        start, stop = np.int64(graph.starts[k]), np.int64(graph.starts[k + 1])
    for t in range(start, stop):
        box = graph.order[t]
        for p in range(graph.box_degree[box]):
            waiting[graph.box_clues[box, p]] = 1
    # A clue has several boxes: it is noted at the first of them, and only there.
    for t in range(start, stop):
        box = graph.order[t]
        for p in range(graph.box_degree[box]):
            clue = graph.box_clues[box, p]
            if waiting[clue]:
                waiting[clue] = 0
                note_clue(log, graph.cell_of[clue])


@kernel(_nrt=False)
def apply_boxes(work, log, frontier):
    """Decide the cells of the boxes that are certain; returns how many."""
    decided = np.int64(0)
    for u in range(frontier):
        at = np.int64(work.graph.frontier[u])
        sure = np.int64(work.graph.verdict[work.graph.box_of[at]])
        if sure >= 0:
            decided += 1
            if not log.state[DRY]:
                decide(work.grid, at, sure)
    return decided


@kernel(_nrt=False)
def note_sea(work, log, sure, mine):
    """Record the cells of the sea, if that is what they are; returns how many."""
    noted = np.int64(0)
    if sure == mine:
        for at in range(work.grid.cell.size):
            if work.grid.hidden[at] and work.graph.seen[at] == 0:
                note_cell(log, at)
                noted += 1
    return noted


@kernel(_nrt=False)
def apply_sea(work, log, sure):
    """Decide all cells of the sea; returns how many."""
    decided = np.int64(0)
    for at in range(work.grid.cell.size):
        if work.grid.hidden[at] and work.graph.seen[at] == 0:
            decided += 1
            if not log.state[DRY]:
                decide(work.grid, at, sure)
    return decided


@kernel()
def deduce(work, states, log, mines, use_count):
    """Decide everything that is certain: by components, or else by the mine count.

    Returns a code, the framed cell it is about, the level and the cells decided.
    """
    grid = work.grid
    code, where, rule, components, boxes, frontier, sea_is = find_forced(
        work, states, list_active(grid), mines - grid.tally[KNOWN_MINES], use_count
    )
    if code != OK or rule == 0:
        return code, where, rule, np.int64(0)
    if log.state[ON]:
        for k in range(components if rule == COMPLETE else 1):
            by = np.int64(k if rule == COMPLETE else -1)
            for mine in range(2):
                noted = note_component(work, log, by, mine, boxes, frontier)
                if rule == COUNT:
                    noted += note_sea(work, log, sea_is, mine)
                if noted:
                    note_clues(work, log, by, boxes)
                    end_step(log, rule, mine)
    decided = apply_boxes(work, log, frontier)
    if sea_is >= 0:
        decided += apply_sea(work, log, sea_is)
    return OK, where, rule, decided


@kernel()
def solve_position(work, states, log, mines, level, use_count, limit, rounds, decided):
    """Deduce as far as a level goes.  Returns a code, a cell, and the workspace.

    Adds to ``rounds`` and ``decided``, int32 by level.
    """
    grid = work.grid
    tally = grid.tally
    while True:
        before = tally[HIDDEN_CELLS]
        where = fire_singles(grid, log)
        if where:
            return np.int64(BAD_CLUE), where, states
        if tally[HIDDEN_CELLS] != before:
            rounds[ELEMENTARY] += 1
            decided[ELEMENTARY] += before - tally[HIDDEN_CELLS]
        if tally[HIDDEN_CELLS] == mines - tally[KNOWN_MINES] or level == ELEMENTARY:
            return np.int64(OK), np.int64(0), states
        cells = fire_pairs(grid, log)
        if cells:
            rounds[SUBSET] += 1
            decided[SUBSET] += cells
            continue
        if level == SUBSET:
            return np.int64(OK), np.int64(0), states
        while True:
            code, where, by, cells = deduce(work, states, log, mines, use_count)
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
    work = new_workspace(width, height)
    grid = work.grid
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
            fire_singles(
                grid, log
            )  # the start is a round, whether it opens more or not
        rounds[n, ELEMENTARY] = 1
        decided[n, ELEMENTARY] = clue.shape[1] - grid.tally[HIDDEN_CELLS]
        code, where, states = solve_position(
            work, states, log, mines, level, use_count, limit, rounds[n], decided[n]
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
    work = new_workspace(width, height)
    states = new_states(min(limit, np.int64(FIRST_ROOM)), np.int64(1))
    load(work.grid, cells)
    queue_clues(work.grid)
    code, where = np.int64(OK), fire_singles(work.grid, log)
    if not where and log.state[STEPS] == 0 and level >= SUBSET:
        fire_pairs(work.grid, log)
    if not where and log.state[STEPS] == 0 and level >= COMPLETE:
        while True:
            code, where, _, _ = deduce(work, states, log, mines, use_count)
            states, again = grown(states, code, limit)
            if not again:
                break
    report[0] = code
    report[1] = flat_index(work.grid, where) if where else np.int64(-1)
