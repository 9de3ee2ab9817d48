"""Solving boards and opening cells."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nogues.base.spec import LARGEST, check_flag, check_integer, check_size
from nogues.boards.board import Board
from nogues.boards.clues import as_array, checked_board, open_from
from nogues.kernels.codes import MAX_PASSES, MINE, RULES
from nogues.solving.levels import check_logic, prove
from nogues.solving.proof import Proof


@dataclass(frozen=True, eq=False, slots=True)
class Solution:
    """The result of solving a board from a start at a level of deduction.

    Attributes
    ----------
    solvable : bool
        Whether every safe cell was opened.
    hit_mine : bool
        Whether the start is a mine; then nothing is deduced.
    cells : ndarray of int8, shape (width * height,)
        The state of each cell: ``nogues.SAFE`` (1, opened), ``nogues.MINE`` (-1,
        flagged) or ``nogues.UNKNOWN`` (0).
    opened, flagged : int
        Cells opened and flagged.
    passes : int
        Sweeps over the board that had an effect; 0 above the elementary level.
    logic : str
        The level.
    rounds, decided : dict of str to int
        How often each rule was needed, and how many cells it decided, including the
        start and flagged mines.  Keys: ``"elementary"``, ``"subset"``, ``"complete"``
        and ``"mine_count"``.  A rule is tried only when the rules before it are stuck,
        and one round decides every cell that it can.
    proof : Proof or None
        The steps, if requested and the start is safe.  ``max_passes`` does not limit
        them; ``proof.solvable`` says whether they solve the board.
    needs : str or None
        The strongest rule that the board needs, a key of ``rounds``; None if it is not
        solvable.
    """

    solvable: bool
    hit_mine: bool
    cells: NDArray[np.int8]
    opened: int
    flagged: int
    passes: int
    logic: str
    rounds: dict[str, int]
    decided: dict[str, int]
    proof: Proof | None
    needs: str | None


@dataclass(frozen=True, eq=False, slots=True)
class Reveal:
    """The cells that a click opens.

    Attributes
    ----------
    hit_mine : bool
        Whether the cell is a mine; if so, no cells are listed.
    cells : ndarray of int32
        Row-major indices in opening order, breadth-first.
    distance : ndarray of int32
        Steps from the clicked cell to each of them.
    """

    hit_mine: bool
    cells: NDArray[np.int32]
    distance: NDArray[np.int32]


def solve(
    board: Board | Any,
    start: tuple[int, int] | None = None,
    *,
    logic: str = "elementary",
    use_mine_count: bool = True,
    proof: bool = False,
    max_passes: int = MAX_PASSES,
) -> Solution:
    """Solve a board at a level of deduction.

    ``"elementary"`` (reference: Solve): if all mines of an opened clue are flagged, its
    other neighbours are opened; if all its unknown neighbours must be mines, they are
    flagged.  Sweeps are row-major, and each deduction takes effect at once.  There are
    at most ``max_passes`` sweeps.

    ``"subset"``: also compares any two opened clues A and B.  Suppose A needs n more
    mines than B and has exactly n unknown neighbours that B does not have.  Then these
    n cells are mines, and the unknown neighbours that only B has are safe.

    ``"complete"``: everything that is the same in all layouts that fit the clues and
    the mine count.

    Parameters
    ----------
    board : Board or array_like of int, shape (height, width)
        The board, from any source; an array contains clues, -1 for a mine.
    start : tuple of int, optional
        (row, column) of the first click (default: the board's own start, or the centre
        of an array).
    logic : {"elementary", "subset", "complete"}, optional
        The level; the rules of lower levels are tried first.
    use_mine_count : bool, optional
        Whether the complete level may use the number of mines.
    proof : bool, optional
        Record the steps, for ``verify``.
    max_passes : int, optional
        Limit on sweeps at the elementary level.  The other levels and proofs go on
        until nothing changes.

    Returns
    -------
    Solution

    Raises
    ------
    MinesweeperError
        If the clues contradict the mines (names the first wrong cell), or an argument
        is out of range.
    LimitError
        If the complete level takes too many states.
    TypeError
        If an argument is of the wrong type.

    Examples
    --------
    >>> import nogues
    >>> solution = nogues.solve([[0, 1, -1], [0, 1, 1], [0, 0, 0]], (2, 0))
    >>> solution.solvable, solution.opened, solution.flagged, solution.passes
    (True, 8, 1, 1)
    >>> solution = nogues.solve([[1, -1, 1, 0, 0]], (0, 0), logic="complete")
    >>> solution.solvable, solution.decided["mine_count"]
    (True, 3)
    """
    grid, cell = checked_board(board, start)
    level = check_logic(logic)
    counting = check_flag("use_mine_count", use_mine_count)
    cap = check_integer("max_passes", max_passes, 1, LARGEST)
    height, width = grid.shape
    cells = np.zeros(grid.size, np.int8)
    none = dict.fromkeys(RULES, 0)
    if grid[cell] == MINE:
        nothing = (none, none.copy(), None, None)
        return Solution(False, True, cells, 0, 0, 0, logic, *nothing)
    if level or proof:
        climbed = prove(grid, cell, logic, counting, proof)
    if level:
        return _solution(grid, climbed.cells, 0, logic, *climbed[1:])
    from nogues.kernels.boards.rows import new_field
    from nogues.kernels.rules.single_rows import solve_clues

    field = new_field(width, height, *cell)
    passes = solve_clues(field, grid.reshape(-1), width, height, cap, cells)
    known = int(np.count_nonzero(cells))
    rounds, decided = {**none, "elementary": 1}, {**none, "elementary": known}
    steps = climbed.proof if proof else None
    return _solution(grid, cells, int(passes), logic, rounds, decided, steps)


def _solution(
    grid: NDArray[np.int8],
    cells: NDArray[np.int8],
    passes: int,
    logic: str,
    rounds: dict[str, int],
    decided: dict[str, int],
    proof: Proof | None,
) -> Solution:
    opened = int(np.count_nonzero(cells > 0))
    flagged = int(np.count_nonzero(cells < 0))
    solvable = opened == int(np.count_nonzero(grid != MINE))
    return Solution(
        solvable,
        False,
        cells,
        opened,
        flagged,
        passes,
        logic,
        rounds,
        decided,
        proof,
        [rule for rule in RULES if rounds[rule]][-1] if solvable else None,
    )


def is_solvable(
    board: Board | Any,
    start: tuple[int, int] | None = None,
    *,
    logic: str = "elementary",
    use_mine_count: bool = True,
    max_passes: int = MAX_PASSES,
) -> bool:
    """Return whether a level of deduction opens every safe cell; see ``solve``.

    Examples
    --------
    >>> import nogues
    >>> nogues.is_solvable(nogues.generate_board(30, 16, 99, seed=1))
    True
    """
    return solve(
        board,
        start,
        logic=logic,
        use_mine_count=use_mine_count,
        max_passes=max_passes,
    ).solvable


def reveal(board: Board | Any, cell: tuple[int, int] | None = None) -> Reveal:
    """Open a cell as an ordinary click does (reference: Reveal).

    The order is breadth-first.  A zero opens its neighbours, row-major.  Each cell is
    listed once.

    Parameters
    ----------
    board : Board or array_like of int, shape (height, width)
        As in ``solve``.
    cell : tuple of int, optional
        (row, column) (default: the board's start, or the centre of an array).

    Raises
    ------
    MinesweeperError
        If the clues contradict the mines, or the cell is outside the board.

    Examples
    --------
    >>> import nogues
    >>> opened = nogues.reveal([[-1, 1, 0, 0]], (0, 3))
    >>> opened.cells.tolist(), opened.distance.tolist()
    ([3, 2, 1], [0, 1, 2])
    """
    grid, at = checked_board(board, cell, "cell")
    cells, distance = open_from(grid, at)
    return Reveal(not cells.size, cells, distance)


def count_clues(mine_mask: Any) -> NDArray[np.int8]:
    """Return the clues of a layout of mines.

    Parameters
    ----------
    mine_mask : array_like of bool, shape (height, width)
        Where the mines are.

    Returns
    -------
    ndarray of int8, shape (height, width)
        -1 for a mine, else the number of mines around the cell.

    Examples
    --------
    >>> count_clues([[True, False, False]]).tolist()
    [[-1, 1, 0]]
    """
    mask = as_array("mine_mask", mine_mask)
    if mask.dtype != np.bool_ or mask.ndim != 2:
        raise TypeError(
            "mine_mask must be bools of shape (height, width), not "
            f"{mask.dtype} of shape {mask.shape}"
        )
    width, height = check_size(mask.shape[1], mask.shape[0])
    from nogues.kernels.boards.clues import count_mines

    clue = np.empty(mask.size, np.int8)
    count_mines(np.array(mask.reshape(-1)), width, height, clue)
    return clue.reshape(mask.shape)
