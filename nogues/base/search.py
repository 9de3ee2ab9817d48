"""Which search makes a board: its name, its wishes, and the versions of each."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, fields
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from nogues.base.errors import MinesweeperError
from nogues.base.options import SAFE_STARTS, SEARCHES
from nogues.base.spec import (
    ALGORITHM,
    LARGEST,
    Spec,
    check_flag,
    check_integer,
    check_name,
    check_pair,
    zone_size,
)
from nogues.kernels.codes import (
    LOGICS,
    MAX_ATTEMPTS,
    MAX_CELLS,
    METRICS,
    PLANE_HEIGHT,
    PLANE_WIDTH,
    RULES,
    SAFE_RULES,
)

#: The versions of the searches by name and level; one changes when any board of that
#: search changes, and goes into every file.  Random boards have no level, and nor have
#: boards that were handed over.
VERSIONS: Mapping[tuple[str, str | None], int] = MappingProxyType(
    {
        ("repair", "elementary"): ALGORITHM["version"],
        ("repair", "subset"): 1,
        ("repair", "complete"): 1,
        ("uniform", "elementary"): 1,
        ("uniform", "subset"): 1,
        ("uniform", "complete"): 1,
        ("random", None): 1,
        ("given", None): 1,
    }
)

#: Attempts unless told otherwise, above the elementary level and of the uniform search.
REPAIR_ATTEMPTS = 1000
#: Moves a mine of a repair search above the elementary level, unless told otherwise:
#: near to uniform, and not much slower than the repair itself on dense boards.
MOVES = 2
UNIFORM_ATTEMPTS = 1_000_000
#: Of the repair search on boards over 64x32, where an attempt takes longer the more
#: cells there are: so many of cells in all, and at least
LARGE_CELLS_TRIED = 400_000
LARGE_ATTEMPTS = 10

Range = tuple[int | None, int | None]


@dataclass(frozen=True, kw_only=True, slots=True)
class Between:
    """What boards are accepted: the measures that matter, each with its limits.

    A limit is a pair ``(low, high)``, both included; None stands for no limit.

    Parameters
    ----------
    opening : tuple, optional
        Cells that the first click opens.
    bbbv : tuple, optional
        3BV, the fewest clicks that open every safe cell: openings, and safe cells
        beside none of them.
    openings : tuple, optional
        Areas of zeros; zeros that touch at a corner are of one area.
    buried : tuple, optional
        Mines none of whose neighbours is safe, so that no number counts them.

    Raises
    ------
    MinesweeperError
        When a limit is negative, or low is above high.
    TypeError
        When a limit is no pair of integers or None.

    Examples
    --------
    >>> import nogues
    >>> nogues.Between(bbbv=(150, 200), openings=(8, None))
    Between(bbbv=(150, 200), openings=(8, None))
    """

    opening: Range | None = None
    bbbv: Range | None = None
    openings: Range | None = None
    buried: Range | None = None

    def __post_init__(self) -> None:
        """Check the limits, and forget pairs that limit nothing."""
        for metric in METRICS:
            limits = getattr(self, metric)
            if limits is not None:
                checked = _check_range(metric, limits)
                given = None if checked == (None, None) else checked
                object.__setattr__(self, metric, given)

    def __repr__(self) -> str:
        """Return what would make this object again."""
        return f"Between({', '.join(f'{k}={v}' for k, v in self.limits().items())})"

    def limits(self) -> dict[str, Range]:
        """Return the measures that are limited, with their limits."""
        pairs = ((f.name, getattr(self, f.name)) for f in fields(self))
        return {name: pair for name, pair in pairs if pair is not None}


def _check_range(metric: str, limits: object) -> Range:
    low, high = (
        None if limit is None else check_integer(f"{metric} {name}", limit, 0, LARGEST)
        for name, limit in zip(
            ("low", "high"), check_pair(metric, limits, "(low, high)"), strict=True
        )
    )
    if low is not None and high is not None and low > high:
        raise MinesweeperError(
            f"{metric} must be (low, high) with low at most high, not ({low}, {high})"
        )
    return low, high


class Search(NamedTuple):
    """How boards were made.

    With the size, the start and the limits it makes a seed's board again.

    Attributes
    ----------
    name : {"repair", "uniform", "random", "given"}
        The search; ``"random"`` boards are laid with no regard to solving, and
        ``"given"`` ones come from elsewhere.
    version : int
        Its version; see ``nogues.ALGORITHM``.
    logic : str or None
        The level that finishes the boards; None for random and given boards.
    use_mine_count : bool
        Whether the complete level may use the number of mines.
    safe : {"diamond", "block", "cell", "any"}
        Where no mine lies: at Manhattan distance 2 or nearer from the start, at the
        start and its neighbours, at the start, nowhere in particular.
    moves : int
        Trades of a mine and a safe cell tried once a board is found, above the
        elementary level.
    needs : str or None
        The boards cannot be finished with less than this rule.
    accept : Between or None
        Limits of their measures.
    density : float or None
        Chance of a mine at each cell, of random boards laid by density.
    relocate : bool
        Whether mines of random boards were moved out of the way of the first click.

    Examples
    --------
    >>> import nogues
    >>> search = nogues.generate_board(9, 9, 10, seed=1, safe="block").search
    >>> search.name, search.version, search.logic, search.safe
    ('repair', 1, 'elementary', 'block')
    """

    name: str
    version: int
    logic: str | None
    use_mine_count: bool = True
    safe: str = "diamond"
    moves: int = 0
    needs: str | None = None
    accept: Between | None = None
    density: float | None = None
    relocate: bool = False

    @property
    def is_reference(self) -> bool:
        """Whether this is the published search, whatever is asked of its boards."""
        return (self.name, self.logic) == ("repair", "elementary")

    @property
    def safe_rule(self) -> int:
        """The safe zone as the kernels number it."""
        return SAFE_RULES.index(self.safe)

    def mines_laid(self, spec: Spec) -> int:
        """Return how many mines boards have.

        The published search lays fewer than asked for where they do not fit.
        """
        if self.is_reference and self.safe == "diamond":
            return spec.mine_count
        return spec.mines

    def words(self) -> list[str]:
        """Return in words what is not as in the published search."""
        words = []
        if self.logic not in (None, "elementary"):
            words.append(f"logic {self.logic}")
        if not self.use_mine_count:
            words.append("no-mine-count")
        if self.moves:
            words.append(f"moves {self.moves}")
        if self.safe != "diamond":
            words.append(f"safe {self.safe}")
        if self.needs:
            words.append(f"needs {self.needs}")
        for metric, limits in (self.accept.limits() if self.accept else {}).items():
            low, high = ("" if limit is None else str(limit) for limit in limits)
            words.append(f"accept {metric}={low}:{high}")
        if self.density is not None:
            words.append(f"density {self.density!r}")
        if self.relocate:
            words.append("relocate")
        return words


#: The published search, as it is described.
REFERENCE = Search("repair", ALGORITHM["version"], "elementary")


def check_search(
    spec: Spec,
    *,
    logic: object = "elementary",
    use_mine_count: object = True,
    search: object = "repair",
    safe: object = None,
    moves: object = None,
    needs: object = None,
    accept: object = None,
) -> Search:
    """Check what is asked of a search for boards of a size, and give the defaults."""
    level = check_name("logic", logic, LOGICS)
    name = check_name("search", search, SEARCHES)
    reference = (name, level) == ("repair", "elementary")
    counting = check_flag("use_mine_count", use_mine_count)
    zone = "diamond" if reference else "block"
    if safe is not None:
        zone = check_name("safe", safe, SAFE_STARTS)
    checked = Search(
        name,
        VERSIONS[name, level],
        level,
        # Below the complete level nobody counts mines: one search, one description.
        counting or level != "complete",
        zone,
        _check_moves(spec, name, level, moves),
    )
    if reference and spec.cells > MAX_CELLS:
        raise MinesweeperError(
            f"width * height must be at most {MAX_CELLS} with search='repair' and "
            f"logic='elementary', not {spec.width} * {spec.height} = {spec.cells}"
        )
    if not (reference and zone == "diamond"):
        check_fit(spec, zone)
    checked = checked._replace(needs=_check_needs(checked, needs))
    return checked._replace(accept=_check_accept(spec, checked, accept))


def _check_moves(spec: Spec, name: str, logic: str, moves: object) -> int:
    movable = name == "repair" and logic != "elementary"
    if moves is None:
        return min(MOVES * spec.mines, LARGEST) if movable and is_small(spec) else 0
    if not movable:
        raise MinesweeperError(
            "moves is for search='repair' with logic='subset' or 'complete', not for "
            f"search={name!r} with logic={logic!r}"
        )
    number = check_integer("moves", moves, 0, LARGEST)
    if number and not is_small(spec):
        raise MinesweeperError(
            f"moves must be 0 on boards over {PLANE_WIDTH}x{PLANE_HEIGHT}, not {number}"
        )
    return number


def check_fit(spec: Spec, safe: str) -> None:
    """Raise if there are more mines than cells outside the safe zone."""
    most = spec.cells - zone_size(spec, safe)
    if spec.mines > most:
        raise MinesweeperError(
            f"mines must be at most {most} on {spec.width}x{spec.height} with "
            f"safe={safe!r} and start {spec.start}, not {spec.mines}"
        )


def _check_needs(search: Search, needs: object) -> str | None:
    if needs is None:
        return None
    rule = check_name("needs", needs, RULES)
    logic = search.logic
    assert logic is not None
    most = logic
    what = f"logic={logic!r}"
    if logic == "complete":
        if search.use_mine_count:
            most = "mine_count"
        else:
            what = "use_mine_count=False"
        if search.name == "repair" and search.moves == 0:
            # The repair itself asks for no more than pairs of clues.
            most, what = "subset", "search='repair' and moves=0"
    if RULES.index(rule) > RULES.index(most):
        raise MinesweeperError(
            f"needs must be at most {most!r} with {what}, not {rule!r}"
        )
    return None if rule == RULES[0] else rule


def _check_accept(spec: Spec, search: Search, accept: object) -> Between | None:
    """Check that some board may be within the limits, as far as is easily seen."""
    if accept is None:
        return None
    if not isinstance(accept, Between):
        raise TypeError(f"accept must be a nogues.Between, not {accept!r}")
    mines = search.mines_laid(spec)
    size = f"{spec.width}x{spec.height}/{mines}"
    possible = possible_measures(spec, mines, search.safe)
    for metric, (low, high) in accept.limits().items():
        least, most = possible[metric]
        if (low is not None and low > most) or (high is not None and high < least):
            asked = (
                f"{'any' if low is None else low} to {'any' if high is None else high}"
            )
            raise MinesweeperError(
                f"accept: {metric} of {size} is at least {least} and at most {most}, "
                f"never {asked}"
            )
    return accept if accept.limits() else None


def possible_measures(spec: Spec, mines: int, safe: str) -> dict[str, tuple[int, int]]:
    """Return bounds that the measures of all boards with so many mines keep."""
    safe_cells = spec.cells - mines
    # No two areas of zeros touch: no 2x2 square has cells of two.
    openings = math.ceil(spec.width / 2) * math.ceil(spec.height / 2)
    if mines == 0:
        openings = 1
    if safe in ("diamond", "block"):  # the start is a zero and opens its block
        first = zone_size(spec, "block")
        return {
            "opening": (first, safe_cells),
            "bbbv": (1, safe_cells - first + 1),
            "openings": (1, min(openings, safe_cells)),
            "buried": (0, mines),
        }
    least = min(1, safe_cells)
    return {
        "opening": (least, safe_cells),
        "bbbv": (least, safe_cells),
        "openings": (int(mines == 0), min(openings, safe_cells)),
        "buried": (0, mines),
    }


def bounds_of(accept: Between | None) -> NDArray[np.int64]:
    """Return the limits as the kernels take them: no rows, or one for each measure."""
    limits = {} if accept is None else accept.limits()
    if not limits:
        return np.empty((0, 2), np.int64)
    rows = (limits.get(metric, (None, None)) for metric in METRICS)
    return np.array(
        [(low or 0, LARGEST if high is None else high) for low, high in rows], np.int64
    )


def default_attempts(spec: Spec, search: Search) -> int:
    """Return how many attempts a search has unless told otherwise."""
    if search.name == "uniform":
        return UNIFORM_ATTEMPTS
    if search.is_reference:
        return MAX_ATTEMPTS
    if is_small(spec):
        return REPAIR_ATTEMPTS
    return max(LARGE_ATTEMPTS, LARGE_CELLS_TRIED // spec.cells)


def is_small(spec: Spec) -> bool:
    """Whether a board fits in registers, whatever the machine."""
    return spec.width <= PLANE_WIDTH and spec.height <= PLANE_HEIGHT


def to_json(search: Search) -> dict[str, Any]:
    """Return a search as a file tells of it; its name is ``search`` there."""
    told = search._asdict()
    told["search"] = told.pop("name")
    told["accept"] = search.accept and search.accept.limits()
    return told


def from_json(spec: Spec, about: dict[str, Any]) -> Search:
    """Return the search that a file tells of, checked like a caller's.

    What is not told is as in the published search, which is all that there was once.
    """
    told = {name: about.get(name, value) for name, value in _DEFAULTS.items()}
    limits = told["accept"]
    accept = None if limits is None else Between(**limits)
    if about["search"] == "given":
        return Search("given", VERSIONS["given", None], None)
    if about["search"] == "random":
        return Search(
            "random",
            VERSIONS["random", None],
            None,
            safe=check_name("safe", told["safe"], SAFE_RULES),
            density=None if told["density"] is None else float(told["density"]),
            relocate=bool(told["relocate"]),
        )
    return check_search(
        spec,
        logic=about.get("logic", "elementary"),
        use_mine_count=told["use_mine_count"],
        search=about["search"],
        safe=told["safe"],
        moves=told["moves"] or None if not _movable(about) else told["moves"],
        needs=told["needs"],
        accept=accept,
    )


_DEFAULTS = Search._field_defaults


def _movable(about: dict[str, Any]) -> bool:
    return about["search"] == "repair" and about.get("logic") in LOGICS[1:]
