"""Making boards that can be won without a guess, one or many."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nogues.base.between import Between
from nogues.base.memory import BOARD_BYTES, check_memory
from nogues.base.options import SKIP_FAILURES
from nogues.base.progress import reporting
from nogues.base.random import check_seed, check_seeds, draws_of, entropy_seed
from nogues.base.search import REFERENCE, Search, ask_search, check_room, limits_of
from nogues.base.spec import Limits, Spec, check_spec
from nogues.base.threads import check_threads, run_chunks
from nogues.boards.board import Board, Boards
from nogues.kernels.codes import FOUND, MAX_ATTEMPTS, MAX_PASSES
from nogues.making.dispatch import chunk_search
from nogues.making.failures import check_found, warn_hopeless
from nogues.making.interactive import (
    check_budget,
    check_total,
    is_clock,
    search_against_clock,
    search_with_draws,
)
from nogues.making.watch import Watch

#: Cells and boards that a chunk of a bulk run holds at most, about 10 ms of work; and
#: cells that are worth a chunk of their own.
CHUNK_CELLS = 1_000_000
SMALL_CHUNK_CELLS = 200_000
CHUNK_BOARDS = 16_384

#: Where a board may take long: cells that a chunk holds at most, and chunks a thread.
SLOW_CHUNK_CELLS = 100_000
SLOW_CHUNKS = 16

#: One board of at most so many cells takes less time than starting a thread; no
#: Ctrl-C is lost, since all its attempts take less than a second.
INLINE_CELLS = 2048


def generate_board(
    width: int,
    height: int,
    mines: int,
    start: tuple[int, int] | None = None,
    *,
    logic: str = "elementary",
    use_mine_count: bool = True,
    search: str = "repair",
    safe: str | None = None,
    moves: int | None = None,
    needs: str | None = None,
    accept: Between | None = None,
    seed: int | None = None,
    rng: Any = None,
    max_attempts: int | None = None,
    max_passes: int = MAX_PASSES,
    time_budget: Any = None,
) -> Board:
    """Make a board that can be won from the start without a guess.

    By default it is the board of the published search for this seed
    (reference: Generate): finished by the elementary rules alone, within 60 sweeps.

    Parameters
    ----------
    width, height : int
        Size; at most 40,000 cells for the published search, a million for the others.
    mines : int
        Mines.  Where fewer fit outside the diamond, the published search lays that
        many, see ``Board.mine_count``; the other searches and zones take no more than
        fit.
    start : tuple of int, optional
        (row, column) of the first click; default: the centre.
    logic : {"elementary", "subset", "complete"}, optional
        The level of deduction that finishes the board; see ``solve``.
    use_mine_count : bool, optional
        Whether the complete level may use the number of mines.
    search : {"repair", "uniform"}, optional
        ``"repair"`` moves mines of a random layout until the board can be finished:
        quick, but not a fair sample.  ``"uniform"`` lays all mines anew until it can
        be: all boards that can be finished are equally likely, and where few can,
        it takes long.
    safe : {"diamond", "block", "cell"}, optional
        Where no mine lies: all cells at Manhattan distance 2 or nearer from the start,
        the start and its neighbours, the start alone.  The diamond for the published
        search (``"repair"`` at the elementary level), the block for the others, unless
        given.
    moves : int, optional
        Of a repair search above the elementary level: how often a random mine and a
        random safe cell trade places once the board can be finished, where it still
        can be after that.  The more moves, the nearer the boards are to uniform ones;
        0 is quickest (default: twice the mines).  Boards over 64x32 have no moves.
    needs : {"elementary", "subset", "complete", "mine_count"}, optional
        Only boards that cannot be finished with less than this rule.
    accept : Between, optional
        Only boards whose measures lie between limits.
    seed : int, optional
        Any integer, taken mod 2**32.  Without one, 32 bits of the system's entropy
        are used and recorded in ``Board.seed``.
    rng : callable, random.Random or numpy.random.Generator, optional
        Source of floats in [0, 1) instead of a seed, called exactly as often as the
        published search calls it.  For the published search only.
    max_attempts : int, optional
        Placements to try.  Default: 300 in the published search, 1,000 in a repair
        search above the elementary level (on boards over 64x32 as many as have 400,000
        cells, at least 10), 1,000,000 in a uniform search.
    max_passes : int, optional
        Sweeps a solve of the published search may take; the others do not count them.
    time_budget : float, tuple or True, optional
        Milliseconds in all, compiling not counted.  When they are over, the search has
        failed.  A board found in time is the same as without a budget.

        In the published search also a pair ``(attempt, total)`` or True: search against
        the clock as the live game does, instead of counting attempts.  True, or None
        in the pair, stands for the usual value (150 ms, or 600 ms on more than 500
        cells; 5,000 ms in all).  When the time is over, the last layout is returned
        with ``solvable`` False: no solution of it was found in time.  The same seed may
        give another board.

    Returns
    -------
    Board

    Raises
    ------
    GenerationError
        When no attempt succeeds, the time is over, or boards so dense are not found at
        all (said after a second or two, with the densities that are).
    LimitError
        When the complete level would take too many states.
    MinesweeperError
        When an argument is out of range, or no board has all that is asked for.
    TypeError
        When an argument is of the wrong type, or arguments exclude each other.

    Examples
    --------
    >>> import nogues
    >>> board = nogues.generate_board(9, 9, 10, seed=1)
    >>> print(board)
    *102*3110
    2212*3*10
    1*1112110
    111000000
    111000000
    3*3111100
    ***11*100
    232111100
    000000000
    >>> board.attempts, board.repairs, board.opening
    (2, 1, 53)
    """
    spec = check_spec(width, height, mines, start)
    asked = ask_search(
        logic=logic,
        use_mine_count=use_mine_count,
        search=search,
        safe=safe,
        moves=moves,
        needs=needs,
        accept=accept,
    ).at(spec)
    limits = limits_of(spec, asked, max_attempts, max_passes)
    if rng is not None and not asked.is_reference:
        raise TypeError("rng is for search='repair' with logic='elementary' only")
    if rng is None:
        source = entropy_seed() if seed is None else check_seed(seed)
    elif seed is None:
        source = None
    else:
        raise TypeError("give seed or rng, not both")
    if asked.is_reference and is_clock(time_budget):
        if asked.accept:
            raise TypeError("accept goes with max_attempts, not with the clock")
        clock = check_budget(time_budget, spec.cells)
        return search_against_clock(spec, asked, rng, source, clock, limits.max_passes)
    total = check_total(time_budget)
    check_room(spec, asked)
    if source is None:
        return search_with_draws(spec, asked, draws_of(rng), limits, total)
    numbers = np.array([source], np.uint32)
    return search_seeds(spec, limits, asked, numbers, budget=total)[0]


def generate_boards(
    width: int,
    height: int,
    mines: int,
    start: tuple[int, int] | None = None,
    *,
    seeds: Any,
    logic: str = "elementary",
    use_mine_count: bool = True,
    search: str = "repair",
    safe: str | None = None,
    moves: int | None = None,
    needs: str | None = None,
    accept: Between | None = None,
    max_attempts: int | None = None,
    max_passes: int = MAX_PASSES,
    time_budget: float | None = None,
    threads: int | None = None,
    progress: Any = None,
    skip_failures: bool = False,
) -> Boards:
    """Make one board for each seed, as ``generate_board`` makes it.

    Board k depends on ``seeds[k]`` alone, never on the threads; with a time budget,
    whether it is found in time does.  ``len(boards) / boards.attempts.sum()`` is the
    share of layouts that were accepted.

    Parameters
    ----------
    width, height, mines, start, logic, use_mine_count, search, safe, moves, needs, \
accept, max_attempts, max_passes
        As in ``generate_board``.
    seeds : range, ndarray or iterable of int
        One seed a board, each taken mod 2**32.
    time_budget : float, optional
        Milliseconds for the whole run, compiling not counted.  Seeds that are not
        finished by then have failed.
    threads : int, optional
        Threads to use; default: one per core.
    progress : bool or callable, optional
        True shows a bar on stderr; a callable is called with the boards done and in
        all, from the calling thread, a few times a second.
    skip_failures : bool, optional
        Leave seeds out for which no attempt succeeds, or that take too much time or
        too many states, and list them in ``Boards.failed_seeds``, instead of raising.
        A run that ends early because no board is so dense gives a ``DensityWarning``.

    Returns
    -------
    Boards

    Raises
    ------
    GenerationError
        When no attempt succeeds for a seed, or the time is over; names the first such
        seed, and for a uniform search the share of layouts accepted so far.  Or when
        boards so dense are not found at all, as in ``generate_board``.
    LimitError
        When the complete level would take too many states for a seed; names it.
    MinesweeperError
        When an argument is out of range, or no board has all that is asked for.
    TypeError
        When an argument is of the wrong type.

    Examples
    --------
    >>> import nogues
    >>> boards = nogues.generate_boards(**nogues.PRESETS["expert"], seeds=range(1000))
    >>> boards.clue.shape, boards.clue.dtype
    ((1000, 480), dtype('int8'))
    >>> boards[7] == nogues.generate_board(30, 16, 99, seed=7)
    True
    """
    spec = check_spec(width, height, mines, start)
    asked = ask_search(
        logic=logic,
        use_mine_count=use_mine_count,
        search=search,
        safe=safe,
        moves=moves,
        needs=needs,
        accept=accept,
    ).at(spec)
    limits = limits_of(spec, asked, max_attempts, max_passes)
    budget = check_total(time_budget)
    check_room(spec, asked)
    skip = SKIP_FAILURES.require(skip_failures)
    pool = check_threads(threads)
    check_memory(
        seeds,
        spec.cells + BOARD_BYTES,
        f"boards of {spec}",
        "make a data set, a folder of files (write_dataset, or --out FOLDER/)",
    )
    numbers = check_seeds(seeds)
    with reporting(progress, len(numbers)) as report:
        return search_seeds(
            spec,
            limits,
            asked,
            numbers,
            pool,
            report,
            skip_failures=skip,
            budget=budget,
        )


def search_seeds(
    spec: Spec,
    limits: Limits,
    search: Search,
    seeds: NDArray[np.uint32],
    threads: int = 1,
    report: Callable[[int], None] = lambda done: None,
    *,
    skip_failures: bool = False,
    budget: float | None = None,
) -> Boards:
    """Run a search for checked arguments, in at most ``budget`` milliseconds."""
    from nogues.kernels.search.results import new_out, rows

    n = len(seeds)
    out = new_out(n, spec.cells)
    stop = np.zeros(1, np.bool_)
    search_chunk = chunk_search(spec, limits, search, stop)
    watch = Watch(spec, limits, search, n, stop, budget=budget)

    def work(first: int, last: int) -> bool:
        part = rows(out, first, last)
        # Most single boards take less time than it takes to look after them.
        with nullcontext() if inline else watch.follow(part.status):
            search_chunk(seeds[first:last], part)
        return skip_failures or bool((part.status == FOUND).all())

    size = chunk_size(n, spec.cells, threads)
    if search != REFERENCE:
        slow = min(SLOW_CHUNK_CELLS // spec.cells, n // (SLOW_CHUNKS * threads))
        size = min(size, max(1, slow))
    quick = search.is_reference and limits.max_attempts <= MAX_ATTEMPTS
    inline = n == 1 and quick and spec.cells <= INLINE_CELLS and budget is None
    look = report if inline else watch.reporting(report)
    expired = run_chunks(
        work, n, size, threads, stop, look, inline=inline, budget=budget
    )
    found = out.status == FOUND
    failed = seeds[~found]
    if len(failed) and not skip_failures:
        spent = budget if expired else None
        check_found(spec, limits, search, seeds, out, spent=spent, watch=watch)
    if watch.hopeless:
        warn_hopeless(watch)
    columns: dict[str, Any] = {
        **out._asdict(),
        "seed": seeds,
        "mine_count": np.full(n, search.mines_laid(spec), np.int32),
    }
    del columns["status"]
    if len(failed):
        columns = {name: _keep(column, found) for name, column in columns.items()}
    return Boards(
        **spec._asdict(),
        **limits._asdict(),
        **columns,
        failed_seeds=failed,
        search=search,
        relocations=np.empty((len(columns["seed"]), 0, 2), np.int32),
    )


def chunk_size(boards: int, cells: int, threads: int) -> int:
    """Return the boards of a chunk: few enough to share out, and to report progress."""
    fair = max(boards // (8 * threads), SMALL_CHUNK_CELLS // cells)
    return max(1, min(fair, CHUNK_CELLS // cells, CHUNK_BOARDS))


def _keep(column: NDArray[Any], kept: NDArray[np.bool_]) -> NDArray[Any]:
    """Move the kept rows to the front, part by part: a copy would double the memory."""
    end = 0
    for first in range(0, len(column), CHUNK_BOARDS):
        part = slice(first, first + CHUNK_BOARDS)
        rows = column[part][kept[part]]
        column[end : end + len(rows)] = rows
        end += len(rows)
    return column[:end]
