"""Measures of boards: 3BV, openings, islands, ZiNi and the like."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nogues.base.progress import reporting
from nogues.base.spec import check_cell
from nogues.base.threads import check_threads, run_chunks
from nogues.boards.board import Board, Boards
from nogues.boards.clues import as_array, checked_board, checked_boards
from nogues.kernels.codes import MEASURES

#: Cells of the boards that a chunk of a bulk run holds.
CHUNK_CELLS = 250_000

NUMBERS = tuple(f"numbers_{clue}" for clue in range(9))


def metrics(
    boards: Board | Boards | Any,
    start: tuple[int, int] | None = None,
    *,
    zini: bool = True,
    threads: int | None = None,
    progress: Any = None,
) -> dict[str, Any]:
    """Measure boards.

    =================  ===============================================================
    ``bbbv``           3BV, Bechtel's board benchmark value: the fewest clicks that
                       open a board without flags; one per opening, and one per safe
                       cell that is neither a zero nor next to one
    ``openings``       areas of zeros, connected at sides and corners
    ``islands``        groups of the other safe cells of 3BV, connected likewise
    ``opening``        cells that a click on the start opens; 0 if it is a mine
    ``largest_opening``  cells of the largest opening: its zeros and the numbers
                       around them
    ``buried``         mines without a safe neighbour, counted by no number
    ``edge_mines``     mines in the outermost rows and columns, including corners
    ``corner_mines``   mines in the four corners
    ``zini``           Greedy ZiNi, clicks of a player who uses flags (E. Zimmermann,
                       2009): chord where that saves most; ties by columns
    ``hzini``          Human ZiNi: the same after a click on every opening, with
                       chords on open cells only
    ``middle_row``     row of the zero of the largest opening that is nearest to the
                       mean position of its zeros; -1 if none
    ``middle_column``  its column
    ``numbers_0``      safe cells with clue 0; so on up to ``numbers_8``
    =================  ===============================================================

    3BV, openings and islands follow minesweepergame.com.  ZiNi follows its author's
    description, with the tie rule of the common calculators.

    Parameters
    ----------
    boards : Board, Boards or array_like of int
        The boards; an array contains clues, -1 for a mine, of shape (height, width) or
        (n, height, width).
    start : tuple of int, optional
        (row, column) of the first click, used for ``opening`` (default: the boards' own
        start, or the centre of arrays).
    zini : bool, optional
        Whether to count both ZiNi, which take longer than all other measures.
    threads, progress
        As in ``generate_boards``.

    Returns
    -------
    dict
        Integers for one board, int32 arrays of shape (n,) for many, so that
        ``json.dumps`` and ``pandas.DataFrame`` take it as it is.

    Raises
    ------
    MinesweeperError
        If the clues of an array contradict its mines, or the start is outside the
        board.
    TypeError
        If an argument is of the wrong type.

    Examples
    --------
    >>> import nogues
    >>> measured = nogues.metrics(nogues.generate_board(30, 16, 99, seed=1))
    >>> measured["bbbv"], measured["openings"], measured["zini"], measured["numbers_8"]
    (177, 10, 113, 0)
    >>> boards = nogues.generate_boards(30, 16, 99, seeds=range(1000))
    >>> float(nogues.metrics(boards, zini=False)["bbbv"].mean().round())
    160.0
    """
    if not isinstance(boards, (Board, Boards)):
        boards = as_array("boards", boards)
    if isinstance(boards, Boards) or (
        isinstance(boards, np.ndarray) and boards.ndim == 3
    ):
        return _many(boards, start, zini, threads, progress)
    check_threads(threads)
    grid, cell = checked_board(boards, start)
    page = grid[np.newaxis]
    found = _many(page, cell, zini, 1, progress)
    return {name: int(values[0]) for name, values in found.items()}


def _many(
    boards: Boards | Any,
    start: tuple[int, int] | None,
    zini: bool,
    threads: int | None,
    progress: Any,
) -> dict[str, NDArray[np.int32]]:
    pool = check_threads(threads)
    clue, width, height, own = checked_boards(boards)
    row, column = own if start is None else check_cell("start", start, width, height)
    n = len(clue)
    out = np.zeros((n, len(MEASURES)), np.int32)
    stop = np.zeros(1, np.bool_)
    measure = chunk_measures(width, height, (row, column), zini, stop)

    def work(first: int, last: int) -> bool:
        measure(clue[first:last], out[first:last])
        return True

    with reporting(progress, n) as report:
        chunk = CHUNK_CELLS // (width * height)
        run_chunks(work, n, chunk, pool, stop, report, inline=n <= chunk)
    columns = dict(zip(MEASURES, out.T, strict=True))
    middle = columns.pop("middle")
    numbers = {name: columns.pop(name) for name in NUMBERS}
    if not zini:
        del columns["zini"], columns["hzini"]
    columns["middle_row"] = np.where(middle < 0, -1, middle // width)
    columns["middle_column"] = np.where(middle < 0, -1, middle % width)
    columns |= numbers
    return {name: np.ascontiguousarray(values) for name, values in columns.items()}


def chunk_measures(
    width: int, height: int, start: tuple[int, int], zini: bool, stop: NDArray[np.bool_]
) -> Callable[[NDArray[np.int8], NDArray[np.int32]], None]:
    """Return the function that measures a chunk of boards of a size.

    It takes the clues and an int32 array of shape (boards, len(MEASURES)), which it
    fills, and may run in several threads at once.
    """
    from nogues.kernels.measures import all_bytes, all_planes
    from nogues.kernels.search.reference_planes import shape_for

    shape = shape_for(width, height)
    cell = start[0] * width + start[1]

    def measure(clue: NDArray[np.int8], out: NDArray[np.int32]) -> None:
        # A copy: the kernels are compiled for arrays that can be written.
        page = np.array(clue, np.int8, order="C")
        rest = (page, np.full(len(page), cell, np.int32), bool(zini), stop, out)
        if shape is None:
            workspace = all_bytes.new_workspace(width, height)
            all_bytes.measure_boards(workspace, width, height, *rest)
        else:
            planes = all_planes.new_workspace(shape, width, height)
            all_planes.measure_boards(shape, planes, width, height, *rest)

    return measure


def opening_sizes(board: Board | Any) -> NDArray[np.int32]:
    """Return the sizes of a board's openings, ordered by their first zero.

    A size counts the zeros of an opening and the numbers around them.

    Examples
    --------
    >>> import nogues
    >>> nogues.opening_sizes([[0, 1, -1, 1, 0, 0]]).tolist()
    [2, 3]
    """
    from nogues.kernels.measures.all_bytes import find_largest

    grid, _ = checked_board(board, None)
    height, width = grid.shape
    sizes = np.zeros(grid.size, np.int32)
    stack, mark = np.empty((2, grid.size), np.int32)
    find_largest(width, height, grid.reshape(-1), stack, mark, sizes)
    return sizes[sizes > 0].copy()
