"""What the searches of our own on planes share: workspace, layouts, results.

A search tries layouts one after the other and solves each from scratch (``finish``).
Where exact counting needs more room than there is, the board is begun again with more;
it comes out the same, since nothing depends on the room.
"""

from collections import namedtuple

import numpy as np

from nogues.kernels._jit import kernel
from nogues.kernels.bits import ZERO
from nogues.kernels.boards.placement import Out, lay_mines
from nogues.kernels.codes import OK
from nogues.kernels.counting.frontier import new_states
from nogues.kernels.counting.probabilities import FIRST_ROOM, grown
from nogues.kernels.rng import roll_many, set_dice
from nogues.kernels.search.reference_planes import (
    MINES,
    accept,
    count_opening,
    write_clues,
)
from nogues.kernels.search.reference_planes import new_desk as new_planes
from nogues.kernels.solving.levels_planes import new_counter, new_pad

Desk = namedtuple(
    "Desk",
    [
        "planes",  # the board (``repair``)
        "pad",  # planes of a solve, and of choices
        "counter",  # what exact counting works on
        "dice",
    ],
)


def new_desk(shape, task):
    """Lay out the workspace for a chunk of boards."""
    return Desk(
        new_planes(shape, task),
        new_pad(shape),
        new_counter(task.width, task.height),
        np.zeros(1, np.uint64),
    )


@kernel(_nrt=False, forceinline=True)
def begin(desk, seed, search):
    """Set dice and candidates, so that a board depends on its seed alone."""
    set_dice(desk.dice, seed, search)
    planes = desk.planes
    for i in range(planes.order.size):
        planes.order[i] = planes.candidates[i]


@kernel(_nrt=False, forceinline=True)
def lay(desk, mine_count):
    """Lay mines at random among the candidates, in plane MINES.

    The order of the candidates is left as it is: any order does.
    """
    planes = desk.planes
    words = planes.words[MINES]
    for i in range(words.size):
        words[i] = ZERO
    roll_many(desk.dice, planes.order.size, planes.choices)
    lay_mines(planes.order, mine_count, planes.choices, words)


@kernel(_nrt=False, forceinline=True)
def within(shape, desk, task, bounds, clue):
    """Whether the board in plane MINES is within the bounds; may write its clues."""
    return bounds.shape[0] == 0 or accept(shape, desk.planes, task, bounds, clue)


@kernel(_nrt=False, forceinline=True)
def note(shape, desk, task, out, k, tried, trades, needed):
    """Write what has come of board k, which is in plane MINES unless tried is 0."""
    out.attempts[k] = tried
    out.repairs[k] = trades
    out.needs[k] = needed
    if tried:
        write_clues(shape, desk.planes, task.width, task.height, out.clue[k])
        out.opening[k] = count_opening(shape, desk.planes, task)


def run(search_some, shape, desk, task, wish, bounds, seeds, stop, *columns):
    """Search a chunk of boards, one for each seed.

    Parameters
    ----------
    search_some : kernel
        Searches boards from one on, until exact counting needs more room: returns a
        code and the board it is about.
    bounds : ndarray(int64, ndim=2)
        (metrics, 2), low and high of each; no rows where anything goes.
    seeds : ndarray(uint32, ndim=1)
        One seed a board.
    stop : ndarray(bool, ndim=1)
        Once stop[0] is set from outside, what is left counts as failed.
    columns : tuple
        The fields of ``Out``, which are written:
        clue, ndarray(int8, ndim=2), (boards, cells), but for the boards that fail;
        attempts, repairs, opening, ndarray(int32, ndim=1): layouts tried, 0 for a board
        that fails; trades, of a uniform board that fails the layouts tried; cells
        opened first;
        needs, ndarray(int8, ndim=1): the rule the board needs; -1 for a board that
        fails, -2 where exact counting would have taken more than ``wish.max_states``.
    """
    states = new_states(min(wish.max_states, FIRST_ROOM), 1)
    out = Out(*columns)
    k = 0
    while True:  # without any seed, too: that is how callers compile
        code, k = search_some(
            shape, desk, states, task, wish, bounds, seeds, stop, out, k
        )
        if code != OK:
            states, again = grown(states, code, wish.max_states)
            if not again:
                out.attempts[k] = 0
                out.needs[k] = -2
                k += 1
        if k >= len(seeds):
            return
