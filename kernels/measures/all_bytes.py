"""All measures of many boards of any size: those of ``metrics``, and more.

Islands are groups of numbers in no opening: safe cells that are neither zeros nor
beside one, joined at sides and corners.  An opening's size is its zeros and the numbers
around them, so a number between two openings belongs to both; its middle is the zero
nearest to the mean place of its zeros.  Some 4 us per expert board, without ZiNi; where
they fit, boards go to ``all_planes``, which is several times as fast.
"""

import numpy as np

from nogues.kernels._jit import kernel
from nogues.kernels.boards.metrics import ALL_CLUES, ZEROS, flood, measure, new_metrics
from nogues.kernels.bundle import bundle
from nogues.kernels.codes import MEASURES, METRICS, MINE
from nogues.kernels.measures.zini import count_clicks, new_zini_state

# Columns, as in codes.MEASURES; the first are those of ``metrics``.
FIRST = np.int64(len(METRICS))
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

Workspace = bundle(
    "Workspace",
    [
        "metrics",  # of ``metrics.measure``; its stack and marks serve all floods
        "zini",  # of ``zini.count_clicks``
    ],
)


def new_workspace(width: int, height: int) -> Workspace:
    """Lay out the workspace for boards of a size.

    Parameters
    ----------
    width, height : int
        Size of the boards in cells.

    Returns
    -------
    Workspace
        For ``measure_boards``.
    """
    return Workspace(new_metrics(width * height), new_zini_state(width, height))


@kernel(_nrt=False)
def find_middle(width, height, clue, number, mark):
    """Return the zero of an opening that is nearest to the mean place of its zeros.

    ``mark`` holds ``number`` at the cells of the opening.  Of equally near zeros the
    first is taken, row-major.
    """
    zeros, rows, columns = np.int64(0), np.int64(0), np.int64(0)
    for row in range(height):
        for column in range(width):
            cell = row * width + column
            if clue[cell] == 0 and mark[cell] == number:
                zeros += 1
                rows += row
                columns += column
    best, least = np.int64(-1), np.int64(0)
    for row in range(height):
        for column in range(width):
            cell = row * width + column
            if clue[cell] == 0 and mark[cell] == number:
                # Both distances times the number of zeros: whole numbers.
                down, across = row * zeros - rows, column * zeros - columns
                far = down * down + across * across
                if best < 0 or far < least:
                    best, least = cell, far
    return best


@kernel(_nrt=False)
def find_largest(width, height, clue, stack, mark, sizes):
    """Find the largest opening, the first of equal ones, row-major.

    Parameters
    ----------
    width, height : int
        Size of the board.
    clue : ndarray(int8, ndim=1)
        Row-major clues.
    stack : ndarray(int32, ndim=1)
        Workspace as long as clue.
    mark : ndarray(int32, ndim=1)
        As long as clue.  Written: the last opening, counted from 1, that a cell is in,
        or 0.
    sizes : ndarray(int32, ndim=1)
        Written as far as there is room: the size of each opening.

    Returns
    -------
    (int, int)
        Size and middle; 0 and -1 where there is no opening.
    """
    for cell in range(clue.size):
        mark[cell] = 0
    number, chosen = np.int64(0), np.int64(0)
    largest = np.int64(0)
    for cell in range(clue.size):
        if clue[cell] != 0 or mark[cell] != 0:
            continue
        number += 1
        # Numbers rise, so a cell that an earlier opening shares is counted again.
        size = flood(width, height, clue, cell, ZEROS, number, number, stack, mark)
        if number <= sizes.size:
            sizes[number - 1] = size
        if size > largest:
            largest, chosen = size, number
    if largest == 0:
        return largest, np.int64(-1)
    return largest, find_middle(width, height, clue, chosen, mark)


@kernel(_nrt=False)
def count_islands(width, height, clue, stack, mark):
    """Return the number of areas of safe cells that are in no opening.

    ``mark`` (int32) is 0 where a cell is in no opening; the islands are marked, too.
    """
    islands = np.int64(0)
    one = np.int64(1)
    for cell in range(clue.size):
        if mark[cell] == 0 and clue[cell] != MINE:
            islands += 1
            flood(width, height, clue, cell, ALL_CLUES, one, one, stack, mark)
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
def measure_boards(workspace, width, height, clue, starts, zini, stop, out):
    """Measure boards of one size.

    Parameters
    ----------
    workspace : Workspace
        For this size; overwritten.
    width, height : int
        Size of the boards.
    clue : ndarray(int8, ndim=2)
        (boards, cells), row-major.
    starts : ndarray(int32, ndim=1)
        Row-major index of each first click.
    zini : bool
        Whether to count ZiNi, which takes longer than all the rest.  Its columns are
        left alone otherwise.
    stop : ndarray(bool, ndim=1)
        Once stop[0] is set from outside, no other board is begun.
    out : ndarray(int32, ndim=2)
        (boards, measures), in the order of codes.MEASURES.  Written.
    """
    metrics = workspace.metrics
    stack, mark = metrics.stack, metrics.mark
    for n in range(clue.shape[0]):
        if stop[0]:
            break
        board = clue[n]
        row = out[n]
        measure(metrics, width, height, board, np.int64(starts[n]))
        for k in range(FIRST):
            row[k] = metrics.values[k]
        row[ISLANDS] = count_islands(width, height, board, stack, mark)
        largest, middle = find_largest(width, height, board, stack, mark, mark[:0])
        row[LARGEST] = largest
        row[MIDDLE] = middle
        row[EDGE], row[CORNER] = count_rim(width, height, board)
        for k in range(9):
            row[NUMBERS + k] = 0
        for cell in range(board.size):
            if board[cell] != MINE:
                row[NUMBERS + board[cell]] += 1
        if zini:
            state = workspace.zini
            row[ZINI] = count_clicks(state, width, height, board, np.bool_(False))
            row[HZINI] = count_clicks(state, width, height, board, np.bool_(True))
