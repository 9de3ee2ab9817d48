"""Boards as text: a header line, then a row a line.

::

    # 9x9/10 start 4,4 seed 1 search repair 1
    *102*3110
    ...

``*`` is a mine, ``0`` to ``8`` a clue.  What is not as in the published search follows
its version: ``logic complete moves 99 safe block``.  Boards are separated by an empty
line.  The header may be missing; its start is what a solver needs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import BinaryIO, NamedTuple

import numpy as np
from numpy.typing import NDArray

from nogues.board import Board, Boards, rows_of
from nogues.errors import FormatError

_START = re.compile(r"\bstart (\d+),(\d+)\b", re.ASCII)


class Page(NamedTuple):
    """A board as read: clues of shape (height, width), and the start if it is told."""

    grid: NDArray[np.int8]
    start: tuple[int, int] | None


def dumps(board: Board) -> str:
    """Return a board as text, header and final newline included.

    Examples
    --------
    >>> import nogues
    >>> print(dumps(nogues.generate_board(4, 1, 1, (0, 0), seed=1)), end="")
    # 4x1/1 start 0,0 seed 1 search repair 1
    001*
    """
    row, column = board.start
    seed = "" if board.seed is None else f" seed {board.seed}"
    size = f"{board.width}x{board.height}/{board.mines}"
    made = board.search
    search = " ".join((f"search {made.name} {made.version}", *made.words()))
    head = f"# {size} start {row},{column}{seed} {search}"
    return f"{head}\n{rows_of(board.grid)}\n"


def write_boards(boards: Boards, file: BinaryIO) -> None:
    """Write boards as text, an empty line between any two."""
    for k, board in enumerate(boards):
        text = dumps(board)
        file.write((text if k == 0 else "\n" + text).encode("ascii"))


def pages(text: str, name: str = "text") -> Iterator[Page]:
    """Yield the boards of a text.

    Raises
    ------
    FormatError
        Naming line and column, for an unknown letter or a row too short or too long.
    """
    rows: list[str] = []
    start = None
    for number, line in enumerate([*text.removeprefix("\ufeff").splitlines(), ""], 1):
        line = line.rstrip()
        if line.startswith("#") and not rows:
            match = _START.search(line)
            start = (int(match[1]), int(match[2])) if match else None
        elif line:
            bad = re.search(r"[^0-8*]", line)
            if bad:
                raise FormatError(
                    f"{name}, line {number}, column {bad.start() + 1}: "
                    f"{bad[0]!r} is neither a clue 0 to 8 nor a mine *"
                )
            if rows and len(line) != len(rows[0]):
                column = min(len(line), len(rows[0])) + 1
                raise FormatError(
                    f"{name}, line {number}, column {column}: "
                    f"the row has {len(line)} cells, the first has {len(rows[0])}"
                )
            rows.append(line)
        elif rows:
            yield Page(_grid(rows), start)
            rows, start = [], None


def _grid(rows: list[str]) -> NDArray[np.int8]:
    page = np.frombuffer("".join(rows).encode("ascii"), np.uint8).astype(np.int8)
    clues = np.where(page == ord("*"), -1, page - ord("0")).astype(np.int8)
    return clues.reshape(len(rows), -1)
