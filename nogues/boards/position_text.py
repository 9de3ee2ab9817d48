"""Reading the text of a position: a header, if any, and rows of letters.

What is allowed is told in ``nogues.boards.position``.
"""

from __future__ import annotations

import re

from nogues.base.errors import FormatError
from nogues.kernels.codes import HIDDEN, MINE

CODES = {str(clue): clue for clue in range(9)}
CODES |= dict.fromkeys(".H", HIDDEN) | dict.fromkeys("FM*", MINE)
HEADER = re.compile(r"\s*(# +)?([0-9]{1,6})x([0-9]{1,6})[/x]([0-9]{1,99})(?!\S)\s*(.*)")


def read_position(text: str) -> tuple[list[list[int]], int | None]:
    """Return the rows of a text, all of one length, and the mines its header tells."""
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
                problem = "only after '# ' may more follow on a header"
                raise wrong_place(number, header.start(5) + 1, problem)
            continue
        if ended:
            raise wrong_place(number, columns[0], "a row after an empty line")
        for column in columns:
            if line[column - 1] not in CODES:
                problem = "is neither 0 to 8, nor . or H, nor F, M or *"
                raise wrong_place(number, column, f"{line[column - 1]!r} {problem}")
        row = [CODES[line[column - 1]] for column in columns]
        width = int(header[2]) if header else len(rows[0]) if rows else len(row)
        if len(row) != width:
            column = columns[width] if len(row) > width else columns[-1] + 1
            whole = "header" if header else "first"
            problem = f"the row has {len(row)} cells, the {whole} says {width}"
            raise wrong_place(number, column, problem)
        rows.append(row)
    if header and len(rows) != int(header[3]):
        problem = f"the header says {int(header[3])} rows, there are {len(rows)}"
        raise wrong_place(head_line, header.start(3) + 1, problem)
    if not rows:
        raise FormatError("text has no rows of cells")
    return rows, int(header[4]) if header else None


def wrong_place(line: int, column: int, problem: str) -> FormatError:
    """Make the error that names a line and a column, both from 1."""
    return FormatError(f"text, line {line}, column {column}: {problem}")
