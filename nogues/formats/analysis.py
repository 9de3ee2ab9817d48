"""Positions as the ``analysis=`` parameter of JSMinesweeper's address; read only.

Two digits in base 62 are the width, two the height, four the mines.  Then come runs of
equal cells, row by row.  Each kind of cell has its own letters, which are the digits of
the run's length.  A kind with one letter repeats it.
"""

from __future__ import annotations

import re
import string

import numpy as np

from nogues.base.errors import FormatError
from nogues.boards.board import Board
from nogues.boards.position import Position
from nogues.formats.given import position_from_cells
from nogues.formats.places import Line, check_dimensions, one_line
from nogues.kernels.codes import HIDDEN, MINE
from nogues.solving.solve import count_clues

ALPHABET = string.ascii_lowercase + string.ascii_uppercase + string.digits
KINDS = {
    "0": "abcdefghij",
    "1": "klmnopq",
    "2": "rstuv",
    "3": "wxyzA",
    "4": "BCDE",
    "5": "FGH",
    "6": "IJK",
    "7": "L",
    "8": "M",
    "I": "NOPQ",
    "H": "RSTUVWXYZ0",
    "F": "12345678",
    "O": "9",
}
#: The meaning of each symbol: a kind of cell, and a digit.
SYMBOLS = {
    symbol: (kind, k) for kind, part in KINDS.items() for k, symbol in enumerate(part)
}
CODES = {str(clue): clue for clue in range(9)}
CODES |= {"H": HIDDEN} | dict.fromkeys("IFO", MINE)
HEAD = 8
_PARAMETER = re.compile(r"(?:.*[?&])?analysis=([^&#\s]*)(?:[&#].*)?")


def loads(data: str | bytes) -> Board | Position:
    """Return the position of the parameter: alone, with its name, or in an address.

    There, found mines lower the numbers around them; here they do not.

    Examples
    --------
    >>> position = loads("adacaaabblSblS")
    >>> print(position, position.mines)
    01.
    01. 1
    """
    line = one_line(data)
    named = _PARAMETER.fullmatch(line.text)
    first = named.start(1) if named else 0
    text = named[1] if named else line.text
    for k, symbol in enumerate(text):
        if symbol not in SYMBOLS:
            raise line.wrong(first + k, f"{symbol!r} is not one of a-z, A-Z or 0-9")
    if len(text) < HEAD:
        problem = f"width, height and mines take {HEAD} letters, found {len(text)}"
        raise line.wrong(first + len(text), problem)
    width, height, mines = _number(text[:2]), _number(text[2:4]), _number(text[4:HEAD])
    check_dimensions(width, height, f"line {line.number}: ")
    letters, lengths = _runs(line, first + HEAD, text[HEAD:], width * height)
    codes = np.array([CODES[letter] for letter in letters], np.int8)
    cells = np.repeat(codes, lengths).reshape(height, width)
    lowering = np.repeat([letter in "FI" for letter in letters], lengths)
    lowered = count_clues(lowering.reshape(height, width))
    cells += np.where(cells >= 0, lowered, 0).astype(np.int8)
    if cells.max() > 8:
        row, column = divmod(int(cells.argmax()), width)
        raise FormatError(
            f"cell ({row}, {column}): with the mines found around it, the clue is "
            f"{cells[row, column]}, more than 8"
        )
    return position_from_cells(cells, mines)


def _number(digits: str) -> int:
    number = 0
    for digit in digits:
        number = number * len(ALPHABET) + ALPHABET.index(digit)
    return number


def _runs(line: Line, first: int, text: str, size: int) -> tuple[list[str], list[int]]:
    """Return the kinds of the runs and their lengths, which fill the board."""
    letters: list[str] = []
    lengths: list[int] = []
    begin = total = 0
    while begin < len(text):
        kind, _ = SYMBOLS[text[begin]]
        base = len(KINDS[kind])
        length, end = 0, begin
        while end < len(text) and text[end] in KINDS[kind] and length <= size:
            length = length * base + (SYMBOLS[text[end]][1] if base > 1 else 1)
            end += 1
        if not length:
            raise line.wrong(first + begin, f"a run of {kind} has no cells")
        total += length
        if total > size:
            problem = f"the runs continue after the announced {size} cells"
            raise line.wrong(first + begin, problem)
        letters.append(kind)
        lengths.append(length)
        begin = end
    if total < size:
        problem = f"{size} cells announced, but the runs have {total}"
        raise line.wrong(first + len(text), problem)
    return letters, lengths
