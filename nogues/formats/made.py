"""Boards that nogues made, read from a text or a record."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from nogues.base.errors import FormatError
from nogues.base.search import VERSIONS, Search, from_json
from nogues.base.spec import LARGEST, Spec
from nogues.base.words import number_of
from nogues.boards.board import Board
from nogues.solving.solve import is_solvable

MOST_SEED = 2**32 - 1


class Made(NamedTuple):
    """What a file says about how a board was made."""

    mines: int
    seed: int | None
    search: Search
    needs: str | None
    solvable: bool
    attempts: int = 0
    repairs: int = 0
    relocations: NDArray[np.int32] | None = None


def read_search(board: Board, mines: int, about: dict[str, Any]) -> Search:
    """Return the search of a file, after checking it and the board's mines.

    ``about`` has its fields, and its name as ``search``.
    """
    name, version = about.get("search"), about.pop("version", None)
    levelled = name in ("repair", "uniform")
    logic = about.setdefault("logic", "elementary" if levelled else None)
    ours = {(*key, number) for key, number in VERSIONS.items()}
    try:
        known = (name, logic, version) in ours
    except TypeError:  # a list, say
        known = False
    if not known:
        raise FormatError(
            f"the board was made by another search, {name!r} {logic!r} {version!r:.20}"
        )
    spec = Spec(board.width, board.height, mines, board.start)
    try:
        search = from_json(spec, about)
    except (AttributeError, KeyError, TypeError, ValueError, OverflowError) as error:
        raise FormatError(f"the search is impossible: {error}") from None
    density = search.density
    if density is not None and not 0 <= density < 1:
        raise FormatError(f"density must be at least 0 and below 1, not {density}")
    wanted = mines if density is not None else search.mines_laid(spec)
    if board.mine_count != wanted:
        raise FormatError(
            f"{number_of(wanted, 'mine')} announced, found {board.mine_count:,}"
        )
    return search


def made_board(board: Board, made: Made) -> Board:
    """Return a board with what a file says about how it was made."""
    if made.seed is not None and made.seed > MOST_SEED:
        raise FormatError(f"seed must be at most {MOST_SEED}, not {made.seed}")
    fields = made._asdict()
    if made.relocations is None:
        del fields["relocations"]
    return check_solvable(replace(board, **fields))


def check_solvable(board: Board) -> Board:
    """Return a board; raise if it claims to be solvable at its level, but is not."""
    logic = board.search.logic
    if board.solvable and logic is not None:
        counting = board.search.use_mine_count
        # Without a limit on sweeps: not every format stores the limit that was used.
        if not is_solvable(
            board, logic=logic, use_mine_count=counting, max_passes=LARGEST
        ):
            raise FormatError(
                f"the board claims to be made by search {board.search.name!r} at level "
                f"{logic!r}, but that level does not finish it from {board.start}"
            )
    return board
