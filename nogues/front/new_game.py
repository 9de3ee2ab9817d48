"""What a player asks of a board, checked once, and small enough to be served."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from nogues.base.errors import GenerationError, MinesweeperError
from nogues.base.options import GAMES
from nogues.base.search import ASKED, Search
from nogues.base.spec import (
    DAILY_PUZZLE,
    check_cell,
    check_spec,
    parse_size,
    plain_size,
)
from nogues.game.first_click import Request, check_request, options_of
from nogues.making.daily import daily_seed

#: Columns and rows of a board that is drawn.
LARGEST_SIDE = 100

#: Layouts that a uniform search tries while a player waits; a second or two.
UNIFORM_PATIENCE = 50_000

#: The options of a board that the page offers.
PAGE_OPTIONS = ("logic", "search", "safe", "relocate")


class NewGame(NamedTuple):
    """A checked size, seed and search; ``daily`` is a day, whose board it is."""

    numbers: tuple[int, int, int]
    seed: int | None = None
    start: tuple[int, int] | None = None
    search: Search = ASKED
    daily: str | None = None

    @property
    def size(self) -> str:
        """The size as text, ``30x16/99``."""
        width, height, mines = self.numbers
        return f"{width}x{height}/{mines}"

    def options(self) -> dict[str, Any]:
        """Return the options that the page offers."""
        asked = options_of(self.search)
        return {name: asked[name] for name in PAGE_OPTIONS}

    def arguments(self) -> dict[str, Any]:
        """Return the arguments of ``Game`` besides the size."""
        more = {}
        if self.search.name == "uniform":
            more["max_attempts"] = UNIFORM_PATIENCE
        return {"seed": self.seed, **self.options(), **more}

    def changed_options(self) -> dict[str, Any]:
        """Return the options that are not the defaults."""
        return without_defaults(self.options())

    def shown(self) -> dict[str, Any]:
        """Return what the page may know: not the seed, which gives the mines away."""
        return {"size": self.size, **self.options(), "daily": self.daily}


def without_defaults(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options of a game that are not the defaults."""
    return {k: value for k, value in options.items() if value != GAMES[k].default}


def check_new_game(wanted: Mapping[str, Any]) -> NewGame:
    """Return a checked new game: what is missing is the default, the size expert.

    Raises
    ------
    MinesweeperError
        When a value is out of range, or no board has all that is asked for.
    TypeError
        When a value is of the wrong type.

    Examples
    --------
    >>> check_new_game({"size": "beginner", "seed": 7}).numbers
    (9, 9, 10)
    """
    asked = dict(wanted)
    daily = asked.pop("daily", None)
    if daily is not None:
        if asked:
            raise MinesweeperError(
                f"the board of a day depends only on the day, not on {min(asked)}"
            )
        if not isinstance(daily, str):
            raise TypeError(f"daily must be a day as YYYY-MM-DD, not {daily!r}")
        daily_seed(daily)  # raises where it is no day
        size = (DAILY_PUZZLE["width"], DAILY_PUZZLE["height"], DAILY_PUZZLE["mines"])
        return NewGame(size, daily=daily)
    text = asked.pop("size", "expert")
    if not isinstance(text, str):
        raise TypeError(f"size must be text such as 30x16/99, not {text!r}")
    width, height, mines = _parse(text[:60])
    for name, side in (("width", width), ("height", height)):
        if not 1 <= side <= LARGEST_SIDE:
            raise MinesweeperError(f"{name} must be 1 to {LARGEST_SIDE}, not {side}")
    start = asked.pop("start", None)
    if start is not None:
        start = check_cell("start", start, width, height)
    seed = asked.pop("seed", None)
    options = {name: asked.pop(name) for name in PAGE_OPTIONS if name in asked}
    if asked:
        raise MinesweeperError(f"unknown option: {min(asked)}")
    request = _request(width, height, mines, seed=seed, **options)
    return NewGame(
        (request.width, request.height, request.mines),
        None if seed is None else request.seed,
        start,
        request.search,
    )


def _parse(text: str) -> tuple[int, int, int]:
    """Return the numbers of a size; an error names the one that is none."""
    parts = re.fullmatch("(.*?)x(.*)/(.*)", plain_size(text))
    names = ("width", "height", "mines") if parts else ()
    for name, part in zip(names, parts.groups() if parts else (), strict=True):
        if not re.fullmatch(r"\d{1,6}", part, re.ASCII):
            raise MinesweeperError(f"{name} must be a whole number, not {part!r}")
    width, height, mines = parse_size(text).values()
    return width, height, mines


def _request(width: int, height: int, mines: int, **options: Any) -> Request:
    """Check size and options; that mines fit is said as the page speaks of them."""
    try:
        request = check_request(width, height, mines, **options)
    except (GenerationError, MinesweeperError) as error:
        found = re.match(r"mines must be at most (\d+)", str(error))
        if found is None:
            raise
        raise _too_many(width, height, mines, int(found[1])) from None
    # A corner has the smallest safe zone: what does not fit there fits nowhere.
    corner = check_spec(width, height, mines, (0, 0))
    laid = request.search.mines_laid(corner)
    if laid < mines:
        raise _too_many(width, height, mines, laid)
    return request


def _too_many(width: int, height: int, mines: int, most: int) -> MinesweeperError:
    return MinesweeperError(
        f"mines must be at most {most} on {width} x {height}, not {mines}: the first "
        "click needs room"
    )
