"""Our own repair search on planes: boards of any density for the higher levels.

*Repair*: a random layout is solved by pairs of clues.  While it is stuck, a cell of the
stuck border trades places with any other cell of the board (outside the safe zone),
and the layout is solved again from scratch.  One that leaves d more safe cells closed
is accepted with probability 2**-d.  Cells that were known trade as well, so the density
does not drift to where the solver came last.

*Chain*: then a random mine trades places with a random safe cell, again and again; the
trade is kept if the level still finishes the board.  That is a symmetric Markov chain,
so its limit is uniform over the boards it can reach.  Most moves ask for the pair level
only, the last fifth for the level itself.

Neither buries mines: a layout with more mines that have no safe neighbour is not
accepted.  So the chain's limit is uniform over those solvable boards that bury none.

At 30x16 a step or a move takes some 1 us: 8 us per board of 99 mines, and 0.5 ms per
board of 190, without the chain.  How long the chain must be on dense boards is not
known: the uniform search, which it is compared with, is too slow there.
"""

import numpy as np

from nogues.kernels._jit import kernel
from nogues.kernels.bits import lowest_index
from nogues.kernels.boards.planes import (
    dilate,
    load,
    occupied,
    shape_bits,
    single,
    store,
)
from nogues.kernels.codes import COMPLETE, OK, SUBSET, TOO_MANY_STATES
from nogues.kernels.counting.states import MORE_COUNTS, MORE_STATES
from nogues.kernels.rng import roll
from nogues.kernels.rules.deduce_planes import close_pairs, find_buried, hopeless
from nogues.kernels.search.attempts import begin, lay, run, within, write_board
from nogues.kernels.search.attempts import new_workspace as new_workspace
from nogues.kernels.search.reference_planes import PLANE
from nogues.kernels.search.results import why_none, write_failed
from nogues.kernels.solving.levels_planes import count, finish, pick_cell

SEARCH = np.uint64(0x7368_616B_6500_0001)  # this search's alone; ends in the version
MAX_STEPS = 5000  # of the repair of one layout
LAST_MOVES = 5  # one move in so many asks for the level, not only for pairs
TOP_BIT = np.uint64(1) << np.uint64(63)


@kernel(_nrt=False, forceinline=True)
def choose_trade(shape, pad, dice, opened, unknown, free, mines):
    """Return two cells that trade places, one of them on the stuck border, or none."""
    near = dilate(opened)
    border = unknown & near & free
    if not occupied(border):  # walled in: the known mines that make the wall
        border = (mines & ~unknown) & dilate(unknown) & free
    if not occupied(border):
        return border
    one = pick_cell(shape, pad, dice, border)
    others = free & mines
    if occupied(one & mines):
        others = free & ~mines
    if not occupied(others):
        return others
    return one | pick_cell(shape, pad, dice, others)


@kernel(_nrt=False, forceinline=True)
def repair(shape, work, start, board, free, mines, stop):
    """Trade cells until pairs of clues open the board.

    Returns the layout, the trades made, and whether the board is open.
    """
    pad, dice = work.pad, work.dice
    level = np.int64(SUBSET)
    opened, safe, mined, _ = close_pairs(
        start, board & ~mines & ~start, mines, board, level
    )
    left = count(shape, pad, safe)
    buried = count(shape, pad, find_buried(board, mines))
    trades = np.int64(0)
    for _ in range(MAX_STEPS):
        if left == 0 or stop[0]:
            break
        trade = choose_trade(shape, pad, dice, opened, safe | mined, free, mines)
        if not occupied(trade):
            break
        new_mines = mines ^ trade
        new_buried = count(shape, pad, find_buried(board, new_mines))
        if new_buried > buried:
            continue
        new_opened, new_safe, new_mined, _ = close_pairs(
            start, board & ~new_mines & ~start, new_mines, board, level
        )
        new_left = count(shape, pad, new_safe)
        if new_left <= left + lowest_index(roll(dice) | TOP_BIT):
            mines, opened, safe, mined = new_mines, new_opened, new_safe, new_mined
            left, buried = new_left, new_buried
            trades += 1
    return mines, trades, left == 0


@kernel(_nrt=False, forceinline=True)
def run_chain(shape, work, states, goal, start, board, free, mines, stop):
    """Make the moves of the chain, and certify the layout they end with.

    Returns a code, the layout, whether the level finishes it, and the rule it needs.
    """
    pad, dice = work.pad, work.dice
    zone = board & ~free
    buried = count(shape, pad, find_buried(board, mines))
    moves = goal.moves if occupied(mines) and occupied(free & ~mines) else np.int64(0)
    last = np.int64(0)
    if goal.level >= COMPLETE:
        last = (moves + LAST_MOVES - 1) // LAST_MOVES
    code, done, needed = np.int64(OK), False, np.int64(0)
    for move in range(moves + 1):
        if stop[0]:
            return np.int64(OK), mines, False, needed
        level = np.int64(SUBSET) if move < moves - last else goal.level
        new_mines = mines
        new_buried = buried
        if move < moves:
            new_mines = mines ^ (
                pick_cell(shape, pad, dice, mines)
                | pick_cell(shape, pad, dice, free & ~mines)
            )
            new_buried = count(shape, pad, find_buried(board, new_mines))
            if new_buried > buried or hopeless(board, zone, new_mines):
                continue
        code, done, needed = finish(
            shape,
            work.pad,
            work.counter,
            states,
            start,
            board,
            new_mines,
            level,
            goal.use_count,
        )
        if code == MORE_STATES or code == MORE_COUNTS:
            return code, mines, False, needed
        if done:  # not where exact counting gave up
            mines, buried = new_mines, new_buried
    return np.int64(OK), mines, done, needed


@kernel(_nrt=False, forceinline=True)
def search(shape, work, states, task, goal, bounds, seed, stop, out, k):
    """Search one board, and write row k of ``out``.

    Returns a code: OK, or what exact counting ran out of.
    """
    planes = work.planes
    board = load(shape, planes.words, PLANE.BOARD)
    free = board & ~load(shape, planes.words, PLANE.ZONE)
    start = single(shape, task.start_row * shape_bits(shape) + task.start_column)
    begin(work, seed, SEARCH)
    tried = np.int64(0)
    for attempt in range(1, task.max_attempts + 1):
        if stop[0]:
            break
        tried = np.int64(attempt)
        lay(work, task.mine_count)
        mines = load(shape, planes.words, PLANE.MINES)
        mines, trades, done = repair(shape, work, start, board, free, mines, stop)
        if not done:
            continue
        code, mines, done, needed = run_chain(
            shape, work, states, goal, start, board, free, mines, stop
        )
        if code != OK:
            write_failed(out, k, TOO_MANY_STATES, tried)
            return code
        if not done or needed < goal.needs:
            continue
        store(planes.words, PLANE.MINES, mines)
        if within(shape, work, task, bounds, out.clue[k]):
            write_board(shape, work, task, out, k, tried, trades, needed)
            return np.int64(OK)
    write_failed(out, k, why_none(stop), tried)
    return np.int64(OK)


@kernel(_nrt=False)
def search_some(shape, work, states, task, goal, bounds, seeds, stop, out, first):
    """Search the boards from ``first`` on, as ``attempts.run`` describes it."""
    for k in range(first, seeds.size):
        code = search(
            shape, work, states, task, goal, bounds, seeds[k], stop, out, np.int64(k)
        )
        if code != OK:
            return code, np.int64(k)
    return np.int64(OK), np.int64(seeds.size)


def generate(shape, work, task, goal, bounds, seeds, stop, out):
    """Search a chunk of boards, one for each seed.

    Parameters
    ----------
    shape : Shape
        Register shape of the planes.
    work : Workspace
        Workspace of this module, overwritten.
    task, goal, bounds, seeds, stop, out
        As in ``attempts.run``; ``out`` is written.
    """
    run(search_some, shape, work, task, goal, bounds, seeds, stop, out)
