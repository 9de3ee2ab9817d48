"""Layouts in RAWVF text, a common target of replay converters.

::

    RawVF_Version: Rev6
    Width: 3
    Height: 2
    Mines: 2
    Board:
    *00
    00*
    Events:

``*`` is a mine and ``0`` any safe cell, whatever its number.  Events are not read.
"""

from __future__ import annotations

import re

import numpy as np

from nogues.base.errors import FormatError
from nogues.boards.board import Board
from nogues.formats.given import check_mines, given_board
from nogues.formats.places import Line, check_dimensions, lines_of, read_rows

#: Width, height and mines of the levels, used for fields that are missing.
LEVELS = {
    "beginner": (8, 8, 10),
    "intermediate": (16, 16, 40),
    "expert": (30, 16, 99),
}
NUMBERS = ("width", "height", "mines")
CODES = {"*": 1, "0": 0}
_FIELD = re.compile(r"([^:]*):\s*(.*)")


def loads(data: str | bytes) -> Board:
    r"""Return the board of a RAWVF text.

    Examples
    --------
    >>> print(loads("Width: 3\nHeight: 2\nMines: 2\nBoard:\n*00\n00*\n"))
    *21
    12*
    """
    lines = lines_of(data)
    fields: dict[str, str] = {}
    rows: list[Line] | None = None
    for k, line in enumerate(lines):
        field = _FIELD.fullmatch(line.text)
        if not field:
            if line.text:
                raise line.wrong(0, f"{line.text[:40]!r} is not name: value")
            continue
        name = field[1].strip().lower()
        if name == "board":
            rows = lines[k + 1 :]
            break
        if name in NUMBERS:
            if name in fields:
                raise line.wrong(0, f"{field[1]} occurs twice")
            if not re.fullmatch("[0-9]{1,7}", field[2]):
                problem = f"{field[1]} must be a number, not {field[2][:40]!r}"
                raise line.wrong(field.start(2), problem)
        fields[name] = field[2]
    if rows is None:
        raise FormatError("there is no Board:")
    width, height, mines = _size(fields)
    check_dimensions(width, height)
    ends = [k for k, line in enumerate(rows) if not line.text or ":" in line.text]
    grid = read_rows(rows[: ends[0]] if ends else rows, width, height, CODES, "* and 0")
    layout = grid.astype(np.bool_)
    check_mines(mines, int(np.count_nonzero(layout)))
    return given_board(layout)


def _size(fields: dict[str, str]) -> tuple[int, int, int]:
    level = LEVELS.get(fields.get("level", "").lower())
    for name in NUMBERS:
        if name not in fields and level is None:
            raise FormatError(f"there is no {name.capitalize()}: before Board:")
    width, height, mines = (
        int(fields[name]) if name in fields else level[k] if level else 0
        for k, name in enumerate(NUMBERS)
    )
    return width, height, mines


def dumps(board: Board) -> str:
    """Return a board as RAWVF text without events.

    Examples
    --------
    >>> import nogues
    >>> text = dumps(nogues.from_lists([[-1, 2, 1], [1, 2, -1]]))
    >>> print(text.partition("Board:")[2].strip())
    *00
    00*
    Events:
    """
    size = board.width, board.height, board.mine_count
    names = [name for name, level in LEVELS.items() if level == size]
    level = names[0].capitalize() if names else "Custom"
    rows = "\n".join(
        "".join("*" if mine else "0" for mine in row)
        for row in (board.grid < 0).tolist()
    )
    return (
        f"RawVF_Version: Rev6\nLevel: {level}\nWidth: {board.width}\n"
        f"Height: {board.height}\nMines: {board.mine_count}\n"
        f"Board:\n{rows}\nEvents:\n"
    )
