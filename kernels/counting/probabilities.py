"""Exact probabilities and certain cells of positions, one or many.

The elementary rules first (``single``), then clues and boxes (``web``), an order
(``order``), states forward (``layers``), counts the total allows (``share``), back
for what is certain, and values (``values``).  A cell is certain only if the bits say
so; the probabilities of all others are kept off 0 and 1.

An expert position takes some 10 to 20 us; the workspace grows where a position needs
more states, up to a limit.
"""

from collections import namedtuple

import numpy as np

from nogues.kernels._jit import kernel, layout
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
from nogues.kernels.codes import (
    BAD_CLUE,
    BAD_COUNT,
    HIDDEN,
    MINE,
    OK,
    TOO_MUCH,
)
from nogues.kernels.counting.constraints import new_web, weave
from nogues.kernels.counting.elimination_order import plan
from nogues.kernels.counting.frontier import (
    MORE_COUNTS,
    MORE_STATES,
    backward,
    forward,
    lay_fields,
    new_layers,
    new_states,
)
from nogues.kernels.counting.marginals import weigh
from nogues.kernels.counting.mine_count import share
from nogues.kernels.rules.single_position import settle
from nogues.kernels.rules.trace import Log

FIRST_ROOM = 4096  # states and moves; most positions need some hundred
MOST_WORDS = 256  # of 64 mine counts
LARGE = 900  # hidden cells beyond which mines are tilted
NEARLY_ONE = 1.0 - 2.0**-53
NEARLY_ZERO = 5e-324

Desk = namedtuple("Desk", ["grid", "web", "layers", "mean", "log"])


@layout
def new_desk(width, height):
    """Lay out the workspace for positions of a size, but for its states."""
    cells = width * height
    grid = new_grid(width, height)
    log = Log(
        np.zeros(5, np.int64),
        np.zeros((0, 4), np.int64),
        np.zeros(0, np.int32),
        np.zeros(0, np.int32),
    )
    return Desk(
        grid,
        new_web(cells, grid.cell.size),
        new_layers(cells),
        np.empty(cells, np.float64),
        log,
    )


@kernel(_nrt=False)
def find_states(desk, states, active):
    """Weave the listed clues of the grid, order them and find their states.

    Returns a code, the cell it is about, components, boxes, frontier cells, cells of
    the sea and states.
    """
    web, layers = desk.web, desk.layers
    clues, boxes, frontier, sea, wrong = weave(desk.grid, web, active)
    zero = np.int64(0)
    if wrong:
        return BAD_CLUE, wrong, zero, boxes, frontier, sea, zero
    components = plan(web, clues, boxes)
    end = zero
    moves = zero
    for k in range(components):
        code, clue = lay_fields(web, layers, k)
        if code != OK:
            where = np.int64(web.place[clue])
            return code, where, components, boxes, frontier, sea, end
        code, end, moves, t = forward(web, layers, states, k, end, moves)
        if code != OK:
            last = web.box_clues[web.order[min(t, web.starts[k + 1] - 1)], 0]
            where = np.int64(web.place[last])
            return code, where, components, boxes, frontier, sea, end
    return OK, zero, components, boxes, frontier, sea, end


@kernel(_nrt=False, forceinline=True)
def certain_value(desk, t):
    """Return 0 or 1 where the box at place t of the order is safe or mined, else -1."""
    values = desk.layers.values[t]
    if values == ONE:
        return np.int64(0)
    if values == ONE << np.uint64(desk.web.size[desk.web.order[t]]):
        return np.int64(1)
    return np.int64(-1)


@kernel(_nrt=False)
def usual_tilt(hidden, left):
    """Return the weight of a mine: on large boards a power of two near the odds."""
    tilt = 1.0
    if hidden > LARGE and 0 < left < hidden:
        odds = left / (hidden - left)
        while tilt > 1.42 * odds:
            tilt *= 0.5
        while tilt < 0.71 * odds:
            tilt *= 2.0
    return tilt


@kernel()
def weigh_some_tilt(desk, states, components, end, left, sea, tilt):
    """Weigh with a tilt; where that underflows, with tilts further and further off."""
    away = 1.0
    for attempt in range(120):
        mine_in_sea, log_layouts = weigh(
            desk.web, desk.layers, states, components, end, left, sea, tilt, desk.mean
        )
        if mine_in_sea >= 0.0:
            break
        away *= 2.0
        tilt = tilt * away if attempt & 1 else tilt / away
    return mine_in_sea, log_layouts


@kernel()
def study(desk, states, mines, out):
    """Find the probabilities of the position in the grid, whose clues are settled.

    Writes ``out`` for each cell.  Returns a code, the framed cell it is about, and the
    natural logarithm of the number of layouts.
    """
    grid, web, layers, mean = desk.grid, desk.web, desk.layers, desk.mean
    hidden = grid.tally[HIDDEN_CELLS]
    left = mines - grid.tally[KNOWN_MINES]
    code, where, components, boxes, frontier, sea, end = find_states(
        desk, states, list_active(grid)
    )
    if code != OK:
        return code, where, 0.0
    if left < 0 or left > hidden:
        return BAD_COUNT, np.int64(0), 0.0
    code, fewest, most = share(web, layers, states, components, left, sea)
    if code != OK:
        return code, np.int64(0), 0.0
    for k in range(components):
        backward(web, layers, states, k)
    tilt = usual_tilt(hidden, left)
    mine_in_sea, log_layouts = weigh_some_tilt(
        desk, states, components, end, left, sea, tilt
    )
    if mine_in_sea < 0.0:
        return TOO_MUCH, np.int64(0), 0.0
    for t in range(boxes):
        box = web.order[t]
        sure = certain_value(desk, t)
        if sure >= 0:
            mean[box] = sure
        else:
            mean[box] = min(max(mean[box], NEARLY_ZERO), NEARLY_ONE)
    mine_in_sea = min(max(mine_in_sea, NEARLY_ZERO), NEARLY_ONE)
    if fewest == left:
        mine_in_sea = 0.0
    elif most == left - sea:
        mine_in_sea = 1.0
    write_probabilities(grid, web, mean, frontier, mine_in_sea, out)
    return OK, np.int64(0), log_layouts


@kernel(_nrt=False)
def write_probabilities(grid, web, mean, frontier, mine_in_sea, out):
    """Write the probability of every cell: by what it is, or by its box."""
    width = grid.width
    for row in range(grid.height):
        at = (row + 1) * grid.stride + 1
        cell = grid.cell[at : at + width]
        into = out[row * width : (row + 1) * width]
        for column in range(width):
            value = cell[column]
            into[column] = mine_in_sea if value == HIDDEN else np.float64(value == MINE)
    for u in range(frontier):
        at = np.int64(web.frontier[u])
        out[flat_index(grid, at)] = mean[web.box_of[at]]


@layout
def grown(states, code, limit):
    """Return a larger workspace where a code asks for one, and whether it may."""
    room = states.key.size - 1
    words = states.reached.shape[1]
    if code == MORE_STATES and room < limit:
        return new_states(min(4 * room, limit), words), True
    if code == MORE_COUNTS and words < MOST_WORDS:
        return new_states(room, 2 * words), True
    return states, False


@kernel()
def probabilities(cells, width, height, mines, limit, out, log_layouts, report):
    """Find the probabilities of positions of one size.

    Parameters
    ----------
    cells : ndarray(int8, ndim=2)
        (positions, cells): 0-8, MINE, HIDDEN or SAFE_CELL.
    mines : ndarray(int32, ndim=1)
        Mines of each, the known ones included.
    limit : int
        States and moves a position may take.
    out : ndarray(float64, ndim=2)
        (positions, cells).  Written: the probability of a mine.
    log_layouts : ndarray(float64, ndim=1)
        Written: natural logarithm of the number of layouts.
    report : ndarray(int64, ndim=2)
        (positions, 2).  Written: a code, and the cell it is about.
    """
    desk = new_desk(width, height)
    grid = desk.grid
    states = new_states(min(limit, np.int64(FIRST_ROOM)), np.int64(1))
    for n in range(cells.shape[0]):
        load(grid, cells[n])
        queue_clues(grid)
        where = settle(grid, desk.log)
        code = np.int64(BAD_CLUE) if where else np.int64(OK)
        while not where:
            code, where, log_layouts[n] = study(desk, states, mines[n], out[n])
            states, again = grown(states, code, limit)
            if not again:
                break
            where = np.int64(0)
        if code == MORE_STATES or code == MORE_COUNTS:
            code = np.int64(TOO_MUCH)
        report[n, 0] = code
        report[n, 1] = flat_index(grid, where) if where else np.int64(-1)
