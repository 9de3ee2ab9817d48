"""Boards and positions as JSON records; several are written one per line.

::

    {"width":3,"height":2,"mines":2,"mine_count":2,"start":[1,1],"seed":null,
     "search":{"name":"given","version":1,"logic":null},"needs":null,
     "rows":["*21","12*"]}

``mines`` were requested, and ``mine_count`` are there; the published search lays fewer
where they do not fit.  A record of a board has everything that a ``Board`` has,
including ``attempts``, ``repairs`` and ``solvable``.  Only width, height and rows are
required.  A position has ``.`` and ``F`` in its rows, and neither ``mine_count`` nor
start nor search.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nogues.base.errors import FormatError
from nogues.base.search import Search
from nogues.base.words import number_of
from nogues.boards.board import Board
from nogues.boards.position import Position
from nogues.boards.position_text import CODES
from nogues.formats.given import (
    board_from_clues,
    cell_name,
    check_mine_count,
    check_mines,
    position_from_cells,
)
from nogues.formats.jsontext import check_count, parse, without_space
from nogues.formats.made import MOST_SEED, Made, made_board, read_search
from nogues.formats.places import check_dimensions, lines_of
from nogues.kernels.codes import HIDDEN, RULES

_DEFAULTS = Search._field_defaults


def loads(data: str | bytes, mines: int | None = None) -> Board | Position:
    """Return the board or the position of the only record of a text.

    Examples
    --------
    >>> loads('{"width": 3, "height": 1, "mines": 1, "rows": ["1.0"]}')
    <Position 3x1/1, 1 hidden>
    """
    found = read_all(data, mines)
    first = next(found)
    if next(found, None) is not None:
        raise FormatError(
            "json has more than one record; read_boards, and loads with many=True, "
            "read them all"
        )
    return first


def read_all(data: str | bytes, mines: int | None = None) -> Iterator[Board | Position]:
    """Yield the records of a text: one over several lines, or one per line.

    ``mines`` is for positions without this number.
    """
    lines = [line for line in lines_of(data) if line.text]
    try:
        parse(lines[0].text)
    except FormatError:
        yield _read(parse(data), mines)
        return
    for line in lines:
        record = parse(line.text, line.number)
        try:
            found = _read(record, mines)
        except FormatError as error:
            place = f"line {line.number}: " if len(lines) > 1 else ""
            raise FormatError(f"{place}{error}") from None
        yield found


def _read(record: Any, given: int | None) -> Board | Position:
    if not isinstance(record, dict):
        raise FormatError("a record must be {...} with width, height, mines and rows")
    if "per_cell" in record:
        raise FormatError(
            "boards of Minegauler (.mgb) are not supported, because their cells may "
            "hold several mines"
        )
    width, height = check_count(record, "width"), check_count(record, "height")
    check_dimensions(width, height)
    mines = check_count(record, "mines") if "mines" in record else None
    grid = _rows(record.get("rows"), width, height)
    # A position may have no hidden cell, but only a board has a start or a search.
    board_fields = {"start", "search", "mine_count"} & record.keys()
    if (grid == HIDDEN).any() or (not board_fields and mines is not None):
        if board_fields:
            name = min(board_fields)
            raise FormatError(f"{name} is for boards, but there are hidden cells")
        if mines is None:
            if given is None:
                raise FormatError(
                    'there are hidden cells, but no "mines": add it, or give mines '
                    "(--mines)"
                )
            mines = given
        return position_from_cells(grid, mines)
    return _board(record, grid, mines)


def _rows(rows: Any, width: int, height: int) -> NDArray[np.int8]:
    if not isinstance(rows, list) or not all(isinstance(row, str) for row in rows):
        raise FormatError("rows must be a list of texts")
    if len(rows) != height:
        raise FormatError(f"{number_of(height, 'row')} announced, found {len(rows)}")
    for r, row in enumerate(rows):
        for c, letter in enumerate(row):
            if letter not in CODES:
                problem = "is not one of 0 to 8, ., H, F, M and *"
                raise FormatError(f"{cell_name(r, c)}: {letter!r} {problem}")
        if len(row) != width:
            raise FormatError(
                f"row {r} has {number_of(len(row), 'cell')}, {width} announced"
            )
    return np.array([[CODES[letter] for letter in row] for row in rows], np.int8)


def _board(record: dict[str, Any], grid: NDArray[np.int8], mines: int | None) -> Board:
    start = record.get("start")
    if start is not None:
        if not isinstance(start, list) or [type(n) for n in start] != [int, int]:
            raise FormatError("start must be [row, column]")
        start = start[0], start[1]
    board = board_from_clues(grid, start)
    if "mine_count" in record:
        check_mine_count(check_count(record, "mine_count"), board.mine_count)
    asked = board.mine_count if mines is None else mines
    about = record.get("search", {"name": "given"})
    if not isinstance(about, dict):
        raise FormatError("search must be {...} with name, version and logic")
    if about.get("name") == "given":
        check_mines(asked, board.mine_count)
        return board
    about = dict(about)
    about["search"] = about.pop("name", None)
    search = read_search(board, asked, about)
    needs = record.get("needs")
    if needs is not None and needs not in RULES:
        raise FormatError(f"needs must be null or one of {', '.join(RULES)}")
    solvable = record.get("solvable", search.logic is not None)
    if not isinstance(solvable, bool):
        raise FormatError("solvable must be true or false")
    no_seed = record.get("seed") is None
    made = Made(
        asked,
        None if no_seed else check_count(record, "seed", MOST_SEED),
        search,
        needs,
        solvable,
        check_count(record, "attempts") if "attempts" in record else 0,
        check_count(record, "repairs") if "repairs" in record else 0,
        _relocations(record.get("relocations", []), grid.size),
    )
    return made_board(board, made)


def _relocations(value: Any, cells: int) -> NDArray[np.int32]:
    pairs: list[Any] = value if isinstance(value, list) else [None]
    for pair in pairs:
        right = isinstance(pair, list) and [type(n) for n in pair] == [int, int]
        if not right or not all(0 <= n < cells for n in pair):
            raise FormatError(
                f"relocations must be pairs of cells 0 to {cells - 1}, row-major"
            )
    return np.array(pairs, np.int32).reshape(-1, 2)


def dumps(board: Board | Position) -> str:
    """Return a board or a position as a record on one line.

    Examples
    --------
    >>> import nogues
    >>> dumps(nogues.Position(3, 1, 1, [1, -2, 0]))
    '{"width":3,"height":1,"mines":1,"rows":["1.0"]}'
    """
    record: dict[str, Any] = {
        "width": board.width,
        "height": board.height,
        "mines": board.mines,
    }
    if isinstance(board, Board):
        record |= {
            "mine_count": board.mine_count,
            "start": list(board.start),
            "seed": board.seed,
            "search": _search(board.search),
            "needs": board.needs,
            "solvable": board.solvable,
            "attempts": board.attempts,
            "repairs": board.repairs,
        }
        if board.relocations.size:
            record["relocations"] = board.relocations.tolist()
    return without_space(record | {"rows": str(board).split("\n")})


def _search(search: Search) -> dict[str, Any]:
    """Return a search without its default values."""
    fields = search._asdict()
    if search.accept is not None:
        fields["accept"] = search.accept.limits()
    return {
        name: value
        for name, value in fields.items()
        if name not in _DEFAULTS or value != _DEFAULTS[name]
    }
