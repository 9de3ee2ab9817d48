"""All formats: their names, suffixes and contents, and how they are read."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from nogues.base.errors import FormatError, MinesweeperError
from nogues.base.files import atomic_file
from nogues.base.spec import check_name
from nogues.boards.board import Board
from nogues.boards.position import Position
from nogues.formats import (
    analysis,
    board,
    clues,
    evf,
    lists,
    mbf,
    mine,
    ptt,
    rawvf,
    records,
    rmv,
    sgt,
    text,
)
from nogues.formats.recognise import recognise

BoardOrPosition = Board | Position


class Format(NamedTuple):
    """A format that boards or positions come in.

    Attributes
    ----------
    name : str
        What ``loads``, ``dumps`` and the command line call it.
    suffixes : tuple of str
        File suffixes; empty if no suffix means this format.
    reads, writes : bool
        Whether nogues reads and writes it.
    holds : tuple of str
        ``"layout"``, ``"position"`` or both.
    description : str
        One line about it.
    """

    name: str
    suffixes: tuple[str, ...]
    reads: bool
    writes: bool
    holds: tuple[str, ...]
    description: str


class _Codec(NamedTuple):
    """How a format is read and written."""

    read: Callable[[Any], BoardOrPosition]
    write: Callable[[Any], str | bytes] | None
    suffixes: tuple[str, ...]
    holds: tuple[str, ...]
    description: str
    read_all: Callable[[Any], Iterator[BoardOrPosition]] | None = None


_LAYOUT = ("layout",)
_BOTH = ("layout", "position")
_CODECS = {
    "text": _Codec(
        *(text.loads, text.dumps, (".txt",), _BOTH),
        "rows of clues and `*`, after a header with start, seed and search",
        text.read_all,
    ),
    "json": _Codec(
        *(records.loads, records.dumps, (".json", ".jsonl"), _BOTH),
        "a record of everything known about a board",
        records.read_all,
    ),
    "csv": _Codec(
        *(clues.loads, clues.dumps, (".csv",), _LAYOUT),
        "one line of clues per row, -1 is a mine",
    ),
    "mbf": _Codec(
        *(mbf.loads, mbf.dumps, (".mbf", ".abf"), _LAYOUT),
        "board editors and Arbiter, up to 255x255; hex text is read too",
    ),
    "ptt": _Codec(
        *(ptt.loads, ptt.dumps, (".ptt",), _LAYOUT),
        "codes `b=32&m=gg` and addresses of the ZiNi calculator, LlamaSweeper",
    ),
    "sgt": _Codec(
        *(sgt.loads, sgt.dumps, (".sgt",), _LAYOUT),
        "game IDs of Simon Tatham's Mines, with their start",
    ),
    "mine": _Codec(
        *(mine.loads, mine.dumps, (".mine",), _BOTH),
        "JSMinesweeper's text",
    ),
    "analysis": _Codec(
        *(analysis.loads, None, (), _BOTH),
        "JSMinesweeper's `analysis=` and addresses with it",
    ),
    "lists": _Codec(
        *(lists.loads, lists.dumps, (), _BOTH),
        "ms_toollib's nested lists, as JSON",
    ),
    "board": _Codec(
        *(board.loads, board.dumps, (".board",), _BOTH),
        "MINESWEEPER-BOARD v0.1, in ASCII",
    ),
    "rawvf": _Codec(
        *(rawvf.loads, rawvf.dumps, (".rawvf",), _LAYOUT),
        "the layout of a RAWVF replay, no moves",
    ),
    "evf": _Codec(
        *(evf.loads, None, (".evf",), _LAYOUT),
        "the layout of an EVF replay, version 4",
    ),
    "rmv": _Codec(
        *(rmv.loads, None, (".rmv",), _LAYOUT),
        "the layout of an RMV replay",
    ),
}
_SUFFIXES = {suffix: name for name, c in _CODECS.items() for suffix in c.suffixes}


def formats() -> tuple[Format, ...]:
    """Return the formats that boards and positions are read from and written to.

    Examples
    --------
    >>> import nogues
    >>> [f.name for f in nogues.formats() if "position" in f.holds and f.writes]
    ['text', 'json', 'mine', 'lists', 'board']
    """
    return tuple(
        Format(name, c.suffixes, True, c.write is not None, c.holds, c.description)
        for name, c in _CODECS.items()
    )


def loads(data: str | bytes, format: str | None = None) -> Board | Position:
    r"""Return the board or position of a text, or of the bytes of a file.

    Parameters
    ----------
    data : str or bytes
        The data; text in bytes is UTF-8.
    format : str, optional
        One of ``formats()``; default: recognised from the data.

    Returns
    -------
    Board or Position
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
    """
    raw = _check_data(data)
    name = name_of(raw) if format is None else check_format(format)
    return _CODECS[name].read(raw)


def _check_data(data: object) -> str | bytes:
    if isinstance(data, (bytearray, memoryview)):
        return bytes(data)
    if not isinstance(data, (str, bytes)):
        raise TypeError(f"data must be a str or bytes, not {type(data).__name__}")
    return data


def check_format(name: object) -> str:
    """Return the name of a format; the error names all formats."""
    return check_name("format", name, tuple(_CODECS))


def name_of(data: str | bytes) -> str:
    """Return the name of the format that the data is in, or raise."""
    found = recognise(data)
    if len(found) == 1:
        return found[0]
    if found:
        raise FormatError(f"this may be {' or '.join(found)}: give the format")
    raise FormatError(
        f"this is not recognised as {', '.join(_CODECS)}: give the format"
    )


def name_by_suffix(path: str | os.PathLike[str]) -> str | None:
    """Return the name of the format of a file's suffix, or None."""
    return _SUFFIXES.get(Path(path).suffix.lower())


def dumps(board: Board | Position, format: str = "text") -> str | bytes:
    """Return a board or position as text, or as bytes if the format is binary.

    Raises
    ------
    MinesweeperError
        When there is no such format, or it cannot hold the board or position (names
        those that can).
    TypeError
        When ``board`` is neither a board nor a position.

    Examples
    --------
    >>> import nogues
    >>> board = nogues.generate_board(4, 1, 1, (0, 0), seed=1)
    >>> nogues.dumps(board, "ptt"), nogues.dumps(board, "mbf").hex(" ")
    ('b=41&m=2', '04 01 00 01 03 00')
    """
    name = check_format(format)
    if not isinstance(board, (Board, Position)):
        raise TypeError(f"board must be a Board or a Position, not {board!r}")
    codec = _CODECS[name]
    if codec.write is None:
        others = ", ".join(name for name, c in _CODECS.items() if c.write is not None)
        raise MinesweeperError(
            f"format must be one that can be written, {others}, not {name!r}"
        )
    if isinstance(board, Position) and "position" not in codec.holds:
        others = ", ".join(
            n for n, c in _CODECS.items() if c.write and "position" in c.holds
        )
        raise MinesweeperError(
            f"{name} holds layouts, not positions; positions need {others}"
        )
    return codec.write(board)


def read_board(
    path: str | os.PathLike[str], format: str | None = None
) -> Board | Position:
    """Return the board or position of a file.

    Parameters
    ----------
    path : str or path-like
        The file.
    format : str, optional
        One of ``formats()``; default: that of the suffix, or else recognised from the
        file.

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
    name = name_by_suffix(path) if format is None else check_format(format)
    data = Path(path).read_bytes()
    try:
        return loads(data, name)
    except FormatError as error:
        raise FormatError(f"{os.fspath(path)}: {error}") from None


def write_board(
    board: Board | Position,
    path: str | os.PathLike[str],
    format: str | None = None,
) -> None:
    r"""Write a board or position to a file, which appears complete or not at all.

    Parameters
    ----------
    board : Board or Position
        What is written.
    path : str or path-like
        The file.
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
    name = check_suffix(path) if format is None else check_format(format)
    data = _with_newline(dumps(board, name))
    with atomic_file(path) as file:
        file.write(data)


def check_suffix(path: str | os.PathLike[str]) -> str:
    """Return the format of a suffix; the error names all suffixes."""
    name = name_by_suffix(path)
    if name is None:
        written = (suffix for suffix, n in _SUFFIXES.items() if _CODECS[n].write)
        raise MinesweeperError(
            f"path must end in {', '.join(written)}, or give the format, "
            f"not {os.fspath(path)!r}"
        )
    return name


def _with_newline(data: str | bytes) -> bytes:
    if isinstance(data, bytes):
        return data
    return (data if data.endswith("\n") else data + "\n").encode("utf-8")


def read_all(data: str | bytes, name: str) -> Iterator[BoardOrPosition]:
    """Yield all boards of a text or file; just one if the format holds one."""
    codec = _CODECS[name]
    if codec.read_all is None:
        return iter([codec.read(data)])
    return codec.read_all(data)


def write_all(boards: Iterable[BoardOrPosition], file: BinaryIO, name: str) -> int:
    """Write boards to an open file; returns how many there were.

    Boards as text are separated by an empty line, and JSON records take one line each.
    Other formats hold one board.
    """
    many = _CODECS[name].read_all is not None
    count = 0
    for count, item in enumerate(boards, 1):
        if count > 1:
            if not many or (name == "text" and isinstance(item, Position)):
                what = "text holds one position" if many else f"{name} holds one board"
                several = ", ".join(n for n, c in _CODECS.items() if c.read_all)
                raise MinesweeperError(
                    f"{what}, but there are more; for many boards use {several} or "
                    ".npz files"
                )
            if name == "text":
                file.write(b"\n")
        file.write(_with_newline(dumps(item, name)))
    return count
