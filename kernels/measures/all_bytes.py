"""All measures of many boards: those of ``metrics``, openings, islands and mines.

Islands are groups of numbers in no opening: safe cells that are neither zeros nor
beside one, joined at sides and corners.  An opening's size is its zeros and the numbers
around them, so a number between two openings belongs to both; its middle is the zero
nearest to the mean place of its zeros.  Some 4 us an expert board, without ZiNi.
"""

from collections import namedtuple

import numpy as np

from nogues.kernels._jit import kernel
from nogues.kernels.boards.metrics import measure, new_gauge
from nogues.kernels.codes import MEASURES, MINE
from nogues.kernels.measures.zini import count_clicks, new_chart

# Columns, as in codes.MEASURES; the first are those of ``metrics``.
FIRST = np.int64(4)
LARGEST, MIDDLE, ISLANDS, EDGE, CORNER, NUMBERS, ZINI, HZINI = (
    np.int64(MEASURES.index(name))
    for name in (
        "largest_opening",
        "middle",
        "islands",
        "edge_mines",
        "corner_mines",
        "numbers_0",
        "zini",
        "hzini",
    )
)

Bench = namedtuple(
    "Bench",
    [
        "gauge",
        "chart",
        "mark",  # int32, for each cell: the last opening that came here
    ],
)


def new_bench(width: int, height: int) -> Bench:
    """Lay out the workspace for boards of a size."""
    cells = width * height
    return Bench(new_gauge(cells), new_chart(width, height), np.empty(cells, np.int32))


@kernel(_nrt=False)
def walk_opening(width, height, clue, zero, number, stack, mark):
    """Mark an opening; returns its size, its zeros and the sums of their places."""
    stack[0] = zero
    mark[zero] = number
    top = np.int64(1)
    size, zeros = np.int64(1), np.int64(0)
    rows, columns = np.int64(0), np.int64(0)
    while top:
        top -= 1
        cell = np.int64(stack[top])
        row = cell // width
        column = cell - row * width
        zeros += 1
        rows += row
        columns += column
        for r in range(max(row - 1, 0), min(row + 2, height)):
            for c in range(max(column - 1, 0), min(column + 2, width)):
                near = r * width + c
                if mark[near] != number:
                    mark[near] = number
                    size += 1
                    if clue[near] == 0:
                        stack[top] = near
                        top += 1
    return size, zeros, rows, columns


@kernel(_nrt=False)
def find_middle(width, height, clue, number, mark, zeros, rows, columns):
    """Return the zero of an opening that is nearest to the mean place of its zeros."""
    best = np.int64(-1)
    least = np.int64(0)
    for row in range(height):
        for column in range(width):
            cell = row * width + column
            if clue[cell] == 0 and mark[cell] == number:
                down, across = row * zeros - rows, column * zeros - columns
                far = down * down + across * across
                if best < 0 or far < least:
                    best, least = cell, far
    return best


@kernel(_nrt=False)
def find_largest(width, height, clue, stack, mark, sizes):
    """Find the largest opening, the first of equal ones, row-major.

    ``sizes`` (int32) are written as far as there is room.  Returns its size and middle,
    0 and -1 where there is no opening.
    """
    for cell in range(clue.size):
        mark[cell] = 0
    number = np.int32(0)
    largest, chosen = np.int64(0), np.int32(0)
    zeros, rows, columns = np.int64(0), np.int64(0), np.int64(0)
    for cell in range(clue.size):
        if clue[cell] != 0 or mark[cell] != 0:
            continue
        number += 1
        size, count, down, across = walk_opening(
            width, height, clue, cell, number, stack, mark
        )
        if number <= sizes.size:
            sizes[number - 1] = size
        if size > largest:
            largest, chosen = size, number
            zeros, rows, columns = count, down, across
    if largest == 0:
        return largest, np.int64(-1)
    return largest, find_middle(width, height, clue, chosen, mark, zeros, rows, columns)


@kernel(_nrt=False)
def count_islands(width, height, clue, stack, seen):
    """Count the groups of safe cells that are not seen; they are, afterwards."""
    islands = np.int64(0)
    for start in range(clue.size):
        if seen[start] or clue[start] == MINE:
            continue
        islands += 1
        stack[0] = start
        seen[start] = True
        top = np.int64(1)
        while top:
            top -= 1
            cell = np.int64(stack[top])
            row = cell // width
            column = cell - row * width
            for r in range(max(row - 1, 0), min(row + 2, height)):
                for c in range(max(column - 1, 0), min(column + 2, width)):
                    near = r * width + c
                    if not seen[near] and clue[near] != MINE:
                        seen[near] = True
                        stack[top] = near
                        top += 1
    return islands


@kernel(_nrt=False)
def count_rim(width, height, clue):
    """Return the mines on the edge, corners included, and those in corners."""
    edge, corner = np.int64(0), np.int64(0)
    for row in range(height):
        for column in range(width):
            rim = np.int64(row == 0 or row == height - 1)
            side = np.int64(column == 0 or column == width - 1)
            mined = np.int64(clue[row * width + column] == MINE)
            edge += mined & (rim | side)
            corner += mined & rim & side
    return edge, corner


@kernel(_nrt=False)
def take_census(bench, width, height, clue, starts, zini, stop, out):
    """Measure boards of one size.

    Parameters
    ----------
    clue : ndarray(int8, ndim=2)
        (boards, cells).
    starts : ndarray(int32, ndim=1)
        Row-major index of each first click.
    zini : bool
        Whether to count ZiNi, which takes longer than all the rest.
    stop : ndarray(bool, ndim=1)
        Once stop[0] is set from outside, no other board is begun.
    out : ndarray(int32, ndim=2)
        (boards, measures), in the order of codes.MEASURES.  Written.
    """
    gauge, chart, mark = bench
    for n in range(clue.shape[0]):
        if stop[0]:
            break
        board = clue[n]
        row = out[n]
        measure(gauge, width, height, board, np.int64(starts[n]))
        for k in range(FIRST):
            row[k] = gauge.values[k]
        row[ISLANDS] = count_islands(width, height, board, gauge.stack, gauge.seen)
        largest, middle = find_largest(
            width, height, board, gauge.stack, mark, mark[:0]
        )
        row[LARGEST] = largest
        row[MIDDLE] = middle
        row[EDGE], row[CORNER] = count_rim(width, height, board)
        for k in range(9):
            row[NUMBERS + k] = 0
        for cell in range(board.size):
            if board[cell] != MINE:
                row[NUMBERS + board[cell]] += 1
        if zini:
            row[ZINI] = count_clicks(chart, width, height, board, np.bool_(False))
            row[HZINI] = count_clicks(chart, width, height, board, np.bool_(True))
