"""Searches that Python drives step by step: a caller's generator, or the clock.

The kernels do the work between two draws; here the draws are made, in the order of
the reference, and the time is looked at.
"""

from __future__ import annotations

import functools
import math
import time
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from nogues.base.between import bounds_of
from nogues.base.errors import GenerationError, MinesweeperError
from nogues.base.random import create_rng, draws_of
from nogues.base.search import REFERENCE, Search
from nogues.base.spec import Limits, Spec, check_pair
from nogues.boards.board import Board
from nogues.kernels.codes import MAX_REPAIRS, RULES
from nogues.making.dispatch import task_of
from nogues.making.failures import reason

Draw = Callable[[], float]

#: Placements the wall-clock search re-rolls to be rid of an enclosed hole.
REROLLS = 50


class Budget(NamedTuple):
    """Milliseconds the wall-clock search may take."""

    attempt: float
    total: float


class Attempt:
    """One board being searched, at the kernels' own workspace."""

    def __init__(self, spec: Spec, search: Search, draw: Draw, max_passes: int) -> None:
        from nogues.kernels.boards import rows
        from nogues.kernels.rules import single_rows
        from nogues.kernels.search import reference_rows

        self._rows, self._solver, self._search = rows, single_rows, reference_rows
        self.spec = spec
        self.search = search
        self.mine_count = search.mines_laid(spec)
        self.draw = draw
        self.max_passes = max_passes
        task = task_of(spec, Limits(1, max_passes), search)
        self.work = reference_rows.new_workspace(task)
        self.repairs = 0
        self._spent = 0
        self._capped = False

    def place(self) -> bool:
        """Lay the mines and open the start; False where there is an enclosed hole."""
        candidates = len(self.work.candidates)
        for k in range(self.mine_count):
            self.work.choices[k] = k + int(self.draw() * (candidates - k))
        self.repairs = 0
        self._spent = 0
        self._capped = False
        return bool(self._search.begin(self.work))

    def solve(self) -> bool:
        """Solve on; whether every safe cell is open."""
        field = self.work.field
        self._spent, self._capped = self._search.settle(
            field, self._spent, self._capped, self.repairs == 0, self.max_passes
        )
        return not self._solver.unsolved(field)

    def swap(self) -> bool:
        """Move one mine out of the solver's way; False where there is none to move."""
        frontier, targets = self._search.offer(self.work)
        if frontier == 0 or targets == 0:
            return False
        source = int(self.draw() * frontier)
        target = int(self.draw() * targets)
        self._search.swap(self.work, source, target)
        self.repairs += 1
        return True

    def has_hole(self) -> bool:
        """Whether the layout has an enclosed hole; forgets what was solved."""
        self._solver.forget(self.work.field)
        return bool(self._rows.has_hole(self.work.field))

    def board(self, attempts: int, seed: int | None, solvable: bool) -> Board:
        """Return the layout as it is."""
        from nogues.kernels.boards.clues import write_clues

        spec = self.spec
        clue = np.empty(spec.cells, np.int8)
        field = self.work.field
        write_clues(field, spec.width, spec.height, self.work.page, clue)
        opening = self._search.count_opening(field)
        return Board(
            clue,
            spec.width,
            spec.height,
            spec.mines,
            self.mine_count,
            spec.start,
            int(opening),
            solvable,
            attempts,
            self.repairs,
            seed,
            self.search,
            RULES[0] if solvable else None,
        )

    def accepts(self, board: Board) -> bool:
        """Whether the measures of a board are within the limits."""
        bounds = bounds_of(self.search.accept)
        if not len(bounds):
            return True
        from nogues.kernels.boards.metrics import fits, measure

        gauge, spec = self.work.gauge, self.spec
        start = spec.start[0] * spec.width + spec.start[1]
        measure(gauge, spec.width, spec.height, board.clue.copy(), start)
        return bool(fits(bounds, gauge.values))


def search_with_draws(
    spec: Spec,
    search: Search,
    draw: Draw,
    limits: Limits,
    budget: float | None = None,
    clock: Callable[[], float] = time.monotonic,
) -> Board:
    """Run the reference search on a caller's draws (reference: Generate).

    ``budget`` is the milliseconds that it may take, and ``clock`` returns seconds.
    """
    if budget is not None:
        warm_up()
    end = math.inf if budget is None else clock() + budget / 1000
    attempt = Attempt(spec, search, draw, limits.max_passes)
    for attempts in range(1, limits.max_attempts + 1):
        if clock() >= end:
            break
        if not attempt.place():
            continue
        while True:
            if attempt.solve():
                board = attempt.board(attempts, None, solvable=True)
                if attempt.accepts(board):
                    return board
                break
            if attempt.repairs == MAX_REPAIRS or not attempt.swap():
                break
    within = f"in {limits.max_attempts} attempts"
    if clock() >= end:
        within = f"within time_budget = {budget:g} ms"
    raise GenerationError(
        f"no board of {spec} with start {spec.start} {within} with this rng"
        f"{reason(spec, search)}"
    )


@functools.cache
def warm_up() -> None:
    """Compile all that an attempt may need, once, so that no budget pays for it."""
    # Stuck between the two cells of the last column, so that every step is taken.
    attempt = Attempt(Spec(4, 2, 1, (0, 0)), REFERENCE, lambda: 0.0, 60)
    attempt.place()
    attempt.solve()
    attempt.swap()
    attempt.has_hole()
    attempt.board(1, None, solvable=False)


def check_budget(time_budget: object, cells: int) -> Budget:
    """Return the budget that True or a pair of milliseconds stands for."""
    usual = Budget(600.0 if cells > 500 else 150.0, 5000.0)
    if time_budget is True:
        return usual
    pair = check_pair(
        "time_budget", time_budget, "of milliseconds (attempt, total), or True"
    )
    return Budget(
        *(
            normal if given is None else _milliseconds(name, given)
            for name, normal, given in zip(Budget._fields, usual, pair, strict=True)
        )
    )


def is_clock(time_budget: object) -> bool:
    """Whether the live game's clock is asked for: True, or a pair."""
    return time_budget is True or isinstance(time_budget, (tuple, list, np.ndarray))


def check_total(time_budget: object) -> float | None:
    """Return the milliseconds that a whole run may take; None for no limit."""
    if time_budget is None or time_budget is False:
        return None
    if is_clock(time_budget):
        raise TypeError(
            f"time_budget must be milliseconds, not {time_budget!r}: True and a pair "
            "are for generate_board with search='repair' and logic='elementary'"
        )
    return _milliseconds("", time_budget)


def _milliseconds(name: str, value: Any) -> float:
    argument = f"time_budget {name}".rstrip()
    if isinstance(value, bool) or not isinstance(value, (int, float, np.number)):
        raise TypeError(f"{argument} must be milliseconds, not {value!r}")
    if not 0 < value < 1e15:
        raise MinesweeperError(
            f"{argument} must be above 0 and below 1e15, not {value!r}"
        )
    return float(value)


def search_against_clock(
    spec: Spec,
    search: Search,
    rng: Any,
    seed: int | None,
    budget: Budget,
    max_passes: int,
    clock: Callable[[], float] = time.monotonic,
) -> Board:
    """Search as the live game does (reference: Wall-clock search).

    Swaps go on until the board is solved or the attempt's time is over.  When the
    total is over, the last layout is returned with ``solvable`` False; if it has an
    enclosed hole, mines are laid anew until there is none, at most 50 times.

    Parameters
    ----------
    rng, seed
        One of them; the other None.
    clock : callable
        Returns seconds.
    """
    draw = create_rng(seed) if seed is not None else draws_of(rng)
    warm_up()
    attempt = Attempt(spec, search, draw, max_passes)
    end = clock() + budget.total / 1000
    attempts = 0
    while True:
        attempts += 1
        attempt_end = min(clock() + budget.attempt / 1000, end)
        whole = attempt.place()
        while whole:
            if attempt.solve():
                return attempt.board(attempts, seed, solvable=True)
            if clock() >= attempt_end or not attempt.swap():
                break
        if clock() >= end:
            break
    rerolls = 0
    while attempt.has_hole() and rerolls < REROLLS:
        attempt.place()
        rerolls += 1
    return attempt.board(attempts, seed, solvable=False)
