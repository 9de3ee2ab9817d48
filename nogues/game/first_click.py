"""What a game asks of its board before the first click, which adds the start."""

from __future__ import annotations

from typing import Any, NamedTuple

from nogues.base.errors import MinesweeperError
from nogues.base.options import GAMES
from nogues.base.random import check_seed, entropy_seed
from nogues.base.search import (
    Search,
    ask_random,
    ask_search,
    check_room,
    limits_of,
)
from nogues.base.spec import center_of, check_spec, zone_size
from nogues.boards.board import Board
from nogues.making.generate import generate_board
from nogues.making.random_boards import generate_random_board

#: Options of a game's board, as ``Game`` takes them.
GAME_OPTIONS = (
    "logic",
    "use_mine_count",
    "search",
    "safe",
    "moves",
    "needs",
    "accept",
    "relocate",
    "max_attempts",
    "max_passes",
)

#: All arguments of a game: what makes the same board at the same first click.
ARGUMENTS = ("width", "height", "mines", "seed", *GAME_OPTIONS)


class Request(NamedTuple):
    """Checked size, seed, search and limits of a game's board.

    ``max_attempts`` is None for the default.
    """

    width: int
    height: int
    mines: int
    seed: int
    search: Search
    max_attempts: int | None
    max_passes: int

    def arguments(self) -> dict[str, Any]:
        """Return the arguments of ``Game`` that make this request."""
        return {
            "width": self.width,
            "height": self.height,
            "mines": self.mines,
            "seed": self.seed,
            **options_of(self.search),
            "max_attempts": self.max_attempts,
            "max_passes": self.max_passes,
        }

    def board(self, start: tuple[int, int]) -> Board:
        """Make the board of the seed for a first click."""
        options = self.arguments() | {"start": start}
        relocate = options.pop("relocate")
        if self.search.name != "random":
            return generate_board(**options)
        names = ("width", "height", "mines", "start", "seed")
        return generate_random_board(
            **{name: options[name] for name in names},
            safe=self.search.zone,
            relocate=relocate,
        )


def options_of(search: Search) -> dict[str, Any]:
    """Return the options of ``Game`` that ask for a search."""
    return {
        "logic": search.logic or GAMES["logic"].default,
        "use_mine_count": search.use_mine_count,
        "search": search.name,
        "safe": search.safe,
        "moves": search.moves,
        "needs": search.needs,
        "accept": search.accept,
        "relocate": search.relocate,
    }


def check_request(
    width: object, height: object, mines: object, *, seed: object, **options: object
) -> Request:
    """Check all that can be checked before the start is known.

    ``options`` are those of ``GAME_OPTIONS``; one that is missing has its default.
    """
    number = entropy_seed() if seed is None else check_seed(seed)
    given = {name: options.get(name, GAMES[name].default) for name in GAME_OPTIONS}
    name = GAMES["search"].require(given["search"])
    relocate = GAMES["relocate"].require(given.pop("relocate"))
    # A corner has the smallest safe zone: what does not fit there fits nowhere.
    spec = check_spec(width, height, mines, (0, 0))
    if name == "random":
        _check_defaults(given)
        search = ask_random(safe=given["safe"], relocate=relocate)
        search.at(spec)
        passes = GAMES["max_passes"].default
        return Request(*spec[:3], number, search, None, passes)
    if relocate:
        raise MinesweeperError(f"relocate is for search='random', not for {name!r}")
    attempts, passes = given.pop("max_attempts"), given.pop("max_passes")
    search = ask_search(**given)
    found = search.at(spec)
    centre = spec._replace(start=center_of(spec.width, spec.height))
    if zone_size(centre, found.zone) < spec.cells:
        # No safe zone covers the board: what does not fit at a corner fits nowhere.
        check_room(spec, found)
    limits = limits_of(spec, found, attempts, passes)
    return Request(
        *spec[:3],
        number,
        search,
        None if attempts is None else limits.max_attempts,
        limits.max_passes,
    )


def _check_defaults(given: dict[str, object]) -> None:
    """Raise if anything is asked of a random board that is about solving."""
    for name, value in given.items():
        if name in ("search", "safe"):
            continue
        default = GAMES[name].default
        if type(value) is not type(default) or value != default:
            raise MinesweeperError(
                f"{name} is not for search='random', whose boards are not solved; "
                f"it is {value!r}"
            )
