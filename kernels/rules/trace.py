"""A record of deductions, step by step, for hints and proofs.

A step is one firing of a rule: the clues it used, the cells it decided, and whether
they are mines.  Recording is off in bulk work; then it costs one look at
``log.state[ON]``.  Steps that do not fit are counted but not written, so that the
caller can come back with more room.
"""

import numpy as np

from nogues.kernels._jit import kernel
from nogues.kernels.bundle import bundle

Log = bundle(
    "Log",
    [
        "state",  # int64 (5,): see below
        "rule",  # int64 (steps, 4): see below
        "clues",  # int32: framed cells of the clues used, step after step
        "cells",  # int32: framed cells decided, step after step
    ],
)
# Of ``state``: whether it is on; whether it is dry; steps, clues and cells so far,
# with those that did not fit.
ON, DRY, STEPS, CLUES, CELLS = (np.int64(k) for k in range(5))
# Of ``rule``: the level; mines (1) or safe (0); ends of its clues and of its cells.
LEVEL, VERDICT, CLUES_END, CELLS_END = (np.int64(k) for k in range(4))


def new_log(steps: int = 0, clues: int = 0, cells: int = 0, dry: bool = False) -> Log:
    """Lay out a record of steps.

    Parameters
    ----------
    steps, clues, cells : int
        Room for steps, and for the clues and cells of all of them.  Without room for
        steps the log is off.
    dry : bool
        Whether deductions are only logged and nothing is applied.

    Returns
    -------
    Log
        Empty.
    """
    return Log(
        np.array([steps > 0, dry, 0, 0, 0], np.int64),
        np.zeros((steps, 4), np.int64),
        np.zeros(clues, np.int32),
        np.zeros(cells, np.int32),
    )


def overflowed(log: Log) -> bool:
    """Whether steps were lost for lack of room.

    Parameters
    ----------
    log : Log
        A record that was written.

    Returns
    -------
    bool
        Whether steps, clues or cells are missing.
    """
    _, _, steps, clues, cells = log.state.tolist()
    return bool(
        steps > len(log.rule) or clues > log.clues.size or cells > log.cells.size
    )


@kernel(_nrt=False)
def forget(log):
    """Forget all steps.

    Parameters
    ----------
    log : Log
        Whether it is on, or dry, stays as it is.
    """
    for k in range(STEPS, log.state.size):
        log.state[k] = 0


@kernel(_nrt=False)
def note_clue(log, at):
    """Add a clue to the step that is being written.

    Parameters
    ----------
    log : Log
        ``clues`` is written where there is room; ``state`` counts it anyway.
    at : int
        Framed cell.
    """
    state = log.state
    if state[CLUES] < log.clues.size:
        log.clues[state[CLUES]] = at
    state[CLUES] += 1


@kernel(_nrt=False)
def note_cell(log, at):
    """Add a decided cell to the step that is being written.

    Parameters
    ----------
    log : Log
        ``cells`` is written where there is room; ``state`` counts it anyway.
    at : int
        Framed cell.
    """
    state = log.state
    if state[CELLS] < log.cells.size:
        log.cells[state[CELLS]] = at
    state[CELLS] += 1


@kernel(_nrt=False)
def end_step(log, level, mine):
    """Close the step that is being written.

    Parameters
    ----------
    log : Log
        A row of ``rule`` is written where there is room; ``state`` counts it anyway.
    level : int
        The rule: index into ``codes.RULES``.
    mine : int
        The verdict on its cells: mines (1) or safe (0).
    """
    state = log.state
    if state[STEPS] < log.rule.shape[0]:
        rule = log.rule[state[STEPS]]
        rule[LEVEL] = level
        rule[VERDICT] = mine
        rule[CLUES_END] = state[CLUES]
        rule[CELLS_END] = state[CELLS]
    state[STEPS] += 1
