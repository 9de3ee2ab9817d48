"""How the mines of a game are to be laid, once the first click tells where."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from nogues.base.errors import MinesweeperError
from nogues.base.options import SEARCHES
from nogues.base.random import check_seed, entropy_seed
from nogues.base.search import (
    VERSIONS,
    Between,
    check_fit,
    check_search,
    default_attempts,
)
from nogues.base.spec import Spec, check_limits, check_name, check_spec
from nogues.boards.board import Board
from nogues.kernels.codes import MAX_PASSES, SAFE_RULES
from nogues.making.generate import generate_board
from nogues.making.random_boards import generate_random_board


class Laying(NamedTuple):
    """Checked arguments of a game; those of ``generate_board`` but the start."""

    width: int
    height: int
    mines: int
    seed: int
    logic: str = "elementary"
    use_mine_count: bool = True
    search: str = "repair"
    safe: str | None = None
    moves: int | None = None
    needs: str | None = None
    accept: Between | None = None
    relocate: bool = False
    max_attempts: int | None = None
    max_passes: int = MAX_PASSES

    @property
    def version(self) -> int:
        """Version of the search, which the board of a seed depends on."""
        logic = None if self.search == "random" else self.logic
        return VERSIONS[self.search, logic]

    def lay(self, start: tuple[int, int]) -> Board:
        """Make the board of the seed for a first click."""
        size = (self.width, self.height, self.mines, start)
        if self.search == "random":
            return generate_random_board(
                *size,
                seed=self.seed,
                safe="block" if self.safe is None else self.safe,
                relocate=self.relocate,
            )
        return generate_board(
            *size,
            logic=self.logic,
            use_mine_count=self.use_mine_count,
            search=self.search,
            safe=self.safe,
            moves=self.moves,
            needs=self.needs,
            accept=self.accept,
            seed=self.seed,
            max_attempts=self.max_attempts,
            max_passes=self.max_passes,
        )


def check_laying(
    width: object,
    height: object,
    mines: object,
    *,
    seed: object,
    logic: object,
    use_mine_count: object,
    search: object,
    safe: object,
    moves: object,
    needs: object,
    accept: object,
    relocate: object,
    max_attempts: object,
    max_passes: object,
) -> Laying:
    """Check all that can be checked before the start is known."""
    number = entropy_seed() if seed is None else check_seed(seed)
    name = check_name("search", search, (*SEARCHES, "random"))
    if not isinstance(relocate, (bool, np.bool_)):
        raise TypeError(f"relocate must be True or False, not {relocate!r}")
    # A corner has the smallest safe zone: what does not fit there fits nowhere.
    spec = check_spec(width, height, mines, (0, 0))
    given = {
        "logic": logic,
        "use_mine_count": use_mine_count,
        "moves": moves,
        "needs": needs,
        "accept": accept,
        "max_attempts": max_attempts,
        "max_passes": max_passes,
    }
    if name == "random":
        zone = _check_random(spec, safe, given)
        return Laying(
            *spec[:3], number, search=name, safe=zone, relocate=bool(relocate)
        )
    if relocate:
        raise MinesweeperError(f"relocate is for search='random', not for {name!r}")
    limits = {key: given.pop(key) for key in ("max_attempts", "max_passes")}
    checked = check_search(spec, search=name, safe=safe, **given)
    if max_attempts is None:
        limits["max_attempts"] = default_attempts(spec, checked)
    most = check_limits(**limits)
    assert checked.logic is not None
    return Laying(
        *spec[:3],
        number,
        checked.logic,
        bool(use_mine_count),
        name,
        None if safe is None else checked.safe,
        None if moves is None else checked.moves,
        checked.needs,
        checked.accept,
        False,
        None if max_attempts is None else most.max_attempts,
        most.max_passes,
    )


def _check_random(spec: Spec, safe: object, given: dict[str, object]) -> str | None:
    for name, value in given.items():
        usual = Laying._field_defaults[name]
        if type(value) is not type(usual) or value != usual:
            raise MinesweeperError(
                f"{name} is not for search='random', whose boards are not solved; "
                f"it is {value!r}"
            )
    if safe is None:
        check_fit(spec, "block")
        return None
    zone = check_name("safe", safe, SAFE_RULES)
    check_fit(spec, zone)
    return zone
