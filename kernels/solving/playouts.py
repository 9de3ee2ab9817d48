"""Games played to the end: complete logic, and the least probable cell as a guess.

Everything certain is opened or flagged; where nothing is, the hidden cell least likely
to be a mine is opened, the first of them in row-major order (probabilities within one
part in a billion are equal, so that no rounding decides).

Cost: some 150 us per expert game, nearly all of it for probabilities.
"""

import numpy as np

from nogues.kernels._jit import kernel
from nogues.kernels.boards.position import (
    HIDDEN_CELLS,
    KNOWN_MINES,
    decide,
    hide_truth,
    load,
)
from nogues.kernels.boards.random import lay_board
from nogues.kernels.codes import HIDDEN, MINE, OK, TOO_MUCH
from nogues.kernels.counting.frontier import new_states
from nogues.kernels.counting.probabilities import (
    FIRST_ROOM,
    grown,
    new_workspace,
    position_probabilities,
)
from nogues.kernels.rules.pair_position import fire_pairs
from nogues.kernels.rules.single_position import fire_singles

EQUAL = 1.0 + 1e-9


@kernel(_nrt=False, forceinline=True)
def framed_index(grid, cell):
    """Return the framed cell of a row-major index."""
    row = cell // grid.width
    return (row + 1) * grid.stride + 1 + cell - row * grid.width


@kernel(_nrt=False)
def act_on(grid, chances):
    """Decide all that is certain.

    ``chances`` are the probabilities of a mine, row-major.  Returns the number of cells
    decided, and the framed cell that is the best guess, or -1 if all are decided.
    """
    decided = np.int64(0)
    least = 2.0
    best = np.int64(-1)
    for cell in range(chances.size):
        at = framed_index(grid, cell)
        if grid.hidden[at]:
            chance = chances[cell]
            if chance == 0.0 or chance == 1.0:
                decide(grid, at, np.int64(chance))
                decided += 1
            elif chance * EQUAL < least:
                least = chance
                best = at
    return decided, best


@kernel()
def play(work, states, mines, limit, chances):
    """Play on from the position in the grid, which knows the truth.

    Returns a code (OK or TOO_MUCH), whether the game is won, the number of guesses, and
    the workspace of states, enlarged if it was too small.  ``chances``, float64
    (cells,), is workspace.
    """
    grid = work.grid
    tally = grid.tally
    guesses = np.int64(0)
    while True:
        fire_singles(grid, work.log)
        if tally[HIDDEN_CELLS] == mines - tally[KNOWN_MINES]:
            return np.int64(OK), True, guesses, states
        if fire_pairs(grid, work.log):
            continue
        while True:
            code, _, _ = position_probabilities(work, states, mines, chances)
            states, again = grown(states, code, limit)
            if not again:
                break
        if code != OK:
            return np.int64(TOO_MUCH), False, guesses, states
        decided, best = act_on(grid, chances)
        if decided == 0:
            guesses += 1
            if grid.truth[best] == MINE:
                return np.int64(OK), False, guesses, states
            decide(grid, best, np.int64(0))


@kernel()
def simulate(
    width,
    height,
    mines,
    candidates,
    start,
    seeds,
    limit,
    stop,
    won,
    guesses,
    codes,
):
    """Deal a random board for each seed and play it from a start.

    Parameters
    ----------
    width, height, mines : int
        Size of the boards in cells, and their mines.
    candidates : ndarray(int32, ndim=1)
        Row-major indices of the cells where mines may lie.
    start : int
        Row-major index of the first click; on a mine the game is lost.
    seeds : ndarray(uint32, ndim=1)
        One per board.
    limit : int
        States and moves that a position may take.
    stop : ndarray(bool, ndim=1)
        (1,).  Once it is set from outside, no other board is begun.
    won : ndarray(bool, ndim=1)
        (boards,).  Written: whether the game was won.
    guesses : ndarray(int32, ndim=1)
        (boards,).  Written: number of cells opened that were not certain.
    codes : ndarray(int64, ndim=1)
        (boards,).  Written: OK, or TOO_MUCH where a position took too many states.
    """
    work = new_workspace(width, height)
    states = new_states(min(limit, np.int64(FIRST_ROOM)), np.int64(1))
    blank = np.full(width * height, HIDDEN, np.int8)
    clue = np.empty(width * height, np.int8)
    order = candidates.copy()
    chances = np.empty(width * height, np.float64)
    for n in range(seeds.size):
        if stop[0]:
            break
        lay_board(width, height, mines, candidates, order, seeds[n], clue)
        won[n] = False
        guesses[n] = 0
        codes[n] = OK
        if clue[start] != MINE:
            load(work.grid, blank)
            hide_truth(work.grid, clue)
            decide(work.grid, framed_index(work.grid, start), np.int64(0))
            codes[n], won[n], guesses[n], states = play(
                work, states, mines, limit, chances
            )
