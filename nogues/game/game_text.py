"""Games as JSON: the arguments of the board, or the board itself, and the moves.

Reading checks only the form here.  Playing the moves again checks the rest.
"""

from __future__ import annotations

import json
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from nogues.base import search
from nogues.base.between import Between
from nogues.base.errors import FormatError
from nogues.base.parse import parse_json
from nogues.base.spec import check_integer, check_pair, check_spec
from nogues.boards.board import Board
from nogues.formats.given import check_mine_count
from nogues.formats.made import check_solvable
from nogues.formats.text import pages
from nogues.game.first_click import ARGUMENTS, Request
from nogues.kernels.codes import RULES

FORMAT = "nogues game"
FORMAT_VERSION = 1

#: Numbers of a board that are stored unchanged.
_COUNTS = ("mines", "opening", "attempts", "repairs")


class Saved(NamedTuple):
    """The contents of a saved game, as ``Game.replay`` takes them."""

    arguments: dict[str, Any]
    moves: list[Any]
    clicks: Any


def dumps(made: Request | Board, moves: list[Any], clicks: int) -> str:
    """Return a game as JSON; ``made`` is its board, or what asks for it."""
    data: dict[str, Any] = {"format": FORMAT, "format_version": FORMAT_VERSION}
    if isinstance(made, Request):
        accept = made.search.accept
        arguments = {**made.arguments(), "accept": accept and accept.limits()}
        data |= {"version": made.search.version, "arguments": arguments}
    else:
        data["board"] = _board_to_json(made)
    return json.dumps(data | {"clicks": clicks, "moves": moves})


def loads(text: str) -> Saved:
    """Read what ``dumps`` wrote, or raise FormatError."""
    data = parse_json("game", text)
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise FormatError("text is not a game")
    version = data.get("format_version")
    if version != FORMAT_VERSION or isinstance(version, bool):
        raise FormatError(
            f"game has format version {version!r}; this nogues reads {FORMAT_VERSION}"
        )
    try:
        moves = _take(data, "moves", list)
        clicks = _take(data, "clicks", int)
        if "board" in data:
            board = _board_from_json(_take(data, "board", dict))
            return Saved({"board": board}, moves, clicks)
        return Saved(_arguments(data), moves, clicks)
    except (TypeError, ValueError, OverflowError) as error:  # from the checks
        raise FormatError(f"game: {error}") from None


def _take(data: dict[str, Any], key: str, *kinds: type) -> Any:
    if key not in data:
        raise FormatError(f"{key} is missing")
    value = data[key]
    # JSON's true is not a number, although bool is an int.
    if not isinstance(value, kinds) or (isinstance(value, bool) and bool not in kinds):
        wanted = " or ".join(kind.__name__ for kind in kinds)
        raise FormatError(f"{key} must be {wanted}, not {value!r}")
    return value


def _arguments(data: dict[str, Any]) -> dict[str, Any]:
    arguments = _take(data, "arguments", dict)
    if set(arguments) != set(ARGUMENTS):
        raise FormatError(
            f"arguments must be {', '.join(ARGUMENTS)}, not "
            f"{', '.join(arguments) or 'none'}"
        )
    _take(arguments, "seed", int)  # None would be another seed each time
    made_by = (arguments["search"], arguments["logic"])
    _check_version(*made_by, _take(data, "version", int))
    limits = arguments["accept"]
    accept = None if limits is None else _between(limits)
    return {**arguments, "accept": accept}


def _check_version(name: object, logic: object, version: int) -> None:
    """Refuse another version of a search, which would lay other mines."""
    ours = {
        number
        for key, number in search.VERSIONS.items()
        if key[0] == name and key[1] in (logic, None)
    }
    if version not in ours:
        raise FormatError(
            f"board is from search {name!r} with logic {logic!r}, version {version}; "
            f"this nogues has {', '.join(map(str, ours)) or 'no such search'}"
        )


def _between(limits: object) -> Between:
    if not isinstance(limits, dict):
        raise FormatError(f"accept must be dict or null, not {limits!r}")
    return Between(**limits)


def _board_to_json(board: Board) -> dict[str, Any]:
    return {
        "rows": str(board).split("\n"),
        **{name: int(getattr(board, name)) for name in (*_COUNTS, "mine_count")},
        "start": [int(index) for index in board.start],
        "solvable": bool(board.solvable),
        "seed": None if board.seed is None else int(board.seed),
        "needs": board.needs,
        "relocations": board.relocations.tolist(),
        "search": search.to_json(board.search),
    }


def _board_from_json(data: dict[str, Any]) -> Board:
    """Return the board; check that it is solvable as stated.

    Seed, attempts and the like are not checked.
    """
    grid = _grid(_take(data, "rows", list))
    height, width = grid.shape
    spec = check_spec(width, height, data.get("mines"), data.get("start"))
    about = _take(data, "search", dict)
    _check_version(about.get("search"), about.get("logic"), about.get("version", 0))
    if not isinstance(about.get("accept"), (dict, type(None))):
        raise FormatError(f"accept must be dict or null, not {about['accept']!r}")
    counts = {name: check_integer(name, data.get(name), 0) for name in _COUNTS}
    needs = _take(data, "needs", str, type(None))
    if needs not in (None, *RULES):
        raise FormatError(f"needs must be one of {', '.join(RULES)}, not {needs!r}")
    mine_count = int(np.count_nonzero(grid < 0))
    if "mine_count" in data:  # files of earlier versions lack it
        check_mine_count(_take(data, "mine_count", int), mine_count)
    board = Board(
        grid.reshape(-1),
        width,
        height,
        counts["mines"],
        mine_count,
        spec.start,
        counts["opening"],
        _take(data, "solvable", bool),
        counts["attempts"],
        counts["repairs"],
        _take(data, "seed", int, type(None)),
        search.from_json(spec, about),
        needs,
        _relocations(_take(data, "relocations", list), width * height),
    )
    return check_solvable(board)


def _grid(rows: list[Any]) -> NDArray[np.int8]:
    if not all(isinstance(row, str) for row in rows):
        raise FormatError("rows must be str")
    found = list(pages("\n".join(rows), "rows"))
    if len(found) != 1 or len(found[0].grid) != len(rows):
        raise FormatError("rows must be the rows of one board")
    return found[0].grid


def _relocations(pairs: list[Any], cells: int) -> NDArray[np.int32]:
    moved = [
        [
            check_integer("relocations", index, 0, cells - 1)
            for index in check_pair("relocations", pair, "(from, to)")
        ]
        for pair in pairs
    ]
    return np.array(moved, np.int32).reshape(-1, 2)
