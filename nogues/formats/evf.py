"""Layouts of EVF replays, version 4; read only.

A head with the size, four texts that end with a zero byte (six in a converted replay),
an identity, and one bit per cell, row by row, high bit of a byte first.  The moves
that follow are not read.
"""

from __future__ import annotations

import numpy as np

from nogues.boards.board import Board
from nogues.formats.bits import from_digits
from nogues.formats.given import check_mines, given_board
from nogues.formats.places import at_byte, binary, check_dimensions

VERSION = 4
ROWS, COLUMNS, MINES = 3, 4, 5
#: Bytes before the first text.
HEAD = 34
CONVERTED = 0x08


def loads(data: str | bytes) -> Board:
    """Return the board of an EVF replay; its start is the centre.

    Examples
    --------
    >>> head = bytes([4, 0, 0, 2, 3, 0, 2]) + bytes(27)
    >>> print(loads(head + bytes(4) + bytes(2) + bytes([0x84])))
    *21
    12*
    """
    raw = binary(data, "evf")
    if not raw or raw[0] != VERSION:
        found = raw[0] if raw else "nothing"
        raise at_byte(0, f"the version must be {VERSION}, not {found}")
    if len(raw) < HEAD:
        raise at_byte(len(raw), f"the file ends within its head of {HEAD} bytes")
    width, height = raw[COLUMNS], raw[ROWS]
    check_dimensions(width, height, f"byte {ROWS}: ")
    offset = HEAD
    texts = 6 if raw[1] & CONVERTED else 4
    for k in range(texts):
        end = raw.find(0, offset)
        if end < 0:
            problem = f"the file ends within text {k + 1} of {texts}"
            raise at_byte(len(raw), problem)
        offset = end + 1
    offset += 2 + int.from_bytes(raw[offset : offset + 2], "big")
    size = -(-width * height // 8)
    if len(raw) < offset + size:
        problem = f"the file ends within the layout of {width}x{height}"
        raise at_byte(len(raw), problem)
    bits = np.frombuffer(raw, np.uint8, size, offset)
    mines, clean = from_digits(bits, 8, width, height)
    if not clean:
        raise at_byte(offset + size - 1, "bits are set after the last cell")
    announced = int.from_bytes(raw[MINES : MINES + 2], "big")
    check_mines(announced, int(np.count_nonzero(mines)), f"byte {MINES}: ")
    return given_board(mines)
