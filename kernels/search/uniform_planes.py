"""Uniform boards by rejection: every layout that a level finishes is equally likely.

Mines are laid at random until a layout passes, cheap tests first: ``hopeless``, single
clues, pairs, and exact counting only where these are stuck.  A try takes a microsecond
or two; how many are needed is the price of uniformity (30x16, complete: 6 at 99 mines,
30 at 110, 260 at 120, 7,000 at 130).
"""

import numpy as np

from nogues.kernels._jit import kernel
from nogues.kernels.boards.planes import load, shape_bits, single
from nogues.kernels.codes import OK, TOO_MANY_STATES
from nogues.kernels.rules.deduce_planes import hopeless
from nogues.kernels.search.attempts import begin, lay, run, within, write_board
from nogues.kernels.search.attempts import new_workspace as new_workspace
from nogues.kernels.search.reference_planes import PLANE
from nogues.kernels.search.results import why_none, write_failed
from nogues.kernels.solving.levels_planes import finish

SEARCH = np.uint64(0x756E_6966_6F72_6D31)  # this search's alone; ends in the version


@kernel(_nrt=False, forceinline=True)
def search(shape, work, states, task, goal, bounds, seed, stop, out, k):
    """Search one board, and write row k of ``out``.

    Returns a code: OK, or what exact counting ran out of.
    """
    planes = work.planes
    board = load(shape, planes.words, PLANE.BOARD)
    zone = load(shape, planes.words, PLANE.ZONE)
    start = single(shape, task.start_row * shape_bits(shape) + task.start_column)
    begin(work, seed, SEARCH)
    tried = np.int64(0)
    for attempt in range(1, task.max_attempts + 1):
        if stop[0]:
            break
        tried = np.int64(attempt)
        lay(work, task.mine_count)
        mines = load(shape, planes.words, PLANE.MINES)
        if hopeless(board, zone, mines):
            continue
        code, done, needed = finish(
            shape,
            work.pad,
            work.counter,
            states,
            start,
            board,
            mines,
            goal.level,
            goal.use_count,
        )
        if code != OK:
            write_failed(out, k, TOO_MANY_STATES, tried)
            return code
        if not done or needed < goal.needs:
            continue
        if within(shape, work, task, bounds, out.clue[k]):
            write_board(shape, work, task, out, k, tried, np.int64(0), needed)
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
