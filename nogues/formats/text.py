"""Boards as text: a header line, then one line per row.

::

    # 9x9/10 mine_count 10 start 4,4 seed 1 search repair 1
    *102*3110
    ...

``*`` is a mine, ``0`` to ``8`` a clue.  10 mines were requested, and ``mine_count`` are
there; the published search lays fewer where they do not fit.  Options that differ from
the published search follow its version: ``logic complete moves 99 safe block``.  Boards
are separated by an empty line.  The header may be missing; solvers need its start.

A position is text as ``nogues.boards.position`` says: its header is ``WxH/M`` or
``WxHxM``,
and ``# `` may stand before it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import BinaryIO, NamedTuple

import numpy as np
from numpy.typing import NDArray

from nogues.base.errors import FormatError, MinesweeperError
from nogues.boards.board import Board, rows_of
from nogues.boards.position import Position
from nogues.boards.position_text import HEADER, read_position
from nogues.formats.given import position_from_cells
from nogues.formats.headers import read_head
from nogues.formats.places import decode

#: Letters of a position's rows, and those of its rows only.
_CELLS, _UNSEEN = re.compile(r"[0-8.HFM*\s]+"), ".HFM"
_START = re.compile(r"\bstart (\d{1,99}),(\d{1,99})\b", re.ASCII)


class Page(NamedTuple):
    """A board as read: clues of shape (height, width), and the start if there is one.

    ``head`` is the header, if there is one, and ``line`` the number of the first row.
    """

    grid: NDArray[np.int8]
    start: tuple[int, int] | None
    head: str | None = None
    line: int = 1


def dumps(board: Board | Position) -> str:
    """Return a board or position as text, including header and final newline.

    Examples
    --------
    >>> import nogues
    >>> print(dumps(nogues.generate_board(4, 1, 1, (0, 0), seed=1)), end="")
    # 4x1/1 mine_count 1 start 0,0 seed 1 search repair 1
    001*
    """
    if isinstance(board, Position):
        return board.to_text()
    row, column = board.start
    seed = "" if board.seed is None else f" seed {board.seed}"
    size = f"{board.width}x{board.height}/{board.mines} mine_count {board.mine_count}"
    made = board.search
    search = " ".join((f"search {made.name} {made.version}", *made.words()))
    head = f"# {size} start {row},{column}{seed} {search}"
    return f"{head}\n{rows_of(board.grid)}\n"


def write_boards(boards: Iterable[Board], file: BinaryIO) -> None:
    """Write boards as text, separated by empty lines."""
    for k, board in enumerate(boards):
        text = dumps(board)
        file.write((text if k == 0 else "\n" + text).encode("ascii"))


def pages(text: str, name: str = "text") -> Iterator[Page]:
    """Yield the boards of a text.

    Raises
    ------
    FormatError
        For an unknown letter or a row too short or too long; names line and column.
    """
    rows: list[str] = []
    start = head = None
    first = 1
    for number, line in enumerate([*text.removeprefix("\ufeff").splitlines(), ""], 1):
        line = line.rstrip()
        if line.startswith("#") and not rows:
            match = _START.search(line)
            start = (int(match[1]), int(match[2])) if match else None
            head = line
        elif line:
            bad = re.search(r"[^0-8*]", line)
            if bad:
                header = "; a position needs a header WxH/M" * (bad[0] in _UNSEEN)
                raise FormatError(
                    f"{name}, line {number}, column {bad.start() + 1}: "
                    f"{bad[0]!r} is neither a clue 0 to 8 nor a mine *{header}"
                )
            if rows and len(line) != len(rows[0]):
                column = min(len(line), len(rows[0])) + 1
                raise FormatError(
                    f"{name}, line {number}, column {column}: "
                    f"the row has {len(line)} cells, the first has {len(rows[0])}"
                )
            first = first if rows else number
            rows.append(line)
        elif rows:
            yield Page(_grid(rows), start, head, first)
            rows, start, head = [], None, None


def _grid(rows: list[str]) -> NDArray[np.int8]:
    page = np.frombuffer("".join(rows).encode("ascii"), np.uint8).astype(np.int8)
    clues = np.where(page == ord("*"), -1, page - ord("0")).astype(np.int8)
    return clues.reshape(len(rows), -1)


def loads(data: str | bytes, mines: int | None = None) -> Board | Position:
    r"""Return the only board or position of a text.

    Examples
    --------
    >>> loads("# 3x2/2 start 0,1\n*21\n12*\n")
    <Board 3x2/2 start=(0, 1) seed=None search=given>
    >>> loads("3x2/1\n01.\n01.\n")
    <Position 3x2/1, 2 hidden>
    """
    found = read_all(data, mines)
    first = next(found, None)
    if first is None:
        raise FormatError("text has no rows of cells")
    if next(found, None) is not None:
        raise FormatError(
            "text has more than one board; read_boards, and loads with many=True, read "
            "them all"
        )
    return first


def read_all(data: str | bytes, mines: int | None = None) -> Iterator[Board | Position]:
    """Yield the boards of a text with all that it says about them, or its position.

    ``mines`` is for a position without a header.
    """
    text = decode(data)
    if is_position(text):
        yield _position(text, mines)
        return
    for page in pages(text):
        yield read_head(page.head, page.grid, page.start, page.line)


def is_position(text: str) -> bool:
    """Whether a text begins like a position, not like a board."""
    head, _, rows = text.lstrip().partition("\n")
    if not HEADER.match(head):
        first = re.split(r"\n\s*\n", text.strip(), maxsplit=1)[0]
        return bool(_CELLS.fullmatch(first)) and any(c in first for c in _UNSEEN)
    return not head.startswith("#") or bool(re.search(r"^[0-8*\s]*[.HFM]", rows))


def _position(text: str, mines: int | None) -> Board | Position:
    try:
        rows, stated = read_position(text)
        count = mines if stated is None else stated
        if count is None:
            raise FormatError(
                f"text, line 1: a position needs a header {len(rows[0])}x{len(rows)}/M "
                "with its number of mines M, or give mines (--mines)"
            )
        position = Position(len(rows[0]), len(rows), count, rows)
    except FormatError:
        raise
    except MinesweeperError as error:  # larger than boards can be
        raise FormatError(f"text: {error}") from None

    def where(row: int, column: int) -> str:
        lines = [line for line in enumerate(text.splitlines(), 1) if line[1].strip()]
        number, line = lines[row + (stated is not None)]  # after the header
        columns = [k for k, letter in enumerate(line, 1) if not letter.isspace()]
        return f"text, line {number}, column {columns[column]}"

    return position_from_cells(position.grid, position.mines, where)
