"""What our own searches on planes share: workspace, layouts, bounds, results.

A search tries layouts one after the other and solves each from scratch
(``levels_planes.finish``).  Where exact counting needs more room than there is, the
board is begun again with more; it comes out the same, since nothing depends on the
room.
"""

import numpy as np

from nogues.kernels._jit import kernel
from nogues.kernels.bits import ZERO
from nogues.kernels.boards.placement import lay_mines
from nogues.kernels.bundle import bundle
from nogues.kernels.counting.probabilities import with_room
from nogues.kernels.rng import roll_many, set_dice
from nogues.kernels.search.reference_planes import (
    PLANE,
    accept,
    count_opening,
    write_clues,
)
from nogues.kernels.search.reference_planes import new_workspace as new_planes
from nogues.kernels.search.results import write_found
from nogues.kernels.solving.levels_planes import new_counter, new_scratch

Workspace = bundle(
    "Workspace",
    [
        "planes",  # the board: the workspace of ``reference_planes``
        "pad",  # planes of a solve, and of choices
        "counter",  # what exact counting works on
        "dice",  # uint64 (1,): state of the random numbers
    ],
)


def new_workspace(shape, task):
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
        With the candidates listed; the dice are not set yet.
    """
    return Workspace(
        new_planes(shape, task),
        new_scratch(shape),
        new_counter(task.width, task.height),
        np.zeros(1, np.uint64),
    )


@kernel(_nrt=False, forceinline=True)
def begin(work, seed, search):
    """Set dice and candidates, so that a board depends on its seed alone.

    Parameters
    ----------
    work : Workspace
        ``dice`` and ``planes.order`` are written.
    seed : uint32
        The board's.
    search : uint64
        A number that no other search has, so that no two draw the same.
    """
    set_dice(work.dice, seed, search)
    planes = work.planes
    for i in range(planes.order.size):
        planes.order[i] = planes.candidates[i]


@kernel(_nrt=False, forceinline=True)
def lay(work, mine_count):
    """Lay mines at random among the candidates.

    The order of the candidates is left as it is: any order does.

    Parameters
    ----------
    work : Workspace
        Plane MINES is written; ``planes.order`` and the dice are changed.
    mine_count : int
        Mines to lay, at most as many as there are candidates.
    """
    planes = work.planes
    words = planes.words[PLANE.MINES]
    for i in range(words.size):
        words[i] = ZERO
    roll_many(work.dice, planes.order.size, planes.choices)
    lay_mines(planes.order, mine_count, planes.choices, words)


@kernel(_nrt=False, forceinline=True)
def within(shape, work, task, bounds, clue):
    """Whether the board in plane MINES is within the bounds.

    Parameters
    ----------
    shape : Shape
        Register shape of the planes.
    work : Workspace
        ``planes`` is overwritten as by ``reference_planes.accept``.
    task : Task
        Size and start.
    bounds : ndarray(int64, ndim=2)
        (metrics, 2), low and high of each; no rows without bounds.
    clue : ndarray(int8, ndim=1)
        (cells,).  The board's clues are written to it where there are bounds.

    Returns
    -------
    bool
        True without bounds.
    """
    return bounds.shape[0] == 0 or accept(shape, work.planes, task, bounds, clue)


@kernel(_nrt=False, forceinline=True)
def write_board(shape, work, task, out, k, attempts, trades, needed):
    """Write the board in plane MINES as a row of the results, all columns.

    Parameters
    ----------
    shape : Shape
        Register shape of the planes.
    work : Workspace
        ``planes`` is overwritten as by ``write_clues`` and ``count_opening``.
    task : Task
        Size and start.
    out : Out
        Row k is written.
    k, attempts, trades, needed : int
        The row; layouts tried; trades made; the highest rule needed, an index into
        ``codes.RULES``.
    """
    write_clues(shape, work.planes, task.width, task.height, out.clue[k])
    opening = count_opening(shape, work.planes, task)
    write_found(out, k, attempts, trades, opening, needed)


def run(search_some, shape, work, task, goal, bounds, seeds, stop, out):
    """Search a chunk of boards, one for each seed.

    Parameters
    ----------
    search_some : kernel
        Searches boards from one on, until exact counting needs more room.  Returns a
        code, OK at the end, and the board it is about, whose row then says
        TOO_MANY_STATES.
    shape : Shape
        Register shape of the planes.
    work : Workspace
        Workspace of this module.
    task, goal : Task, Goal
        What is searched.
    bounds : ndarray(int64, ndim=2)
        (metrics, 2), low and high of each; no rows without bounds.
    seeds : ndarray(uint32, ndim=1)
        One seed per board.
    stop : ndarray(bool, ndim=1)
        Once stop[0] is set from outside, the seeds left are STOPPED.
    out : Out
        One row per seed.  Written.
    """

    def step(states, first):
        return search_some(
            shape, work, states, task, goal, bounds, seeds, stop, out, first
        )

    with_room(step, goal.max_states, len(seeds))
