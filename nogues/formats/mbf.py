"""Boards in ``.mbf`` files (``.abf`` too), as board editors write them.

::

    03 02 00 02  00 00  02 01

Width, height, number of mines (two bytes, the high one first), then x and y of each
mine, from 0, in any order.  Hex text of these bytes is read too.
"""

from __future__ import annotations

import re

import numpy as np
from numpy.typing import NDArray

from nogues.base.errors import FormatError, MinesweeperError
from nogues.base.words import number_of
from nogues.boards.board import Board
from nogues.formats.given import given_board
from nogues.formats.places import at_byte, check_dimensions

LARGEST_SIDE = 255
HEAD = 4
# No binary file consists of these bytes alone: its head would announce more mines than
# it has.
_HEX = re.compile(rb"[0-9A-Fa-f\s]+")
_NO_HEX = re.compile(r"[^0-9A-Fa-f\s]")


def unhex(data: str | bytes) -> bytes:
    """Return the bytes of hex text; other bytes unchanged."""
    if isinstance(data, str):
        text = data.removeprefix("\ufeff")
        bad = _NO_HEX.search(text)
        if bad:
            raise FormatError(
                f"letter {bad.start()}: {bad[0]!r} is neither a hex digit nor a space"
            )
    elif _HEX.fullmatch(data):
        text = data.decode("ascii")
    else:
        return data
    digits = "".join(text.split())
    if len(digits) % 2:
        raise FormatError(f"odd number of hex digits: {len(digits)}")
    return bytes.fromhex(digits)


def announced(raw: bytes) -> int:
    """Return the length of a file according to its head."""
    return HEAD + 2 * int.from_bytes(raw[2:HEAD], "big")


def loads(data: str | bytes) -> Board:
    """Return the board of an ``.mbf`` file, or of its hex text.

    Examples
    --------
    >>> print(loads(bytes.fromhex("0302 0002 0000 0201")))
    *21
    12*
    """
    raw = unhex(data)
    if len(raw) < HEAD:
        raise at_byte(len(raw), f"the file ends within its head of {HEAD} bytes")
    width, height = raw[0], raw[1]
    check_dimensions(width, height, "byte 0: ")
    if len(raw) % 2:
        raise at_byte(len(raw), "odd length: the last mine has an x but no y")
    count = int.from_bytes(raw[2:HEAD], "big")
    if len(raw) != announced(raw):
        raise at_byte(
            2, f"{number_of(count, 'mine')} announced, found {(len(raw) - HEAD) // 2:,}"
        )
    return given_board(read_pairs(raw, HEAD, width, height, count))


def read_pairs(
    raw: bytes, offset: int, width: int, height: int, count: int
) -> NDArray[np.bool_]:
    """Return the layout of the pairs (x, y) from an offset on."""
    pairs = np.frombuffer(raw, np.uint8, 2 * count, offset).reshape(count, 2)
    x, y = pairs.astype(np.intp).T
    outside = np.flatnonzero((x >= width) | (y >= height))
    if outside.size:
        k = int(outside[0])
        problem = f"the mine x={x[k]}, y={y[k]} is outside {width}x{height}"
        raise at_byte(offset + 2 * k, problem)
    cells = y * width + x
    mines = np.zeros(width * height, np.bool_)
    mines[cells] = True
    if np.count_nonzero(mines) != count:
        seen = np.unique(cells, return_index=True)[1]
        k = int(np.setdiff1d(np.arange(count), seen)[0])
        problem = f"duplicate: the mine x={x[k]}, y={y[k]} occurs earlier"
        raise at_byte(offset + 2 * k, problem)
    return mines.reshape(height, width)


def dumps(board: Board) -> bytes:
    """Return a board as an ``.mbf`` file, its mines row by row.

    Examples
    --------
    >>> import nogues
    >>> dumps(loads("03 02 00 01 02 01")).hex(" ")
    '03 02 00 01 02 01'
    """
    if max(board.width, board.height) > LARGEST_SIDE:
        raise MinesweeperError(
            f"mbf holds boards of at most {LARGEST_SIDE}x{LARGEST_SIDE}, not "
            f"{board.width}x{board.height}"
        )
    y, x = np.nonzero(board.grid < 0)
    pairs = np.stack([x, y], axis=1).astype(np.uint8)
    head = bytes((board.width, board.height)) + len(x).to_bytes(2, "big")
    return head + pairs.tobytes()
