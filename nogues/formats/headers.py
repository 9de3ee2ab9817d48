"""The header of a board as text, and the search in it."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nogues.base.errors import FormatError
from nogues.boards.board import Board
from nogues.formats.given import (
    Cell,
    board_from_clues,
    check_mine_count,
    check_mines,
)
from nogues.formats.made import Made, made_board, read_search
from nogues.formats.places import check_dimensions

_HEAD = re.compile(
    r"# (?P<width>[0-9]{1,7})x(?P<height>[0-9]{1,7})/(?P<mines>[0-9]{1,10})"
    r"(?: mine_count (?P<mine_count>[0-9]{1,10}))?(?: start [0-9]+,[0-9]+)?"
    r"(?: seed (?P<seed>[0-9]{1,10}))?"
    r"(?: search (?P<search>[a-z]+) (?P<version>[0-9]{1,6})(?P<words>(?: \S+)*))?"
)
#: The size in a comment, whatever follows it.
_SIZE = re.compile(
    r"#\s*(?P<width>[0-9]{1,7})x(?P<height>[0-9]{1,7})[/x](?P<mines>[0-9]{1,10})(?!\S)"
)
_VALUES = ("logic", "moves", "safe", "needs", "density", "accept")


def read_head(
    head: str | None, grid: NDArray[np.int8], start: Cell | None, line: int
) -> Board:
    """Return the board of a header and clues.

    A header in any other form is a comment, which may contain the size, the mines and
    the start.
    """
    height, width = grid.shape
    check_dimensions(width, height, f"text, line {line}: ")
    header = None if head is None else _HEAD.fullmatch(head)
    stated = header or (None if head is None else _SIZE.match(head))

    def where(row: int, column: int) -> str:
        return f"text, line {line + row}, column {column + 1}"

    board = board_from_clues(grid, start, where)
    if stated is None:
        return board
    said = stated.groupdict()
    place = f"text, line {line - 1}: "
    size = int(said["width"]), int(said["height"])
    if size != (width, height):
        raise FormatError(
            f"{place}the header says {size[0]}x{size[1]}, the rows {width}x{height}"
        )
    mines, name = int(said["mines"]), said.get("search")
    if said.get("mine_count") is not None:
        check_mine_count(int(said["mine_count"]), board.mine_count, place)
    if header is None or name is None or name == "given":
        check_mines(mines, board.mine_count, place)
        return board
    words = _words(header["words"].split())
    words |= {"search": name, "version": int(header["version"])}
    search = read_search(board, mines, words)
    return made_board(
        board,
        Made(
            mines,
            None if header["seed"] is None else int(header["seed"]),
            search,
            "elementary" if search.logic == "elementary" else None,
            search.logic is not None,
        ),
    )


def _words(words: list[str]) -> dict[str, Any]:
    """Return the options of a search from the words after its version."""
    about: dict[str, Any] = {}
    rest = iter(words)
    for word in rest:
        if word == "no-mine-count":
            about["use_mine_count"] = False
        elif word == "relocate":
            about["relocate"] = True
        elif word in _VALUES:
            value = next(rest, "")
            if word == "accept":
                limits = re.fullmatch(r"([a-z]+)=([0-9]{0,10}):([0-9]{0,10})", value)
                if not limits:
                    raise FormatError(f"accept must be METRIC=LOW:HIGH, not {value!r}")
                pair = (int(end) if end else None for end in limits.groups()[1:])
                about.setdefault("accept", {})[limits[1]] = tuple(pair)
            else:
                about[word] = _number(word, value)
        else:
            raise FormatError(
                f"the header has {word!r}, which is no option of a search"
            )
    return about


def _number(word: str, value: str) -> Any:
    if word not in ("moves", "density"):
        return value
    try:
        return int(value) if word == "moves" else float(value)
    except ValueError:
        raise FormatError(f"{word} must be a number, not {value[:40]!r}") from None
