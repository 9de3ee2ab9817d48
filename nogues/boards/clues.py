"""Checks of whole boards from any source, and what a click on them opens."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from nogues.base.errors import MinesweeperError
from nogues.base.spec import center_of, check_cell, check_size
from nogues.boards.board import Board, Boards


def as_array(name: str, value: object) -> NDArray[Any]:
    """Return an array, or raise an error that names the argument."""
    try:
        return np.asarray(value)
    except ValueError as error:  # rows of different lengths
        raise TypeError(f"{name} must be an array: {error}") from None


def integer_clues(name: str, value: object, shape: str) -> NDArray[Any]:
    """Return an integer array with as many dimensions as ``shape`` names."""
    given = as_array(name, value)
    if given.dtype == object and given.size and isinstance(given.flat[0], Board):
        raise TypeError(
            f"{name} must not be a list of boards; Boards.stack makes Boards of a list"
        )
    if given.dtype.kind not in "iu" or given.ndim != shape.count(",") + 1:
        kind = name.capitalize()
        raise TypeError(
            f"{name} must be {'a ' * (name == 'board')}{kind} or integer clues of "
            f"shape {shape}, not {given.dtype} of shape {given.shape}"
        )
    return given


def wrong_clue(cell: tuple[int, int], clue: object, name: str = "board") -> str:
    """Return the message for a clue that contradicts the mines."""
    return (
        f"{name} is not consistent: cell {cell} says {clue}, which is not the number "
        "of mines around it"
    )


def check_numbers(name: str, given: NDArray[Any]) -> None:
    """Raise if a number of integer clues is no clue, and name its cell."""
    if given.size and not -1 <= given.min() <= given.max() <= 8:
        *k, row, column = np.argwhere((given < -1) | (given > 8))[0].tolist()
        board = f"board {k[0]}" if k else name
        value = given[(*k, row, column)]
        raise MinesweeperError(
            f"{board} must have -1 (a mine) or a clue 0 to 8 in each cell, not {value} "
            f"at ({row}, {column})"
        )


def checked_board(
    board: Board | Any, start: object, name: str = "start"
) -> tuple[NDArray[np.int8], tuple[int, int]]:
    """Return a checked copy of a board's clues, (height, width), and the start."""
    given = integer_clues(
        "board", board.grid if isinstance(board, Board) else board, "(height, width)"
    )
    height, width = given.shape
    check_size(width, height)
    check_numbers("board", given)
    grid = np.array(given, np.int8, order="C")
    from nogues.kernels.boards.check import first_wrong

    _, wrong = first_wrong(grid.reshape(1, -1), width, height)
    if wrong >= 0:
        cell = divmod(int(wrong), width)
        raise MinesweeperError(wrong_clue(cell, given[cell]))
    if start is None:
        own = board.start if isinstance(board, Board) else center_of(width, height)
        return grid, own
    return grid, check_cell(name, start, width, height)


def checked_boards(
    boards: Boards | Any,
) -> tuple[NDArray[np.int8], int, int, tuple[int, int]]:
    """Return checked clues as (n, cells), the size, and the default start."""
    if isinstance(boards, Boards):
        return boards.clue, boards.width, boards.height, boards.start
    if isinstance(boards, Board):
        raise TypeError("boards must be Boards or an array; solve takes one Board")
    given = integer_clues("boards", boards, "(n, height, width)")
    n, height, width = given.shape
    check_size(width, height)
    check_numbers("boards", given)
    clue = np.array(given, np.int8, order="C").reshape(n, width * height)
    from nogues.kernels.boards.check import first_wrong

    k, wrong = first_wrong(clue, width, height)
    if k >= 0:
        cell = divmod(int(wrong), width)
        raise MinesweeperError(wrong_clue(cell, given[k][cell], f"board {k}"))
    return clue, width, height, center_of(width, height)


def open_from(
    grid: NDArray[np.int8], cell: tuple[int, int]
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Return the cells that a click opens, and their distances; none for a mine."""
    from nogues.kernels.boards.reveal import reveal

    height, width = grid.shape
    cells = np.empty(grid.size, np.int32)
    distance = np.empty(grid.size, np.int32)
    start = cell[0] * width + cell[1]
    n = reveal(grid.reshape(-1), width, height, start, cells, distance)
    return cells[:n].copy(), distance[:n].copy()
