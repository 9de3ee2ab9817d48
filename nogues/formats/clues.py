"""Layouts as CSV: one line of clues per row; -1 or ``*`` is a mine."""

from __future__ import annotations

import re

import numpy as np

from nogues.boards.board import Board
from nogues.formats.given import board_from_clues
from nogues.formats.places import check_dimensions, lines_of

_CELL = re.compile(r"\s*(-1|[0-8]|\*)\s*")


def loads(data: str | bytes) -> Board:
    r"""Return the board of a CSV text.

    Examples
    --------
    >>> print(loads("-1,2,1\n1,2,-1\n"))
    *21
    12*
    """
    lines = lines_of(data)
    rows: list[list[int]] = []
    starts: list[list[int]] = []
    for line in lines:
        row, columns, begin = [], [], 0
        for text in line.text.split(","):
            cell = _CELL.fullmatch(text)
            if not cell:
                problem = f"{text[:40]!r} is neither -1 or * nor 0 to 8"
                raise line.wrong(begin, problem)
            row.append(-1 if cell[1] == "*" else int(cell[1]))
            columns.append(line.column + begin + cell.start(1))
            begin += len(text) + 1
        if rows and len(row) != len(rows[0]):
            problem = f"the row has {len(row)} cells, the first has {len(rows[0])}"
            short = len(row) < len(rows[0])
            index = len(line.text) if short else columns[len(rows[0])] - line.column
            raise line.wrong(index, problem)
        rows.append(row)
        starts.append(columns)
    check_dimensions(len(rows[0]), len(rows))

    def where(row: int, column: int) -> str:
        return f"line {lines[row].number}, column {starts[row][column]}"

    return board_from_clues(np.array(rows, np.int8), None, where)


def dumps(board: Board) -> str:
    r"""Return a board as CSV.

    Examples
    --------
    >>> dumps(loads("* ,1"))
    '-1,1\n'
    """
    return "".join(",".join(map(str, row)) + "\n" for row in board.grid.tolist())
