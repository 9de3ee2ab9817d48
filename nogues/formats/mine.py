"""Positions as JSMinesweeper's ``.mine`` text.

::

    3x2x2
    F21
    12F

``0`` to ``8`` is an open clue, ``H`` a hidden cell; ``F``, ``M``, ``?``, ``I`` and
``O`` are mines: flagged, shown, found.  A text with a hidden cell is a position.  That
program also writes texts in which ``H`` is safe; they look the same.
"""

from __future__ import annotations

import re

import numpy as np

from nogues.boards.board import Board
from nogues.boards.position import Position
from nogues.formats.given import position_from_cells
from nogues.formats.places import check_dimensions, lines_of, read_rows
from nogues.kernels.codes import HIDDEN, MINE

CODES = {str(clue): clue for clue in range(9)}
CODES |= {"H": HIDDEN} | dict.fromkeys("FM?IO", MINE)
HEADER = re.compile(r"([0-9]{1,7})x([0-9]{1,7})x([0-9]{1,7})")
_LETTERS = np.frombuffer(b"012345678HF", np.uint8)  # HIDDEN and MINE from the end


def loads(data: str | bytes) -> Board | Position:
    r"""Return the position of a ``.mine`` text; the board if nothing is hidden.

    Examples
    --------
    >>> loads("3x2x1\n01H\n01H\n")
    <Position 3x2/1, 2 hidden>
    """
    lines = lines_of(data)
    header = HEADER.fullmatch(lines[0].text)
    if not header:
        problem = f"{lines[0].text[:40]!r} is not a header WIDTHxHEIGHTxMINES"
        raise lines[0].wrong(0, problem)
    width, height, mines = map(int, header.groups())
    check_dimensions(width, height, f"line {lines[0].number}: ")
    rows = lines[1:] or lines[:0]
    cells = read_rows(rows, width, height, CODES, "0 to 8, H, F, M, ?, I and O")

    def where(row: int, column: int) -> str:
        line = rows[row]
        return f"line {line.number}, column {line.column + column}"

    return position_from_cells(cells, mines, where)


def dumps(board: Board | Position) -> str:
    r"""Return a position as ``.mine`` text, or a board, its mines flagged.

    Examples
    --------
    >>> print(dumps(loads("3x2x2\nM21\n12?")), end="")
    3x2x2
    F21
    12F
    """
    mines = board.mine_count if isinstance(board, Board) else board.mines
    page = np.full((board.height, board.width + 1), ord("\n"), np.uint8)
    page[:, :-1] = _LETTERS[board.grid]
    rows = page.tobytes().decode("ascii")
    return f"{board.width}x{board.height}x{mines}\n{rows}"
