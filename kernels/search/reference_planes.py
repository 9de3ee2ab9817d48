"""The reference search on planes, for boards that fit a register shape.

One attempt lays the mines and solves; while the board is not solved, a mine of the
frontier moves to a cell the solver cannot see, and solving goes on from where it
stopped (reference: Generate, and Why an incremental solve is exact).  An expert board
takes 38 solves on average, most of them in the attempts that fail: some 4 microseconds
on a core with AVX-512.

Nothing is counted in sweeps while the bound of ``closure`` is within the cap.  If it
is not, the board is solved anew on planes, which forgets what the swaps added to the
bound; and if it still is not, in order, by ``sweeps``, which settles it.
"""

from collections import namedtuple

import numpy as np

from nogues.kernels._jit import JIT_ENABLED, kernel
from nogues.kernels.bits import ZERO, popcount, spread_clues
from nogues.kernels.boards.clues import add_columns, add_three
from nogues.kernels.boards.metrics import fits, measure, new_metrics
from nogues.kernels.boards.placement import (
    Task,
    draw_choices,
    lay_mines,
    list_candidates,
)
from nogues.kernels.boards.planes import (
    Shape,
    deeper_than,
    dilate,
    from_above,
    from_below,
    from_left,
    from_right,
    load,
    neighbours,
    occupied,
    shape_bits,
    single,
    store,
    uniform_depth,
)
from nogues.kernels.boards.rows import (
    BOARD,
    MINED,
    MINES,
    OPENED,
    SAFE,
    block_at,
    new_field,
)
from nogues.kernels.boards.select import pick
from nogues.kernels.codes import MAX_REPAIRS
from nogues.kernels.rng import advance, mix
from nogues.kernels.rules.single_planes import close, open_start
from nogues.kernels.rules.single_rows import IN_ORDER, at_fixpoint, solve

# Smallest first.  A class costs its own compilation, so there are few.
SHAPES = (Shape(16, 16), Shape(32, 16), Shape(32, 32), Shape(64, 32))

# What a chunk of boards is worked out on; row k of words and of lanes is plane k.
Desk = namedtuple(
    "Desk",
    [
        "words",  # uint64 (planes, words)
        "lanes",  # the same memory, one board row an element
        "candidates",  # int16: bit positions outside the safe zone, row-major
        "order",  # the same, being shuffled
        "choices",  # int16, one a mine
        "before",  # workspace of pick
        "page",  # clues before they are cut to size
        "field",  # rows, for the solver in order
        "gauge",  # workspace of the measures
    ],
)
# BOARD and MINES stand where they stand in rows, and so do OPENED, SAFE and MINED
# when they come out of the solver in order.  The others share their places.
FRONTIER, HIDDEN = 2, 3  # while repairing
ONES, TWOS, FOURS, EIGHTS = 2, 3, 4, 5  # while writing clues
ZONE = 6
PLANES = 7
STRIDE = 2  # rows of one word


def shape_for(width: int, height: int) -> Shape | None:
    """Return the smallest shape a board fits, or None; None if the JIT is off."""
    for shape in SHAPES:
        if JIT_ENABLED and width <= shape.bits and height <= shape.lanes:
            return shape
    return None


def new_desk(shape: Shape, task: Task) -> Desk:
    """Lay out the workspace for a chunk of boards."""
    words = np.zeros((PLANES, shape.bits * shape.lanes // 64), np.uint64)
    lanes = words.view(shape.word)
    candidates = np.empty(task.width * task.height, np.int16)
    zone = (task.start_row, task.start_column, task.safe, 0, shape.bits)
    n = list_candidates(task.width, task.height, *zone, candidates)
    candidates = candidates[:n].copy()
    lanes[BOARD, : task.height] = (1 << task.width) - 1
    outside = np.zeros(shape.bits * shape.lanes, np.bool_)
    outside[candidates] = True
    outside_words = np.packbits(outside, bitorder="little").view(np.uint64)
    words[ZONE] = words[BOARD] & ~outside_words
    return Desk(
        words,
        lanes,
        candidates,
        candidates.copy(),
        np.empty(task.mine_count, np.int16),
        np.empty(words.shape[1], np.int64),
        np.empty(task.width * task.height + 64, np.int8),
        new_field(task.width, task.height, task.start_row, task.start_column),
        new_metrics(task.width * task.height),
    )


@kernel(inline="always")
def solve_in_order(shape, desk, task, mines):
    """Solve from scratch as the reference does, with its cap.

    Returns opened, safe, mined, a depth that bounds the sweeps made, and whether
    the cap cut the solve short.
    """
    field, lanes = desk.field, desk.lanes
    store(desk.words, MINES, mines)
    for row in range(task.height):
        field.planes[MINES, block_at(row, 0, STRIDE)] = lanes[MINES, row]
    passes = solve(field, task.max_passes, IN_ORDER)
    for row in range(task.height):
        block = block_at(row, 0, STRIDE)
        for k in (OPENED, SAFE, MINED):
            lanes[k, row] = field.planes[k, block]
    board = load(shape, desk.words, BOARD)
    return (
        board & load(shape, desk.words, OPENED),
        board & load(shape, desk.words, SAFE),
        board & load(shape, desk.words, MINED),
        uniform_depth(shape, min(passes, 255)),
        not at_fixpoint(field),
    )


@kernel(inline="always")
def place(desk, mine_count, counter):
    """Lay the mines of one attempt into plane MINES; returns the new counter."""
    order = desk.order
    for k in range(order.size):
        order[k] = desk.candidates[k]
    words = desk.words[MINES]
    for k in range(words.size):
        words[k] = ZERO
    counter = draw_choices(counter, mine_count, order.size, desk.choices)
    lay_mines(order, mine_count, desk.choices, words)
    return counter


@kernel(inline="always")
def repair(shape, desk, task, counter):
    """Solve the placement in plane MINES and swap mines until it is solved.

    Returns the swaps made, or -1 where the attempt fails, and the new counter.
    Leaves the final mines in plane MINES.
    """
    board = load(shape, desk.words, BOARD)
    zone = load(shape, desk.words, ZONE)
    mines = load(shape, desk.words, MINES)
    start = task.start_row * shape_bits(shape) + task.start_column
    limit = min(task.max_passes, 254)
    capped = False
    opened, safe, mined, depth = open_start(shape, start, mines, board)
    for repairs in range(MAX_REPAIRS + 1):
        if not capped:
            opened, safe, mined, depth = close(opened, safe, mined, depth)
            if deeper_than(depth, limit) and repairs > 0:
                opened, safe, mined, depth = open_start(shape, start, mines, board)
                opened, safe, mined, depth = close(opened, safe, mined, depth)
        if capped or deeper_than(depth, limit):
            opened, safe, mined, depth, capped = solve_in_order(
                shape, desk, task, mines
            )
        if not occupied(safe):
            store(desk.words, MINES, mines)
            return repairs, counter
        if repairs == MAX_REPAIRS:
            break
        near = dilate(opened)
        frontier = mined & near
        hidden = safe & ~zone
        if not occupied(frontier) or not occupied(hidden):
            break
        remote = hidden & ~near
        if occupied(remote):
            hidden = remote
        store(desk.words, FRONTIER, frontier)
        store(desk.words, HIDDEN, hidden)
        counter = advance(counter, 1)
        source = pick(shape, desk.words[FRONTIER], desk.before, mix(counter))
        counter = advance(counter, 1)
        target = pick(shape, desk.words[HIDDEN], desk.before, mix(counter))
        pair = single(shape, source) | single(shape, target)
        mines ^= pair
        mined ^= pair
        safe ^= pair
    return -1, counter


@kernel(_nrt=False)
def write_clues(shape, desk, width, height, clue):
    """Write the clues of plane MINES.

    Whole words are written; what runs over the end of a row is overwritten by the
    next, and by the copy at the end.
    """
    mines = load(shape, desk.words, MINES)
    above, below = from_above(mines), from_below(mines)
    low, high = add_three(above, mines, below)
    ones, twos, fours, eights = add_columns(
        from_left(low), from_left(high), from_right(low), from_right(high), above, below
    )
    store(desk.words, ONES, ones)
    store(desk.words, TWOS, twos)
    store(desk.words, FOURS, fours)
    store(desk.words, EIGHTS, eights)
    lanes = desk.lanes
    for row in range(height):
        spread_clues(
            desk.page,
            row * width,
            lanes[ONES, row],
            lanes[TWOS, row],
            lanes[FOURS, row],
            lanes[EIGHTS, row],
            lanes[MINES, row],
        )
    for cell in range(clue.size):
        clue[cell] = desk.page[cell]


@kernel(_nrt=False)
def count_opening(shape, desk, task):
    """Return how many cells the click on the start opens."""
    board = load(shape, desk.words, BOARD)
    mines = load(shape, desk.words, MINES)
    start = task.start_row * shape_bits(shape) + task.start_column
    opened = open_start(shape, start, mines, board)[0]
    store(desk.words, OPENED, opened)
    cells = np.int64(0)
    for word in desk.words[OPENED]:
        cells += popcount(word)
    return cells


@kernel(_nrt=False)
def accept(shape, desk, task, bounds, clue):
    """Whether the board in plane MINES is within the bounds; writes its clues."""
    write_clues(shape, desk, task.width, task.height, clue)
    start = task.start_row * task.width + task.start_column
    measure(desk.gauge, task.width, task.height, clue, start)
    return fits(bounds, desk.gauge.values)


@kernel(inline="always")
def search(shape, desk, task, bounds, seed, stop, clue):
    """Search one board within the bounds; leaves it in plane MINES.

    Returns attempts and repairs; attempts is 0 where none of them succeeds.
    """
    board = load(shape, desk.words, BOARD)
    enclosable = task.width * task.height > 1
    counter = np.uint32(seed)
    for attempt in range(1, task.max_attempts + 1):
        if stop[0]:
            break
        counter = place(desk, task.mine_count, counter)
        safe = board & ~load(shape, desk.words, MINES)
        if enclosable and occupied(safe & ~neighbours(safe)):
            continue
        repairs, counter = repair(shape, desk, task, counter)
        if repairs < 0:
            continue
        if bounds.shape[0] > 0 and not accept(shape, desk, task, bounds, clue):
            continue
        return attempt, repairs
    return 0, 0


@kernel(_nrt=False)
def generate(
    shape,
    desk,
    task,
    wish,
    bounds,
    seeds,
    stop,
    clue,
    attempts,
    repairs,
    opening,
    needs,
):
    """Search a chunk of boards, one for each seed.

    A board that is not within the bounds is passed over: the next attempt goes on
    with the next draws.

    Parameters
    ----------
    wish : Wish
        Not looked at; all searches are called alike.
    bounds : ndarray(int64, ndim=2)
        Low and high of each measure of ``codes.METRICS``, or no rows.
    seeds : ndarray(uint32, ndim=1)
        One seed a board.
    stop : ndarray(bool, ndim=1)
        Once stop[0] is set from outside, what is left counts as failed.
    clue : ndarray(int8, ndim=2)
        (boards, cells).  Written, but for the boards that fail.
    attempts, repairs, opening : ndarray(int32, ndim=1)
        Written; attempts is 0 for a board that fails.
    needs : ndarray(int8, ndim=1)
        Written: 0, the elementary rules, or -1 for a board that fails.
    """
    for k in range(seeds.size):
        attempts[k], repairs[k] = search(
            shape, desk, task, bounds, seeds[k], stop, clue[k]
        )
        needs[k] = -1
        if attempts[k]:
            needs[k] = 0
            write_clues(shape, desk, task.width, task.height, clue[k])
            opening[k] = count_opening(shape, desk, task)
