"""Reading boards and positions: texts, bytes and files of any format."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Literal, overload

from nogues.base.errors import FormatError
from nogues.base.files import check_path
from nogues.base.spec import LARGEST, check_flag, check_integer
from nogues.boards.board import Board
from nogues.boards.position import Position
from nogues.formats.registry import (
    CODECS,
    BoardOrPosition,
    Codec,
    check_format,
    name_by_suffix,
    name_of,
)


@overload
def loads(
    data: str | bytes,
    format: str | None = None,
    *,
    mines: int | None = None,
    many: Literal[False] = False,
) -> Board | Position: ...
@overload
def loads(
    data: str | bytes,
    format: str | None = None,
    *,
    mines: int | None = None,
    many: Literal[True],
) -> list[Board | Position]: ...
def loads(
    data: str | bytes,
    format: str | None = None,
    *,
    mines: int | None = None,
    many: bool = False,
) -> Board | Position | list[Board | Position]:
    r"""Return the board or position of a text, or of the bytes of a file.

    Parameters
    ----------
    data : str or bytes
        The data; text in bytes is UTF-8.
    format : str, optional
        One of ``formats()``; default: recognised from the data.
    mines : int, optional
        Mines of the whole board, for a position without them; default: the data's.
    many : bool, optional
        Return a list of all boards, of which text, JSON and ``.npz`` may have many.

    Returns
    -------
    Board, Position or list
        A board if the whole layout is known.  A board from elsewhere has
        ``search.name == "given"`` and no seed.  It has not been solved, so it is not
        marked solvable.  Without a start in the data, the start is the centre, which
        may be a mine.

    Raises
    ------
    FormatError
        When the data is wrong (says where), or matches no format, or several.
    MinesweeperError
        When there is no such format.
    TypeError
        When data is neither str nor bytes, or a str and the format is binary.

    Examples
    --------
    >>> import nogues
    >>> board = nogues.loads("9x9:4,4,m00b7d48a3e0231c419200")
    >>> board
    <Board 9x9/35 start=(4, 4) seed=None search=given>
    >>> nogues.is_solvable(board, logic="complete")
    True
    >>> nogues.loads("3x2x1\n01H\n01H\n")
    <Position 3x2/1, 2 hidden>
    >>> nogues.loads("*1\n11\n\n11\n*1\n", many=True)[1].mines
    1
    """
    raw = _check_data(data)
    several = check_flag("many", many)
    name = name_of(raw) if format is None else check_format(format)
    if several:
        return list(read_all(raw, name, mines))
    return _read_one(raw, name, mines)


def _check_data(data: object) -> str | bytes:
    if isinstance(data, (bytearray, memoryview)):
        return bytes(data)
    if not isinstance(data, (str, bytes)):
        raise TypeError(f"data must be a str or bytes, not {type(data).__name__}")
    return data


def _read_one(data: str | bytes, name: str, mines: int | None) -> BoardOrPosition:
    codec = CODECS[name]
    return _checked(codec.read(data, **_given(codec, mines)), mines)


def read_all(
    data: str | bytes, name: str, mines: int | None = None
) -> Iterator[BoardOrPosition]:
    """Yield all boards of a text or file; just one if the format holds one."""
    codec = CODECS[name]
    if codec.read_all is None:
        yield _read_one(data, name, mines)
        return
    for item in codec.read_all(data, **_given(codec, mines)):
        yield _checked(item, mines)


def _given(codec: Codec, mines: int | None) -> dict[str, int]:
    """Return what a reader is given beside the data, checked for all readers."""
    if mines is None:
        return {}
    count = check_integer("mines", mines, 0, LARGEST)
    return {"mines": count} if codec.takes_mines else {}


def _checked(item: BoardOrPosition, mines: int | None) -> BoardOrPosition:
    """Return a board or position; raise if it does not have the mines asked for."""
    own = item.mine_count if isinstance(item, Board) else item.mines
    if mines not in (None, own):
        raise FormatError(f"mines must be {own} as in the data, not {mines}")
    return item


def read_board(
    path: str | os.PathLike[str],
    format: str | None = None,
    *,
    mines: int | None = None,
) -> Board | Position:
    """Return the board or position of a file.

    Parameters
    ----------
    path : str or path-like
        The file; ``~`` is the user's folder.
    format : str, optional
        One of ``formats()``; default: that of the suffix, or else recognised from the
        file.
    mines : int, optional
        As in ``loads``.

    Raises
    ------
    FormatError
        As ``loads``; also names the file.
    MinesweeperError
        When there is no such format.
    OSError
        When the file cannot be read.

    Examples
    --------
    >>> import nogues, pathlib, tempfile
    >>> board = nogues.generate_board(9, 9, 10, seed=1)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "board.json")
    ...     nogues.write_board(board, path)
    ...     nogues.read_board(path) == board
    True
    """
    place = check_path(path)
    name = _name_for(place, format)
    data = _bytes_of(place)
    try:
        return _read_one(data, name or name_of(data), mines)
    except FormatError as error:
        raise FormatError(f"{place}: {error}") from None


def read_boards(
    path: str | os.PathLike[str],
    format: str | None = None,
    *,
    mines: int | None = None,
) -> list[Board | Position]:
    """Return all boards or positions of a file.

    Text, JSON (one record per line) and ``.npz`` files may hold many.  If all have one
    size, start and search, ``Boards.stack`` makes arrays of them.

    Parameters
    ----------
    path, format, mines
        As in ``read_board``.

    Returns
    -------
    list of Board or Position

    Raises
    ------
    FormatError, MinesweeperError, OSError
        As ``read_board``.

    Examples
    --------
    >>> import nogues, pathlib, tempfile
    >>> boards = nogues.generate_boards(9, 9, 10, seeds=range(3))
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "boards.jsonl")
    ...     nogues.write_boards(boards, path)
    ...     found = nogues.read_boards(path)
    >>> nogues.Boards.stack(found) == boards
    True
    """
    place = check_path(path)
    name = _name_for(place, format)
    data = _bytes_of(place)
    try:
        return list(read_all(data, name or name_of(data), mines))
    except FormatError as error:
        raise FormatError(f"{place}: {error}") from None


def _name_for(path: str, format: str | None) -> str | None:
    return name_by_suffix(path) if format is None else check_format(format)


def _bytes_of(path: str) -> bytes:
    if os.path.isdir(path):
        problem = "Is a directory, maybe a data set, which open_dataset opens"
        raise IsADirectoryError(errno.EISDIR, problem, path)
    return Path(path).read_bytes()
