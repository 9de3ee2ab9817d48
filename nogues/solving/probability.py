"""Exact probabilities of mines in a position, and the safest cells to open."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal, NamedTuple, overload

import numpy as np
from numpy.typing import NDArray

from nogues.base.spec import LARGEST, check_integer, neighbours_of
from nogues.boards.consistency import count_positions, raise_reported
from nogues.boards.position import Position, Positions
from nogues.kernels.codes import HIDDEN, MAX_STATES, MINE, OK
from nogues.solving.counting import count_layouts


@dataclass(frozen=True, eq=False, slots=True)
class Probabilities:
    """Mine probabilities, where all layouts that fit are equally likely.

    Attributes
    ----------
    mine : ndarray of float64, shape (cells,) or (n, cells)
        Probability of a mine: 0 for open cells, 1 for known mines.  A hidden cell has 0
        or 1 only if it is certain.  The sum is the number of mines.
    hidden : ndarray of bool, same shape
        Which cells are hidden.
    log10_layouts : float, or ndarray of float64, shape (n,)
        Decimal logarithm of the number of layouts.
    """

    mine: NDArray[np.float64]
    hidden: NDArray[np.bool_]
    log10_layouts: Any

    @property
    def safe(self) -> NDArray[np.bool_]:
        """Hidden cells that are certainly safe: bool, the shape of ``mine``."""
        safe: NDArray[np.bool_] = self.hidden & (self.mine == 0.0)
        return safe

    @property
    def mines(self) -> NDArray[np.bool_]:
        """Hidden cells that are certainly mines: bool, the shape of ``mine``."""
        mines: NDArray[np.bool_] = self.hidden & (self.mine == 1.0)
        return mines


class ExactProbabilities(NamedTuple):
    """Probabilities as fractions.

    Attributes
    ----------
    mine : tuple of Fraction
        Probability of a mine in each cell, as in ``Probabilities``.
    layouts : int
        Number of layouts that fit.
    """

    mine: tuple[Fraction, ...]
    layouts: int


class Guess(NamedTuple):
    """The best cells to open.

    Attributes
    ----------
    cells : tuple of (int, int)
        (row, column) of the hidden cells least likely to be a mine, row-major.
    mine : float
        The probability that such a cell is a mine; 0 means safe.
    """

    cells: tuple[tuple[int, int], ...]
    mine: float


@overload
def mine_probabilities(
    position: Position | Positions,
    *,
    exact: Literal[False] = False,
    max_states: int = MAX_STATES,
) -> Probabilities: ...
@overload
def mine_probabilities(
    position: Position, *, exact: Literal[True], max_states: int = MAX_STATES
) -> ExactProbabilities: ...
def mine_probabilities(
    position: Position | Positions,
    *,
    exact: bool = False,
    max_states: int = MAX_STATES,
) -> Probabilities | ExactProbabilities:
    """Return the probability of a mine in every cell of one or many positions.

    All layouts of mines that fit the clues, the known mines and the mine count are
    equally likely.  They are counted, not sampled: floats are accurate to about 1e-15,
    and 0 and 1 mean certain.

    Parameters
    ----------
    position : Position or Positions
        What the player sees.  Known mines are taken as true.
    exact : bool, optional
        Count with Python's integers and return fractions and the number of layouts.
        For one position only.
    max_states : int, optional
        States that counting may use per position.

    Returns
    -------
    Probabilities or ExactProbabilities

    Raises
    ------
    ContradictionError
        If no layout fits; names the clue or the mine count.
    LimitError
        If counting takes more states than allowed.
    TypeError
        If an argument is of the wrong type.

    Examples
    --------
    >>> import nogues
    >>> position = nogues.Position(4, 1, 2, [-2, 2, -2, -2])
    >>> p = nogues.mine_probabilities(position)
    >>> p.mine.tolist(), p.safe.tolist()
    ([1.0, 0.0, 1.0, 0.0], [False, False, False, True])
    >>> nogues.mine_probabilities(position, exact=True).layouts
    1
    """
    limit = check_integer("max_states", max_states, 16, LARGEST)
    if isinstance(position, Position):
        return _count(position, limit) if exact else _one(position, limit)
    if not isinstance(position, Positions):
        raise TypeError(
            "position must be a Position or Positions, which Positions.stack makes of "
            f"a list, not {position!r:.100}"
        )
    if exact:
        raise TypeError("exact=True takes one Position, not Positions")
    mine, log_layouts, report = count_positions(
        position.cells, position.width, position.height, position.mines.copy(), limit
    )
    wrong = np.flatnonzero(report[:, 0] != OK)
    if wrong.size:
        k = int(wrong[0])
        code, cell = report[k].tolist()
        raise_reported(position[k], code, cell, limit, f"position {k}: ")
    log10 = log_layouts / math.log(10)
    return Probabilities(mine, position.cells == HIDDEN, log10)


def _one(position: Position, limit: int) -> Probabilities:
    page = position.cells.reshape(1, -1)
    mines = np.array([min(position.mines, LARGEST)], np.int32)
    mine, log_layouts, report = count_positions(
        page, position.width, position.height, mines, limit
    )
    if report[0, 0] != OK:
        code, cell = report[0].tolist()
        raise_reported(position, code, cell, limit)
    log10 = float(log_layouts[0]) / math.log(10)
    return Probabilities(mine[0], position.cells == HIDDEN, log10)


def _count(position: Position, limit: int) -> ExactProbabilities:
    """Count with Python's integers."""
    width, height, cells = position.width, position.height, position.cells.tolist()
    unknown = [at for at, value in enumerate(cells) if value == HIDDEN]
    constraints = []
    for at, value in enumerate(cells):
        if value >= 0:
            near = neighbours_of(at, width, height)
            known = sum(cells[i] == MINE for i in near)
            hidden = [i for i in near if cells[i] == HIDDEN]
            constraints.append((hidden, value - known))
    left = position.mines - position.known_mines
    count = count_layouts(unknown, constraints, left, max_states=limit)
    if not count.layouts:
        mine_probabilities(position, max_states=limit)  # raises, naming the clue
        raise AssertionError("the kernel and its twin disagree")
    mine = [Fraction(value == MINE) for value in cells]
    for at, layouts in count.mines.items():
        mine[at] = Fraction(layouts, count.layouts)
    return ExactProbabilities(tuple(mine), count.layouts)


def best_guess(position: Position, *, max_states: int = MAX_STATES) -> Guess:
    """Return the hidden cells that are least likely to be a mine.

    Probabilities that differ by less than one part in a billion are taken as equal.

    Parameters
    ----------
    position : Position
        What the player sees.
    max_states : int, optional
        As in ``mine_probabilities``.

    Raises
    ------
    ContradictionError, LimitError, TypeError
        As in ``mine_probabilities``.

    Examples
    --------
    >>> import nogues
    >>> nogues.best_guess(nogues.Position.from_text("1.....", 2))
    Guess(cells=((0, 2), (0, 3), (0, 4), (0, 5)), mine=0.25)
    """
    if not isinstance(position, Position):
        raise TypeError(f"position must be a Position, not {position!r}")
    p = mine_probabilities(position, max_states=max_states)
    if not p.hidden.any():
        return Guess((), 0.0)
    least = float(p.mine[p.hidden].min())
    cells = np.flatnonzero(p.hidden & (p.mine <= least * (1 + 1e-9))).tolist()
    return Guess(tuple(divmod(at, position.width) for at in cells), least)
