"""Positions and whole boards at a level of deduction.

The cheap rules run until they are stuck; the next ones do one round and hand back to
them: one clue (``single_position``), two clues (``pair_position``), all clues of a
component, and all clues with the mine count (``counting.forced``).  A round decides
everything its rule can see as the position stands, so rounds and decided cells do not
depend on any order.

Cost: some 20 us for a random expert board that only the complete level can finish.
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
from nogues.kernels.counting.forced import check_layouts, find_forced
from nogues.kernels.counting.probabilities import with_room, workspace_of_thread
from nogues.kernels.counting.states import MORE_STATES
from nogues.kernels.rules.pair_position import fire_pairs
from nogues.kernels.rules.single_position import fire_singles
from nogues.kernels.rules.trace import (
    DRY,
    ON,
    STEPS,
    end_step,
    forget,
    note_cell,
    note_clue,
)

ONLY_CHECK = -1  # in place of a level; one entry for both, so that it compiles once


@kernel(_nrt=False)
def note_component(work, log, k, mine, boxes, frontier):
    """Log what is certain in component k, or in all of them where k is -1.

    ``mine`` says which cells: the certain mines (1) or the certain safe cells (0).
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
    """Log the clues of component k, or all clues where k is -1."""
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
    """Decide the cells of the boxes that are certain, unless the log is dry.

    Returns how many there are.
    """
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
    """Log the cells of the sea if the verdict on them, ``sure``, is ``mine``.

    Returns how many were noted.
    """
    noted = np.int64(0)
    if sure == mine:
        for at in range(work.grid.cell.size):
            if work.grid.hidden[at] and work.graph.seen[at] == 0:
                note_cell(log, at)
                noted += 1
    return noted


@kernel(_nrt=False)
def apply_sea(work, log, sure):
    """Decide all cells of the sea, unless the log is dry; returns their number."""
    decided = np.int64(0)
    for at in range(work.grid.cell.size):
        if work.grid.hidden[at] and work.graph.seen[at] == 0:
            decided += 1
            if not log.state[DRY]:
                decide(work.grid, at, sure)
    return decided


@kernel(_nrt=False)
def deduce(work, states, log, mines, use_count):
    """Decide everything that is certain: by components, or else by the mine count.

    Parameters
    ----------
    work : Workspace
        Its grid is a position on which no single clue fires.  Written: what is decided,
        unless the log is dry; the rest of the workspace is overwritten.
    states : States
        Overwritten.
    log : Log
        Written if it is on: steps for each component (or the whole board, by the mine
        count), one for its safe cells and one for its mines.
    mines : int
        Mines of the board, the known ones included.
    use_count : bool
        Whether the mine count may be used.

    Returns
    -------
    code, where, rule : int64
        As in ``find_forced``.
    decided : int64
        Number of cells decided.
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


@kernel(_nrt=False)
def solve_position(work, states, log, mines, level, use_count, rounds, decided):
    """Deduce as far as a level goes, from the position in the grid.

    Parameters
    ----------
    work : Workspace
        Its grid holds the position, its truth where cells can be opened, and clues to
        look at in its queue.  Written: all that is decided.
    states : States
        Overwritten.
    log : Log
        Written if it is on.
    mines : int
        Mines of the board, the known ones included.
    level : int
        ELEMENTARY, SUBSET or COMPLETE.
    use_count : bool
        Whether the complete level may use the mine count.
    rounds, decided : ndarray(int32, ndim=1)
        (4,), by rule.  Added to: rounds in which a rule decided cells, and the cells.

    Returns
    -------
    code : int64
        OK, BAD_CLUE, BAD_COUNT, TOO_WIDE, MORE_STATES or MORE_COUNTS.
    where : int64
        Framed cell of the clue that the code is about, or 0.
    """
    grid = work.grid
    tally = grid.tally
    while True:
        before = tally[HIDDEN_CELLS]
        where = fire_singles(grid, log)
        if where:
            return np.int64(BAD_CLUE), where
        if tally[HIDDEN_CELLS] != before:
            rounds[ELEMENTARY] += 1
            decided[ELEMENTARY] += before - tally[HIDDEN_CELLS]
        if tally[HIDDEN_CELLS] == mines - tally[KNOWN_MINES] or level == ELEMENTARY:
            return np.int64(OK), np.int64(0)
        cells = fire_pairs(grid, log)
        if cells:
            rounds[SUBSET] += 1
            decided[SUBSET] += cells
            continue
        if level == SUBSET:
            return np.int64(OK), np.int64(0)
        code, where, by, cells = deduce(work, states, log, mines, use_count)
        if code != OK or cells == 0:
            return np.int64(code), where
        rounds[by] += 1
        decided[by] += cells


@kernel(_nrt=False)
def write_known(grid, out):
    """Write what is known of each cell, row-major: SAFE, MINE or UNKNOWN."""
    for row in range(grid.height):
        for column in range(grid.width):
            value = grid.cell[(row + 1) * grid.stride + 1 + column]
            known = np.int8(SAFE)
            if value == HIDDEN:
                known = np.int8(UNKNOWN)
            elif value == MINE:
                known = np.int8(MINE)
            out[row * grid.width + column] = known


@kernel(_nrt=False)
def solve_some(
    work,
    states,
    clue,
    starts,
    level,
    use_count,
    stop,
    log,
    cells,
    solvable,
    rounds,
    decided,
    report,
    first,
):
    """Solve boards as ``solve_boards``, in the way ``with_room`` describes."""
    grid = work.grid
    for n in range(first, clue.shape[0]):
        if stop[0]:
            break
        forget(log)
        load(grid, cells[n])
        hide_truth(grid, clue[n])
        mines = np.int64(0)
        for cell in range(clue.shape[1]):
            mines += np.int64(clue[n, cell] == MINE)
        # Still hidden, unless ``elementary_planes`` has begun the board.
        row = starts[n] // grid.width
        start = (row + 1) * grid.stride + 1 + starts[n] - row * grid.width
        if grid.hidden[start]:
            decide(grid, start, np.int64(0))
            # The start is a round, whether it opens more or not.
            fire_singles(grid, log)
        for rule in range(rounds.shape[1]):
            rounds[n, rule] = 0
            decided[n, rule] = 0
        rounds[n, ELEMENTARY] = 1
        decided[n, ELEMENTARY] = clue.shape[1] - grid.tally[HIDDEN_CELLS]
        code, where = solve_position(
            work, states, log, mines, level, use_count, rounds[n], decided[n]
        )
        solvable[n] = grid.tally[HIDDEN_CELLS] == mines - grid.tally[KNOWN_MINES]
        report[n, 0] = code
        report[n, 1] = flat_index(grid, where) if where else np.int64(-1)
        if code >= MORE_STATES:
            report[n, 0] = TOO_MUCH
            return code, np.int64(n)
        write_known(grid, cells[n])
    return np.int64(OK), np.int64(clue.shape[0])


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
        (boards, cells), row-major and consistent: 0-8 or MINE.
    width, height : int
        Size of the boards in cells.
    starts : ndarray(int64, ndim=1)
        (boards,).  Row-major index of each start, which is safe.
    level : int
        ELEMENTARY, SUBSET or COMPLETE.
    use_count : bool
        Whether the complete level may use the mine count.
    limit : int
        States and moves that a position may take.
    stop : ndarray(bool, ndim=1)
        (1,).  Once it is set from outside, no other board is begun.
    log : Log
        Written if it is on; for one board.
    cells : ndarray(int8, ndim=2)
        (boards, cells).  The positions to begin with: all HIDDEN, or what is left when
        no single clue says more.  Overwritten with what is known at the end: SAFE, MINE
        or UNKNOWN; left as they are where the code is TOO_MUCH.
    solvable : ndarray(bool, ndim=1)
        (boards,).  Written: whether every safe cell is known.
    rounds, decided : ndarray(int32, ndim=2)
        (boards, 4).  Written: rounds and cells by rule.  The start is a round of
        the elementary rule.
    report : ndarray(int64, ndim=2)
        (boards, 2).  Written: a code (as in ``solve_position``), and the row-major
        index of the clue it is about, or -1.
    """
    work = workspace_of_thread(width, height)
    out = log, cells, solvable, rounds, decided, report

    def step(states, first):
        return solve_some(
            work, states, clue, starts, level, use_count, stop, *out, first
        )

    with_room(step, limit, len(clue))


@kernel(_nrt=False)
def deduce_some(work, states, cells, mines, level, use_count, log, report):
    """Do what ``deduce_once`` does, in the way ``with_room`` describes."""
    forget(log)
    grid = work.grid
    load(grid, cells)
    queue_clues(grid)
    if level == ONLY_CHECK:
        code, where = np.int64(BAD_CLUE), fire_singles(grid, work.log)
        if not where:
            left = mines - grid.tally[KNOWN_MINES]
            code, where = check_layouts(work, states, list_active(grid), left)
        report[0] = code
        report[1] = flat_index(grid, where) if where else np.int64(-1)
        return code
    code, where = np.int64(OK), fire_singles(grid, log)
    if not where and log.state[STEPS] == 0 and level >= SUBSET:
        fire_pairs(grid, log)
    if not where and log.state[STEPS] == 0 and level >= COMPLETE:
        code, where, _, _ = deduce(work, states, log, mines, use_count)
    report[0] = code
    report[1] = flat_index(grid, where) if where else np.int64(-1)
    return code


def deduce_once(cells, width, height, mines, level, use_count, limit, log, report):
    """Log what the simplest rule that says anything says of a position.

    Parameters
    ----------
    cells : ndarray(int8, ndim=1)
        (cells,), row-major: 0-8, MINE, HIDDEN or SAFE_CELL.
    width, height, mines : int
        Size of the board in cells; its mines, the known ones included.
    level : int
        The last rule to try: ELEMENTARY, SUBSET or COMPLETE.  With ONLY_CHECK nothing
        is logged, and the code says whether any layout fits.
    use_count : bool
        Whether the complete level may use the mine count.
    limit : int
        States and moves that the position may take.
    log : Log
        On and dry.  Written: every step follows from the position alone.
    report : ndarray(int64, ndim=1)
        (2,).  Written: a code (OK, BAD_CLUE or BAD_COUNT; any other where it takes too
        many states), and the row-major index of the clue it is about, or -1.
    """
    work = workspace_of_thread(width, height)

    def step(states, first):
        rest = cells, mines, level, use_count, log, report
        code = deduce_some(work, states, *rest)
        return code, first + (code == OK)

    with_room(step, limit, 1)
