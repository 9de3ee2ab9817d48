"""Uniform boards by rejection: every layout that a level finishes is equally likely.

Mines are laid at random until a layout passes, cheap tests first: ``hopeless``, single
clues, pairs, and exact counting only where these are stuck.  A try takes a microsecond
or two; how many are needed is the price of uniformity (30x16, complete: 6 at 99 mines,
30 at 110, 260 at 120, 7,000 at 130).
"""

import numpy as np

from nogues.kernels._jit import kernel
from nogues.kernels.boards.planes import load, shape_bits, single
from nogues.kernels.codes import OK
from nogues.kernels.rules.deduce_planes import hopeless
from nogues.kernels.search.attempts import begin, lay, note, run, within
from nogues.kernels.search.attempts import new_desk as new_desk
from nogues.kernels.search.reference_planes import BOARD, MINES, ZONE
from nogues.kernels.solving.levels_planes import finish

SEARCH = np.uint64(0x756E_6966_6F72_6D31)  # this search's alone; ends in the version


@kernel(inline="always")
def search(shape, desk, states, task, wish, bounds, seed, stop, clue):
    """Search one board; leaves it in plane MINES.

    Returns a code, the layouts tried, or 0 where none is accepted, 0, or the layouts
    tried where none is, and the rule that the board needs.
    """
    planes = desk.planes
    board = load(shape, planes.words, BOARD)
    zone = load(shape, planes.words, ZONE)
    start = single(shape, task.start_row * shape_bits(shape) + task.start_column)
    begin(desk, seed, SEARCH)
    tried = np.int64(0)
    for attempt in range(1, task.max_attempts + 1):
        if stop[0]:
            break
        tried = np.int64(attempt)
        lay(desk, task.mine_count)
        mines = load(shape, planes.words, MINES)
        if hopeless(board, zone, mines):
            continue
        code, done, needed = finish(
            shape,
            desk.pad,
            desk.counter,
            states,
            start,
            board,
            mines,
            wish.level,
            wish.use_count,
        )
        if code != OK:
            return code, np.int64(0), np.int64(0), needed
        if not done or needed < wish.needs:
            continue
        if within(shape, desk, task, bounds, clue):
            return np.int64(OK), tried, np.int64(0), needed
    return np.int64(OK), np.int64(0), tried, np.int64(-1)


@kernel(_nrt=False)
def search_some(shape, desk, states, task, wish, bounds, seeds, stop, out, first):
    """Search the boards from ``first`` on, as ``workbench.run`` has it."""
    for k in range(first, seeds.size):
        code, tried, trades, needed = search(
            shape, desk, states, task, wish, bounds, seeds[k], stop, out.clue[k]
        )
        if code != OK:
            return code, np.int64(k)
        note(shape, desk, task, out, k, tried, trades, needed)
    return np.int64(OK), np.int64(seeds.size)


def generate(*arguments):
    """Search a chunk of boards; arguments as ``workbench.run`` after the first."""
    run(search_some, *arguments)
