"""Exact probabilities of mines in a position, and what is wrong with one."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal, NamedTuple, overload

import numpy as np
from numpy.typing import NDArray

from nogues.base.errors import ContradictionError, LimitError
from nogues.base.spec import LARGEST, check_integer
from nogues.boards.position import Position, Positions
from nogues.kernels.codes import (
    BAD_CLUE,
    BAD_COUNT,
    HIDDEN,
    MAX_STATES,
    MINE,
    OK,
    SAFE_CELL,
)
from nogues.solving.counting import count_layouts


@dataclass(frozen=True, eq=False, slots=True)
class Probabilities:
    """How likely each cell is a mine, every layout that fits being equally likely.

    Attributes
    ----------
    mine : ndarray of float64, shape (cells,) or (n, cells)
        Probability of a mine: 0 for open cells, 1 for known mines.  A hidden cell has 0
        or 1 only if it is certain.  The sum is the number of mines.
    hidden : ndarray of bool, of the same shape
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
        The probability that such a cell is a mine; 0 means that they are safe.
    """

    cells: tuple[tuple[int, int], ...]
    mine: float


class Status(NamedTuple):
    """What is wrong with a position.

    Attributes
    ----------
    consistent : bool
        Whether some layout of mines fits.
    problems : tuple of str
        Everything that is wrong, clue by clue and then the mine count.
    """

    consistent: bool
    problems: tuple[str, ...]


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
    """Return the probability of a mine in every cell of a position, or of many.

    All layouts of mines that agree with the clues, the known mines and the mine count
    are equally likely.  They are counted, not sampled: the floats are right to about
    1e-15, and 0 and 1 mean certain.

    Parameters
    ----------
    position : Position or Positions
        What the player sees.  Known mines are taken as true.
    exact : bool, optional
        Count with integers of any size instead, in Python: fractions, and the number
        of layouts.  For one position.
    max_states : int, optional
        States that counting may use for a position.

    Returns
    -------
    Probabilities or ExactProbabilities

    Raises
    ------
    ContradictionError
        When no layout fits; names the clue, or the mine count.
    LimitError
        When counting would take more states than allowed.
    TypeError
        When an argument is of the wrong type.

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
        raise TypeError(f"position must be a Position or Positions, not {position!r}")
    if exact:
        raise TypeError("exact=True takes one Position, not Positions")
    out, logs, report = _study(
        position.cells,
        position.width,
        position.height,
        position.mines.copy(),
        limit,
    )
    wrong = np.flatnonzero(report[:, 0] != OK)
    if wrong.size:
        k = int(wrong[0])
        code, cell = report[k].tolist()
        _raise(position[k], code, cell, limit, f"position {k}: ")
    return Probabilities(out, position.cells == HIDDEN, logs / math.log(10))


def _one(position: Position, limit: int) -> Probabilities:
    cells = position.cells.reshape(1, -1)
    mines = np.array([min(position.mines, LARGEST)], np.int32)
    out, logs, report = _study(cells, position.width, position.height, mines, limit)
    if report[0, 0] != OK:
        code, cell = report[0].tolist()
        _raise(position, code, cell, limit)
    log10 = float(logs[0]) / math.log(10)
    return Probabilities(out[0], position.cells == HIDDEN, log10)


def _study(
    cells: NDArray[np.int8],
    width: int,
    height: int,
    mines: NDArray[np.int32],
    limit: int,
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.int64]]:
    """Call the kernel; ``cells`` is read-only, so that it is of one signature."""
    from nogues.kernels.counting.probabilities import probabilities

    n = len(cells)
    out = np.empty(cells.shape)
    logs = np.zeros(n)
    report = np.empty((n, 2), np.int64)
    probabilities(cells, width, height, mines, limit, out, logs, report)
    return out, logs, report


def _raise(
    position: Position, code: int, cell: int, limit: int, prefix: str = ""
) -> None:
    """Raise what a code of the kernel says."""
    if code not in (BAD_CLUE, BAD_COUNT):
        raise LimitError(
            f"{prefix}{position!r} takes more than max_states = {limit} states to count"
        )
    if code == BAD_COUNT:
        raise ContradictionError(prefix + _count_problem(position))
    row, column = divmod(cell, position.width)
    raise ContradictionError(
        prefix + _clue_problem(position, row, column), (row, column)
    )


def _clue_problem(position: Position, row: int, column: int) -> str:
    clue = int(position.grid[row, column])
    rows = slice(max(row - 1, 0), row + 2)
    columns = slice(max(column - 1, 0), column + 2)
    around = position.grid[rows, columns]
    known = int(np.count_nonzero(around == MINE))
    hidden = int(np.count_nonzero(around == HIDDEN))
    start = f"no layout fits the clue {clue} at ({row}, {column})"
    if known > clue:
        return f"{start}: {known} known mines are around it"
    if known + hidden < clue:
        return f"{start}: around it are {known} known mines, {hidden} hidden cells"
    return f"{start} together with the clues near it"


def _count_problem(position: Position) -> str:
    hidden = int(np.count_nonzero(position.cells == HIDDEN))
    known = position.known_mines
    start = f"no layout has {position.mines} mine{'s' * (position.mines != 1)}"
    if known > position.mines:
        return f"{start}: {known} are known already"
    if position.mines - known > hidden:
        return f"{start}: {known} are known and {hidden} cells are hidden"
    return f"{start}: the clues do not allow that number"


def _count(position: Position, limit: int) -> ExactProbabilities:
    """Count with Python's integers."""
    width, height, cells = position.width, position.height, position.cells.tolist()
    unknown = [at for at, value in enumerate(cells) if value == HIDDEN]
    constraints = []
    for at, value in enumerate(cells):
        if value >= 0:
            near = _neighbours(at, width, height)
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


def _neighbours(at: int, width: int, height: int) -> list[int]:
    row, column = divmod(at, width)
    return [
        r * width + c
        for r in range(max(row - 1, 0), min(row + 2, height))
        for c in range(max(column - 1, 0), min(column + 2, width))
        if (r, c) != (row, column)
    ]


def best_guess(position: Position, *, max_states: int = MAX_STATES) -> Guess:
    """Return the hidden cells that are least likely to be a mine.

    Probabilities that differ by less than one part in a billion count as equal.

    Parameters
    ----------
    position : Position
        What the player sees.
    max_states : int, optional
        As in ``mine_probabilities``.

    Raises
    ------
    ContradictionError, LimitError, TypeError
        As ``mine_probabilities``.

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


def find_problems(position: Position) -> Status:
    """Find everything that is wrong with a position; see ``Position.status``."""
    width = position.width
    cells = position.cells.copy()
    mines = np.array([min(position.mines, LARGEST)], np.int32)
    problems = []
    while True:
        given = cells.reshape(1, -1).copy()
        given.flags.writeable = False
        report = _study(given, width, position.height, mines, MAX_STATES)[2]
        code, cell = (int(value) for value in report[0])
        if code != BAD_CLUE:
            break
        problems.append(_clue_problem(position, *divmod(cell, width)))
        cells[cell] = SAFE_CELL  # what the other clues say without this one
    if code == BAD_COUNT:
        problems.append(_count_problem(position))
    elif code != OK and not problems:
        _raise(position, code, cell, MAX_STATES)
    return Status(not problems, tuple(problems))
