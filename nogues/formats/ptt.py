"""Boards as codes of the PTTACGfans ZiNi calculator, ``b=32&m=gg``, and in URLs.

``b`` is 1, 2 or 3 for 9x9, 16x16 and 30x16.  Otherwise it is width and height, with
the same number of digits; an odd digit goes to the height.  ``m`` has one digit
of ``0-9a-v`` per five cells, row by row, high bit first, padded with zeros.
"""

from __future__ import annotations

import re

import numpy as np

from nogues.boards.board import Board
from nogues.formats.bits import from_digits, to_digits
from nogues.formats.given import given_board
from nogues.formats.places import Line, check_dimensions, one_line

SITES = ("pttacgfans.github.io", "llamasweeper.com")
PAGE = "https://pttacgfans.github.io/Minesweeper-ZiNi-Calculator/"
LEVELS = {"1": (9, 9), "2": (16, 16), "3": (30, 16)}
DIGITS = "0123456789abcdefghijklmnopqrstuv"
BITS = 5
#: Digits of a size; more digits always exceed the largest board.
MOST_DIGITS = 14
_URL = re.compile(r"(?:https?://)?(?:www\.)?([\w.-]+\.\w+)/[^?]*\?", re.ASCII)


def loads(data: str | bytes) -> Board:
    """Return the board of a code or a URL.

    Examples
    --------
    >>> print(loads("b=32&m=gg"))
    *21
    12*
    """
    line = one_line(data)
    url = _URL.match(line.text)
    if url and url[1].lower() not in SITES:
        raise line.wrong(url.start(1), f"the site must be {' or '.join(SITES)}")
    begin = url.end() if url else int(line.text.startswith("?"))
    fields: dict[str, tuple[int, str]] = {}
    for part in line.text[begin:].split("&"):
        name, equals, value = part.partition("=")
        if equals and name in fields:
            raise line.wrong(begin, f"{name} is given twice")
        fields[name] = begin + len(name) + 1, value
        begin += len(part) + 1
    for name in ("b", "m"):
        if name not in fields:
            raise line.wrong(0, f"a code is b=SIZE&m=MINES; there is no {name}=")
    width, height = _size(line, *fields["b"])
    first, digits = fields["m"]
    for k, digit in enumerate(digits):
        if digit not in DIGITS:
            case = " (lower case)" if digit.lower() in DIGITS else ""
            raise line.wrong(first + k, f"{digit!r} is not a digit 0-9 or a-v{case}")
    needed = -(-width * height // BITS)
    if len(digits) != needed:
        problem = f"{width}x{height} takes {needed} digits, found {len(digits)}"
        raise line.wrong(first + min(len(digits), needed), problem)
    values = np.array([DIGITS.index(digit) for digit in digits], np.uint8)
    mines, clean = from_digits(values, BITS, width, height)
    if not clean:
        problem = "bits are set after the last cell"
        raise line.wrong(first + len(digits) - 1, problem)
    return given_board(mines)


def _size(line: Line, first: int, text: str) -> tuple[int, int]:
    if text in LEVELS:
        return LEVELS[text]
    if not re.fullmatch(rf"[0-9]{{2,{MOST_DIGITS}}}", text):
        problem = f"b must be 1, 2, 3 or 2 to {MOST_DIGITS} digits, not {text[:20]!r}"
        raise line.wrong(first, problem)
    half = len(text) // 2
    width, height = int(text[:half]), int(text[half:])
    check_dimensions(width, height, f"line {line.number}, b={text}: ")
    return width, height


def dumps(board: Board) -> str:
    """Return the code of a board.

    Examples
    --------
    >>> dumps(loads("b=0302&m=gg"))
    'b=32&m=gg'
    """
    size = board.width, board.height
    levels = [name for name, level in LEVELS.items() if level == size]
    digits = max(len(str(side)) for side in size)
    name = levels[0] if levels else "".join(f"{side:0{digits}}" for side in size)
    values = to_digits(board.mine_mask, BITS)
    return f"b={name}&m={''.join(DIGITS[value] for value in values.tolist())}"


def url(board: Board) -> str:
    """Return the address of a board in the calculator, which takes up to 100x100.

    Examples
    --------
    >>> url(loads("b=32&m=gg"))
    'https://pttacgfans.github.io/Minesweeper-ZiNi-Calculator/?b=32&m=gg'
    """
    return f"{PAGE}?{dumps(board)}"
