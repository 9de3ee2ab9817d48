"""Whether boards so dense can be found at all, before a game begins.

Beyond some density a search for no-guess boards fails wherever the first click is, and
the player would be asked to begin elsewhere, again and again.
"""

from __future__ import annotations

import time
import warnings

from nogues.base.errors import (
    DensityWarning,
    GenerationError,
    MinesWarning,
    MinesweeperError,
)
from nogues.base.search import is_small
from nogues.base.spec import check_spec
from nogues.front.new_game import NewGame
from nogues.making.generate import generate_boards

#: Seconds of a trial; compiling does not count.
PATIENCE = 2.0

#: Seeds of a trial.  A uniform search lays mines for each of them only so often.
SEEDS = {"repair": 3, "uniform": 12}


def is_dense(new_game: NewGame) -> bool:
    """Whether the search might not find such boards."""
    width, height, mines = new_game.numbers
    small = is_small(check_spec(width, height, mines, None))
    # On a strip, few mines are too many: no click is far from all of them.
    if min(width, height) <= 2 and new_game.search.name != "random":
        return True
    part = 4 if small and new_game.search.name == "repair" else 6
    return new_game.search.name != "random" and part * mines > width * height


def check_findable(new_game: NewGame) -> None:
    """Raise an error if a short search finds no such board.

    Boards with a seed and a start are not looked for: the first click finds out.

    Raises
    ------
    MinesweeperError
        When none is found.

    Examples
    --------
    >>> from nogues.front.new_game import check_new_game
    >>> check_findable(check_new_game({"size": "9x9/75"}))
    Traceback (most recent call last):
    nogues.base.errors.MinesweeperError: mines must be fewer than 75 on 9 x 9: no \
board without guessing was found
    """
    known = new_game.seed is not None and new_game.start is not None
    if new_game.daily is not None or known or not is_dense(new_game):
        return
    seeds = range(SEEDS[new_game.search.name])
    first = () if new_game.seed is None else (new_game.seed,)
    end = time.monotonic() + PATIENCE
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DensityWarning)
        warnings.simplefilter("ignore", MinesWarning)
        if any(_find(new_game, seed, end) for seed in (*first, *seeds)):
            return
    width, height, mines = new_game.numbers
    raise MinesweeperError(
        f"mines must be fewer than {mines} on {width} x {height}: no board without "
        "guessing was found"
    )


def _find(new_game: NewGame, seed: int, end: float) -> bool:
    """Whether a seed has a board, from the required start or the centre."""
    left = 1000 * (end - time.monotonic())
    if left <= 0:
        return False
    arguments = new_game.arguments() | {"seeds": [seed], "time_budget": left}
    del arguments["relocate"], arguments["seed"]
    try:
        found = generate_boards(
            *new_game.numbers,
            new_game.start,
            **arguments,
            threads=1,
            skip_failures=True,
        )
    except GenerationError:  # the mines do not fit from here
        return False
    return len(found) > 0
