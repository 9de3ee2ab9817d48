"""Making boards: the reference search, one board or many."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nogues.board import Board, Boards
from nogues.errors import GenerationError
from nogues.kernels.codes import MAX_ATTEMPTS, MAX_PASSES
from nogues.progress import reporting
from nogues.random import check_seed, check_seeds, draws_of, entropy_seed
from nogues.spec import Limits, Spec, check_limits, check_spec
from nogues.stepwise import check_budget, search_against_clock, search_with_draws
from nogues.threads import check_threads, run_chunks

#: Cells and boards that a chunk of a bulk run holds at most, about 10 ms of work; and
#: cells that are worth a chunk of their own.
CHUNK_CELLS = 1_000_000
SMALL_CHUNK_CELLS = 200_000
CHUNK_BOARDS = 16_384

#: One board of at most so many cells takes less time than starting a thread; no
#: Ctrl-C is lost, since all its attempts take less than a second.
INLINE_CELLS = 2048


def generate_board(
    width: int,
    height: int,
    mines: int,
    start: tuple[int, int] | None = None,
    *,
    seed: int | None = None,
    rng: Any = None,
    max_attempts: int = MAX_ATTEMPTS,
    max_passes: int = MAX_PASSES,
    time_budget: Any = None,
) -> Board:
    """Make a board that can be won from the start without a guess.

    It is the board of the published search for this seed (reference: Generate):
    finished by the elementary rules alone, within 60 sweeps.

    Parameters
    ----------
    width, height : int
        Size; at most 40,000 cells.
    mines : int
        Mines.  Where fewer fit outside the safe zone (all cells at Manhattan distance
        2 or nearer from the start), that many are laid; see ``Board.mine_count``.
    start : tuple of int, optional
        (row, column) of the first click; the centre unless given.
    seed : int, optional
        Any integer, taken mod 2**32.  Without one, 32 bits of the system's entropy
        are used and recorded in ``Board.seed``.
    rng : callable, random.Random or numpy.random.Generator, optional
        Source of floats in [0, 1) instead of a seed, called exactly as often as the
        published search calls it.
    max_attempts : int, optional
        Placements to try.
    max_passes : int, optional
        Sweeps a solve may take.
    time_budget : True or tuple, optional
        Search against the clock, as the live game does, instead of counting attempts:
        ``True``, or milliseconds ``(attempt, total)``, either of which may be None for
        its usual value (150 ms, or 600 ms on more than 500 cells; 5,000 ms in all).
        When the time is over, the last layout comes back with ``solvable`` False: no
        solution of it was found in time.  The same seed may give another board.

    Returns
    -------
    Board

    Raises
    ------
    GenerationError
        When no attempt succeeds.
    MinesweeperError
        When an argument is out of range.
    TypeError
        When an argument is of the wrong type, or both seed and rng are given.

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
    limits = check_limits(max_attempts, max_passes)
    if rng is None:
        source = entropy_seed() if seed is None else check_seed(seed)
    elif seed is None:
        source = None
    else:
        raise TypeError("give seed or rng, not both")
    if time_budget is not None and time_budget is not False:
        budget = check_budget(time_budget, spec.cells)
        return search_against_clock(spec, rng, source, budget, limits.max_passes)
    if source is None:
        return search_with_draws(spec, draws_of(rng), limits)
    boards = search_seeds(spec, limits, np.array([source], np.uint32))
    return boards[0]


def generate_boards(
    width: int,
    height: int,
    mines: int,
    start: tuple[int, int] | None = None,
    *,
    seeds: Any,
    max_attempts: int = MAX_ATTEMPTS,
    max_passes: int = MAX_PASSES,
    threads: int | None = None,
    progress: Any = None,
    skip_failures: bool = False,
) -> Boards:
    """Make one board for each seed, as ``generate_board`` makes it.

    Board k depends on ``seeds[k]`` alone, never on the threads.

    Parameters
    ----------
    width, height, mines, start, max_attempts, max_passes
        As in ``generate_board``.
    seeds : range, ndarray or iterable of int
        One seed a board, each taken mod 2**32.
    threads : int, optional
        Threads to use; one for each core unless given.
    progress : bool or callable, optional
        True shows a bar on stderr; a callable is called with the boards done and in
        all, from the calling thread, a few times a second.
    skip_failures : bool, optional
        Leave seeds out for which no attempt succeeds, and list them in
        ``Boards.failed_seeds``, instead of raising.

    Returns
    -------
    Boards

    Raises
    ------
    GenerationError
        When no attempt succeeds for a seed; names the first such seed.
    MinesweeperError
        When an argument is out of range.
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
    limits = check_limits(max_attempts, max_passes)
    pool = check_threads(threads)
    numbers = check_seeds(seeds)
    with reporting(progress, len(numbers)) as report:
        return search_seeds(
            spec, limits, numbers, pool, report, skip_failures=skip_failures
        )


def search_seeds(
    spec: Spec,
    limits: Limits,
    seeds: NDArray[np.uint32],
    threads: int = 1,
    report: Callable[[int], None] = lambda done: None,
    *,
    skip_failures: bool = False,
) -> Boards:
    """Run the reference search for checked arguments."""
    n = len(seeds)
    clue = np.empty((n, spec.cells), np.int8)
    attempts, repairs, opening = (np.zeros(n, np.int32) for _ in range(3))
    stop = np.zeros(1, np.bool_)
    search = chunk_search(spec, limits, stop)

    def work(first: int, last: int) -> bool:
        part = slice(first, last)
        search(seeds[part], clue[part], attempts[part], repairs[part], opening[part])
        return skip_failures or bool(attempts[part].all())

    size = chunk_size(n, spec.cells, threads)
    if n == 1 and spec.cells <= INLINE_CELLS and limits.max_attempts <= MAX_ATTEMPTS:
        work(0, 1)
    elif n:
        # Compile here: in a worker it could not be interrupted.
        search(seeds[:0], clue[:0], attempts[:0], repairs[:0], opening[:0])
        run_chunks(work, n, size, min(threads, -(-n // size)), stop, report)
    report(n)

    columns: dict[str, Any] = {
        "clue": clue,
        "seed": seeds,
        "attempts": attempts,
        "repairs": repairs,
        "opening": opening,
        "mine_count": np.full(n, spec.mine_count, np.int32),
    }
    failed = seeds[:0]
    found = attempts != 0
    if not found.all():
        failed = seeds[~found]
        if not skip_failures:
            raise GenerationError(
                f"no board of {spec} with start {spec.start} in "
                f"{limits.max_attempts} attempts for seed {failed[0]}"
            )
        columns = {name: _keep(column, found) for name, column in columns.items()}
    return Boards(**spec._asdict(), **limits._asdict(), **columns, failed_seeds=failed)


def chunk_size(boards: int, cells: int, threads: int) -> int:
    """Return the boards of a chunk: small enough to share out, and to be told of."""
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


def chunk_search(
    spec: Spec, limits: Limits, stop: NDArray[np.bool_]
) -> Callable[..., None]:
    """Return the function that searches a chunk of boards of a size.

    It takes seeds, clue, attempts, repairs and opening as ``kernels.repair.generate``
    describes them, and may run in several threads at once.
    """
    from nogues.kernels import repair, wide
    from nogues.kernels.place import Task

    task = Task(spec.width, spec.height, spec.mine_count, *spec.start, *limits)
    shape = repair.shape_for(spec.width, spec.height)
    if shape is None:
        return lambda seeds, *out: wide.generate(
            wide.new_desk(task), task, seeds, stop, *out
        )
    return lambda seeds, *out: repair.generate(
        shape, repair.new_desk(shape, task), task, seeds, stop, *out
    )
