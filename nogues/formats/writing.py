"""Writing boards and positions, one or many, in any format that can be written."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any, BinaryIO

from nogues.base.errors import MinesweeperError
from nogues.base.files import atomic_file
from nogues.boards.board import Board, Boards
from nogues.boards.position import Position, Positions
from nogues.formats import npz
from nogues.formats.registry import CODECS, BoardOrPosition, check_format, check_suffix

Many = Boards | Positions | Iterable[BoardOrPosition]


def dumps(board: Board | Position | Many, format: str = "text") -> str | bytes:
    """Return one or many boards as text, or as bytes if the format is binary.

    Parameters
    ----------
    board : Board, Position, Boards, Positions or list
        What is written.  Text, JSON (one record per line) and ``npz`` hold many boards;
        JSON holds many positions, too.
    format : str, optional
        One of ``formats()``.

    Raises
    ------
    MinesweeperError
        When there is no such format, or it cannot hold the board or position (names
        those that can), or not so many.
    TypeError
        When ``board`` is neither a board nor a position, nor many.

    Examples
    --------
    >>> import nogues
    >>> board = nogues.generate_board(4, 1, 1, (0, 0), seed=1)
    >>> nogues.dumps(board, "ptt"), nogues.dumps(board, "mbf").hex(" ")
    ('b=41&m=2', '04 01 00 01 03 00')
    >>> boards = nogues.generate_boards(4, 1, 1, (0, 0), seeds=range(2))
    >>> nogues.loads(nogues.dumps(boards), many=True)[1].seed
    1
    """
    name = check_format(format)
    if isinstance(board, (Board, Position)):
        return _dump(board, name)
    items = _check_many("board", board)
    if name == "npz":
        return npz.dumps_all(_stacked(items))
    parts = list(_parts(items, name))
    if parts and isinstance(parts[0], bytes):
        return b"".join(part for part in parts if isinstance(part, bytes))
    return "".join(part for part in parts if isinstance(part, str))


def _check_many(argument: str, boards: Any) -> Iterable[BoardOrPosition]:
    """Return what boards come from, or raise an error that names the argument."""
    one = isinstance(boards, (str, bytes)) or not isinstance(boards, Iterable)
    items = boards if isinstance(boards, (Boards, Positions)) or one else list(boards)
    if one or not all(isinstance(item, (Board, Position)) for item in items):
        raise TypeError(
            f"{argument} must be a Board or a Position, Boards, Positions or a list of "
            f"them, not {boards!r:.200}"
        )
    return items


def _dump(board: BoardOrPosition, name: str) -> str | bytes:
    codec = CODECS[name]
    if codec.write is None:
        others = ", ".join(name for name, c in CODECS.items() if c.write is not None)
        raise MinesweeperError(
            f"format must be one that can be written, {others}, not {name!r}"
        )
    if isinstance(board, Position) and "position" not in codec.holds:
        others = ", ".join(
            n for n, c in CODECS.items() if c.write and "position" in c.holds
        )
        raise MinesweeperError(
            f"{name} holds layouts, not positions; positions need {others}"
        )
    return codec.write(board)


def _stacked(items: Iterable[BoardOrPosition]) -> Boards:
    """Return boards as arrays, which is what a .npz file holds."""
    if isinstance(items, Boards):
        return items
    boards = []
    for item in items:
        if isinstance(item, Position):
            _dump(item, "npz")  # raises
        else:
            boards.append(item)
    return Boards.stack(boards)


def _parts(items: Iterable[BoardOrPosition], name: str) -> Iterable[str | bytes]:
    """Yield what is written for each board, with what separates it from the last one.

    Boards as text are separated by an empty line, and JSON records take one line each.
    Other formats hold one board.
    """
    many = CODECS[name].read_all is not None
    for k, item in enumerate(items):
        data = _dump(item, name)
        if k and (not many or (name == "text" and isinstance(item, Position))):
            what = "text holds one position" if many else f"{name} holds one board"
            several = ", ".join(n for n, c in CODECS.items() if c.read_all)
            raise MinesweeperError(
                f"{what}, but there are more; these hold many boards: {several}"
            )
        if isinstance(data, str) and not data.endswith("\n"):
            data += "\n"
        if k and name == "text" and isinstance(data, str):
            data = "\n" + data
        yield data


def write_board(
    board: Board | Position,
    path: str | os.PathLike[str],
    format: str | None = None,
) -> None:
    r"""Write a board or position to a file, which appears complete or not at all.

    Parameters
    ----------
    board : Board or Position
        What is written; ``write_boards`` takes many.
    path : str or path-like
        The file; ``~`` is the user's folder.
    format : str, optional
        One of ``formats()``; default: that of the suffix.

    Raises
    ------
    MinesweeperError
        When there is no such format or suffix, or the format cannot hold the board.
    OSError
        When the file cannot be written; an old file is kept.

    Examples
    --------
    >>> import nogues, pathlib, tempfile
    >>> board = nogues.generate_board(4, 1, 1, (0, 0), seed=1)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "board.sgt")
    ...     nogues.write_board(board, path)
    ...     path.read_text()
    '4x1:0,0,ma\n'
    """
    if not isinstance(board, (Board, Position)):
        raise TypeError(
            "board must be a Board or a Position, because write_boards writes many, "
            f"not {board!r:.200}"
        )
    write_boards([board], path, format)


def write_boards(
    boards: Many, path: str | os.PathLike[str], format: str | None = None
) -> None:
    """Write boards or positions to a file, which appears complete or not at all.

    Parameters
    ----------
    boards : Boards, Positions or list
        What is written; see ``dumps``.
    path, format
        As in ``write_board``.

    Raises
    ------
    MinesweeperError, OSError
        As ``write_board``; also when the format does not hold so many.
    TypeError
        When an item is neither a board nor a position.

    Examples
    --------
    >>> import nogues, pathlib, tempfile
    >>> boards = nogues.generate_random_boards(9, 9, 10, seeds=range(3))
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "boards.txt")
    ...     nogues.write_boards(boards, path)
    ...     [board.seed for board in nogues.read_boards(path)]
    [0, 1, 2]
    """
    name = check_suffix(path) if format is None else check_format(format)
    items = _check_many("boards", boards)
    with atomic_file(path) as file:
        write_all(items, file, name)


def write_all(items: Iterable[BoardOrPosition], file: BinaryIO, name: str) -> int:
    """Write boards to an open file as they come; returns how many there were."""
    if name == "npz":
        boards = _stacked(items)
        boards.write(file)
        return len(boards)
    count = 0
    for data in _parts(items, name):
        file.write(data if isinstance(data, bytes) else data.encode("utf-8"))
        count += 1
    return count
