"""The options of making boards: name, default, bounds, choices and help of each.

Each option is defined here once.  The checks, the command line, the page and the data
sets read it; the signatures that people read repeat it, and ``tests/base/test_options``
holds them equal.

An option has one meaning everywhere.  Its default and its choices can differ by what
is made, which is what the tables at the end say: ``BOARDS`` without guessing,
``RANDOM_BOARDS``, ``GAMES``, ``SIMULATIONS`` and ``DATASETS``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

import numpy as np

from nogues.base.errors import MinesweeperError
from nogues.base.spec import LARGEST, Limits, check_flag, check_integer, check_name
from nogues.kernels.codes import (
    LOGICS,
    MAX_PASSES,
    MAX_STATES,
    METRICS,
    PLANE_HEIGHT,
    PLANE_WIDTH,
    RULES,
    SAFE_RULES,
)

SEARCHES = ("repair", "uniform")

#: Zones in which no mine lies, and the start is safe.
SAFE_STARTS = SAFE_RULES[:-1]

#: What a data set stores of a board: a bit per cell, a byte per cell, or its seed only.
LAYOUTS = ("packed", "clues", "seeds")

#: The largest number of threads.
MOST_THREADS = 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """One option: what it is called, what it takes and what it means.

    Parameters
    ----------
    name : str
        The parameter's name; on the command line ``--name``, with dashes.
    help : str
        What it means, one sentence.
    default : object, optional
        Its default; None where another option or the size decides, see ``unset``.
    unset : str, optional
        What None means; empty if None is not allowed.
    choices : tuple of str, optional
        All values that it takes.
    low, high : int, optional
        Bounds of an integer, both included; None for no bound.
    kind : type, optional
        ``str`` for choices, ``int``, ``float`` or ``bool``; None for anything else,
        which is checked where it is used.
    metavar : str, optional
        What the command line calls its value.
    repeats : bool, optional
        Whether the command line takes it several times.
    off : str, optional
        Help of the command line's ``--no-...`` flag, for a flag that is on by default.
    """

    name: str
    help: str
    default: Any = None
    unset: str = ""
    choices: tuple[str, ...] = ()
    low: int | None = None
    high: int | None = None
    kind: type | None = None
    metavar: str | None = None
    repeats: bool = False
    off: str = ""

    def check(self, value: object) -> Any:
        """Return a valid value; None stays None where it is allowed.

        Raises
        ------
        MinesweeperError
            When the value is out of range.
        TypeError
            When it is of the wrong type.
        """
        return None if value is None and self.unset else self.require(value)

    def require(self, value: object) -> Any:
        """Return a valid value, as ``check`` does, except that None is not one."""
        if self.kind is str:
            return check_name(self.name, value, self.choices)
        if self.kind is bool:
            return check_flag(self.name, value)
        if self.kind is int and self.low is not None:
            return check_integer(self.name, value, self.low, self.high)
        return value


def _table(*options: Option) -> Mapping[str, Option]:
    return MappingProxyType({option.name: option for option in options})


START = Option(
    name="start",
    help="Cell of the first click.",
    unset="the centre",
    metavar="ROW,COL",
)

LOGIC = Option(
    name="logic",
    help="Level of deduction that solves the boards.",
    default="elementary",
    choices=LOGICS,
    kind=str,
)
USE_MINE_COUNT = Option(
    name="use_mine_count",
    help="Let the complete level use the number of mines.",
    default=True,
    kind=bool,
    off="Do not let the complete level use the number of mines.",
)
SEARCH = Option(
    name="search",
    help="repair: move mines until the board is solvable; uniform: draw fair samples.",
    default="repair",
    choices=SEARCHES,
    kind=str,
)
SAFE = Option(
    name="safe",
    help="Cells around the start that have no mine.",
    unset="diamond in the published search, else block",
    choices=SAFE_STARTS,
    kind=str,
)
MOVES = Option(
    name="moves",
    help="Random mine moves after a repair above the elementary level.",
    unset=f"two per mine, 0 over {PLANE_WIDTH}x{PLANE_HEIGHT}",
    low=0,
    high=LARGEST,
    kind=int,
)
NEEDS = Option(
    name="needs",
    help="Keep boards that cannot be solved with less than this rule.",
    unset="all boards",
    choices=RULES,
    kind=str,
)
ACCEPT = Option(
    name="accept",
    help="Keep boards whose measures are within limits.",
    unset="all boards",
    choices=METRICS,
    metavar="METRIC=LOW:HIGH",
    repeats=True,
)

MAX_ATTEMPTS = Option(
    name="max_attempts",
    help="Layouts to try before a seed fails.",
    unset="300; 1,000 above elementary; 1,000,000 for uniform",
    low=1,
    high=LARGEST,
    kind=int,
)
MAX_SWEEPS = Option(
    name="max_passes",
    help="Most sweeps in one solve of the published search.",
    default=MAX_PASSES,
    low=1,
    high=LARGEST,
    kind=int,
)
TIME_BUDGET = Option(
    name="time_budget",
    help="Milliseconds for the whole run.",
    unset="no limit",
    metavar="MS",
)
SKIP_FAILURES = Option(
    name="skip_failures",
    help="Leave out seeds that have no board, instead of failing.",
    default=False,
    kind=bool,
)

DENSITY = Option(
    name="density",
    help="Chance of a mine at each cell, instead of a number of mines.",
    unset="a number of mines",
    kind=float,
)
RELOCATE = Option(
    name="relocate",
    help="Lay mines anywhere, then move those in the safe cells away.",
    default=False,
    kind=bool,
)

SEED = Option(
    name="seed",
    help="Seed of the first board.",
    unset="a random one",
    kind=int,
)
COUNT = Option(
    name="count",
    help="Number of boards.",
    unset="1",
    low=1,
    kind=int,
)
SEEDS = Option(
    name="seeds",
    help="One board per seed, A to B-1.",
    metavar="A:B",
)
THREADS = Option(
    name="threads",
    help="Number of threads.",
    unset="one per core",
    low=1,
    high=MOST_THREADS,
    kind=int,
)
PROGRESS = Option(
    name="progress",
    help="Show progress on stderr.",
    unset="off",
)
QUIET = Option(
    name="quiet",
    help="Show no progress, notices or reports on stderr, only errors.",
    default=False,
    kind=bool,
)
MAX_STATES_COUNTED = Option(
    name="max_states",
    help="States that counting may use for a position.",
    default=MAX_STATES,
    low=16,
    high=LARGEST,
    kind=int,
)

MINES = Option(
    name="mines",
    help="Number of mines, for a position without it.",
    unset="the file's",
    low=0,
    high=LARGEST,
    kind=int,
    metavar="N",
)

STARTS = Option(
    name="starts",
    help="A start and its seeds.",
    unset="one start",
    metavar="ROW,COL=A:B",
    repeats=True,
)
LAYOUT = Option(
    name="layout",
    help="What is stored of a board: bits, bytes, or its seed only.",
    default="packed",
    choices=LAYOUTS,
    kind=str,
)
STORED_METRICS = Option(
    name="metrics",
    help="Measures to store, such as bbbv,openings; all for every one.",
    default=(),
    metavar="NAMES",
)
SHARD_BOARDS = Option(
    name="shard_boards",
    help="Seeds per file.",
    unset="about a 64th of all",
    low=1,
    high=LARGEST,
    kind=int,
)
UNIQUE = Option(
    name="unique",
    help="Keep the first of equal boards only.",
    default=False,
    kind=bool,
)
DASK = Option(
    name="dask",
    help="Scheduler whose workers make the files, such as tcp://host:8786.",
    unset="this machine",
    metavar="ADDRESS",
)

#: What is asked of a search, and how long it goes on.
SEARCH_OPTIONS = _table(
    LOGIC, USE_MINE_COUNT, SEARCH, SAFE, MOVES, NEEDS, ACCEPT, MAX_ATTEMPTS, MAX_SWEEPS
)
#: Which boards a run makes, and how it runs.
RUN_OPTIONS = _table(
    START, SEED, COUNT, SEEDS, TIME_BUDGET, SKIP_FAILURES, THREADS, PROGRESS
)

#: Boards that can be won without guessing.
BOARDS = MappingProxyType({**SEARCH_OPTIONS, **RUN_OPTIONS})

_ANYWHERE = replace(SAFE, choices=SAFE_RULES, default="block", unset="")
#: Random boards.
RANDOM_BOARDS = MappingProxyType(
    {**RUN_OPTIONS, **_table(DENSITY, _ANYWHERE, RELOCATE)}
)
#: Games, which may be on either.  Their boards start where the player clicks.
GAMES = MappingProxyType(
    {
        **BOARDS,
        **_table(
            replace(START, unset="any cell"),
            replace(SEED, help="Seed of the board."),
            replace(
                SEARCH,
                help="repair, uniform: solvable boards; random: may need guesses.",
                choices=(*SEARCHES, "random"),
            ),
            replace(SAFE, choices=SAFE_RULES),
            RELOCATE,
        ),
    }
)
#: Games that nogues plays on random boards.
SIMULATIONS = MappingProxyType(
    {**RUN_OPTIONS, **_table(replace(_ANYWHERE, default="cell"), MAX_STATES_COUNTED)}
)
#: Data sets of boards.
DATASETS = MappingProxyType(
    {**BOARDS, **_table(STARTS, LAYOUT, STORED_METRICS, SHARD_BOARDS, UNIQUE, DASK)}
)


def check_limits(max_attempts: object, max_passes: object) -> Limits:
    """Return how long a search goes on, or raise naming the argument."""
    return Limits(MAX_ATTEMPTS.require(max_attempts), MAX_SWEEPS.require(max_passes))


def check_density(density: Any) -> float:
    """Return a chance of mines, or raise naming the argument."""
    if isinstance(density, (bool, np.bool_)) or not isinstance(
        density, (int, float, np.number)
    ):
        raise TypeError(f"density must be a number, not {density!r}")
    if not 0 <= density < 1:
        raise MinesweeperError(
            f"density must be at least 0 and below 1, not {density!r}"
        )
    return float(density)
