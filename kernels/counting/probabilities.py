"""Exact probabilities of positions, one or many.

The elementary rules come first (``rules.single_position``).  Then clues and boxes
(``constraints``), an order (``elimination_order``), states forward (``frontier``), the
counts that the total allows (``mine_count``), back for what is certain (``frontier``),
and the weights (``marginals``).  A cell is certain only if the sets of counts say so,
never because of rounding: all other probabilities are kept off 0 and 1.

Cost: an expert position takes some 10 to 20 us.  The workspace grows where a position
needs more states, up to a limit.
"""

import threading

import numpy as np

from nogues.kernels._jit import kernel
from nogues.kernels.bits import ONE
from nogues.kernels.boards.position import (
    HIDDEN_CELLS,
    KNOWN_MINES,
    flat_index,
    list_active,
    load,
    new_grid,
    queue_clues,
)
from nogues.kernels.bundle import bundle
from nogues.kernels.codes import (
    BAD_CLUE,
    BAD_COUNT,
    HIDDEN,
    MINE,
    OK,
    TOO_MUCH,
)
from nogues.kernels.counting.constraints import build_graph, new_graph
from nogues.kernels.counting.elimination_order import plan
from nogues.kernels.counting.frontier import backward, forward, lay_fields
from nogues.kernels.counting.marginals import compute_marginals
from nogues.kernels.counting.mine_count import apply_mine_count
from nogues.kernels.counting.states import (
    MORE_COUNTS,
    MORE_STATES,
    MORE_TERMS,
    new_layers,
    new_states,
)
from nogues.kernels.rules.single_position import fire_singles
from nogues.kernels.rules.trace import new_log

FIRST_ROOM = 4096  # states and moves; most positions need some hundred
MOST_WORDS = 256  # of 64 mine counts
KEPT_CELLS = 2048  # a workspace of a board of so many cells takes less than 1 MB
LARGE = 900  # hidden cells beyond which mines are tilted
NEARLY_ONE = 1.0 - 2.0**-53
NEARLY_ZERO = 5e-324

# What exact counting works on, except ``States``: these grow, and so stand alone.
Workspace = bundle(
    "Workspace",
    [
        "grid",  # the position (``boards.position``)
        "graph",  # its constraint graph (``constraints``)
        "layers",  # ``frontier``
        "mean",  # float64, by box: probability that a cell is a mine
        "log",  # a log that is off, for the elementary rules
    ],
)


def new_workspace(width, height):
    """Lay out the workspace for positions of a size, except its states.

    Parameters
    ----------
    width, height : int
        Size of the board in cells.

    Returns
    -------
    Workspace
        Its log is off.
    """
    cells = width * height
    grid = new_grid(width, height)
    return Workspace(
        grid,
        new_graph(cells, grid.cell.size),
        new_layers(cells),
        np.empty(cells, np.float64),
        new_log(),
    )


_kept = threading.local()


def workspace_of_thread(width, height):
    """Return the workspace that this thread used last, if it fits, or a new one.

    To lay one out takes longer than a small position does.  No position depends on what
    the last one left there.

    Parameters
    ----------
    width, height : int
        Size of the board in cells.

    Returns
    -------
    Workspace
        As from ``new_workspace``.
    """
    size, work = getattr(_kept, "workspace", (None, None))
    if size != (width, height):
        work = new_workspace(width, height)
        if width * height <= KEPT_CELLS:
            _kept.workspace = (width, height), work
    return work


def _first_states(room):
    """Return room for the states of small positions, as ``workspace_of_thread``."""
    states = getattr(_kept, "states", None)
    if states is None or states.key.size != room + 1:
        states = _kept.states = new_states(room, 1)
    return states


@kernel(_nrt=False)
def find_states(work, states, active):
    """Find clues, boxes and components of the grid, and all their states.

    Parameters
    ----------
    work : Workspace
        Its grid is as ``build_graph`` expects it.  Written: ``graph`` and ``layers``.
    states : States
        Written, as by ``frontier.forward`` for each component.
    active : int
        Number of listed clues.

    Returns
    -------
    code : int64
        OK, BAD_CLUE, TOO_WIDE, MORE_STATES or MORE_COUNTS.
    where : int64
        Framed cell of the clue that the code is about, or 0.
    components, boxes, frontier, sea, end : int64
        Numbers of components, boxes, frontier cells, cells of the sea, and states.
    """
    graph, layers = work.graph, work.layers
    clues, boxes, frontier, sea, wrong = build_graph(work.grid, graph, active)
    zero = np.int64(0)
    if wrong:
        return BAD_CLUE, wrong, zero, boxes, frontier, sea, zero
    components = plan(graph, clues, boxes)
    end = zero
    moves = zero
    for k in range(components):
        code, clue = lay_fields(graph, layers, k)
        if code != OK:
            where = np.int64(graph.cell_of[clue])
            return code, where, components, boxes, frontier, sea, end
        code, end, moves, t = forward(graph, layers, states, k, end, moves)
        if code != OK:
            last = graph.box_clues[graph.order[min(t, graph.starts[k + 1] - 1)], 0]
            where = np.int64(graph.cell_of[last])
            return code, where, components, boxes, frontier, sea, end
    return OK, zero, components, boxes, frontier, sea, end


@kernel(_nrt=False, forceinline=True)
def forced_value(work, t):
    """Return what all layouts say of a box.

    Parameters
    ----------
    work : Workspace
        ``layers.values`` holds the possible mines of the box, as ``frontier.backward``
        finds them.
    t : int
        Position of the box in ``graph.order``.

    Returns
    -------
    int64
        Safe (0), mined (1), or open (-1).
    """
    values = work.layers.values[t]
    if values == ONE:
        return np.int64(0)
    if values == ONE << np.uint64(work.graph.size[work.graph.order[t]]):
        return np.int64(1)
    return np.int64(-1)


@kernel(_nrt=False)
def usual_tilt(hidden, left):
    """Return the weight of a mine: 1; on large boards a power of two near the odds."""
    tilt = 1.0
    if hidden > LARGE and 0 < left < hidden:
        odds = left / (hidden - left)
        while tilt > 1.42 * odds:
            tilt *= 0.5
        while tilt < 0.71 * odds:
            tilt *= 2.0
    return tilt


@kernel(_nrt=False)
def marginals_at_some_tilt(work, states, components, end, left, sea, tilt):
    """Compute marginals with a tilt; where that underflows, with others further off."""
    away = 1.0
    for attempt in range(120):
        code, mine_in_sea, log_layouts = compute_marginals(
            work.graph, work.layers, states, components, end, left, sea, tilt, work.mean
        )
        if code != TOO_MUCH:
            break
        away *= 2.0  # below and above in turn: tilt / 2, * 2, / 4, * 4 of the first
        tilt = tilt * away if attempt & 1 else tilt / away
    return code, mine_in_sea, log_layouts


@kernel(_nrt=False)
def position_probabilities(work, states, mines, out):
    """Find the probabilities of the position in the grid.

    Parameters
    ----------
    work : Workspace
        Its grid holds the position, on which no single clue fires.  ``graph``,
        ``layers`` and ``mean`` are overwritten.
    states : States
        Overwritten.
    mines : int
        Mines of the board, the known ones included.
    out : ndarray(float64, ndim=1)
        (cells,), row-major.  Written: the probability of a mine in each cell.

    Returns
    -------
    code : int64
        OK; BAD_CLUE or BAD_COUNT where no layout fits; TOO_WIDE, TOO_MUCH, MORE_STATES,
        MORE_COUNTS or MORE_TERMS (see ``grown``).  ``out`` is written where it is OK.
    where : int64
        Framed cell of the clue that the code is about, or 0.
    log_layouts : float64
        Natural logarithm of the number of layouts.
    """
    grid, graph, layers, mean = work.grid, work.graph, work.layers, work.mean
    hidden = grid.tally[HIDDEN_CELLS]
    left = mines - grid.tally[KNOWN_MINES]
    code, where, components, boxes, frontier, sea, end = find_states(
        work, states, list_active(grid)
    )
    if code != OK:
        return code, where, 0.0
    if left < 0 or left > hidden:
        return BAD_COUNT, np.int64(0), 0.0
    code, fewest, most = apply_mine_count(graph, layers, states, components, left, sea)
    if code != OK:
        return code, np.int64(0), 0.0
    for k in range(components):
        backward(graph, layers, states, k)
    tilt = usual_tilt(hidden, left)
    code, mine_in_sea, log_layouts = marginals_at_some_tilt(
        work, states, components, end, left, sea, tilt
    )
    if code != OK:
        return code, np.int64(0), 0.0
    for t in range(boxes):
        box = graph.order[t]
        sure = forced_value(work, t)
        if sure >= 0:
            mean[box] = sure
        else:
            # Rounding must not make certain what some layout contradicts.
            mean[box] = min(max(mean[box], NEARLY_ZERO), NEARLY_ONE)
    mine_in_sea = min(max(mine_in_sea, NEARLY_ZERO), NEARLY_ONE)
    if fewest == left:
        mine_in_sea = 0.0
    elif most == left - sea:
        mine_in_sea = 1.0
    write_probabilities(grid, graph, mean, frontier, mine_in_sea, out)
    return OK, np.int64(0), log_layouts


@kernel(_nrt=False)
def write_probabilities(grid, graph, mean, frontier, mine_in_sea, out):
    """Write the probability of every cell: as known, as its box, or as the sea."""
    width = grid.width
    for row in range(grid.height):
        at = (row + 1) * grid.stride + 1
        cell = grid.cell[at : at + width]
        into = out[row * width : (row + 1) * width]
        for column in range(width):
            value = cell[column]
            into[column] = mine_in_sea if value == HIDDEN else np.float64(value == MINE)
    for u in range(frontier):
        at = np.int64(graph.frontier[u])
        out[flat_index(grid, at)] = mean[graph.box_of[at]]


def grown(states, code, limit):
    """Enlarge the workspace where a code asks for it.

    Parameters
    ----------
    states : States
        The workspace that was used.
    code : int
        How that ended; MORE_STATES, MORE_COUNTS and MORE_TERMS ask for more room.
    limit : int
        States and moves that are allowed.

    Returns
    -------
    states : States
        The same, or a larger one, not initialised.
    again : bool
        Whether it is larger, so that the caller should try again.
    """
    room = states.key.size - 1
    words = states.reached.shape[1]
    if code == MORE_STATES and room < limit:
        return new_states(min(4 * room, limit), words), True
    if code == MORE_COUNTS and words < MOST_WORDS:
        return new_states(room, 2 * words), True
    if code == MORE_TERMS:
        return new_states(room, words, 4 * states.terms.size), True
    return states, False


def with_room(step, limit, count):
    """Do a number of things in order, and enlarge the states where one needs more.

    What needs more is begun again, and comes out the same: nothing depends on the room.

    Parameters
    ----------
    step : callable
        ``step(states, first)`` does the things from ``first`` on, until one needs more
        room.  Returns a code and the thing it is about; at the end OK and ``count``.
        What is written of a thing that needs more must be what to write at the limit.
    limit : int
        States and moves that are allowed.
    count : int
        How many there are.  Without any, ``step`` is called once all the same: that is
        how callers compile.
    """
    states = _first_states(min(limit, FIRST_ROOM))
    k = 0
    while True:
        code, k = step(states, k)
        if code != OK:
            states, again = grown(states, code, limit)
            if not again:
                k += 1
        if k >= count:
            return


@kernel(_nrt=False)
def count_some(work, states, cells, mines, out, log_layouts, report, first):
    """Find the probabilities of positions, as ``with_room`` describes it."""
    grid = work.grid
    for n in range(first, cells.shape[0]):
        load(grid, cells[n])
        queue_clues(grid)
        where = fire_singles(grid, work.log)
        code = np.int64(BAD_CLUE)
        if not where:
            code, where, log_layouts[n] = position_probabilities(
                work, states, np.int64(mines[n]), out[n]
            )
        report[n, 0] = code
        report[n, 1] = flat_index(grid, where) if where else np.int64(-1)
        if code >= MORE_STATES:
            report[n, 0] = TOO_MUCH
            return code, np.int64(n)
    return np.int64(OK), np.int64(cells.shape[0])


def probabilities(cells, width, height, mines, limit, out, log_layouts, report):
    """Find the probabilities of positions of one size.

    Parameters
    ----------
    cells : ndarray(int8, ndim=2)
        (positions, cells), row-major: 0-8, MINE, HIDDEN or SAFE_CELL.
    width, height : int
        Size of the board in cells.
    mines : ndarray(int32, ndim=1)
        (positions,).  Mines of each, the known ones included.
    limit : int
        States and moves a position may take.
    out : ndarray(float64, ndim=2)
        (positions, cells).  Written: the probability of a mine.
    log_layouts : ndarray(float64, ndim=1)
        (positions,).  Written: natural logarithm of the number of layouts.
    report : ndarray(int64, ndim=2)
        (positions, 2).  Written: a code (OK, BAD_CLUE, BAD_COUNT, TOO_WIDE, TOO_MUCH),
        and the row-major index of the clue it is about, or -1.
    """
    work = workspace_of_thread(width, height)

    def step(states, first):
        return count_some(work, states, cells, mines, out, log_layouts, report, first)

    with_room(step, limit, len(cells))
