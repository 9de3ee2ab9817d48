"""Boards and positions that come from elsewhere, and what can be said of them."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from nogues.base.errors import FormatError
from nogues.base.search import VERSIONS, Search
from nogues.base.spec import center_of
from nogues.boards.board import Board
from nogues.boards.position import Position
from nogues.kernels.codes import HIDDEN, MINE
from nogues.solving.solve import count_clues, reveal

Cell = tuple[int, int]

#: Of a board that was handed over, nobody has looked how it is solved.
GIVEN = Search("given", VERSIONS["given", None], None)


def cell_name(row: int, column: int) -> str:
    """Name a cell where no line and column can be told."""
    return f"cell ({row}, {column})"


def given_board(mines: NDArray[np.bool_], start: Cell | None = None) -> Board:
    """Return the board of a (height, width) layout of mines."""
    return _board(count_clues(mines), start)


def told_board(
    clues: NDArray[np.int8],
    start: Cell | None = None,
    where: Callable[[int, int], str] = cell_name,
) -> Board:
    """Return the board of (height, width) clues, or raise naming the first wrong."""
    right = count_clues(clues == MINE)
    wrong = np.flatnonzero(right != clues)
    if wrong.size:
        row, column = divmod(int(wrong[0]), clues.shape[1])
        raise FormatError(
            f"{where(row, column)}: the clue is {clues[row, column]}, but there are "
            f"{right[row, column]} mines around it"
        )
    return _board(right, start)


def _board(clues: NDArray[np.int8], start: Cell | None) -> Board:
    height, width = clues.shape
    if start is not None:
        check_start(start, width, height)
    cell = center_of(width, height) if start is None else start
    count = int(np.count_nonzero(clues == MINE))
    opening = reveal(clues, cell).cells.size
    return Board(
        *(clues.reshape(-1), width, height, count, count, cell, opening),
        *(False, 0, 0, None, GIVEN),
    )


def check_start(start: Cell, width: int, height: int) -> None:
    """Raise if a start is outside of the board."""
    row, column = start
    if not (0 <= row < height and 0 <= column < width):
        raise FormatError(
            f"the start must be a cell of the {width}x{height} board, not row {row}, "
            f"column {column}"
        )


def told_position(
    cells: NDArray[np.int8],
    mines: int,
    where: Callable[[int, int], str] = cell_name,
) -> Board | Position:
    """Return a position; the board where no cell is hidden."""
    height, width = cells.shape
    known = int(np.count_nonzero(cells == MINE))
    hidden = int(np.count_nonzero(cells == HIDDEN))
    if not known <= mines <= known + hidden:
        raise FormatError(
            f"{mines} mines were announced; {known} are known and {hidden} cells hidden"
        )
    if not hidden:
        return told_board(cells, None, where)
    return Position(width, height, mines, cells)


def check_mines(told: int, found: int, where: str = "") -> None:
    """Raise if there are not as many mines as told."""
    if told != found:
        raise FormatError(f"{where}{told} mines were announced, there are {found}")
