"""The reference search on rows: boards of any size, in one go or step by step.

The same search as ``reference_planes``, for boards that fit no register shape.  The
cost is in proportion to what changed: after a swap only the blocks around the two cells
are looked at again.  The sweeps are bounded by a plain sum, those so far and those of
each continuation (reference: Why an incremental solve is exact); where it passes the
cap, the board is solved anew, out of order and then in order.

The steps (``begin``, ``settle``, ``offer``, ``swap``) also serve searches that are
driven from Python: with a generator of the caller's, or against the clock.
"""

from collections import namedtuple
from typing import Any

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
from nogues.kernels.bundle import bundle
from nogues.kernels.codes import ELEMENTARY, MAX_REPAIRS
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
from nogues.kernels.search.results import why_none, write_failed, write_found

ENDLESS = np.int64(1) << np.int64(62)

Workspace: Any = bundle(
    "Workspace",
    [
        "field",  # the board, and what the solver knows of it
        "offers",  # uint64 (offers, blocks), one plane per row
        "candidates",  # int32: bit positions outside the zone, row-major
        "order",  # the same, being shuffled
        "choices",  # int32, one per mine
        "page",  # clues before they are cut to size
        "gauge",  # workspace of the measures
    ],
)
Offers = namedtuple(
    "Offers",
    [
        "ZONE",  # the safe zone
        "FRONTIER",  # mines that a swap may take
        "TARGETS",  # cells that a swap may put them
    ],
)
OFFER = Offers(*map(np.int64, range(len(Offers._fields))))


def new_workspace(task: Task) -> Workspace:
    """Lay out the workspace for a chunk of boards.

    Parameters
    ----------
    task : Task
        Size, start, safe zone and mines of the boards.

    Returns
    -------
    Workspace
        With the candidates listed, and plane ZONE of ``offers`` filled.
    """
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
    offers = np.zeros((len(OFFER), board.size), np.uint64)
    offers[OFFER.ZONE] = board & ~outside_blocks
    return Workspace(
        field,
        offers,
        candidates,
        candidates.copy(),
        np.empty(task.mine_count, np.int32),
        np.empty(task.width * task.height + 64, np.int8),
        new_metrics(task.width * task.height),
    )


@kernel(_nrt=False)
def begin(work):
    """Lay the mines by ``choices`` and open the start.

    Parameters
    ----------
    work : Workspace
        ``choices`` says which candidate each mine swaps with.  ``field`` and ``order``
        are written.

    Returns
    -------
    int
        Cells opened; 0 where the layout has an enclosed hole.
    """
    field, order = work.field, work.order
    planes = field.planes
    for k in range(order.size):
        order[k] = work.candidates[k]
    for block in range(field.first, field.last + 1):
        planes[MINES, block] = ZERO
    lay_mines(order, work.choices.size, work.choices, planes[MINES])
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
    field : Field
        Changed as far as the deductions go.
    spent : int
        Sweeps so far, at most.
    capped : bool
        Whether the cap cut the last solve short.
    fresh : bool
        Whether only the opening went before.
    cap : int
        Sweeps that one solve may take.

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
def offer(work):
    """Find what a swap may move and where.

    Parameters
    ----------
    work : Workspace
        Planes FRONTIER and TARGETS of ``offers`` are written.

    Returns
    -------
    tuple of int
        Mines in FRONTIER, cells in TARGETS.
    """
    field, offers = work.field, work.offers
    planes, first, last = field.planes, field.first, field.last
    any_unseen = False
    for block in range(first, last + 1):
        near = around(planes, OPENED, block, field.stride)
        unseen = planes[SAFE, block] & ~offers[OFFER.ZONE, block]
        offers[OFFER.FRONTIER, block] = planes[MINED, block] & near
        offers[OFFER.TARGETS, block] = unseen & ~near
        any_unseen |= unseen != ZERO
    remote = count(offers[OFFER.TARGETS], first, last)
    if remote == 0 and any_unseen:
        for block in range(first, last + 1):
            offers[OFFER.TARGETS, block] = (
                planes[SAFE, block] & ~offers[OFFER.ZONE, block]
            )
        remote = count(offers[OFFER.TARGETS], first, last)
    return count(offers[OFFER.FRONTIER], first, last), remote


@kernel(_nrt=False)
def swap(work, source, target):
    """Move a mine that ``offer`` found to a cell that it found.

    Parameters
    ----------
    work : Workspace
        Its field is changed.
    source, target : int
        Which mine of FRONTIER, and which cell of TARGETS, row-major from 0.
    """
    field, offers = work.field, work.offers
    mine, mine_bit = find_nth(offers[OFFER.FRONTIER], field.first, field.last, source)
    safe, safe_bit = find_nth(offers[OFFER.TARGETS], field.first, field.last, target)
    exchange(field, mine, mine_bit, safe, safe_bit)


@kernel(_nrt=False)
def repair(work, counter, cap):
    """Solve the placement that ``begin`` laid, and swap until it is solved.

    Returns the swaps made, or -1 where the attempt fails, and the new counter.
    """
    field = work.field
    spent, capped = np.int64(0), np.bool_(False)
    for repairs in range(MAX_REPAIRS + 1):
        spent, capped = settle(field, spent, capped, repairs == 0, cap)
        if not unsolved(field):
            return repairs, counter
        if repairs == MAX_REPAIRS:
            break
        frontier, targets = offer(work)
        if frontier == 0 or targets == 0:
            break
        source = below(mix(advance(counter, 1)), frontier)
        target = below(mix(advance(counter, 2)), targets)
        counter = advance(counter, 2)
        swap(work, source, target)
    return -1, counter


@kernel(_nrt=False)
def count_opening(field):
    """Return how many cells the click on the start opens.

    Parameters
    ----------
    field : Field
        Forgets what was solved: only these cells are open afterwards.

    Returns
    -------
    int64
        Number of cells.
    """
    forget(field)
    open_start(field)
    return count(field.planes[OPENED], field.first, field.last)


@kernel(_nrt=False)
def accept(work, width, height, start, bounds, clue):
    """Whether the board in plane MINES is within the bounds.

    Parameters
    ----------
    work : Workspace
        ``page`` and ``gauge`` are overwritten.
    width, height : int
        Size of the board in cells.
    start : int
        The start, row-major.
    bounds : ndarray(int64, ndim=2)
        (metrics, 2), low and high of each measure of ``codes.METRICS``.
    clue : ndarray(int8, ndim=1)
        (cells,).  The board's clues are written.

    Returns
    -------
    bool
        Whether every measure is within its bounds.
    """
    write_clues(work.field, width, height, work.page, clue)
    measure(work.gauge, width, height, clue, start)
    return fits(bounds, work.gauge.values)


@kernel(_nrt=False)
def search(work, task, bounds, seed, stop, out, k):
    """Search one board within the bounds, and write row k of ``out``."""
    width, height = task.width, task.height
    start = task.start_row * width + task.start_column
    counter = np.uint32(seed)
    tried = np.int64(0)
    for attempt in range(1, task.max_attempts + 1):
        if stop[0]:
            break
        tried = np.int64(attempt)
        counter = draw_choices(
            counter, task.mine_count, work.candidates.size, work.choices
        )
        opening = begin(work)
        if opening == 0:
            continue
        repairs, counter = repair(work, counter, task.max_passes)
        if repairs < 0:
            continue
        if repairs > 0:  # a mine moved away may have made the opening larger
            opening = count_opening(work.field)
        clue = out.clue[k]
        if bounds.shape[0] > 0 and not accept(work, width, height, start, bounds, clue):
            continue
        write_clues(work.field, width, height, work.page, clue)
        write_found(out, k, tried, repairs, opening, ELEMENTARY)
        return
    write_failed(out, k, why_none(stop), tried)


@kernel(_nrt=False)
def generate(work, task, goal, bounds, seeds, stop, out):
    """Search a chunk of boards, one for each seed.

    Parameters
    ----------
    work : Workspace
        Workspace of this module, overwritten.
    task, goal, bounds, seeds, stop, out
        As in ``reference_planes.generate``; ``out`` is written.
    """
    for k in range(seeds.size):
        search(work, task, bounds, seeds[k], stop, out, k)
