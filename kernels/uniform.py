"""Uniform boards by rejection: every layout that a level finishes is equally likely.

Mines are laid at random until a layout passes, cheap tests first: ``hopeless``, single
clues, pairs, and exact counting only where these are stuck.  A try takes a microsecond
or two; how many are needed is the price of uniformity (30x16, complete: 6 at 99 mines,
30 at 110, 280 at 120, 7,000 at 130).
"""

from collections import namedtuple

import numpy as np

from nogues.kernels._jit import kernel
from nogues.kernels.bits import ZERO
from nogues.kernels.codes import OK
from nogues.kernels.exact import FIRST_ROOM, grown
from nogues.kernels.finish import finish, new_counter, new_pad
from nogues.kernels.layers import new_states
from nogues.kernels.place import Out, lay_mines
from nogues.kernels.repair import (
    BOARD,
    MINES,
    ZONE,
    accept,
    count_opening,
    write_clues,
)
from nogues.kernels.repair import new_desk as new_planes
from nogues.kernels.rng import roll_many, set_dice
from nogues.kernels.scratch import hopeless
from nogues.kernels.vector import load, shape_bits, single

SEARCH = np.uint64(0x756E_6966_6F72_6D31)  # this search's alone; ends in the version

Desk = namedtuple("Desk", ["planes", "pad", "dice"])


def new_desk(shape, task):
    """Lay out the workspace for a chunk of boards."""
    return Desk(new_planes(shape, task), new_pad(shape), np.zeros(1, np.uint64))


@kernel(_nrt=False, forceinline=True)
def lay(planes, mine_count, dice):
    """Lay mines at random among the candidates, in plane MINES.

    The order of the candidates is left as it is: any order does.
    """
    words = planes.words[MINES]
    for i in range(words.size):
        words[i] = ZERO
    roll_many(dice, planes.order.size, planes.choices)
    lay_mines(planes.order, mine_count, planes.choices, words)


@kernel(inline="always")
def search(shape, desk, counter, states, task, wish, bounds, seed, stop, clue):
    """Search one board; leaves it in plane MINES.

    Returns a code, the layouts tried, or 0 where none is accepted, 0, or the layouts
    tried where none is, and the rule that the board needs.
    """
    planes, pad, dice = desk
    board = load(shape, planes.words, BOARD)
    zone = load(shape, planes.words, ZONE)
    start = single(shape, task.start_row * shape_bits(shape) + task.start_column)
    set_dice(dice, seed, SEARCH)
    for i in range(planes.order.size):
        planes.order[i] = planes.candidates[i]
    tried = np.int64(0)
    for attempt in range(1, task.max_attempts + 1):
        if stop[0]:
            break
        tried = np.int64(attempt)
        lay(planes, task.mine_count, dice)
        mines = load(shape, planes.words, MINES)
        if hopeless(board, zone, mines):
            continue
        code, done, needed = finish(
            shape,
            pad,
            counter,
            states,
            start,
            board,
            mines,
            wish.level,
            wish.use_count,
        )
        if code != OK:
            return code, np.int64(0), np.int64(0), needed
        wanted = done and needed >= wish.needs
        if wanted and bounds.shape[0] > 0:
            wanted = accept(shape, planes, task, bounds, clue)
        if wanted:
            return np.int64(OK), tried, np.int64(0), needed
    return np.int64(OK), np.int64(0), tried, np.int64(-1)


@kernel(_nrt=False)
def search_some(
    shape, desk, counter, states, task, wish, bounds, seeds, stop, out, first
):
    """Search the boards from ``first`` on, until exact counting needs more room.

    Returns a code and the board it is about.
    """
    for k in range(first, seeds.size):
        code, tried, trades, needed = search(
            shape,
            desk,
            counter,
            states,
            task,
            wish,
            bounds,
            seeds[k],
            stop,
            out.clue[k],
        )
        if code != OK:
            return code, np.int64(k)
        out.attempts[k] = tried
        out.repairs[k] = trades
        out.needs[k] = needed
        if tried:
            write_clues(shape, desk.planes, task.width, task.height, out.clue[k])
            out.opening[k] = count_opening(shape, desk.planes, task)
    return np.int64(OK), np.int64(seeds.size)


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

    Parameters
    ----------
    bounds : ndarray(int64, ndim=2)
        (metrics, 2), low and high of each; no rows where anything goes.
    seeds : ndarray(uint32, ndim=1)
        One seed a board.
    stop : ndarray(bool, ndim=1)
        Once stop[0] is set from outside, what is left counts as failed.
    clue : ndarray(int8, ndim=2)
        (boards, cells).  Written, but for the boards that fail.
    attempts, repairs, opening : ndarray(int32, ndim=1)
        Written: layouts tried, 0 for a board that fails; trades, here 0, and for a
        board that fails the layouts tried; cells opened first.
    needs : ndarray(int8, ndim=1)
        Written: the rule the board needs; -1 for a board that fails, -2 where exact
        counting would have taken more than ``wish.max_states``.
    """
    counter = new_counter(task.width, task.height)
    states = new_states(min(wish.max_states, FIRST_ROOM), 1)
    out = Out(clue, attempts, repairs, opening, needs)
    k = 0
    while k < seeds.size:
        code, k = search_some(
            shape, desk, counter, states, task, wish, bounds, seeds, stop, out, k
        )
        if code != OK:
            states, again = grown(states, code, wish.max_states)
            if not again:
                attempts[k] = 0
                needs[k] = -2
                k += 1
