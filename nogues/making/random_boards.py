"""Plain random boards, and games played on them."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nogues.base.errors import LimitError, MinesweeperError
from nogues.base.memory import BOARD_BYTES, GAME_BYTES, check_memory
from nogues.base.options import RANDOM_BOARDS, SIMULATIONS
from nogues.base.progress import reporting
from nogues.base.random import check_seed, check_seeds, entropy_seed
from nogues.base.search import Search, ask_random, check_fit
from nogues.base.spec import Spec, check_spec, zone_of
from nogues.base.threads import check_threads, run_chunks
from nogues.boards.board import Board, Boards
from nogues.kernels.codes import MAX_PASSES, MAX_STATES, OK

#: Cells of the boards that a chunk of a bulk run holds.
CHUNK_CELLS = 500_000

#: Games in a chunk of a bulk run.
CHUNK_GAMES = 200


@dataclass(frozen=True, eq=False, slots=True)
class Simulation:
    """Games that were played to the end.

    Attributes
    ----------
    won : ndarray of bool, shape (n,)
        Whether each game was won.
    guesses : ndarray of int32, shape (n,)
        Cells opened that were not certainly safe, the first click not counted.
    """

    won: NDArray[np.bool_]
    guesses: NDArray[np.int32]

    @property
    def win_rate(self) -> float:
        """Share of games won."""
        return float(self.won.mean()) if self.won.size else math.nan

    @property
    def interval(self) -> tuple[float, float]:
        """95 % confidence interval of the win rate (Wilson)."""
        n, z = self.won.size, 1.959964
        if not n:
            return math.nan, math.nan
        p, square = self.win_rate, z * z / n
        middle = (p + square / 2) / (1 + square)
        reach = z * math.sqrt(p * (1 - p) / n + square / (4 * n)) / (1 + square)
        return middle - reach, middle + reach


def generate_random_boards(
    width: int,
    height: int,
    mines: int | None = None,
    start: tuple[int, int] | None = None,
    *,
    density: float | None = None,
    seeds: Any,
    safe: str = "block",
    relocate: bool = False,
    threads: int | None = None,
    progress: Any = None,
) -> Boards:
    """Lay mines at random, without regard to how the boards can be solved.

    All layouts without a mine in the safe zone are equally likely.  So they are with
    ``relocate``: the mines end up on the cells outside the zone that come first in a
    shuffle of all cells.

    Parameters
    ----------
    width, height : int
        Size; at most a million cells.
    mines : int, optional
        Mines; exactly that many are laid.
    start : tuple of int, optional
        (row, column) of the first click; default: the centre.
    density : float, optional
        Instead of mines: each cell outside the safe zone is a mine with this chance, at
        least 0 and below 1, whatever the others are.
    seeds : range, ndarray or iterable of int
        One seed a board, each taken mod 2**32.
    safe : {"block", "cell", "any", "diamond"}, optional
        Where no mine lies: at the start and its neighbours, at the start, nowhere in
        particular, at Manhattan distance 2 or nearer from the start.
    relocate : bool, optional
        Lay the mines anywhere first, and then move those of the safe zone out of it, as
        a game does whose first click hits a mine.  ``Boards.relocations`` says which.
    threads, progress
        As in ``generate_boards``.

    Returns
    -------
    Boards
        With ``solvable`` False: the board is not solved.

    Raises
    ------
    MinesweeperError
        When more mines are asked for than fit; names the maximum.
    TypeError
        When an argument is of the wrong type, or not one of mines and density is given.

    Examples
    --------
    >>> import nogues
    >>> boards = nogues.generate_random_boards(30, 16, 99, seeds=range(1000))
    >>> boards
    <Boards 1000 of 30x16/99 start=(8, 15) search=random>
    >>> nogues.generate_random_boards(30, 16, density=0.2, seeds=[1]).mine_count
    array([103], dtype=int32)
    """
    spec, search = _check_arguments(
        width, height, mines, start, density=density, safe=safe, relocate=relocate
    )
    pool = check_threads(threads)
    size = f"boards of {spec.width}x{spec.height}"
    instead = "make several files, each of some of the seeds"
    check_memory(seeds, spec.cells + BOARD_BYTES, size, instead)
    numbers = check_seeds(seeds)
    with reporting(progress, len(numbers)) as report:
        return _deal(spec, search, numbers, pool, report)


def generate_random_board(
    width: int,
    height: int,
    mines: int | None = None,
    start: tuple[int, int] | None = None,
    *,
    density: float | None = None,
    seed: int | None = None,
    safe: str = "block",
    relocate: bool = False,
) -> Board:
    """Lay mines at random on one board, as ``generate_random_boards`` does.

    Parameters
    ----------
    width, height, mines, start, density, safe, relocate
        As in ``generate_random_boards``.
    seed : int, optional
        Any integer, taken mod 2**32.  Without one, 32 bits of the system's entropy
        are used and recorded in ``Board.seed``.

    Examples
    --------
    >>> import nogues
    >>> print(nogues.generate_random_board(5, 3, 3, seed=1, safe="cell"))
    **111
    2211*
    00011
    """
    spec, search = _check_arguments(
        width, height, mines, start, density=density, safe=safe, relocate=relocate
    )
    number = entropy_seed() if seed is None else check_seed(seed)
    return _deal(spec, search, np.array([number], np.uint32), 1, lambda done: None)[0]


def _check_arguments(
    width: object,
    height: object,
    mines: object,
    start: object,
    *,
    density: object,
    safe: object,
    relocate: object,
) -> tuple[Spec, Search]:
    """Return the checked size, without mines if density is given, and the search."""
    if (mines is None) == (density is None):
        raise TypeError("give mines or density, one of them")
    spec = check_spec(width, height, 0 if mines is None else mines, start)
    zone = RANDOM_BOARDS["safe"].require(safe)
    return spec, ask_random(density=density, safe=zone, relocate=relocate).at(spec)


def _deal(
    spec: Spec,
    search: Search,
    seeds: NDArray[np.uint32],
    threads: int,
    report: Callable[[int], None],
) -> Boards:
    """Lay the mines of checked arguments."""
    n = len(seeds)
    free = zone_of(spec, search.zone).reshape(-1)
    candidates = np.flatnonzero(~free).astype(np.int32)
    clue = np.empty((n, spec.cells), np.int8)
    opening = np.zeros(n, np.int32)
    mine_count = np.full(n, spec.mines, np.int32)
    most = min(spec.mines, spec.cells - candidates.size) if search.relocate else 0
    relocations = np.empty((n, most, 2), np.int32)
    stop = np.zeros(1, np.bool_)
    size = (spec.width, spec.height)
    at = spec.start[0] * spec.width + spec.start[1]
    from nogues.kernels.boards import random

    def work(first: int, last: int) -> bool:
        part = slice(first, last)
        out = (at, seeds[part], clue[part], opening[part])
        if search.density is not None:
            threshold = np.uint64(search.density * 2**32)
            random.lay_by_density(*size, threshold, candidates, *out, mine_count[part])
        elif search.relocate:
            random.lay_and_relocate(*size, spec.mines, free, *out, relocations[part])
        else:
            random.lay_boards(*size, spec.mines, candidates, *out)
        return True

    chunk = CHUNK_CELLS // spec.cells
    run_chunks(work, n, chunk, threads, stop, report, inline=n <= max(1, chunk))
    used = int((relocations[:, :, 0] >= 0).sum(1).max(initial=0))
    return Boards(
        clue,
        spec.width,
        spec.height,
        None if search.density is not None else spec.mines,
        spec.start,
        seeds,
        np.ones(n, np.int32),
        np.zeros(n, np.int32),
        opening,
        mine_count,
        seeds[:0],
        1,
        MAX_PASSES,
        search,
        np.full(n, -1, np.int8),
        relocations[:, :used].copy(),
    )


def simulate(
    width: int,
    height: int,
    mines: int,
    start: tuple[int, int] | None = None,
    *,
    seeds: Any,
    policy: str = "least_probable",
    safe: str = "cell",
    threads: int | None = None,
    progress: Any = None,
    max_states: int = MAX_STATES,
) -> Simulation:
    """Play random boards to the end, with complete logic and guesses.

    Share of games won, with the 95 % interval, seeds 0 and on:

    ==============  ==================================  ================================
    board           start (0, 0), safe cell            start in the centre, safe block
    ==============  ==================================  ================================
    9x9/10          90.5 % (90.3-90.7), n = 100,000     96.1 % (96.0-96.3), n = 100,000
    16x16/40        76.8 % (76.4-77.2), n = 40,000      87.0 % (86.6-87.3), n = 40,000
    30x16/99        38.0 % (37.6-38.5), n = 40,000      50.1 % (49.6-50.6), n = 40,000
    ==============  ==================================  ================================

    Published for players that look further ahead than one guess: 78.1 % on 16x16/40
    and 39.6 % on 30x16/99 (Tu et al., Exploring Efficient Strategies for Minesweeper,
    2017), 41 % for JSMinesweeper, which starts in a corner.

    Parameters
    ----------
    width, height, mines, start, seeds
        The boards, as in ``generate_random_boards``.
    policy : {"least_probable"}, optional
        What is opened when nothing is certain: the hidden cell least likely to be a
        mine; of equal ones (within one part in a billion) the first, row-major.
    safe : {"cell", "block", "any", "diamond"}, optional
        Where no mine lies, as in ``generate_random_boards``.  With ``"any"`` the first
        click may lose.
    threads, progress
        As in ``generate_boards``.
    max_states : int, optional
        States that counting may use for a position.

    Returns
    -------
    Simulation

    Raises
    ------
    LimitError
        When a game comes to a position with more states than allowed.
    MinesweeperError
        When an argument is out of range.
    TypeError
        When an argument is of the wrong type.

    Examples
    --------
    >>> import nogues
    >>> games = nogues.simulate(9, 9, 10, seeds=range(1000))
    >>> 0.85 < games.win_rate < 0.99
    True
    """
    spec = check_spec(width, height, mines, start)
    zone = SIMULATIONS["safe"].require(safe)
    check_fit(spec, zone)
    candidates = np.flatnonzero(~zone_of(spec, zone)).astype(np.int32)
    if policy != "least_probable":
        raise MinesweeperError(f"policy must be least_probable, not {policy!r}")
    pool = check_threads(threads)
    limit = SIMULATIONS["max_states"].require(max_states)
    check_memory(seeds, GAME_BYTES, "games", "play some of the seeds at a time")
    numbers = check_seeds(seeds)
    n = len(numbers)
    won = np.zeros(n, np.bool_)
    guesses = np.zeros(n, np.int32)
    codes = np.zeros(n, np.int64)
    stop = np.zeros(1, np.bool_)
    at = spec.start[0] * spec.width + spec.start[1]
    from nogues.kernels.solving.playouts import simulate as kernel

    def work(first: int, last: int) -> bool:
        kernel(
            spec.width,
            spec.height,
            spec.mines,
            candidates,
            at,
            numbers[first:last],
            limit,
            stop,
            won[first:last],
            guesses[first:last],
            codes[first:last],
        )
        return bool((codes[first:last] == OK).all())

    with reporting(progress, n) as report:
        run_chunks(work, n, CHUNK_GAMES, pool, stop, report)
    wrong = np.flatnonzero(codes != OK)
    if wrong.size:
        raise LimitError(
            f"seed {numbers[wrong[0]]} takes more than max_states = {limit} states"
        )
    return Simulation(won, guesses)
