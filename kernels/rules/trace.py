"""A record of deductions, step by step, for hints and proofs.

A step is one firing of a rule: the clues it used, the cells it decided, and whether
they are mines.  Recording is off in bulk work; then ``log.state[ON]`` is all that is
looked at.  Steps that do not fit are counted but not written, so that the caller can
come back with more room.
"""

from collections import namedtuple

import numpy as np

from nogues.kernels._jit import kernel

Log = namedtuple(
    "Log",
    [
        "state",  # int64: see below
        "rule",  # int64 (steps, 4): level, mine or not, ends of its clues and cells
        "clues",  # int32: padded cells of the clues used, step after step
        "cells",  # int32: padded cells decided, step after step
    ],
)
ON, DRY, STEPS, CLUES, CELLS = (np.int64(k) for k in range(5))
LEVEL, VERDICT, CLUES_END, CELLS_END = (np.int64(k) for k in range(4))


def new_log(steps: int = 0, clues: int = 0, cells: int = 0, dry: bool = False) -> Log:
    """Lay out a record; without room it is off.  Dry: nothing is applied."""
    return Log(
        np.array([steps > 0, dry, 0, 0, 0], np.int64),
        np.zeros((steps, 4), np.int64),
        np.zeros(clues, np.int32),
        np.zeros(cells, np.int32),
    )


def overflowed(log: Log) -> bool:
    """Whether steps were lost for lack of room."""
    _, _, steps, clues, cells = log.state.tolist()
    return bool(
        steps > len(log.rule) or clues > log.clues.size or cells > log.cells.size
    )


@kernel(_nrt=False)
def note_clue(log, at):
    """Add a clue to the step that is being written."""
    state = log.state
    if state[CLUES] < log.clues.size:
        log.clues[state[CLUES]] = at
    state[CLUES] += 1


@kernel(_nrt=False)
def note_cell(log, at):
    """Add a decided cell to the step that is being written."""
    state = log.state
    if state[CELLS] < log.cells.size:
        log.cells[state[CELLS]] = at
    state[CELLS] += 1


@kernel(_nrt=False)
def end_step(log, level, mine):
    """Close the step that is being written."""
    state = log.state
    if state[STEPS] < log.rule.shape[0]:
        rule = log.rule[state[STEPS]]
        rule[LEVEL] = level
        rule[VERDICT] = mine
        rule[CLUES_END] = state[CLUES]
        rule[CELLS_END] = state[CELLS]
    state[STEPS] += 1
