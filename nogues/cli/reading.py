"""What commands read: one set of readers, and their options ``--from`` and ``--mines``.

A source is a file of any format, stdin, or a data set, which is read part by part.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import cloup

from nogues.base.errors import FormatError, MinesweeperError
from nogues.base.files import ADDRESS, check_path, path_text
from nogues.base.options import MINES
from nogues.cli.options import option

if TYPE_CHECKING:
    from nogues.boards.board import Board, Boards
    from nogues.boards.position import Position

F = TypeVar("F", bound=Callable[..., Any])

#: Protocols of web pages: a data set there must be named as a folder.
WEB = ("http", "https")


def reading_options(command: F) -> F:
    """Add the options of all commands that read, which ``Source`` takes."""
    add_from = cloup.option(
        "--from", "read_as", metavar="FORMAT", help="Format of the file."
    )
    return add_from(option("mines", {"mines": MINES})(command))


class Source(NamedTuple):
    """What a command reads: FILE, ``--from`` and ``--mines``."""

    file: str
    read_as: str | None = None
    mines: int | None = None

    def parts(self) -> Iterator[Boards | Board | Position]:
        """Yield the boards or positions, as ``Boards`` where they come so.

        Raises
        ------
        FormatError
            If the file is wrong, or has no boards; names it.
        """
        count = 0
        for part in self._dataset() if self._is_dataset() else self._file():
            count += 1
            yield part
        if not count:
            raise FormatError(f"{self.file} contains no boards")

    def _file(self) -> Iterator[Boards | Board | Position]:
        from nogues.boards.board import Boards
        from nogues.formats import npz
        from nogues.formats.reading import read_all
        from nogues.formats.registry import check_format, name_by_suffix, name_of

        name = None if self.read_as is None else check_format(self.read_as)
        place = self.file if self.file == "-" else check_path(self.file, "FILE")
        name = name or name_by_suffix(place)
        if name == "npz" and place != "-" and self.mines is None:
            boards = Boards.load(place)
            with _naming(self.file):
                npz.check_clues(boards)
            if len(boards):
                yield boards
            return
        data = _bytes_of(place)
        if not data.strip():
            return
        with _naming(self.file):
            yield from read_all(data, name or name_of(data), self.mines)

    def _is_dataset(self) -> bool:
        path = path_text(self.file, "FILE")
        address = ADDRESS.match(path)
        if address is None:
            return os.path.isdir(os.path.expanduser(path))
        return address[1].lower() not in WEB or path.endswith("/")

    def _dataset(self) -> Iterator[Boards]:
        from nogues.dataset.read import open_dataset

        for name, value in (("--from", self.read_as), ("--mines", self.mines)):
            if value is not None:
                raise MinesweeperError(
                    f"{name} is for files, but {self.file} is a folder or an address"
                )
        yield from open_dataset(self.file)

    def items(self) -> Iterator[Board | Position]:
        """Yield the boards or positions one by one."""
        from nogues.boards.board import Boards

        for part in self.parts():
            if isinstance(part, Boards):
                yield from part
            else:
                yield part

    def boards(self) -> Iterator[Board]:
        """Yield the boards one by one; a position is refused."""
        from nogues.boards.board import Board

        for item in self.items():
            if not isinstance(item, Board):
                raise MinesweeperError(f"{self.file} {NOT_WHOLE}")
            yield item

    def position(self, start: tuple[int, int] | None) -> Position:
        """Return the only position, or the one after the first click on the board."""
        from nogues.base.spec import check_cell
        from nogues.boards.board import Board
        from nogues.boards.position import Position

        found = self.items()
        item = next(found)
        if next(found, None) is not None:
            raise MinesweeperError(
                f"{self.file} must hold one board or position, not several"
            )
        if not isinstance(item, Board):
            if start is not None:
                raise MinesweeperError(
                    f"--start is for boards, but {self.file} holds a position"
                )
            return item
        if start is not None:
            cell = check_cell("start", start, item.width, item.height)
            item = replace(item, start=cell)
        if item.grid[item.start] < 0:
            raise MinesweeperError(_start_on_mine(self.file, item, start))
        return Position.from_board(item)


#: What a file holds that is no board.
NOT_WHOLE = "holds a position, not a whole board"


def _start_on_mine(file: str, board: Board, start: tuple[int, int] | None) -> str:
    """Return the message for a first click that hits a mine."""
    from nogues.base.spec import center_of

    cell = ",".join(map(str, board.start))
    if start is not None:
        return f"--start must be a safe cell, not the mine at {cell}"
    if board.start == center_of(board.width, board.height):
        return f"{file} has no start, and the centre {cell} is a mine: give --start"
    return f"the start in {file}, {cell}, is a mine: give --start"


@contextmanager
def _naming(file: str) -> Iterator[None]:
    """Name the file in errors about what is in it."""
    try:
        yield
    except FormatError as error:
        raise FormatError(f"{file}: {error}") from None


def _bytes_of(place: str) -> bytes:
    if place != "-":
        return Path(place).read_bytes()
    if sys.stdin is None:
        raise MinesweeperError("FILE is - but stdin is closed")
    return sys.stdin.buffer.read()
