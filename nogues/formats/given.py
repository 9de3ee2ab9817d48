"""Boards and positions from elsewhere, checked."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from nogues.base.errors import FormatError
from nogues.base.search import VERSIONS, Search
from nogues.base.spec import center_of
from nogues.base.words import number_of
from nogues.boards.board import Board
from nogues.boards.position import Position
from nogues.kernels.codes import HIDDEN, MINE
from nogues.solving.solve import count_clues, reveal

Cell = tuple[int, int]

#: The search of a board from elsewhere, which has not been solved.
GIVEN = Search("given", VERSIONS["given", None], None)


def cell_name(row: int, column: int) -> str:
    """Name a cell of a format without lines and columns."""
    return f"cell ({row}, {column})"


def given_board(mines: NDArray[np.bool_], start: Cell | None = None) -> Board:
    """Return the board of a (height, width) layout of mines."""
    return _board(count_clues(mines), start)


def board_from_clues(
    clues: NDArray[np.int8],
    start: Cell | None = None,
    where: Callable[[int, int], str] = cell_name,
) -> Board:
    """Return the board of (height, width) clues; an error names the first wrong one."""
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
    """Raise if a start is outside the board."""
    row, column = start
    if not (0 <= row < height and 0 <= column < width):
        raise FormatError(
            f"the start must be a cell of the {width}x{height} board, not row {row}, "
            f"column {column}"
        )


def position_from_cells(
    cells: NDArray[np.int8],
    mines: int,
    where: Callable[[int, int], str] = cell_name,
) -> Board | Position:
    """Return a position, or the board if no cell is hidden."""
    height, width = cells.shape
    known = int(np.count_nonzero(cells == MINE))
    hidden = int(np.count_nonzero(cells == HIDDEN))
    if not known <= mines <= known + hidden:
        raise FormatError(
            f"{number_of(mines, 'mine')} announced, but {known:,} known and "
            f"{number_of(hidden, 'hidden cell')}"
        )
    if not hidden:
        return board_from_clues(cells, None, where)
    return Position(width, height, mines, cells)


def check_mine_count(announced: int, found: int, where: str = "") -> None:
    """Raise if a file states another number of mines than there are."""
    if announced != found:
        raise FormatError(f"{where}mine_count is {announced}, but there are {found:,}")


def check_mines(announced: int, found: int, where: str = "") -> None:
    """Raise if the number of mines is not the announced one."""
    if announced != found:
        raise FormatError(
            f"{where}{number_of(announced, 'mine')} announced, found {found:,}"
        )
