"""The order in which a solver decides the cells of a board.

Each rule waits until those before it are stuck.  The elementary rule works in waves: a
round decides all that single clues say at that moment, so an opening spreads by one
step per round.  Consecutive steps of a higher rule are one round.
"""

from __future__ import annotations

import itertools
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from nogues.kernels.codes import MINE, RULES
from nogues.solving.proof import Proof


class Rounds(NamedTuple):
    """Which rule decided each cell, and when.

    Attributes
    ----------
    number : ndarray of int32, shape (height, width)
        The round that decided each cell: 0 for the start, -1 for undecided cells.
    rules : tuple of int
        The rule of each round, from round 1 on; an index into ``RULES``.
    """

    number: NDArray[np.int32]
    rules: tuple[int, ...]

    def by(self, rule: int) -> NDArray[np.bool_]:
        """Return the cells that a rule decided, without the start."""
        own = [k for k, used in enumerate(self.rules, 1) if used == rule]
        mask: NDArray[np.bool_] = np.isin(self.number, own)
        return mask


def rounds_of(grid: NDArray[np.int8], proof: Proof) -> Rounds:
    """Return the round of a proof that decides each cell of a board."""
    number = np.full(grid.shape, -1, np.int32)
    number[proof.start] = 0
    rules: list[int] = []
    for level, steps in itertools.groupby(proof.steps, lambda step: step.level):
        rule = RULES.index(level)
        if rule == 0:
            # The solver takes clues one by one; waves do not depend on their order.
            while (found := _wave(grid, number >= 0)).any():
                rules.append(rule)
                number[found] = len(rules)
            continue
        rules.append(rule)
        for step in steps:
            rows, columns = zip(*step.cells, strict=True)
            number[list(rows), list(columns)] = len(rules)
    return Rounds(number, tuple(rules))


def around(values: NDArray[Any]) -> NDArray[Any]:
    """Return the sum over each cell's neighbours; bools are counted in int8."""
    height, width = values.shape
    kind = np.int8 if values.dtype == np.bool_ else values.dtype
    page = np.zeros((height + 2, width + 2), kind)
    page[1:-1, 1:-1] = values
    shifts = (
        shift for shift in itertools.product(range(3), range(3)) if shift != (1, 1)
    )
    total: Any = sum(page[r : r + height, c : c + width] for r, c in shifts)
    sums: NDArray[Any] = total
    return sums


def _wave(grid: NDArray[np.int8], known: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return the cells that single clues decide from the known cells."""
    mine = grid == MINE
    needed = grid - around(known & mine)
    unknown = around(~known)
    clue = known & ~mine & (unknown > 0)
    ready = clue & ((needed == 0) | (needed == unknown))
    found: NDArray[np.bool_] = ~known & (around(ready) > 0)
    return found
