"""Which search makes a board: its name, what is asked of it, and its version."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from nogues.base.between import Between, possible_measures
from nogues.base.errors import GenerationError, MinesWarning, MinesweeperError
from nogues.base.options import (
    ACCEPT,
    DENSITY,
    LOGIC,
    MOVES,
    NEEDS,
    RANDOM_BOARDS,
    RELOCATE,
    SAFE,
    SEARCH,
    USE_MINE_COUNT,
    check_density,
    check_limits,
)
from nogues.base.spec import (
    ALGORITHM,
    LARGEST,
    Limits,
    Spec,
    check_name,
    zone_size,
)
from nogues.base.words import number_of
from nogues.kernels import codes
from nogues.kernels.codes import (
    LOGICS,
    MAX_CELLS,
    PLANE_HEIGHT,
    PLANE_WIDTH,
    RULES,
    SAFE_RULES,
)

#: The versions of the searches by name and level; one changes when any board of that
#: search changes, and goes into every file.  Random boards have no level; neither do
#: boards from elsewhere.
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

#: Default attempts of a repair above the elementary level, and of the uniform search.
REPAIR_ATTEMPTS = 1000
UNIFORM_ATTEMPTS = 1_000_000
#: Default moves per mine: near to uniform, and not much slower than the repair itself
#: on dense boards.
MOVES_PER_MINE = 2
#: On boards over 64x32 an attempt of a repair takes longer the more cells there are.
#: By default so many cells are tried in all, in at least so many attempts.
LARGE_CELLS_TRIED = 400_000
LARGE_ATTEMPTS = 10


class Search(NamedTuple):
    """How boards are made: what is asked for, and what boards carry.

    With the size, the start and the limits it makes a seed's board again.

    Attributes
    ----------
    name : {"repair", "uniform", "random", "given"}
        The search; ``"random"`` boards are laid without regard to solving, and
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

    Notes
    -----
    ``safe`` and ``moves`` are None while the default is asked for and the size is not
    known, as in a game before the first click.  The search of a board has neither.

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
    safe: str | None = "diamond"
    moves: int | None = 0
    needs: str | None = None
    accept: Between | None = None
    density: float | None = None
    relocate: bool = False

    @property
    def is_reference(self) -> bool:
        """Whether this is the published search, whatever is asked of its boards."""
        return (self.name, self.logic) == ("repair", "elementary")

    @property
    def zone(self) -> str:
        """The safe zone: ``safe``, or its default."""
        if self.safe is not None:
            return self.safe
        return "diamond" if self.is_reference else "block"

    @property
    def safe_rule(self) -> int:
        """The safe zone as the kernels number it."""
        return SAFE_RULES.index(self.zone)

    @property
    def is_movable(self) -> bool:
        """Whether ``moves`` has a meaning for this search."""
        return self.name == "repair" and self.logic in LOGICS[1:]

    def at(self, spec: Spec) -> Search:
        """Return this search for boards of a size and start, with no default left.

        Raises
        ------
        MinesweeperError
            When there are no such boards.
        """
        zone, moves = self.zone, _moves_at(spec, self)
        if self.is_reference and spec.cells > MAX_CELLS:
            raise MinesweeperError(
                f"width * height must be at most {MAX_CELLS} with search='repair' and "
                f"logic='elementary', not {spec.width} * {spec.height} = {spec.cells}"
            )
        if not (self.is_reference and zone == "diamond"):
            check_fit(spec, zone)
        search = self._replace(
            # Only the complete level counts mines: one search, one description.
            use_mine_count=self.use_mine_count or self.logic != "complete",
            safe=zone,
            moves=moves,
        )
        if search.needs is not None:
            _check_needs(search)
        if search.accept is not None:
            _check_possible(spec, search)
        return search

    def mines_laid(self, spec: Spec) -> int:
        """Return how many mines boards have.

        The published search lays fewer than asked for where they do not fit.
        """
        if self.is_reference and self.zone == "diamond":
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
#: The same as asked for: all options have their defaults.
ASKED = REFERENCE._replace(safe=None, moves=None)


def ask_search(
    *,
    logic: object = LOGIC.default,
    use_mine_count: object = USE_MINE_COUNT.default,
    search: object = SEARCH.default,
    safe: object = SAFE.default,
    moves: object = MOVES.default,
    needs: object = NEEDS.default,
    accept: object = ACCEPT.default,
) -> Search:
    """Return the search that options ask for; the size is checked by ``Search.at``."""
    level, name = LOGIC.require(logic), SEARCH.require(search)
    if moves is not None and (name != "repair" or level == "elementary"):
        raise MinesweeperError(
            "moves is for search='repair' with logic='subset' or 'complete', not for "
            f"search={name!r} with logic={level!r}"
        )
    rule = NEEDS.check(needs)
    return Search(
        name=name,
        version=VERSIONS[name, level],
        logic=level,
        use_mine_count=USE_MINE_COUNT.require(use_mine_count),
        safe=SAFE.check(safe),
        moves=MOVES.check(moves),
        needs=None if rule == RULES[0] else rule,
        accept=_check_accept(accept),
    )


def _check_accept(accept: object) -> Between | None:
    if accept is None:
        return None
    if not isinstance(accept, Between):
        raise TypeError(f"accept must be a nogues.Between, not {accept!r}")
    return accept if accept.limits() else None


def ask_random(
    *,
    density: object = DENSITY.default,
    safe: object = RANDOM_BOARDS["safe"].default,
    relocate: object = RELOCATE.default,
) -> Search:
    """Return the search of random boards that options ask for."""
    zone = None if safe is None else RANDOM_BOARDS["safe"].require(safe)
    chance = None if density is None else check_density(density)
    moving = RELOCATE.require(relocate)
    if moving and density is not None:
        raise TypeError("relocate is for mines, not for density")
    return Search(
        name="random",
        version=VERSIONS["random", None],
        logic=None,
        safe=zone,
        moves=None,
        density=chance,
        relocate=moving,
    )


def check_search(spec: Spec, **options: object) -> Search:
    """Return the search that options ask for, for boards of a size and start."""
    return ask_search(**options).at(spec)


def _moves_at(spec: Spec, search: Search) -> int:
    """Return the moves on boards of a size."""
    moves = search.moves
    if moves is None:
        movable = search.is_movable and is_small(spec)
        return min(MOVES_PER_MINE * spec.mines, LARGEST) if movable else 0
    if moves and not is_small(spec):
        raise MinesweeperError(
            f"moves must be 0 on boards over {PLANE_WIDTH}x{PLANE_HEIGHT}, not {moves}"
        )
    return moves


def check_fit(spec: Spec, safe: str) -> None:
    """Raise if there are more mines than cells outside the safe zone."""
    if spec.mines > spec.cells - zone_size(spec, safe):
        raise MinesweeperError(_too_many(spec, safe))


def _too_many(spec: Spec, safe: str) -> str:
    """Return the message for more mines than cells outside the safe zone."""
    most = spec.cells - zone_size(spec, safe)
    return (
        f"mines must be at most {most} on {spec.width}x{spec.height} with "
        f"safe={safe!r} and start {spec.start}, not {spec.mines}"
    )


def check_room(spec: Spec, search: Search) -> None:
    """Raise if the published search lays fewer mines than requested and has no board.

    All cells outside the diamond are mines then.  The elementary rules are stuck beside
    a diamond, except in a single row or column.
    """
    laid = search.mines_laid(spec)
    if 0 < laid < spec.mines and min(spec.width, spec.height) > 1:
        raise GenerationError(_too_many(spec, search.zone))


def warn_of_fewer_mines(spec: Spec, search: Search, stacklevel: int = 2) -> None:
    """Warn if boards have fewer mines than requested; see ``Search.mines_laid``.

    ``stacklevel`` is as in ``warnings.warn``, 2 for the caller of this function.
    """
    laid = search.mines_laid(spec)
    if laid < spec.mines:
        warnings.warn(
            f"{spec} with start {spec.start} has {number_of(laid, 'mine')}, not "
            f"{spec.mines}: no more fit outside the safe zone of the published search",
            MinesWarning,
            stacklevel,
        )


def _check_needs(search: Search) -> None:
    """Raise if no board can need the rule, as far as is easily seen."""
    rule, logic = search.needs, search.logic
    assert rule is not None
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


def _check_possible(spec: Spec, search: Search) -> None:
    """Raise if no board can be within the limits, as far as is easily seen."""
    assert search.accept is not None
    mines = search.mines_laid(spec)
    size = f"{spec.width}x{spec.height}/{mines}"
    possible = possible_measures(spec, mines, search.zone)
    for metric, (low, high) in search.accept.limits().items():
        least, most = possible[metric]
        if (low is not None and low > most) or (high is not None and high < least):
            asked = (
                f"{'any' if low is None else low} to {'any' if high is None else high}"
            )
            raise MinesweeperError(
                f"accept: {metric} of {size} is at least {least} and at most {most}, "
                f"never {asked}"
            )


def default_attempts(spec: Spec, search: Search) -> int:
    """Return the default of ``max_attempts``."""
    if search.name == "uniform":
        return UNIFORM_ATTEMPTS
    if search.is_reference:
        return codes.MAX_ATTEMPTS
    if is_small(spec):
        return REPAIR_ATTEMPTS
    return max(LARGE_ATTEMPTS, LARGE_CELLS_TRIED // spec.cells)


def limits_of(
    spec: Spec, search: Search, max_attempts: object, max_passes: object
) -> Limits:
    """Return how long a search goes on; None stands for the default attempts."""
    if max_attempts is None:
        max_attempts = default_attempts(spec, search)
    return check_limits(max_attempts, max_passes)


def is_small(spec: Spec) -> bool:
    """Whether a board fits in registers, whatever the machine."""
    return spec.width <= PLANE_WIDTH and spec.height <= PLANE_HEIGHT


def to_json(search: Search) -> dict[str, Any]:
    """Return the fields of a search as files have them: ``search`` is its name."""
    fields = search._asdict()
    fields["search"] = fields.pop("name")
    fields["accept"] = search.accept and search.accept.limits()
    return fields


def from_json(spec: Spec, about: dict[str, Any]) -> Search:
    """Return the search that a file describes, checked like a caller's.

    A field that is missing is as in the published search, once the only one.
    """
    fields = {name: about.get(name, value) for name, value in _DEFAULTS.items()}
    limits = fields["accept"]
    accept = None if limits is None else Between(**limits)
    name, logic = about["search"], about.get("logic", LOGIC.default)
    if name == "given":
        return Search("given", VERSIONS["given", None], None)
    if name == "random":
        density = fields["density"]
        return Search(
            "random",
            VERSIONS["random", None],
            None,
            safe=check_name("safe", fields["safe"], SAFE_RULES),
            density=None if density is None else float(density),
            relocate=bool(fields["relocate"]),
        )
    movable = name == "repair" and logic in LOGICS[1:]
    return check_search(
        spec,
        logic=logic,
        use_mine_count=fields["use_mine_count"],
        search=name,
        safe=fields["safe"],
        # Other searches have no moves; files say 0 there.
        moves=fields["moves"] if movable else fields["moves"] or None,
        needs=fields["needs"],
        accept=accept,
    )


_DEFAULTS = Search._field_defaults
