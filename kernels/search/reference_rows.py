"""The reference search on rows: boards of any size, in one go or step by step.

The same search as ``repair``, for boards that fit no register shape.  Whatever
happens costs in proportion to what changed: after a swap only the blocks around the
two cells are looked at again.  The sweeps are bounded by a plain sum, those so far
and those of each continuation (reference: Why an incremental solve is exact); where
it passes the cap, the board is solved anew, out of order and then in order.

The steps (``begin``, ``settle``, ``offer``, ``swap``) also serve searches that are
driven from Python: with a generator of the caller's, or against the clock.
"""

from collections import namedtuple

import numpy as np

from nogues.kernels._jit import kernel
from nogues.kernels.bits import ZERO
from nogues.kernels.boards.clues import write_clues
from nogues.kernels.boards.metrics import fits, measure, new_metrics
from nogues.kernels.boards.placement import (
    Task,
    draw_choices,
    lay_mines,
    list_candidates,
)
from nogues.kernels.boards.rows import (
    BOARD,
    MINED,
    MINES,
    OPENED,
    SAFE,
    around,
    count,
    exchange,
    has_hole,
    new_field,
)
from nogues.kernels.boards.select import find_nth
from nogues.kernels.codes import MAX_REPAIRS
from nogues.kernels.rng import advance, below, mix
from nogues.kernels.rules.single_rows import (
    ANY_ORDER,
    IN_ORDER,
    at_fixpoint,
    forget,
    open_start,
    solve,
    sweep,
    unsolved,
)

ENDLESS = np.int64(1) << np.int64(62)

Desk = namedtuple(
    "Desk",
    [
        "field",
        "offers",  # uint64 (3, blocks), one plane a row, as follows
        "candidates",  # int32: bit positions outside the zone, row-major
        "order",  # the same, being shuffled
        "choices",  # int32, one a mine
        "page",  # clues before they are cut to size
        "gauge",  # workspace of the measures
    ],
)
ZONE = 0  # the safe zone
FRONTIER = 1  # mines a swap may take
HIDDEN = 2  # cells a swap may put them


def new_desk(task: Task) -> Desk:
    """Lay out the workspace for a chunk of boards."""
    field = new_field(task.width, task.height, task.start_row, task.start_column)
    candidates = np.empty(task.width * task.height, np.int32)
    start = (task.start_row, task.start_column)
    place = (64 * field.first, 64 * field.stride)
    n = list_candidates(task.width, task.height, *start, task.safe, *place, candidates)
    candidates = candidates[:n].copy()
    board = field.planes[BOARD]
    outside = np.zeros(64 * board.size, np.bool_)
    outside[candidates] = True
    outside_blocks = np.packbits(outside, bitorder="little").view(np.uint64)
    offers = np.zeros((3, board.size), np.uint64)
    offers[ZONE] = board & ~outside_blocks
    return Desk(
        field,
        offers,
        candidates,
        candidates.copy(),
        np.empty(task.mine_count, np.int32),
        np.empty(task.width * task.height + 64, np.int8),
        new_metrics(task.width * task.height),
    )


@kernel(_nrt=False)
def begin(desk):
    """Lay the mines by ``choices`` and open the start.

    Returns the cells that opens, 0 where there is an enclosed hole.
    """
    field, order = desk.field, desk.order
    planes = field.planes
    for k in range(order.size):
        order[k] = desk.candidates[k]
    for block in range(field.first, field.last + 1):
        planes[MINES, block] = ZERO
    lay_mines(order, desk.choices.size, desk.choices, planes[MINES])
    forget(field)
    if has_hole(field):
        return np.int64(0)
    open_start(field)
    return count(planes[OPENED], field.first, field.last)


@kernel(_nrt=False)
def settle(field, spent, capped, fresh, cap):
    """Solve on from where the last swap, or the opening, left the field.

    Parameters
    ----------
    spent : int
        Sweeps so far, at most.
    capped : bool
        Whether the cap cut the last solve short.
    fresh : bool
        Whether only the opening went before.

    Returns
    -------
    tuple of int and bool
        The new spent and capped.
    """
    if not capped:
        spent += sweep(field, ENDLESS, ANY_ORDER)
        if spent <= cap:
            return spent, False
        if not fresh:
            spent = solve(field, ENDLESS, ANY_ORDER)
            if spent <= cap:
                return spent, False
    spent = solve(field, cap, IN_ORDER)
    return spent, not at_fixpoint(field)


@kernel(_nrt=False)
def offer(desk):
    """Find what a swap may move and where; returns how many there are of each."""
    field, offers = desk.field, desk.offers
    planes, first, last = field.planes, field.first, field.last
    hidden = False
    for block in range(first, last + 1):
        near = around(planes, OPENED, block, field.stride)
        unseen = planes[SAFE, block] & ~offers[ZONE, block]
        offers[FRONTIER, block] = planes[MINED, block] & near
        offers[HIDDEN, block] = unseen & ~near
        hidden |= unseen != ZERO
    remote = count(offers[HIDDEN], first, last)
    if remote == 0 and hidden:
        for block in range(first, last + 1):
            offers[HIDDEN, block] = planes[SAFE, block] & ~offers[ZONE, block]
        remote = count(offers[HIDDEN], first, last)
    return count(offers[FRONTIER], first, last), remote


@kernel(_nrt=False)
def swap(desk, source, target):
    """Move the source-th mine on offer to the target-th cell on offer."""
    field, offers = desk.field, desk.offers
    mine, mine_bit = find_nth(offers[FRONTIER], field.first, field.last, source)
    safe, safe_bit = find_nth(offers[HIDDEN], field.first, field.last, target)
    exchange(field, mine, mine_bit, safe, safe_bit)


@kernel(inline="always")
def repair(desk, counter, cap):
    """Solve the placement that ``begin`` laid, and swap until it is solved.

    Returns the swaps made, or -1 where the attempt fails, and the new counter.
    """
    field = desk.field
    spent, capped = np.int64(0), np.bool_(False)
    for repairs in range(MAX_REPAIRS + 1):
        spent, capped = settle(field, spent, capped, repairs == 0, cap)
        if not unsolved(field):
            return repairs, counter
        if repairs == MAX_REPAIRS:
            break
        frontier, hidden = offer(desk)
        if frontier == 0 or hidden == 0:
            break
        source = below(mix(advance(counter, 1)), frontier)
        target = below(mix(advance(counter, 2)), hidden)
        counter = advance(counter, 2)
        swap(desk, source, target)
    return -1, counter


@kernel(_nrt=False)
def count_opening(field):
    """Return the cells that the click on the start opens; forgets what was solved."""
    forget(field)
    open_start(field)
    return count(field.planes[OPENED], field.first, field.last)


@kernel(_nrt=False)
def accept(desk, width, height, start, bounds, clue):
    """Whether the board in plane MINES is within the bounds; writes its clues."""
    write_clues(desk.field, width, height, desk.page, clue)
    measure(desk.gauge, width, height, clue, start)
    return fits(bounds, desk.gauge.values)


@kernel(inline="always")
def search(desk, task, bounds, seed, stop, clue):
    """Search one board within the bounds.

    Returns attempts (0: none succeeds), repairs and opening.
    """
    start = task.start_row * task.width + task.start_column
    counter = np.uint32(seed)
    for attempt in range(1, task.max_attempts + 1):
        if stop[0]:
            break
        counter = draw_choices(
            counter, task.mine_count, desk.candidates.size, desk.choices
        )
        opening = begin(desk)
        if opening:
            repairs, counter = repair(desk, counter, task.max_passes)
            if repairs > 0:  # a mine moved away may have made the opening larger
                opening = count_opening(desk.field)
            if repairs >= 0 and (
                bounds.shape[0] == 0
                or accept(desk, task.width, task.height, start, bounds, clue)
            ):
                return attempt, repairs, opening
    return 0, 0, 0


@kernel(_nrt=False)
def generate(
    desk, task, wish, bounds, seeds, stop, clue, attempts, repairs, opening, needs
):
    """Search a chunk of boards, one for each seed; arguments as ``repair.generate``."""
    for k in range(seeds.size):
        attempts[k], repairs[k], opening[k] = search(
            desk, task, bounds, seeds[k], stop, clue[k]
        )
        needs[k] = -1
        if attempts[k]:
            needs[k] = 0
            write_clues(desk.field, task.width, task.height, desk.page, clue[k])
