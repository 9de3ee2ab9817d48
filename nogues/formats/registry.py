"""All formats: their names, suffixes, contents and functions."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from nogues.base.errors import FormatError, MinesweeperError
from nogues.base.files import ADDRESS, check_path
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
    npz,
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


class Codec(NamedTuple):
    """How a format is read and written.

    ``read_all`` is for files of many boards.  If ``takes_mines``, both readers take the
    number of mines, which the data may lack.
    """

    read: Callable[..., BoardOrPosition]
    write: Callable[[Any], str | bytes] | None
    suffixes: tuple[str, ...]
    holds: tuple[str, ...]
    description: str
    read_all: Callable[..., Iterator[BoardOrPosition]] | None = None
    takes_mines: bool = False


_LAYOUT = ("layout",)
_BOTH = ("layout", "position")
CODECS = {
    "text": Codec(
        *(text.loads, text.dumps, (".txt",), _BOTH),
        "rows of clues and `*`, after a header with start, seed and search",
        *(text.read_all, True),
    ),
    "json": Codec(
        *(records.loads, records.dumps, (".json", ".jsonl"), _BOTH),
        "a record of everything known about a board",
        *(records.read_all, True),
    ),
    "npz": Codec(
        *(npz.loads, npz.dumps, (".npz",), _LAYOUT),
        "arrays of boards of one size, start and search; `Boards.load` reads them",
        npz.read_all,
    ),
    "csv": Codec(
        *(clues.loads, clues.dumps, (".csv",), _LAYOUT),
        "one line of clues per row, -1 is a mine",
    ),
    "mbf": Codec(
        *(mbf.loads, mbf.dumps, (".mbf", ".abf"), _LAYOUT),
        "board editors and Arbiter, up to 255x255; hex text is read too",
    ),
    "ptt": Codec(
        *(ptt.loads, ptt.dumps, (".ptt",), _LAYOUT),
        "codes `b=32&m=gg` and addresses of the ZiNi calculator, LlamaSweeper",
    ),
    "sgt": Codec(
        *(sgt.loads, sgt.dumps, (".sgt",), _LAYOUT),
        "game IDs of Simon Tatham's Mines, with their start",
    ),
    "mine": Codec(
        *(mine.loads, mine.dumps, (".mine",), _BOTH),
        "JSMinesweeper's text",
    ),
    "analysis": Codec(
        *(analysis.loads, None, (), _BOTH),
        "JSMinesweeper's `analysis=` and addresses with it",
    ),
    "lists": Codec(
        *(lists.loads, lists.dumps, (), _BOTH),
        "ms_toollib's nested lists, as JSON",
        takes_mines=True,
    ),
    "board": Codec(
        *(board.loads, board.dumps, (".board",), _BOTH),
        "MINESWEEPER-BOARD v0.1, in ASCII",
    ),
    "rawvf": Codec(
        *(rawvf.loads, rawvf.dumps, (".rawvf",), _LAYOUT),
        "the layout of a RAWVF replay, no moves",
    ),
    "evf": Codec(
        *(evf.loads, None, (".evf",), _LAYOUT),
        "the layout of an EVF replay, version 4",
    ),
    "rmv": Codec(
        *(rmv.loads, None, (".rmv",), _LAYOUT),
        "the layout of an RMV replay",
    ),
}
SUFFIXES = {suffix: name for name, c in CODECS.items() for suffix in c.suffixes}

#: Files of other programs that nogues does not read.
UNSUPPORTED = {
    ".mgb": "boards of Minegauler, whose cells may hold several mines",
    ".avf": "replays of Minesweeper Arbiter",
    ".mvf": "replays of Minesweeper Clone",
}


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
        for name, c in CODECS.items()
    )


def check_format(name: object) -> str:
    """Return the name of a format; the error names all formats."""
    return check_name("format", name, tuple(CODECS))


def name_of(data: str | bytes) -> str:
    """Return the name of the format that the data is in, or raise."""
    found = recognise(data)
    if len(found) == 1:
        return found[0]
    if found:
        raise FormatError(f"this may be {' or '.join(found)}: give the format (--from)")
    if isinstance(data, str) and ADDRESS.match(data.strip()):
        raise FormatError(
            f"addresses are not fetched: save the file, and read that, not {data!r:.60}"
        )
    if isinstance(data, str) and Path(data).suffix.lower() in SUFFIXES:
        raise FormatError(
            f"this is the name of a file, {data!r:.60}: read_board and read_boards "
            "read files"
        )
    raise FormatError(
        f"this is not recognised as {', '.join(CODECS)}: give the format (--from)"
    )


def name_by_suffix(path: str | os.PathLike[str]) -> str | None:
    """Return the name of the format of a file's suffix, or None.

    Raises
    ------
    FormatError
        When files with this suffix are not supported.
    """
    suffix = Path(path).suffix.lower()
    if suffix in UNSUPPORTED:
        raise FormatError(
            f"{path}: {suffix} files, {UNSUPPORTED[suffix]}, are not supported"
        )
    return SUFFIXES.get(suffix)


def check_suffix(path: str | os.PathLike[str]) -> str:
    """Return the format of a suffix; the error names all suffixes."""
    name = SUFFIXES.get(Path(check_path(path)).suffix.lower())
    if name is None:
        written = (suffix for suffix, n in SUFFIXES.items() if CODECS[n].write)
        raise MinesweeperError(
            f"path must end in {', '.join(written)}, or give the format, "
            f"not {os.fspath(path)!r}"
        )
    return name
