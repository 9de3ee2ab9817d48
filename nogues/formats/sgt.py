"""Boards as game IDs of Mines in Simon Tatham's puzzle collection.

``9x9:4,4,m00b7d48a3e0231c419200``: the size, x and y of the first click, and the
layout in hex, one digit per four cells, row by row.  After ``m`` the layout is masked:
each half is XORed with SHA-1 of the other, which anyone can undo.  After ``u``, or
without a letter, it is plain.
"""

from __future__ import annotations

import hashlib
import re

import numpy as np

from nogues.base.errors import FormatError
from nogues.boards.board import Board
from nogues.formats.bits import from_digits, to_digits
from nogues.formats.given import check_mines, check_start, given_board
from nogues.formats.places import Line, check_dimensions, one_line

_PARAMS = re.compile(
    r"([0-9]{1,7})(?:x([0-9]{1,7}))?((?:n[0-9]{1,7}|a|[XY][0-9]{1,7})*)"
)
_START = re.compile(r"([0-9]{1,7}),([0-9]{1,7}),")


def loads(data: str | bytes) -> Board:
    """Return the board of a game ID.

    Its start is the first click, or the centre if there was none.

    Examples
    --------
    >>> board = loads("9x9:4,4,m00b7d48a3e0231c419200")
    >>> board.mines, board.start, board.opening
    (35, (4, 4), 12)
    """
    line = one_line(data)
    params, colon, layout = line.text.partition(":")
    if not colon:
        if "#" in params:
            problem = (
                "SIZE#SEED is a seed of that program's generator, there is no layout "
                "in it; a game ID SIZE:LAYOUT has one"
            )
            raise line.wrong(params.index("#"), problem)
        raise line.wrong(len(params), "a game ID is SIZE:LAYOUT; there is no colon")
    size = _PARAMS.fullmatch(params)
    if not size:
        problem = f"{params!r} is not a size W or WxH followed by nMINES, a, Xx or Yy"
        raise line.wrong(0, problem)
    width, height = int(size[1]), int(size[2] or size[1])
    check_dimensions(width, height, f"line {line.number}: ")
    first = len(params) + 1
    if layout.startswith("r"):
        problem = (
            "rMINES,... has no mines yet: that program lays them at the first click"
        )
        raise line.wrong(first, problem)
    start = None
    click = _START.match(layout)
    if click:
        start = int(click[2]), int(click[1])
        first += click.end()
        layout = layout[click.end() :]
    mask = layout[:1] if layout[:1] in ("m", "u") else ""
    raw = _hex(line, first + len(mask), layout[len(mask) :], width, height)
    cells = width * height
    if mask == "m":
        raw = _mask(raw, cells, decode=True)
    mines, _ = from_digits(np.frombuffer(raw, np.uint8), 8, width, height)
    for number in re.findall("n([0-9]+)", size[3]):
        check_mines(int(number), int(np.count_nonzero(mines)), "n: ")
    if start is not None:
        check_start(start, width, height)
        if mines[start]:
            raise FormatError(
                f"the first click x={start[1]}, y={start[0]} must be safe, not a mine"
            )
    return given_board(mines, start)


def _hex(line: Line, first: int, digits: str, width: int, height: int) -> bytes:
    """Return hex digits as bytes, padded with zeros."""
    bad = re.search("[^0-9a-fA-F]", digits)
    if bad:
        raise line.wrong(first + bad.start(), f"{bad[0]!r} is not a hex digit")
    needed = -(-width * height // 4)
    if len(digits) != needed:
        problem = f"{width}x{height} takes {needed} digits, found {len(digits)}"
        raise line.wrong(first + min(len(digits), needed), problem)
    if int(digits[-1], 16) & ((1 << -width * height % 4) - 1):
        raise line.wrong(first + needed - 1, "bits are set after the last cell")
    return bytes.fromhex(digits + "0" * (needed % 2))


def _stream(seed: bytes, length: int) -> int:
    """Return ``length`` bytes of hashes of the seed followed by 0, 1, 2, ..."""
    blocks = (
        hashlib.sha1(seed + str(k).encode("ascii"), usedforsecurity=False).digest()
        for k in range(-(-length // 20))
    )
    return int.from_bytes(b"".join(blocks)[:length], "big")


def _mask(raw: bytes, cells: int, *, decode: bool) -> bytes:
    """Mask or unmask a layout of ``cells`` cells."""
    half = len(raw) // 2
    left, right = raw[:half], raw[half:]
    keep = (1 << 8 * len(right)) - (
        1 << -cells % 8
    )  # clears the bits after the last cell
    for side in ("right", "left") if decode else ("left", "right"):
        if side == "left":
            bits = int.from_bytes(left, "big") ^ _stream(right, len(left))
            left = bits.to_bytes(len(left), "big")
        else:
            bits = int.from_bytes(right, "big") ^ _stream(left, len(right))
            right = (bits & keep).to_bytes(len(right), "big")
    return left + right


def dumps(board: Board, *, masked: bool = True) -> str:
    """Return a board as a game ID.

    The program opens the start, so a start on a mine is left out.  The program itself
    needs at least 3x3 cells, and 9 of them without a mine.

    Examples
    --------
    >>> board = loads("9x9:4,4,m00b7d48a3e0231c419200")
    >>> dumps(board), dumps(board, masked=False)
    ('9x9:4,4,m00b7d48a3e0231c419200', '9x9:4,4,ufcfa08b4483c12b0703c0')
    """
    row, column = board.start
    start = "" if board.grid[board.start] < 0 else f"{column},{row},"
    cells = board.width * board.height
    raw = to_digits(board.mine_mask, 8).tobytes()
    if masked:
        raw = _mask(raw, cells, decode=False)
    digits = raw.hex()[: -(-cells // 4)]
    return f"{board.width}x{board.height}:{start}{'m' if masked else 'u'}{digits}"
