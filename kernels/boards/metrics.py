"""Measures of one board, and whether they lie within bounds.

They are those of ``codes.METRICS``: cells that the click on the start opens, 3BV
(openings and the safe cells beside none of them: the fewest clicks that open the
board), openings (areas of zeros, diagonals included) and buried mines (none of whose
neighbours is safe, so that no clue sees them; a mine without any neighbour is one).

Floods keep their own stack and see each cell once: some 2 us an expert board, and
in proportion for others.
"""

from collections import namedtuple

import numpy as np

from nogues.kernels._jit import kernel
from nogues.kernels.codes import METRICS, MINE

# Workspace of a measurement, and what comes out.
Gauge = namedtuple(
    "Gauge",
    [
        "stack",  # int32: zeros to flood from, one a cell at most
        "seen",  # bool, for each cell: a zero, or beside one, so far
        "values",  # int64: the measures, in the order of codes.METRICS
    ],
)
OPENING, BBBV, OPENINGS, BURIED = range(4)


def new_gauge(cells: int) -> Gauge:
    """Lay out the workspace for boards of some size."""
    return Gauge(
        np.empty(cells, np.int32),
        np.empty(cells, np.bool_),
        np.zeros(len(METRICS), np.int64),
    )


@kernel(_nrt=False)
def flood(width, height, clue, start, stack, seen):
    """Mark what a click on a safe cell opens; returns how many cells were not marked.

    Cells of an opening must be marked all or, but for its rim, not at all.
    """
    cells = np.int64(not seen[start])
    seen[start] = True
    if clue[start] != 0:
        return cells
    stack[0] = start
    top = np.int64(1)
    while top:
        top -= 1
        cell = np.int64(stack[top])
        row = cell // width
        column = cell - row * width
        for r in range(max(row - 1, 0), min(row + 2, height)):
            for c in range(max(column - 1, 0), min(column + 2, width)):
                near = r * width + c
                if not seen[near]:
                    seen[near] = True
                    cells += 1
                    if clue[near] == 0:
                        stack[top] = near
                        top += 1
    return cells


@kernel(_nrt=False, forceinline=True)
def is_buried(width, height, clue, row, column):
    """Whether no neighbour of a mine is safe."""
    for r in range(max(row - 1, 0), min(row + 2, height)):
        for c in range(max(column - 1, 0), min(column + 2, width)):
            if clue[r * width + c] != MINE:
                return False
    return True


@kernel(_nrt=False)
def measure(gauge, width, height, clue, start):
    """Measure the board of some clues (int8, row-major) into ``gauge.values``.

    ``start`` is the index of the first click; a mine there opens nothing.
    """
    stack, seen, values = gauge
    cells = width * height
    for cell in range(cells):
        seen[cell] = False
    opening = np.int64(0)
    openings = np.int64(0)
    lone = np.int64(0)
    buried = np.int64(0)
    if clue[start] == 0:
        opening = flood(width, height, clue, start, stack, seen)
        openings += 1
    elif clue[start] != MINE:
        opening += 1
    for cell in range(cells):
        if clue[cell] == 0 and not seen[cell]:
            flood(width, height, clue, cell, stack, seen)
            openings += 1
    for row in range(height):
        for column in range(width):
            cell = row * width + column
            if clue[cell] != MINE:
                lone += np.int64(not seen[cell])
            else:
                buried += np.int64(is_buried(width, height, clue, row, column))
    values[OPENING] = opening
    values[BBBV] = openings + lone
    values[OPENINGS] = openings
    values[BURIED] = buried


@kernel(_nrt=False)
def fits(bounds, values):
    """Whether each value is within its row of bounds, low and high; all if no rows."""
    for k in range(bounds.shape[0]):
        if not bounds[k, 0] <= values[k] <= bounds[k, 1]:
            return False
    return True
