"""Layouts of RMV replays, of Viennasweeper and others, versions 1 and 2; read only.

First come the sizes of the parts, a result, the program, and up to four texts about
the player.  Then four bytes of time, columns, rows, the number of mines, and
column and row of each.  All numbers are big-endian.  Later moves are not read.
"""

from __future__ import annotations

from nogues.boards.board import Board
from nogues.formats.given import given_board
from nogues.formats.mbf import read_pairs
from nogues.formats.places import at_byte, binary, check_dimensions

MAGIC = b"*rmv"
PLAYER_TEXTS = 4


class _Reader:
    """Reads numbers and skips bytes; raises where a file ends too early."""

    def __init__(self, raw: bytes) -> None:
        self.raw = raw
        self.offset = len(MAGIC)

    def skip(self, count: int) -> None:
        """Skip bytes, which must exist."""
        if len(self.raw) < self.offset + count:
            raise at_byte(len(self.raw), "the file ends before its mines")
        self.offset += count

    def number(self, size: int) -> int:
        """Return a number of ``size`` bytes."""
        self.skip(size)
        return int.from_bytes(self.raw[self.offset - size : self.offset], "big")


def loads(data: str | bytes) -> Board:
    """Return the board of an RMV replay; its start is the centre.

    Examples
    --------
    >>> sizes = bytes([0, 1]) + bytes(22)
    >>> mines = bytes([0, 0, 0, 0, 3, 2, 0, 2, 0, 0, 2, 1])
    >>> print(loads(b"*rmv" + sizes + bytes(2) + mines))
    *21
    12*
    """
    raw = binary(data, "rmv")
    if not raw.startswith(MAGIC):
        raise at_byte(0, f"the file must begin with {MAGIC.decode()}")
    reader = _Reader(raw)
    version = reader.number(2)
    if version not in (1, 2):
        raise at_byte(4, f"the version must be 1 or 2, not {version}")
    if version == 2:
        reader.skip(2)  # the program and its version
    reader.skip(4)  # length of the file
    result = reader.number(2) if version == 1 else 0
    program = reader.number(2)
    # Player, board, flags set beforehand, properties, in version 2 more properties,
    # moves (four bytes), checksum.
    reader.skip(14 if version == 1 else 16)
    reader.skip(result + program)
    for _ in range(min(reader.number(2), PLAYER_TEXTS)):
        reader.skip(reader.number(1))
    reader.skip(4)  # when it was played
    place = reader.offset
    width, height, count = reader.number(1), reader.number(1), reader.number(2)
    check_dimensions(width, height, f"byte {place}: ")
    first = reader.offset
    reader.skip(2 * count)
    return given_board(read_pairs(raw, first, width, height, count))
