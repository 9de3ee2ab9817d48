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
from nogues.kernels.counting.probabilities import (
    position_probabilities,
    with_room,
    workspace_of_thread,
)
from nogues.kernels.counting.states import MORE_STATES
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


@kernel(_nrt=False)
def play(work, states, mines, chances):
    """Play on from the position in the grid, which knows the truth.

    Returns a code (OK, or that of a position that is not counted), whether the game is
    won, and the number of guesses.  ``chances``, float64 (cells,), is workspace.
    """
    grid = work.grid
    tally = grid.tally
    guesses = np.int64(0)
    while True:
        fire_singles(grid, work.log)
        if tally[HIDDEN_CELLS] == mines - tally[KNOWN_MINES]:
            return np.int64(OK), True, guesses
        if fire_pairs(grid, work.log):
            continue
        code, _, _ = position_probabilities(work, states, mines, chances)
        if code != OK:
            return np.int64(code), False, guesses
        decided, best = act_on(grid, chances)
        if decided == 0:
            guesses += 1
            if grid.truth[best] == MINE:
                return np.int64(OK), False, guesses
            decide(grid, best, np.int64(0))


@kernel(_nrt=False)
def play_some(
    work,
    states,
    mines,
    candidates,
    order,
    start,
    seeds,
    stop,
    blank,
    clue,
    chances,
    won,
    guesses,
    codes,
    first,
):
    """Play games as ``simulate``, in the way ``with_room`` describes."""
    grid = work.grid
    for n in range(first, seeds.size):
        if stop[0]:
            break
        lay_board(grid.width, grid.height, mines, candidates, order, seeds[n], clue)
        won[n] = False
        guesses[n] = 0
        codes[n] = OK
        if clue[start] != MINE:
            load(grid, blank)
            hide_truth(grid, clue)
            decide(grid, framed_index(grid, start), np.int64(0))
            code, won[n], guesses[n] = play(work, states, mines, chances)
            if code != OK:
                codes[n] = TOO_MUCH
            if code >= MORE_STATES:
                return code, np.int64(n)
    return np.int64(OK), np.int64(seeds.size)


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
    work = workspace_of_thread(width, height)
    cells = width * height
    blank = np.full(cells, HIDDEN, np.int8)
    scratch = blank, np.empty(cells, np.int8), np.empty(cells, np.float64)
    order = candidates.copy()
    game = mines, candidates, order, start, seeds, stop

    def step(states, first):
        return play_some(work, states, *game, *scratch, won, guesses, codes, first)

    with_room(step, limit, len(seeds))
