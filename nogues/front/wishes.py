"""What a player asks of a board, checked once, and small enough to be served."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from nogues.base.errors import MinesweeperError
from nogues.base.spec import DAILY_PUZZLE, check_cell, check_flag, parse_size
from nogues.game.first_click import Laying, check_laying
from nogues.making.daily import daily_seed

#: Columns and rows of a board that is drawn.
LARGEST_SIDE = 100

#: Layouts that a uniform search tries while somebody waits; a second or two.
UNIFORM_PATIENCE = 50_000

#: What there is to ask for, and what is meant if it is not.
USUAL: Mapping[str, Any] = {
    "logic": "elementary",
    "search": "repair",
    "safe": None,
    "relocate": False,
}


class Wishes(NamedTuple):
    """A checked size, seed and search; ``daily`` is a day, whose board it is."""

    numbers: tuple[int, int, int]
    seed: int | None = None
    start: tuple[int, int] | None = None
    logic: str = USUAL["logic"]
    search: str = USUAL["search"]
    safe: str | None = USUAL["safe"]
    relocate: bool = USUAL["relocate"]
    daily: str | None = None

    @property
    def size(self) -> str:
        """The size as text, ``30x16/99``."""
        width, height, mines = self.numbers
        return f"{width}x{height}/{mines}"

    def laying(self) -> dict[str, Any]:
        """Return the arguments of ``Game`` besides the size."""
        asked = {name: getattr(self, name) for name in USUAL}
        if self.search == "uniform":
            asked["max_attempts"] = UNIFORM_PATIENCE
        return {"seed": self.seed, **asked}

    def unusual(self) -> dict[str, Any]:
        """Return what is asked for that is not usual."""
        asked = {name: getattr(self, name) for name in USUAL}
        return {name: value for name, value in asked.items() if value != USUAL[name]}

    def told(self) -> dict[str, Any]:
        """Return what the page may know: all but the seed, which tells the mines."""
        asked = {name: getattr(self, name) for name in USUAL}
        return {"size": self.size, **asked, "daily": self.daily}


def check_wishes(wanted: Mapping[str, Any]) -> Wishes:
    """Return checked wishes; what is not there is usual, and the size expert.

    Raises
    ------
    MinesweeperError
        When a value is out of range, or values ask for what cannot be.
    TypeError
        When a value is of the wrong type.

    Examples
    --------
    >>> check_wishes({"size": "beginner", "seed": 7}).numbers
    (9, 9, 10)
    """
    asked = dict(wanted)
    daily = asked.pop("daily", None)
    if daily is not None:
        if asked:
            raise MinesweeperError(
                f"the board of a day is made by the day alone, not by {min(asked)}"
            )
        if not isinstance(daily, str):
            raise TypeError(f"daily must be a day as YYYY-MM-DD, not {daily!r}")
        daily_seed(daily)  # raises where it is no day
        size = (DAILY_PUZZLE["width"], DAILY_PUZZLE["height"], DAILY_PUZZLE["mines"])
        return Wishes(size, daily=daily)
    text = asked.pop("size", "expert")
    if not isinstance(text, str):
        raise TypeError(f"size must be text such as 30x16/99, not {text!r}")
    width, height, mines = parse_size(text[:40]).values()
    for name, side in (("width", width), ("height", height)):
        if not 1 <= side <= LARGEST_SIDE:
            raise MinesweeperError(f"{name} must be 1 to {LARGEST_SIDE}, not {side}")
    start = asked.pop("start", None)
    if start is not None:
        start = check_cell("start", start, width, height)
    seed = asked.pop("seed", None)
    relocate = check_flag("relocate", asked.pop("relocate", USUAL["relocate"]))
    choices = {name: asked.pop(name, USUAL[name]) for name in USUAL if name in asked}
    if asked:
        raise MinesweeperError(f"no board is made by {min(asked)}")
    usual = Laying._field_defaults
    unasked = ("use_mine_count", "moves", "needs", "accept", "max_attempts")
    laying = check_laying(
        width,
        height,
        mines,
        seed=seed,
        relocate=relocate,
        max_passes=usual["max_passes"],
        **{name: usual[name] for name in unasked},
        **{
            name: choices.get(name, USUAL[name]) for name in ("logic", "search", "safe")
        },
    )
    return Wishes(
        (laying.width, laying.height, laying.mines),
        None if seed is None else laying.seed,
        start,
        laying.logic,
        laying.search,
        laying.safe,
        laying.relocate,
    )
