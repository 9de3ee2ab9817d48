"""The reference search on planes, for boards that fit a register shape.

One attempt lays the mines and solves; while the board is not solved, a mine of the
frontier moves to a cell the solver cannot see, and solving goes on from where it
stopped (reference: Generate, and Why an incremental solve is exact).  An expert board
takes 38 solves on average, most of them in the attempts that fail: some 4 microseconds
on a core with AVX-512.

Nothing is counted in sweeps while the bound of ``single_planes`` is within the cap.  If
it is not, the board is solved anew on planes, which forgets what the swaps added to the
bound; and if it still is not, in order, by ``single_rows``, which settles it.
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
    MINED,
    MINES,
    OPENED,
    SAFE,
    block_at,
    new_field,
)
from nogues.kernels.boards.select import pick
from nogues.kernels.bundle import bundle
from nogues.kernels.codes import ELEMENTARY, MAX_REPAIRS
from nogues.kernels.rng import advance, mix
from nogues.kernels.rules.single_planes import close, open_start
from nogues.kernels.rules.single_rows import IN_ORDER, at_fixpoint, solve
from nogues.kernels.search.results import why_none, write_failed, write_found

# Smallest first.  A class costs its own compilation, so there are few.
SHAPES = (Shape(16, 16), Shape(32, 16), Shape(32, 32), Shape(64, 32))

# Workspace of a chunk of boards; row k of words and of lanes is plane k.
Workspace = bundle(
    "Workspace",
    [
        "words",  # uint64 (planes, words)
        "lanes",  # the same memory, one element per row of the board
        "candidates",  # int16: bit positions outside the safe zone, row-major
        "order",  # the same, being shuffled
        "choices",  # int16, one per mine
        "before",  # workspace of pick
        "page",  # clues before they are cut to size
        "field",  # rows, for the solver in order
        "gauge",  # workspace of the measures
    ],
)
Planes = namedtuple(
    "Planes",
    [
        "BOARD",  # the cells there are
        "MINES",
        "OPENED",  # these three as they come out of the solver in order
        "SAFE",  # unknown, and safe
        "MINED",  # unknown, and a mine
        "ZONE",  # the safe zone
        "FRONTIER",  # mines that a swap may take
        "TARGETS",  # cells that a swap may put them
        "ONES",  # the four bits of the clues
        "TWOS",
        "FOURS",
        "EIGHTS",
    ],
)
# Which row of the workspace is which plane.  Typed: a plain int would make Numba
# compile its callee once for each plane.
PLANE = Planes(*map(np.int64, range(len(Planes._fields))))
STRIDE = 2  # of a field whose rows are one word


def shape_for(width: int, height: int) -> Shape | None:
    """Return the smallest shape a board fits.

    Parameters
    ----------
    width, height : int
        Size of the board in cells.

    Returns
    -------
    Shape or None
        None if it fits no shape, or if the JIT is off.
    """
    for shape in SHAPES:
        if JIT_ENABLED and width <= shape.bits and height <= shape.lanes:
            return shape
    return None


def new_workspace(shape: Shape, task: Task) -> Workspace:
    """Lay out the workspace for a chunk of boards.

    Parameters
    ----------
    shape : Shape
        A shape that the boards fit.
    task : Task
        Size, start, safe zone and mines of the boards.

    Returns
    -------
    Workspace
        With the candidates listed, and planes BOARD and ZONE filled.
    """
    words = np.zeros((len(PLANE), shape.bits * shape.lanes // 64), np.uint64)
    lanes = words.view(shape.word)
    candidates = np.empty(task.width * task.height, np.int16)
    zone = (task.start_row, task.start_column, task.safe, 0, shape.bits)
    n = list_candidates(task.width, task.height, *zone, candidates)
    candidates = candidates[:n].copy()
    lanes[PLANE.BOARD, : task.height] = (1 << task.width) - 1
    outside = np.zeros(shape.bits * shape.lanes, np.bool_)
    outside[candidates] = True
    outside_words = np.packbits(outside, bitorder="little").view(np.uint64)
    words[PLANE.ZONE] = words[PLANE.BOARD] & ~outside_words
    return Workspace(
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


@kernel(_nrt=False, forceinline=True)
def solve_in_order(shape, work, task, mines):
    """Solve from scratch as the reference does, with its cap.

    Returns opened, safe, mined, a depth that bounds the sweeps made, and whether
    the cap cut the solve short.
    """
    field, lanes = work.field, work.lanes
    store(work.words, PLANE.MINES, mines)
    for row in range(task.height):
        field.planes[MINES, block_at(row, 0, STRIDE)] = lanes[PLANE.MINES, row]
    passes = solve(field, task.max_passes, IN_ORDER)
    for row in range(task.height):
        block = block_at(row, 0, STRIDE)
        lanes[PLANE.OPENED, row] = field.planes[OPENED, block]
        lanes[PLANE.SAFE, row] = field.planes[SAFE, block]
        lanes[PLANE.MINED, row] = field.planes[MINED, block]
    board = load(shape, work.words, PLANE.BOARD)
    return (
        board & load(shape, work.words, PLANE.OPENED),
        board & load(shape, work.words, PLANE.SAFE),
        board & load(shape, work.words, PLANE.MINED),
        uniform_depth(shape, min(passes, 255)),
        not at_fixpoint(field),
    )


@kernel(_nrt=False, forceinline=True)
def place(work, mine_count, counter):
    """Lay the mines of one attempt into plane MINES.

    Parameters
    ----------
    work : Workspace
        Plane MINES and ``order`` are written; ``choices`` are the draws made.
    mine_count : int
        Mines to lay.
    counter : uint32
        State of the random numbers.

    Returns
    -------
    uint32
        The new counter.
    """
    order = work.order
    for k in range(order.size):
        order[k] = work.candidates[k]
    words = work.words[PLANE.MINES]
    for k in range(words.size):
        words[k] = ZERO
    counter = draw_choices(counter, mine_count, order.size, work.choices)
    lay_mines(order, mine_count, work.choices, words)
    return counter


@kernel(_nrt=False, forceinline=True)
def repair(shape, work, task, counter):
    """Solve the placement in plane MINES and swap mines until it is solved.

    Returns the swaps made, or -1 where the attempt fails, and the new counter.
    Leaves the final mines in plane MINES.
    """
    board = load(shape, work.words, PLANE.BOARD)
    zone = load(shape, work.words, PLANE.ZONE)
    mines = load(shape, work.words, PLANE.MINES)
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
                shape, work, task, mines
            )
        if not occupied(safe):
            store(work.words, PLANE.MINES, mines)
            return repairs, counter
        if repairs == MAX_REPAIRS:
            break
        near = dilate(opened)
        frontier = mined & near
        targets = safe & ~zone
        if not occupied(frontier) or not occupied(targets):
            break
        remote = targets & ~near
        if occupied(remote):
            targets = remote
        store(work.words, PLANE.FRONTIER, frontier)
        store(work.words, PLANE.TARGETS, targets)
        counter = advance(counter, 1)
        source = pick(shape, work.words[PLANE.FRONTIER], work.before, mix(counter))
        counter = advance(counter, 1)
        target = pick(shape, work.words[PLANE.TARGETS], work.before, mix(counter))
        pair = single(shape, source) | single(shape, target)
        mines ^= pair
        mined ^= pair
        safe ^= pair
    return -1, counter


@kernel(_nrt=False)
def write_clues(shape, work, width, height, clue):
    """Write the clues of the board in plane MINES.

    Whole words are written; what runs over the end of a row is overwritten by the
    next, and by the copy at the end.

    Parameters
    ----------
    shape : Shape
        Register shape of the planes.
    work : Workspace
        Planes ONES to EIGHTS and ``page`` are overwritten.
    width, height : int
        Size of the board in cells.
    clue : ndarray(int8, ndim=1)
        (cells,).  Written: 0 to 8, or MINE.
    """
    mines = load(shape, work.words, PLANE.MINES)
    above, below = from_above(mines), from_below(mines)
    low, high = add_three(above, mines, below)
    ones, twos, fours, eights = add_columns(
        from_left(low), from_left(high), from_right(low), from_right(high), above, below
    )
    store(work.words, PLANE.ONES, ones)
    store(work.words, PLANE.TWOS, twos)
    store(work.words, PLANE.FOURS, fours)
    store(work.words, PLANE.EIGHTS, eights)
    lanes = work.lanes
    for row in range(height):
        spread_clues(
            work.page,
            row * width,
            lanes[PLANE.ONES, row],
            lanes[PLANE.TWOS, row],
            lanes[PLANE.FOURS, row],
            lanes[PLANE.EIGHTS, row],
            lanes[PLANE.MINES, row],
        )
    for cell in range(clue.size):
        clue[cell] = work.page[cell]


@kernel(_nrt=False)
def count_opening(shape, work, task):
    """Return how many cells the click on the start of the board in plane MINES opens.

    Parameters
    ----------
    shape : Shape
        Register shape of the planes.
    work : Workspace
        Plane OPENED is overwritten: it holds these cells afterwards.
    task : Task
        The start, which is no mine.

    Returns
    -------
    int64
        Number of cells.
    """
    board = load(shape, work.words, PLANE.BOARD)
    mines = load(shape, work.words, PLANE.MINES)
    start = task.start_row * shape_bits(shape) + task.start_column
    opened = open_start(shape, start, mines, board)[0]
    store(work.words, PLANE.OPENED, opened)
    cells = np.int64(0)
    for word in work.words[PLANE.OPENED]:
        cells += popcount(word)
    return cells


@kernel(_nrt=False)
def accept(shape, work, task, bounds, clue):
    """Whether the board in plane MINES is within the bounds.

    Parameters
    ----------
    shape : Shape
        Register shape of the planes.
    work : Workspace
        Overwritten as by ``write_clues``, and ``gauge``.
    task : Task
        Size and start.
    bounds : ndarray(int64, ndim=2)
        (metrics, 2), low and high of each measure of ``codes.METRICS``.
    clue : ndarray(int8, ndim=1)
        (cells,).  The board's clues are written.

    Returns
    -------
    bool
        Whether every measure is within its bounds.
    """
    write_clues(shape, work, task.width, task.height, clue)
    start = task.start_row * task.width + task.start_column
    measure(work.gauge, task.width, task.height, clue, start)
    return fits(bounds, work.gauge.values)


@kernel(_nrt=False, forceinline=True)
def search(shape, work, task, bounds, seed, stop, out, k):
    """Search one board within the bounds, and write row k of ``out``."""
    board = load(shape, work.words, PLANE.BOARD)
    enclosable = task.width * task.height > 1
    counter = np.uint32(seed)
    tried = np.int64(0)
    for attempt in range(1, task.max_attempts + 1):
        if stop[0]:
            break
        tried = np.int64(attempt)
        counter = place(work, task.mine_count, counter)
        safe = board & ~load(shape, work.words, PLANE.MINES)
        if enclosable and occupied(safe & ~neighbours(safe)):
            continue
        repairs, counter = repair(shape, work, task, counter)
        if repairs < 0:
            continue
        clue = out.clue[k]
        if bounds.shape[0] > 0 and not accept(shape, work, task, bounds, clue):
            continue
        write_clues(shape, work, task.width, task.height, clue)
        opening = count_opening(shape, work, task)
        write_found(out, k, tried, repairs, opening, ELEMENTARY)
        return
    write_failed(out, k, why_none(stop), tried)


@kernel(_nrt=False)
def generate(shape, work, task, goal, bounds, seeds, stop, out):
    """Search a chunk of boards, one for each seed.

    A board that is not within the bounds is passed over: the next attempt goes on
    with the next draws.

    Parameters
    ----------
    shape : Shape
        Register shape of the planes.
    work : Workspace
        Workspace, see ``new_workspace``.
    task : Task
        What is searched.
    goal : Goal
        Not looked at; all searches are called alike.
    bounds : ndarray(int64, ndim=2)
        (metrics, 2), low and high of each measure of ``codes.METRICS``; no rows without
        bounds.
    seeds : ndarray(uint32, ndim=1)
        One seed per board.
    stop : ndarray(bool, ndim=1)
        Once stop[0] is set from outside, the seeds left are STOPPED.
    out : Out
        One row per seed.  Written.
    """
    for k in range(seeds.size):
        search(shape, work, task, bounds, seeds[k], stop, out, k)
