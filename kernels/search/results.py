"""What a search writes: one row per seed, in arrays that have names.

Every search writes all columns of every seed that it is given, whether it finds a
board or not; ``clue`` is undefined where it finds none.  ``status`` says what happened.
No other column marks a failure.
"""

from collections import namedtuple

import numpy as np

from nogues.kernels._jit import kernel
from nogues.kernels.codes import FOUND, NO_RULE, NOT_BEGUN, NOT_FOUND, STOPPED

Out = namedtuple(
    "Out",
    [
        "clue",  # int8 (seeds, cells): the board; undefined where none was found
        "attempts",  # int32 (seeds,): layouts tried, whether a board was found or not
        "repairs",  # int32 (seeds,): swaps or trades that made the board solvable
        "opening",  # int32 (seeds,): cells that a click on the start opens
        "needs",  # int8 (seeds,): index into codes.RULES; NO_RULE without a board
        "status",  # int8 (seeds,): FOUND, NOT_FOUND and so on, see codes
    ],
)


def new_out(seeds: int, cells: int) -> Out:
    """Allocate the results of a chunk of seeds, none of which is begun.

    Parameters
    ----------
    seeds, cells : int
        Number of seeds, and cells of a board.

    Returns
    -------
    Out
        One row per seed: NOT_BEGUN, NO_RULE and zeros; ``clue`` is not initialised.
    """
    attempts, repairs, opening = np.zeros((3, seeds), np.int32)
    needs, status = np.empty((2, seeds), np.int8)
    needs[:], status[:] = NO_RULE, NOT_BEGUN
    return Out(
        np.empty((seeds, cells), np.int8), attempts, repairs, opening, needs, status
    )


def rows(out: Out, first: int, last: int) -> Out:
    """Return the results of some of the seeds.

    Parameters
    ----------
    out : Out
        One row per seed.
    first, last : int
        The seeds first to last - 1.

    Returns
    -------
    Out
        Views of these rows, which share memory with ``out``.
    """
    if first == 0 and last == len(out.status):
        return out
    return Out(*(column[first:last] for column in out))


@kernel(_nrt=False, forceinline=True)
def write_found(out, k, attempts, repairs, opening, needed):
    """Write the numbers of a board that was found; ``clue`` is written by the caller.

    Parameters
    ----------
    out : Out
        Row k is written, except ``clue``.
    k, attempts, repairs, opening, needed : int
        The row, and what goes into the columns of these names.
    """
    out.attempts[k] = attempts
    out.repairs[k] = repairs
    out.opening[k] = opening
    out.needs[k] = needed
    out.status[k] = FOUND


@kernel(_nrt=False, forceinline=True)
def write_failed(out, k, status, attempts):
    """Write that no board was found for seed k.

    Parameters
    ----------
    out : Out
        Row k is written, except ``clue``.
    k, status, attempts : int
        The row; why there is no board; layouts tried.
    """
    out.attempts[k] = attempts
    out.repairs[k] = 0
    out.opening[k] = 0
    out.needs[k] = NO_RULE
    out.status[k] = status


@kernel(_nrt=False, forceinline=True)
def why_none(stop):
    """Return why a search ends without a board.

    Parameters
    ----------
    stop : ndarray(bool, ndim=1)
        One item, which is set from outside.

    Returns
    -------
    int64
        STOPPED if it is set, else NOT_FOUND.
    """
    if stop[0]:
        return np.int64(STOPPED)
    return np.int64(NOT_FOUND)
