"""Measures of one board, and whether they lie within bounds.

They are those of ``codes.METRICS``: cells that the click on the start opens, 3BV
(openings and the safe cells beside none of them: the fewest clicks that open the
board), openings (areas of zeros, diagonals included) and buried mines (none of whose
neighbours is safe, so that no clue sees them; a mine without any neighbour is one).

A flood keeps its own stack and sees each cell once: some 2 us per expert board, and
in proportion for others.
"""

import numpy as np

from nogues.kernels._jit import kernel
from nogues.kernels.bundle import bundle
from nogues.kernels.codes import METRICS, MINE

# Workspace of a measurement, and what comes out.
Metrics = bundle(
    "Metrics",
    [
        "stack",  # int32: cells to flood from, at most every cell once
        "mark",  # int32 (cells,): the last flood that came to each cell, or 0
        "values",  # int64: the measures, in the order of codes.METRICS
    ],
)
OPENING, BBBV, OPENINGS, BURIED = range(4)
# The highest clue that a flood goes on from.
ZEROS = np.int64(0)
ALL_CLUES = np.int64(8)


def new_metrics(cells: int) -> Metrics:
    """Lay out the workspace for boards of up to ``cells`` cells.

    Parameters
    ----------
    cells : int
        Cells of the largest board.
    """
    stack, mark = np.empty((2, cells), np.int32)
    return Metrics(stack, mark, np.zeros(len(METRICS), np.int64))


@kernel(_nrt=False)
def flood(width, height, clue, start, highest, number, below, stack, mark):
    """Mark the safe cells that a flood from a safe cell comes to.

    It goes on from cells whose clue is at most ``highest``: an opening with ``ZEROS``,
    an area of safe cells with ``ALL_CLUES``.

    Parameters
    ----------
    width, height : int
        Size of the board.
    clue : ndarray(int8, ndim=1)
        Row-major clues.
    start : int
        Row-major index of the first cell; its clue is at most ``highest``.
    highest : int
        ZEROS or ALL_CLUES.
    number : int
        The mark of this flood.
    below : int
        A cell is taken if its mark is below this: ``number`` itself where floods share
        cells and each has a higher number than the last, 1 where they do not.
    stack : ndarray(int32, ndim=1)
        Workspace as long as clue.
    mark : ndarray(int32, ndim=1)
        As long as clue.  Written: ``number`` at the cells of the flood.

    Returns
    -------
    int
        Number of cells marked.
    """
    mark[start] = number
    stack[0] = start
    top = np.int64(1)
    cells = np.int64(1)
    while top:
        top -= 1
        cell = np.int64(stack[top])
        row = cell // width
        column = cell - row * width
        for r in range(max(row - 1, 0), min(row + 2, height)):
            for c in range(max(column - 1, 0), min(column + 2, width)):
                near = r * width + c
                if mark[near] < below and clue[near] != MINE:
                    mark[near] = number
                    cells += 1
                    if clue[near] <= highest:
                        stack[top] = near
                        top += 1
    return cells


@kernel(_nrt=False)
def count_opening(width, height, clue, start, stack, mark):
    """Count the cells that the click on the start opens; 0 if it is a mine.

    Parameters
    ----------
    width, height, clue, stack, mark
        As in ``flood``; ``stack`` and ``mark`` are overwritten.
    start : int
        Row-major index of the cell.

    Returns
    -------
    int64
        Number of cells.
    """
    if clue[start] != 0:
        return np.int64(clue[start] != MINE)
    for cell in range(clue.size):
        mark[cell] = 0
    one = np.int64(1)
    return flood(width, height, clue, start, ZEROS, one, one, stack, mark)


@kernel(_nrt=False, forceinline=True)
def is_buried(width, height, clue, row, column):
    """Whether no neighbour of a mine is safe."""
    for r in range(max(row - 1, 0), min(row + 2, height)):
        for c in range(max(column - 1, 0), min(column + 2, width)):
            if clue[r * width + c] != MINE:
                return False
    return True


@kernel(_nrt=False)
def measure(metrics, width, height, clue, start):
    """Measure a board.

    Parameters
    ----------
    metrics : Metrics
        ``values`` is written, in the order of ``codes.METRICS``; so is ``mark``: the
        number of an opening that a cell is in, counted from 1, or 0.
    width, height : int
        Size of the board.
    clue : ndarray(int8, ndim=1)
        Row-major clues.
    start : int
        Row-major index of the first click; a mine there opens nothing.
    """
    stack, mark, values = metrics.stack, metrics.mark, metrics.values
    cells = width * height
    for cell in range(cells):
        mark[cell] = 0
    opening = np.int64(clue[start] != MINE)
    number = np.int64(0)
    if clue[start] == 0:
        number += 1
        opening = flood(width, height, clue, start, ZEROS, number, number, stack, mark)
    for cell in range(cells):
        if clue[cell] == 0 and mark[cell] == 0:
            number += 1
            flood(width, height, clue, cell, ZEROS, number, number, stack, mark)
    lone = np.int64(0)
    buried = np.int64(0)
    for row in range(height):
        for column in range(width):
            cell = row * width + column
            if clue[cell] != MINE:
                lone += np.int64(mark[cell] == 0)
            else:
                buried += np.int64(is_buried(width, height, clue, row, column))
    values[OPENING] = opening
    values[BBBV] = number + lone
    values[OPENINGS] = number
    values[BURIED] = buried


@kernel(_nrt=False)
def fits(bounds, values):
    """Return whether measures are within bounds.

    Parameters
    ----------
    bounds : ndarray(int64, ndim=2)
        (measures, 2): low and high of each, both allowed; no rows for no bounds.
    values : ndarray(int64, ndim=1)
        The measures, in the same order.
    """
    for k in range(bounds.shape[0]):
        if not bounds[k, 0] <= values[k] <= bounds[k, 1]:
            return False
    return True
