"""Reading text line by line, and errors that name the place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from nogues.base.errors import FormatError
from nogues.base.words import number_of
from nogues.kernels.codes import LARGE_CELLS


class Line(NamedTuple):
    """A line without spaces at its ends; columns count from 1."""

    number: int
    column: int
    text: str

    def wrong(self, index: int, problem: str) -> FormatError:
        """Return the error that names the place of a letter."""
        return at(self.number, self.column + index, problem)


def at(line: int, column: int, problem: str) -> FormatError:
    """Return the error that names a line and a column, both from 1."""
    return FormatError(f"line {line}, column {column}: {problem}")


def at_byte(offset: int, problem: str) -> FormatError:
    """Return the error that names a byte, from 0."""
    return FormatError(f"byte {offset}: {problem}")


def decode(data: str | bytes) -> str:
    """Return data as text, without a byte order mark."""
    if isinstance(data, str):
        return data.removeprefix("\ufeff")
    try:
        return data.decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        raise at_byte(error.start, "not UTF-8 text") from None


def binary(data: str | bytes, name: str) -> bytes:
    """Return data if it is bytes."""
    if isinstance(data, str):
        raise TypeError(f"data must be bytes for the format {name}, not a str")
    return data


def lines_of(data: str | bytes) -> list[Line]:
    """Return the lines of a text, except empty ones at its start and end."""
    lines: list[Line] = []
    for number, whole in enumerate(decode(data).splitlines(), 1):
        text = whole.strip()
        column = len(whole) - len(whole.lstrip()) + 1
        if text or lines:
            lines.append(Line(number, column, text))
    while lines and not lines[-1].text:
        lines.pop()
    if not lines:
        raise FormatError("the text is empty")
    return lines


def one_line(data: str | bytes) -> Line:
    """Return the only line of a text."""
    lines = lines_of(data)
    if len(lines) > 1:
        raise lines[1].wrong(0, "expected one line, found another")
    return lines[0]


def check_dimensions(width: int, height: int, where: str = "") -> None:
    """Raise if no board can have a size."""
    for name, value in (("width", width), ("height", height)):
        if value < 1:
            raise FormatError(f"{where}{name} must be at least 1, not {value}")
    if width * height > LARGE_CELLS:
        raise FormatError(
            f"{where}a board must be at most {LARGE_CELLS} cells, "
            f"not {width} * {height} = {width * height}"
        )


def read_rows(
    lines: Sequence[Line],
    width: int,
    height: int,
    codes: Mapping[str, int],
    allowed: str,
) -> NDArray[np.int8]:
    """Return rows of letters as (height, width) codes; errors name the place.

    Memory grows with the lines that are read, not with the announced size.
    """
    rows: list[list[int]] = []
    for line in lines:
        if len(rows) == height:
            raise line.wrong(0, f"a row after the announced {height}")
        for k, letter in enumerate(line.text):
            if letter not in codes:
                raise line.wrong(k, f"{letter!r} is not one of {allowed}")
        found = len(line.text)
        if found != width:
            problem = f"the row has {number_of(found, 'cell')}, {width} announced"
            raise line.wrong(min(found, width), problem)
        rows.append([codes[letter] for letter in line.text])
    if len(rows) < height:
        number = lines[-1].number if lines else 0
        problem = f"{number_of(height, 'row')} announced, found {len(rows)}"
        raise at(number + 1, 1, problem)
    return np.array(rows, np.int8)
