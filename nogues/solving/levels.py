"""Levels of deduction, for many boards at once and for one with its proof."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from nogues.base.errors import LimitError
from nogues.base.progress import reporting
from nogues.base.spec import (
    LARGEST,
    check_cell,
    check_flag,
    check_integer,
    check_name,
)
from nogues.base.threads import check_threads, run_chunks
from nogues.boards.board import Boards
from nogues.boards.clues import checked_boards
from nogues.kernels.codes import HIDDEN, LOGICS, MAX_STATES, MINE, OK, RULES
from nogues.solving.proof import Proof, Step

#: Cells of the boards that a chunk of a bulk run holds.
CHUNK_CELLS = 250_000


def check_logic(logic: object) -> int:
    """Return the index of a level, or raise an error that lists the levels."""
    return LOGICS.index(check_name("logic", logic, LOGICS))


@dataclass(frozen=True, eq=False, slots=True)
class Solutions:
    """The result of solving many boards at a level of deduction.

    Attributes
    ----------
    solvable : ndarray of bool, shape (n,)
        Whether every safe cell was opened.
    rounds, decided : ndarray of int32, shape (n, 4)
        How often each rule was needed, and how many cells it decided: elementary,
        subset, complete, mine count, as in ``Solution``.  All 0 at the elementary
        level, which does not count them.
    logic : str
        The level.
    needs : ndarray of int8, shape (n,)
        The strongest rule that each board needs: an index into elementary, subset,
        complete, mine count; -1 if it is not solvable.
    """

    solvable: NDArray[np.bool_]
    rounds: NDArray[np.int32]
    decided: NDArray[np.int32]
    logic: str
    needs: NDArray[np.int8]


def solve_boards(
    boards: Boards | Any,
    start: tuple[int, int] | None = None,
    *,
    logic: str = "elementary",
    use_mine_count: bool = True,
    threads: int | None = None,
    progress: Any = None,
    max_states: int = MAX_STATES,
) -> Solutions:
    """Solve many boards of the same size at a level of deduction.

    The levels are those of ``solve``, without a limit on sweeps.

    Parameters
    ----------
    boards : Boards or array_like of int, shape (n, height, width)
        The boards; an array contains clues, -1 for a mine.
    start : tuple of int, optional
        (row, column) of the first click on every board (default: the boards' own start,
        or the centre of arrays).  A board whose start is a mine is not solvable.
    logic : {"elementary", "subset", "complete"}, optional
        The level.
    use_mine_count : bool, optional
        Whether the complete level may use the number of mines.
    threads, progress
        As in ``generate_boards``.
    max_states : int, optional
        States that the complete level may use per position.

    Returns
    -------
    Solutions

    Raises
    ------
    LimitError
        If a board takes more states than allowed; names the board.
    MinesweeperError
        If the clues of an array contradict its mines, or an argument is out of range.
    TypeError
        If an argument is of the wrong type.

    Examples
    --------
    >>> import nogues
    >>> boards = nogues.generate_boards(9, 9, 10, seeds=range(100))
    >>> int(nogues.solve_boards(boards, logic="complete").solvable.sum())
    100
    """
    level = check_logic(logic)
    counting = check_flag("use_mine_count", use_mine_count)
    limit = check_integer("max_states", max_states, 16, LARGEST)
    pool = check_threads(threads)
    clue, width, height, own = checked_boards(boards)
    row, column = own if start is None else check_cell("start", start, width, height)
    n = len(clue)
    solvable = np.zeros(n, np.bool_)
    rounds, decided = (np.zeros((n, len(RULES)), np.int32) for _ in range(2))
    report_codes = np.zeros((n, 2), np.int64)
    parts: tuple[NDArray[Any], ...] = (solvable, rounds, decided, report_codes)
    stop = np.zeros(1, np.bool_)
    at = row * width + column

    def work(first: int, last: int) -> bool:
        keep = first + np.flatnonzero(clue[first:last, at] != MINE)
        part = _climb(
            np.array(clue[keep], np.int8, order="C"),
            (width, height, at),
            level,
            counting and level == LOGICS.index("complete"),
            limit,
            stop,
        )
        for whole, values in zip(parts, part, strict=True):
            whole[keep] = values
        return bool((report_codes[first:last, 0] == OK).all())

    with reporting(progress, n) as report:
        chunk = CHUNK_CELLS // (width * height)
        run_chunks(work, n, chunk, pool, stop, report, inline=n <= chunk)
    wrong = np.flatnonzero(report_codes[:, 0] != OK)
    if wrong.size:
        raise LimitError(
            f"board {wrong[0]} takes more than max_states = {limit} states"
        )
    # A rule is tried only when those before it are stuck: the last one used counts.
    ranks = np.arange(len(RULES), dtype=np.int8)
    needs = np.where(rounds > 0, ranks, np.int8(0)).max(1, initial=np.int8(0))
    needs[~solvable] = -1
    return Solutions(solvable, rounds, decided, logic, needs)


def _climb(
    clue: NDArray[np.int8],
    place: tuple[int, int, int],
    level: int,
    use_mine_count: bool,
    limit: int,
    stop: NDArray[np.bool_],
) -> tuple[NDArray[Any], ...]:
    """Solve a chunk: elementary rules on planes first, then the level's rules."""
    from nogues.kernels.rules.trace import new_log
    from nogues.kernels.search.reference_planes import shape_for
    from nogues.kernels.solving.elementary_planes import close_boards, new_planes

    width, height, start = place
    n = len(clue)
    starts = np.full(n, start, np.int64)
    cells = np.full(clue.shape, HIDDEN, np.int8)
    solvable = np.zeros(n, np.bool_)
    rounds, decided = (np.zeros((n, len(RULES)), np.int32) for _ in range(2))
    report = np.zeros((n, 2), np.int64)
    shape = shape_for(width, height)
    if shape is not None:
        left = cells if level else cells[:, :0]
        words, lanes = new_planes(shape, width, height)
        close_boards(shape, words, lanes, clue, width, height, starts, solvable, left)
    if level or shape is None:
        from nogues.kernels.solving.levels_position import solve_boards as kernel

        kernel(
            clue,
            width,
            height,
            starts,
            level,
            use_mine_count,
            limit,
            stop,
            new_log(),
            cells,
            solvable,
            rounds,
            decided,
            report,
        )
    if not level:
        rounds[:] = decided[:] = 0
    return solvable, rounds, decided, report


class Climbed(NamedTuple):
    """One board at a level; fields as in ``Solution``."""

    cells: NDArray[np.int8]
    rounds: dict[str, int]
    decided: dict[str, int]
    proof: Proof | None


def prove(
    grid: NDArray[np.int8],
    start: tuple[int, int],
    logic: str,
    use_mine_count: bool,
    proof: bool,
) -> Climbed:
    """Solve one board of checked clues at a level; with ``proof``, record the steps."""
    from nogues.kernels.rules.trace import new_log, overflowed
    from nogues.kernels.solving.levels_position import solve_boards as kernel

    height, width = grid.shape
    clue = grid.reshape(1, -1)
    starts = np.array([start[0] * width + start[1]], np.int64)
    room = 16 * grid.size + 64
    while True:
        log = new_log(room, room, room) if proof else new_log()
        cells = np.full(clue.shape, HIDDEN, np.int8)
        solvable = np.zeros(1, np.bool_)
        rounds, decided = (np.zeros((1, len(RULES)), np.int32) for _ in range(2))
        report = np.zeros((1, 2), np.int64)
        with np.errstate(over="ignore"):  # a hash wraps; without the JIT, NumPy warns
            kernel(
                clue,
                width,
                height,
                starts,
                check_logic(logic),
                use_mine_count,
                MAX_STATES,
                np.zeros(1, np.bool_),
                log,
                cells,
                solvable,
                rounds,
                decided,
                report,
            )
        if not (proof and overflowed(log)):
            break
        room *= 4
    if report[0, 0] != OK:
        raise LimitError(f"the board takes more than {MAX_STATES} states")
    written = None
    if proof:
        written = Proof(
            width,
            height,
            int(np.count_nonzero(grid == MINE)),
            start,
            logic,
            bool(solvable[0]),
            read_steps(log, width),
        )
    return Climbed(
        cells[0],
        dict(zip(RULES, rounds[0].tolist(), strict=True)),
        dict(zip(RULES, decided[0].tolist(), strict=True)),
        written,
    )


def read_steps(log: Any, width: int) -> tuple[Step, ...]:
    """Convert the log of a kernel to steps."""
    stride = width + 2

    def pairs(framed: NDArray[np.int32]) -> list[tuple[int, int]]:
        rows, columns = np.divmod(framed, stride)
        return list(zip((rows - 1).tolist(), (columns - 1).tolist(), strict=True))

    _, _, count, clues_end, cells_end = log.state.tolist()
    clues, cells = pairs(log.clues[:clues_end]), pairs(log.cells[:cells_end])
    steps = []
    clue = cell = 0
    for rule, mine, last_clue, last_cell in log.rule[:count].tolist():
        used = tuple(sorted(clues[clue:last_clue]))
        found = tuple(sorted(cells[cell:last_cell]))
        steps.append(Step(RULES[rule], bool(mine), found, used))
        clue, cell = last_clue, last_cell
    return tuple(steps)
