"""ZiNi: clicks that a player with flags needs, by two greedy rules.

The *premium* of a safe cell is what chording on it saves over opening cell by cell:

    3BV still closed in its block - unflagged mines around it - 1 - (1 if it is closed)

where an opening counts once for a cell, however many of its zeros lie in the block.
Greedy ZiNi: while the best premium is not negative, open that cell if it is closed,
flag the mines around it and chord; else open the next closed 3BV cell.  Human ZiNi:
first click every opening, then the same, but chord on open cells only.  Of equal cells
the first by columns is taken, each from top to bottom, and so is the next closed one.
(E. Zimmermann, "New benchmark: 3bv for flaggers", 2009.)

Premiums are kept up to date, by columns in a frame; a step looks for the best of all,
which vectorises.  Some 15 us per expert board.
"""

import numpy as np

from nogues.kernels._jit import kernel
from nogues.kernels.bundle import bundle
from nogues.kernels.codes import MINE

WALL = 9  # clue of the frame
NOWHERE = np.int8(-100)  # premium of mines and the frame, some up or down
ASIDE = np.int8(64)  # taken off where only open cells may be chorded on
CELLS, BBBV = (np.int64(k) for k in range(2))

ZiniState = bundle(
    "ZiniState",
    [
        "stride",  # cells in a framed column
        "clue",  # int8: clue, MINE or WALL
        "premium",  # int8
        "opened",  # bool
        "flagged",  # bool
        "rim",  # bool: zeros and the cells beside them
        "seen",  # int32: mark of the last flood that came here
        "stack",  # int32
        "left",  # int64: safe cells and 3BV still closed
    ],
)


def new_zini_state(width: int, height: int) -> ZiniState:
    """Lay out the workspace for boards of a size.

    Parameters
    ----------
    width, height : int
        Size of the boards in cells.

    Returns
    -------
    ZiniState
        For ``count_clicks``.
    """
    stride = height + 2
    cells = (width + 2) * stride
    flags = np.zeros((3, cells), np.bool_)
    return ZiniState(
        stride,
        np.full(cells, WALL, np.int8),
        np.empty(cells, np.int8),
        flags[0],
        flags[1],
        flags[2],
        np.empty(cells, np.int32),
        np.empty(width * height, np.int32),
        np.zeros(2, np.int64),
    )


@kernel(_nrt=False, forceinline=True)
def add_around(premium, at, stride, change):
    """Add to the premiums of a cell and its neighbours."""
    for side in range(-stride, stride + 1, stride):
        premium[at + side - 1] += change
        premium[at + side] += change
        premium[at + side + 1] += change


@kernel(_nrt=False, forceinline=True)
def open_cell(state, at, bonus):
    """Open a cell, if it is closed; ``bonus`` is added to its premium."""
    if not state.opened[at]:
        state.opened[at] = True
        state.premium[at] += bonus
        state.left[CELLS] -= 1


@kernel(_nrt=False)
def flood(state, zero, number, change, opens, bonus):
    """Visit the cells of an opening once each: change their premiums, maybe open them.

    ``zero`` is a cell of it, ``number`` the mark of this flood in ``seen``, ``change``
    what is added to each premium.  ``opens`` says whether the cells open, too.
    """
    clue, seen, stack, stride = state.clue, state.seen, state.stack, state.stride
    stack[0] = zero
    top = np.int64(1)
    while top:
        top -= 1
        cell = np.int64(stack[top])
        for side in range(-stride, stride + 1, stride):
            for near in range(cell + side - 1, cell + side + 2):
                if seen[near] == number or np.uint8(clue[near]) >= WALL:
                    continue
                seen[near] = number
                state.premium[near] += change
                if opens:
                    open_cell(state, near, bonus)
                if clue[near] == 0 and near != zero:
                    stack[top] = near
                    top += 1


@kernel(_nrt=False)
def open_any(state, at, number, bonus):
    """Open a safe cell that is closed, with its opening if it is a zero.

    What is no longer closed of 3BV is taken off the premiums around it.
    """
    if state.clue[at] == 0:
        state.left[BBBV] -= 1
        flood(state, at, number, np.int8(-1), True, bonus)
        return
    if not state.rim[at]:
        state.left[BBBV] -= 1
        add_around(state.premium, at, state.stride, np.int8(-1))
    open_cell(state, at, bonus)


@kernel(_nrt=False)
def prepare(state, width, height, clue):
    """Take over a board, and find all premiums; returns the number of openings."""
    stride, premium, rim = state.stride, state.premium, state.rim
    for at in range(premium.size):
        premium[at] = NOWHERE
        rim[at] = False
        state.opened[at] = False
        state.flagged[at] = False
        state.seen[at] = 0
    state.left[CELLS] = 0
    for row in range(height):
        for column in range(width):
            at = (column + 1) * stride + row + 1
            value = clue[row * width + column]
            state.clue[at] = value
            if value != MINE:
                premium[at] = -2 - value
                state.left[CELLS] += 1
    openings = np.int64(0)
    for at in range(stride, premium.size - stride):
        if state.clue[at] == 0:
            for side in range(-stride, stride + 1, stride):
                for near in range(at + side - 1, at + side + 2):
                    rim[near] = True
            if state.seen[at] == 0:
                openings += 1
                flood(state, at, np.int32(openings), np.int8(1), False, np.int8(0))
    state.left[BBBV] = openings
    for at in range(stride, premium.size - stride):
        if np.uint8(state.clue[at]) < WALL and not rim[at]:
            state.left[BBBV] += 1
            add_around(premium, at, stride, np.int8(1))
    return openings


@kernel(_nrt=False, forceinline=True)
def find_best(premium):
    """Return the best premium and the first cell that has it."""
    best = np.int8(-128)
    for at in range(premium.size):
        best = max(best, premium[at])
    at = np.int64(0)
    while premium[at] != best:
        at += 1
    return best, at


@kernel(_nrt=False)
def chord(state, at, number, bonus):
    """Open a cell, flag the mines around it and chord.

    ``number`` is the last mark used by a flood.  Returns the clicks and the new last
    mark.
    """
    clue, stride = state.clue, state.stride
    clicks = np.int64(1)
    if not state.opened[at]:
        clicks += 1
        number += 1
        open_any(state, at, np.int32(number), bonus)
    for side in range(-stride, stride + 1, stride):
        for near in range(at + side - 1, at + side + 2):
            if clue[near] == MINE and not state.flagged[near]:
                clicks += 1
                state.flagged[near] = True
                add_around(state.premium, near, stride, np.int8(1))
    for side in range(-stride, stride + 1, stride):
        for near in range(at + side - 1, at + side + 2):
            if np.uint8(clue[near]) < WALL and not state.opened[near]:
                number += 1
                open_any(state, near, np.int32(number), bonus)
    return clicks, number


@kernel(_nrt=False)
def count_clicks(state, width, height, clue, human):
    """Count the clicks of a board that one of the rules needs.

    Parameters
    ----------
    state : ZiniState
        For boards of this size; overwritten.
    width, height : int
        Size of the board.
    clue : ndarray(int8, ndim=1)
        Row-major clues.
    human : bool
        Whether to count human ZiNi; else greedy ZiNi.

    Returns
    -------
    int
        Clicks, flags included.
    """
    number = prepare(state, width, height, clue)
    clicks = np.int64(0)
    bonus = np.int8(1)
    if human:
        bonus += ASIDE
        for at in range(state.premium.size):
            if np.uint8(state.clue[at]) < WALL:
                state.premium[at] -= ASIDE
        for at in range(state.premium.size):
            if state.clue[at] == 0 and not state.opened[at]:
                clicks += 1
                number += 1
                open_any(state, at, np.int32(number), bonus)
    following = np.int64(0)
    while state.left[CELLS]:
        best, at = find_best(state.premium)
        if best >= 0:
            made, number = chord(state, at, number, bonus)
            clicks += made
            continue
        if not human:  # opening a cell makes no premium larger: what is left is 3BV
            return clicks + state.left[BBBV]
        while (
            np.uint8(state.clue[following]) >= WALL
            or state.opened[following]
            or (state.rim[following] and state.clue[following] != 0)
        ):
            following += 1
        clicks += 1
        number += 1
        open_any(state, following, np.int32(number), bonus)
    return clicks
