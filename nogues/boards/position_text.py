"""Reading a position as text: an optional header, and rows of letters.

``nogues.boards.position`` describes the format.
"""

from __future__ import annotations

import re

from nogues.base.errors import FormatError
from nogues.base.words import number_of
from nogues.kernels.codes import HIDDEN, MINE

CODES = {str(clue): clue for clue in range(9)}
CODES |= dict.fromkeys(".H", HIDDEN) | dict.fromkeys("FM*", MINE)
HEADER = re.compile(r"\s*(# +)?([0-9]{1,6})x([0-9]{1,6})[/x]([0-9]{1,99})(?!\S)\s*(.*)")


def read_position(text: str) -> tuple[list[list[int]], int | None]:
    """Return the rows, all of one length, and the mines that a header states."""
    header, head_line, ended = None, 0, False
    rows: list[list[int]] = []
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
        columns = [k for k, letter in enumerate(line, 1) if not letter.isspace()]
        if not columns:
            ended = bool(rows)
            continue
        if not rows and not header and (header := HEADER.match(line)):
            head_line = number
            if header[5] and not header[1]:
                problem = "text after a header needs '# ' before the header"
                raise wrong_place(number, header.start(5) + 1, problem)
            continue
        if ended:
            raise wrong_place(number, columns[0], "a row follows an empty line")
        for column in columns:
            if line[column - 1] not in CODES:
                problem = "is not 0 to 8, ., H, F, M or *"
                raise wrong_place(number, column, f"{line[column - 1]!r} {problem}")
        row = [CODES[line[column - 1]] for column in columns]
        width = int(header[2]) if header else len(rows[0]) if rows else len(row)
        if len(row) != width:
            column = columns[width] if len(row) > width else columns[-1] + 1
            whole = "header says" if header else "first row has"
            cells = number_of(len(row), "cell")
            problem = f"the row has {cells}, the {whole} {width}"
            raise wrong_place(number, column, problem)
        rows.append(row)
    if header and len(rows) != int(header[3]):
        stated = number_of(int(header[3]), "row")
        problem = f"the header says {stated}, but there are {len(rows)}"
        raise wrong_place(head_line, header.start(3) + 1, problem)
    if not rows:
        raise FormatError("text has no rows of cells")
    return rows, int(header[4]) if header else None


def wrong_place(line: int, column: int, problem: str) -> FormatError:
    """Return the error that names a line and a column, counted from 1."""
    return FormatError(f"text, line {line}, column {column}: {problem}")
