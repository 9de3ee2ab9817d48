"""Boards and positions as ms_toollib's nested lists, ``board[row][column]``.

A layout has -1 for a mine and 0 to 8 for the clues; a position 0 to 8 for open cells,
10 for hidden, 11 for a known mine, and 12 for a hidden cell known to be safe.  Files
hold them as JSON.  The lists do not contain the number of mines, so a position is
``{"board": [...], "mines": 10}`` there.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from nogues.base.errors import FormatError
from nogues.base.spec import check_integer
from nogues.boards.board import Board
from nogues.boards.position import Position
from nogues.formats.given import board_from_clues, position_from_cells
from nogues.formats.jsontext import check_count, parse, without_space
from nogues.formats.places import check_dimensions
from nogues.kernels.codes import HIDDEN, MINE

LISTED_HIDDEN, LISTED_MINE, LISTED_SAFE = 10, 11, 12
_CODES = {clue: clue for clue in range(MINE, 9)}
_CODES |= {LISTED_HIDDEN: HIDDEN, LISTED_MINE: MINE, LISTED_SAFE: HIDDEN}


def from_lists(lists: list[list[int]], mines: int | None = None) -> Board | Position:
    """Return the board of ms_toollib's lists, or the position.

    Parameters
    ----------
    lists : list of list of int
        Rows: -1 a mine, 0 to 8 a clue, 10 hidden, 11 a known mine, 12 known to be safe.
    mines : int, optional
        Mines of the whole board; required if a cell is hidden.

    Returns
    -------
    Board or Position
        The board if no cell is hidden.

    Raises
    ------
    FormatError
        When a cell is impossible (names it), or the number of mines is missing.
    TypeError
        When ``lists`` is not lists of integers.

    Examples
    --------
    >>> import nogues
    >>> nogues.from_lists([[0, 1, 10], [0, 1, 10]], mines=1)
    <Position 3x2/1, 2 hidden>
    >>> print(nogues.from_lists([[-1, 2, 1], [1, 2, -1]]))
    *21
    12*
    """
    if not isinstance(lists, (list, tuple)):
        raise TypeError(f"lists must be a list of rows, not {lists!r}")
    for row in lists:
        if not isinstance(row, (list, tuple)):
            raise TypeError(f"lists must be a list of rows, not of {row!r}")
    count = None if mines is None else check_integer("mines", mines, 0)
    return _read([list(row) for row in lists], count)


def _read(rows: list[list[Any]], mines: int | None) -> Board | Position:
    check_dimensions(len(rows[0]) if rows else 0, len(rows))
    width = len(rows[0])
    mine = None
    shut = False
    for r, row in enumerate(rows):
        if len(row) != width:
            raise FormatError(f"row {r} has {len(row)} cells, row 0 has {width}")
        for c, code in enumerate(row):
            if not isinstance(code, (int, np.integer)) or isinstance(code, bool):
                raise TypeError(f"cell ({r}, {c}) must be an integer, not {code!r}")
            if code not in _CODES:
                raise FormatError(
                    f"cell ({r}, {c}) must be -1 a mine, 0 to 8, {LISTED_HIDDEN} hidden"
                    f", {LISTED_MINE} a mine or {LISTED_SAFE} safe, not {code}"
                )
            shut = shut or bool(code >= LISTED_HIDDEN)
            mine = (r, c) if mine is None and code == MINE else mine
    if shut and mine:
        raise FormatError(
            f"cell {mine}: a position has {LISTED_MINE} for mines, not {MINE}"
        )
    cells = np.array([[_CODES[code] for code in row] for row in rows], np.int8)
    if (cells == HIDDEN).any():
        if mines is None:
            raise FormatError("mines must be given (--mines), because a cell is hidden")
        return position_from_cells(cells, mines)
    if mines is not None:
        return position_from_cells(cells, mines)
    return board_from_clues(cells)


def to_lists(board: Board | Position) -> list[list[int]]:
    """Return a board or a position as ms_toollib's lists.

    Examples
    --------
    >>> import nogues
    >>> nogues.to_lists(nogues.Position(3, 1, 1, [1, -2, 0]))
    [[1, 10, 0]]
    """
    if isinstance(board, Board):
        layout: list[list[int]] = board.grid.tolist()
        return layout
    if not isinstance(board, Position):
        raise TypeError(f"board must be a Board or a Position, not {board!r}")
    codes = np.array([*range(9), LISTED_HIDDEN, LISTED_MINE])
    position: list[list[int]] = codes[board.grid].tolist()
    return position


def loads(data: str | bytes, mines: int | None = None) -> Board | Position:
    """Return the board or position of lists as JSON.

    Examples
    --------
    >>> loads('{"board": [[0, 1, 10], [0, 1, 10]], "mines": 1}')
    <Position 3x2/1, 2 hidden>
    """
    value = parse(data)
    if isinstance(value, dict):
        mines = check_count(value, "mines") if "mines" in value else mines
        value = value.get("board")
    if not isinstance(value, list) or not all(isinstance(row, list) for row in value):
        raise FormatError('lists must be [[...], ...], or {"board": ..., "mines": ...}')
    try:
        return _read(value, mines)
    except TypeError as error:
        raise FormatError(str(error)) from None


def dumps(board: Board | Position) -> str:
    """Return a board or a position as JSON.

    Examples
    --------
    >>> dumps(loads("[[-1, 2, 1], [1, 2, -1]]"))
    '[[-1,2,1],[1,2,-1]]'
    """
    lists = to_lists(board)
    data = lists if isinstance(board, Board) else {"board": lists, "mines": board.mines}
    return without_space(data)
