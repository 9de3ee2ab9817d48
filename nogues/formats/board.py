"""Boards and positions as ``.board`` text, version 0.1, rendered in ASCII.

::

    # MINESWEEPER-BOARD v0.1
    # Render: ascii
    rows: 2
    columns: 3
    mines: 2
    game_mode: classic
    [real]
    *21
    12*

``[real]`` is the layout.  ``[view]`` is what the player sees: ``U`` or ``?`` hidden,
``F`` a flag; after the game ``X`` the mine that was hit, ``@`` a mine without a flag,
and ``#`` a flag on a safe cell.  Outside these two sections ``#`` begins a comment.
"""

from __future__ import annotations

import re
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from nogues.base.errors import FormatError
from nogues.boards.board import Board, rows_of
from nogues.boards.position import Position
from nogues.formats.given import board_from_clues, check_mines, position_from_cells
from nogues.formats.places import Line, check_dimensions, lines_of, read_rows
from nogues.kernels.codes import HIDDEN, MINE

TITLE = "# MINESWEEPER-BOARD v0.1"
RENDER = "# Render: ascii"
NUMBERS = ("rows", "columns", "mines")
REAL = {str(clue): clue for clue in range(9)} | {"*": MINE}
VIEW = {str(clue): clue for clue in range(9)}
VIEW |= dict.fromkeys("U?#", HIDDEN) | dict.fromkeys("FX@", MINE)
ALLOWED = {"real": "0 to 8 and *", "view": "0 to 8, U, F, ?, X, @ and #"}
_LETTERS = np.frombuffer(b"012345678UF", np.uint8)  # HIDDEN and MINE from the end


class _Parts(NamedTuple):
    """The lines of a file, by what they are."""

    fields: dict[str, tuple[Line, str]]
    grids: dict[str, list[Line]]


def loads(data: str | bytes) -> Board | Position:
    r"""Return the board of a text, or the position if there is only a view.

    Examples
    --------
    >>> head = "# MINESWEEPER-BOARD v0.1\nrows: 1\ncolumns: 3\nmines: 1\n"
    >>> print(loads(head + "game_mode: classic\n[view]\n1U0"))
    1.0
    """
    lines = lines_of(data)
    if lines[0].text != TITLE:
        raise lines[0].wrong(0, f"the first line must be {TITLE!r}")
    fields, grids = _parts(lines[1:])
    numbers = {}
    for name in (*NUMBERS, "game_mode"):
        if name not in fields:
            raise FormatError(f"there is no {name}:")
        line, value = fields[name]
        if name in NUMBERS:
            if not re.fullmatch("[0-9]{1,7}", value):
                raise line.wrong(0, f"{name} must be a number, not {value[:40]!r}")
            numbers[name] = int(value)
    width, height, mines = (numbers[name] for name in ("columns", "rows", "mines"))
    check_dimensions(width, height)
    if not grids:
        raise FormatError("there is neither [real] nor [view]")
    read = {
        name: read_rows(rows, width, height, codes, ALLOWED[name])
        for name, codes in (("real", REAL), ("view", VIEW))
        if (rows := grids.get(name)) is not None
    }

    def where(name: str, row: int, column: int) -> str:
        line = grids[name][row]
        return f"line {line.number}, column {line.column + column}"

    if "real" not in read:
        return position_from_cells(
            read["view"], mines, lambda r, c: where("view", r, c)
        )
    real = read["real"]
    board = board_from_clues(real, None, lambda r, c: where("real", r, c))
    check_mines(mines, board.mine_count)
    if "view" in read:
        wrong = _first_difference(real, read["view"], grids["view"])
        if wrong:
            row, column = wrong
            raise FormatError(f"{where('view', row, column)}: [real] says otherwise")
    return board


def _parts(lines: list[Line]) -> _Parts:
    """Separate fields and grids; empty lines and comments are skipped."""
    parts = _Parts({}, {})
    rows: list[Line] | None = None
    for line in lines:
        section = re.fullmatch(r"\[(.*)\]", line.text)
        if section:
            if section[1] not in ALLOWED:
                raise line.wrong(0, f"{line.text[:40]} is neither [real] nor [view]")
            if section[1] in parts.grids:
                raise line.wrong(0, f"{line.text} occurs twice")
            rows = parts.grids[section[1]] = []
        elif not line.text:
            continue
        elif rows is not None:
            rows.append(line)
        elif line.text.startswith("#"):
            render = re.fullmatch(r"#\s*Render:\s*(\S.*)", line.text)
            if render and render[1] != "ascii":
                problem = f"the rendering must be ascii, not {render[1][:40]!r}"
                raise line.wrong(render.start(1), problem)
        else:
            name, colon, value = line.text.partition(":")
            if not colon:
                raise line.wrong(0, f"{line.text[:40]!r} is not name: value")
            if name in parts.fields:
                raise line.wrong(0, f"{name} occurs twice")
            parts.fields[name] = line, value.strip()
    return parts


def _first_difference(
    real: NDArray[np.int8], view: NDArray[np.int8], rows: list[Line]
) -> tuple[int, int] | None:
    """Return the first cell of a view that contradicts the layout, except flags."""
    letters = np.array([list(line.text) for line in rows])
    shown = (view >= 0) | np.isin(letters, ["X", "@"])
    false_flag = (letters == "#") & (real == MINE)
    wrong = np.flatnonzero(shown & (view != real) | false_flag)
    return divmod(int(wrong[0]), real.shape[1]) if wrong.size else None


def dumps(board: Board | Position) -> str:
    """Return a board as text with its layout, or a position with its view.

    Examples
    --------
    >>> from nogues import Position
    >>> print(dumps(Position(3, 1, 1, [1, -2, 0])).partition("[view]")[2].strip())
    1U0
    """
    if isinstance(board, Board):
        mines, name, rows = board.mine_count, "real", rows_of(board.grid)
    else:
        page = np.full((board.height, board.width + 1), ord("\n"), np.uint8)
        page[:, :-1] = _LETTERS[board.grid]
        mines, name, rows = board.mines, "view", page.tobytes()[:-1].decode("ascii")
    return (
        f"{TITLE}\n{RENDER}\nrows: {board.height}\ncolumns: {board.width}\n"
        f"mines: {mines}\ngame_mode: classic\n[{name}]\n{rows}\n"
    )
