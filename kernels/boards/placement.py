"""Laying the mines of one attempt (reference: Generate, steps 1 and 2).

A partial Fisher-Yates over the candidate cells: draw k swaps candidate k with one
at or after it, and candidate k is a mine.  Candidates are kept as bit positions
of the plane they are set in, so a mine is one shift and one or.  The draws are
made first, in a loop that vectorises; the chain of swaps is what costs, some
2 ns a mine.
"""

from collections import namedtuple

import numpy as np

from nogues.kernels._jit import kernel
from nogues.kernels.codes import ANY, BLOCK, DIAMOND, SAFE_DISTANCE
from nogues.kernels.rng import advance, below, mix

Task = namedtuple(
    "Task",
    [
        "width",
        "height",
        "mine_count",
        "start_row",
        "start_column",
        "max_attempts",
        "max_passes",
        "safe",  # where no mine may lie: index into codes.SAFE_RULES
    ],
)

# What a board must be like; the reference search has no such goal.
Goal = namedtuple(
    "Goal",
    [
        "level",  # of deduction: index into codes.LOGICS
        "use_count",  # may the complete level use the mine count
        "needs",  # the board must need this rule or more: index into codes.RULES
        "moves",  # trades tried once a board is found (``repair_planes``)
        "max_states",  # states that counting may use for a position
    ],
)


@kernel(_nrt=False)
def list_candidates(width, height, start_row, start_column, safe, origin, pitch, out):
    """List the cells outside the safe zone, row-major.

    Parameters
    ----------
    width, height, start_row, start_column : int
        The board and its start.
    safe : int
        Index into ``codes.SAFE_RULES``.
    origin, pitch : int
        A cell is listed as ``origin + row * pitch + column``.
    out : ndarray(integer, ndim=1)
        Written as far as there are cells.

    Returns
    -------
    int
        How many cells there are.
    """
    n = 0
    for row in range(height):
        for column in range(width):
            down, across = abs(row - start_row), abs(column - start_column)
            if safe == DIAMOND:
                outside = down + across > SAFE_DISTANCE
            elif safe == BLOCK:
                outside = max(down, across) > 1
            else:
                outside = safe == ANY or down + across > 0
            if outside:
                out[n] = origin + row * pitch + column
                n += 1
    return n


@kernel(_nrt=False, forceinline=True)
def draw_choices(counter, mine_count, candidates, choices):
    """Draw which candidate each mine swaps with.

    Parameters
    ----------
    counter : uint32
        State of mulberry32.
    mine_count, candidates : int
        Mines to lay, and cells that may hold them.
    choices : ndarray(integer, ndim=1)
        Written: an index k..candidates-1 for each mine k.

    Returns
    -------
    uint32
        The counter after the draws.
    """
    for k in range(mine_count):
        draw = mix(advance(counter, k + 1))
        choices[k] = k + below(draw, candidates - k)
    return advance(counter, mine_count)


@kernel(_nrt=False, forceinline=True)
def lay_mines(order, mine_count, choices, words):
    """Make the swaps and set the mines' bits.

    Parameters
    ----------
    order : ndarray(integer, ndim=1)
        Bit positions of the candidates, row-major.  Left shuffled.
    mine_count : int
        Mines to lay.
    choices : ndarray(integer, ndim=1)
        The index that each swaps with, of ``draw_choices`` or ``rng.roll_many``.
    words : ndarray(uint64, ndim=1)
        A plane, all clear.  Written: the mines.
    """
    for k in range(mine_count):
        other = choices[k]
        cell = order[other]
        order[other] = order[k]
        order[k] = cell
        words[cell >> 6] |= np.uint64(1) << np.uint64(cell & 63)
