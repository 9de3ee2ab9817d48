"""Which rule opened what, and when."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from nogues.board import Board
from nogues.colours import HIDDEN_GROUND, INK
from nogues.errors import MinesweeperError
from nogues.kernels.codes import HIDDEN, MINE, RULES
from nogues.plot import glyphs
from nogues.plot.canvas import Canvas, Marks, grounds_of, image_of
from nogues.plot.figures import add_legend, axes_for, check_axes, frame
from nogues.plot.rounds import Rounds, rounds_of
from nogues.solve import checked_board, solve

if TYPE_CHECKING:
    from matplotlib.axes import Axes

#: Grounds of what each rule decided, the stronger the darker: seen without colour, too.
RULE_COLOURS = ("#eaf2fb", "#8fc7e8", "#f0a35e", "#d97fb0")
#: What legends and titles call them.
RULE_NAMES = tuple(rule.replace("_", " ") for rule in RULES)


class Solved(NamedTuple):
    """A board's clues, its start, and the rounds that a level takes to know it."""

    grid: NDArray[np.int8]
    start: tuple[int, int]
    rounds: Rounds


def solved(board: Board | Any, start: Any, logic: str, use_mine_count: bool) -> Solved:
    """Solve a board, or raise: a start on a mine leaves nothing to draw."""
    grid, cell = checked_board(board, start)
    solution = solve(grid, cell, logic=logic, use_mine_count=use_mine_count, proof=True)
    if solution.proof is None:
        raise MinesweeperError(f"start must be a safe cell, not the mine at {cell}")
    return Solved(grid, cell, rounds_of(grid, solution.proof))


def steps(
    board: Board | Any,
    *,
    start: tuple[int, int] | None = None,
    logic: str = "complete",
    use_mine_count: bool = True,
    ax: Axes | None = None,
) -> Axes:
    """Draw which rule decided each cell, and in which round.

    The ground tells the rule, the number the round: 0 is the start.  Mines have a flag
    besides.  Each rule waits until those before it are stuck; an elementary round is
    all that single clues say as the board stands, and steps of a higher rule that
    follow each other are one round.  What the level cannot decide stays hidden.

    Parameters
    ----------
    board : Board or array_like of int, shape (height, width)
        The board; an array holds clues, -1 for a mine.
    start : tuple of int, optional
        (row, column) of the first click; the board's own, or the centre of an array,
        unless given.
    logic : {"elementary", "subset", "complete"}, optional
        The strongest rules to use.
    use_mine_count : bool, optional
        Whether the complete level may use the number of mines.
    ax : matplotlib.axes.Axes, optional
        Where to draw; a new figure of pyplot's unless given, which notebooks show.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    MinesweeperError, LimitError
        As ``solve``, and when the start is a mine.
    TypeError
        When an argument is of the wrong type.
    ImportError
        When matplotlib is not installed.

    Examples
    --------
    >>> import nogues
    >>> ax = nogues.plot.steps([[1, -1, 1, 0, 0]], start=(0, 0))
    >>> [entry.get_text() for entry in ax.get_legend().get_texts()]
    ['elementary: 1 cell in 1 round', 'mine count: 3 cells in 1 round']
    >>> import matplotlib.pyplot as plt
    >>> plt.close(ax.figure)
    """
    check_axes(ax)
    from matplotlib.colors import to_rgba

    grid, first, rounds = solved(board, start, logic, use_mine_count)
    height, width = grid.shape
    hidden = np.full(grid.shape, HIDDEN, np.int8)
    ax = axes_for(ax, width, height, below=0.5)
    canvas = Canvas(ax, (height, width))
    starts = [first]
    grounds = grounds_of(hidden, starts) if canvas.has_glyphs else image_of(hidden)
    for rule, colour in enumerate(RULE_COLOURS):
        grounds[rounds.by(rule)] = to_rgba(colour)
    marks = Marks()
    if canvas.has_glyphs:
        for row, column in np.argwhere(rounds.number >= 0).tolist():
            number = glyphs.text(str(rounds.number[row, column]), 0.33, bold=False)
            if grid[row, column] == MINE:
                marks.add_flag(row - 0.18, column, size=0.55)
                marks.add(number, INK, row + 0.25, column)
            else:
                marks.add(number, INK, row, column)
    canvas.paint(grounds, marks)
    canvas.outline(starts, "start", INK)
    frame(ax, width, height)
    known = int(np.count_nonzero(rounds.number >= 0))
    title = f"{width}x{height}, {logic}: {len(rounds.rules)} rounds"
    left = f", {grid.size - known} cells left" if known < grid.size else ""
    ax.set_title(title + left, fontsize="medium")
    if handles := _legend(rounds, grid.size - known):
        add_legend(ax, handles)
    return ax


def _legend(rounds: Rounds, left: int) -> list[Any]:
    from matplotlib.patches import Patch

    handles = []
    for rule in range(len(RULES)):
        times, cells = rounds.rules.count(rule), int(rounds.by(rule).sum())
        if times:
            told = f"{cells} cell{'s' * (cells != 1)} in {times} round"
            label = f"{RULE_NAMES[rule]}: {told}{'s' * (times != 1)}"
            colour = RULE_COLOURS[rule]
            handles.append(Patch(facecolor=colour, edgecolor=INK, label=label))
    if left:
        label = f"not decided: {left} cell{'s' * (left != 1)}"
        handles.append(Patch(facecolor=HIDDEN_GROUND, edgecolor=INK, label=label))
    return handles
