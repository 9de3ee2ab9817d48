"""Whether any layout of mines fits a position, and what is wrong where none does.

Works on anything with the arrays of a position, so that ``Position`` can build on it.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from nogues.base.errors import ContradictionError, LimitError
from nogues.base.spec import LARGEST
from nogues.base.words import number_of
from nogues.kernels.codes import (
    BAD_CLUE,
    BAD_COUNT,
    HIDDEN,
    MAX_STATES,
    MINE,
    OK,
    SAFE_CELL,
)


class Seen(Protocol):
    """What a player sees of a board; fields as in ``Position``."""

    @property
    def width(self) -> int:
        """Columns."""

    @property
    def height(self) -> int:
        """Rows."""

    @property
    def mines(self) -> int:
        """Mines on the whole board."""

    @property
    def cells(self) -> NDArray[np.int8]:
        """Codes of the cells, row-major."""


class Status(NamedTuple):
    """What is wrong with a position.

    Attributes
    ----------
    consistent : bool
        Whether at least one layout of mines fits.
    problems : tuple of str
        Everything that is wrong: clue by clue, then the mine count.
    """

    consistent: bool
    problems: tuple[str, ...]


def count_positions(
    cells: NDArray[np.int8],
    width: int,
    height: int,
    mines: NDArray[np.int32],
    max_states: int,
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.int64]]:
    """Count the layouts of n positions; ``cells`` has shape (n, cells).

    Returns
    -------
    mine : ndarray of float64, shape (n, cells)
        Probability of a mine in each cell.
    log_layouts : ndarray of float64, shape (n,)
        Natural logarithm of the number of layouts.
    report : ndarray of int64, shape (n, 2)
        A code of ``kernels.codes``, and the cell it is about.
    """
    from nogues.kernels.counting.probabilities import probabilities

    if cells.flags.writeable:  # the kernel is compiled for read-only cells only
        cells = cells.view()
        cells.flags.writeable = False
    n = len(cells)
    mine, log_layouts = np.empty(cells.shape), np.zeros(n)
    report = np.empty((n, 2), np.int64)
    out = mine, log_layouts, report
    with np.errstate(over="ignore"):  # a hash wraps; without the JIT, NumPy warns
        probabilities(cells, width, height, mines, max_states, *out)
    return mine, log_layouts, report


def raise_reported(
    seen: Seen, code: int, cell: int, max_states: int, prefix: str = ""
) -> None:
    """Raise the error for a code that is not OK.

    Raises
    ------
    ContradictionError
        When no layout fits; names the clue or the mine count.
    LimitError
        When the count takes more than ``max_states`` states.
    """
    if code not in (BAD_CLUE, BAD_COUNT):
        raise LimitError(
            f"{prefix}{seen!r} takes more than max_states = {max_states} states to "
            "count"
        )
    if code == BAD_COUNT:
        raise ContradictionError(prefix + _count_problem(seen))
    row, column = divmod(cell, seen.width)
    raise ContradictionError(prefix + _clue_problem(seen, row, column), (row, column))


def find_problems(seen: Seen) -> Status:
    """Find everything that is wrong with a position; see ``Position.status``."""
    cells = seen.cells.copy()
    mines = np.array([min(seen.mines, LARGEST)], np.int32)
    problems = []
    while True:
        page = cells.reshape(1, -1)
        _, _, report = count_positions(page, seen.width, seen.height, mines, MAX_STATES)
        code, cell = report[0].tolist()
        if code != BAD_CLUE:
            break
        problems.append(_clue_problem(seen, *divmod(cell, seen.width)))
        cells[cell] = SAFE_CELL  # go on without this clue
    if code == BAD_COUNT:
        problems.append(_count_problem(seen))
    elif code != OK and not problems:
        raise_reported(seen, code, cell, MAX_STATES)
    return Status(not problems, tuple(problems))


def _clue_problem(seen: Seen, row: int, column: int) -> str:
    grid = seen.cells.reshape(seen.height, seen.width)
    clue = int(grid[row, column])
    around = grid[max(row - 1, 0) : row + 2, max(column - 1, 0) : column + 2]
    known = int(np.count_nonzero(around == MINE))
    hidden = int(np.count_nonzero(around == HIDDEN))
    start = f"no layout fits the clue {clue} at ({row}, {column})"
    if known > clue:
        return f"{start}: it has {number_of(known, 'known mine')} around it"
    if known + hidden < clue:
        return (
            f"{start}: it has only {number_of(known, 'known mine')} and "
            f"{number_of(hidden, 'hidden cell')} around it"
        )
    return f"{start} together with the clues near it"


def _count_problem(seen: Seen) -> str:
    hidden = int(np.count_nonzero(seen.cells == HIDDEN))
    known = int(np.count_nonzero(seen.cells == MINE))
    start = f"no layout has {number_of(seen.mines, 'mine')}"
    if known > seen.mines:
        return f"{start}: {number_of(known, 'mine')} {_are(known)} already known"
    if seen.mines - known > hidden:
        return (
            f"{start}: {number_of(known, 'mine')} {_are(known)} known and "
            f"{number_of(hidden, 'cell')} {_are(hidden)} hidden"
        )
    return f"{start}: the clues do not allow that number"


def _are(count: int) -> str:
    return "is" if count == 1 else "are"
