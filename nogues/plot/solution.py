"""Which rule decided each cell, and in which round."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from nogues.base.colours import HIDDEN_GROUND, INK
from nogues.base.errors import MinesweeperError
from nogues.base.words import number_of
from nogues.boards.board import Board
from nogues.boards.clues import checked_board
from nogues.kernels.codes import HIDDEN, MINE, RULES
from nogues.plot import glyphs
from nogues.plot.canvas import (
    MOST_GLYPHS,
    SMALL,
    Canvas,
    Marks,
    grounds_of,
    image_of,
)
from nogues.plot.figures import (
    FLAT,
    LEGEND,
    LEGEND_UNDER_BAR,
    add_legend,
    add_strips,
    axes_for,
    check_axes,
    frame,
    legend_height,
)
from nogues.plot.rounds import Rounds, rounds_of
from nogues.solving.solve import solve

if TYPE_CHECKING:
    from matplotlib.axes import Axes

#: Background of each rule: stronger rules are darker, so they differ without colour.
RULE_COLOURS = ("#eaf2fb", "#8fc7e8", "#f0a35e", "#d97fb0")
#: Colour maps of the rules on images, where later rounds are darker.
RULE_MAPS = ("Blues", "Greens", "Oranges", "RdPu")
#: Height of a number below a flag in its cell.
UNDER_FLAG = 0.4
#: Names of the rules in legends and titles.
RULE_NAMES = tuple(rule.replace("_", " ") for rule in RULES)


class Solved(NamedTuple):
    """A board's clues, its start, and the rounds that a level takes to solve it."""

    grid: NDArray[np.int8]
    start: tuple[int, int]
    rounds: Rounds


def solved(board: Board | Any, start: Any, logic: str, use_mine_count: bool) -> Solved:
    """Solve a board; raises if the start is a mine."""
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

    The background shows the rule, the number shows the round; 0 is the start.  Mines
    also have a flag.  Each rule waits until those before it are stuck.  An elementary
    round is all that single clues say at that moment; consecutive steps of a higher
    rule are one round.  What the level cannot decide stays hidden.  Above 10,000 cells
    there are no numbers: later rounds are darker.

    Parameters
    ----------
    board : Board or array_like of int, shape (height, width)
        The board; an array holds clues, -1 for a mine.
    start : tuple of int, optional
        (row, column) of the first click; default: the board's start, or the centre of
        an array.
    logic : {"elementary", "subset", "complete"}, optional
        The strongest rules to use.
    use_mine_count : bool, optional
        Whether the complete level may use the number of mines.
    ax : matplotlib.axes.Axes, optional
        Where to draw; default: a new pyplot figure, which notebooks show.

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
    known = int(np.count_nonzero(rounds.number >= 0))
    last, shaded = len(rounds.rules), grid.size > MOST_GLYPHS
    handles = _legend(rounds, grid.size - known, shaded)
    beside = 0.9 if shaded and last else 0.0
    under = 0.6 if beside and height < FLAT else 0.0
    below = under + legend_height(len(handles), width, beside)
    ax = axes_for(ax, width, height, below=below, beside=beside)
    canvas = Canvas(ax, (height, width))
    starts = [first]
    grounds = grounds_of(hidden, starts) if canvas.has_glyphs else image_of(hidden)
    for rule, colour in enumerate(RULE_COLOURS):
        cells = rounds.by(rule)
        late = rounds.number[cells] / max(last, 1)
        grounds[cells] = shades(rule, late) if shaded else to_rgba(colour)
    marks = Marks()
    if canvas.has_glyphs:
        for row, column in np.argwhere(rounds.number >= 0).tolist():
            text = str(rounds.number[row, column])
            if grid[row, column] == MINE:
                marks.add_flag(row - 0.22, column, size=0.5)
                number = glyphs.text(text, UNDER_FLAG, bold=False)
                marks.add(number, INK, row + 0.22, column)
            else:
                marks.add(glyphs.text(text, SMALL, bold=False), INK, row, column)
    canvas.paint(grounds, marks)
    canvas.outline(starts, "start", INK)
    frame(ax, width, height)
    title = f"{width}x{height}, {logic}: {number_of(last, 'round')}"
    left = f", {number_of(grid.size - known, 'cell')} left" if known < grid.size else ""
    ax.set_title(title + left, fontsize="medium")
    if handles:
        add_legend(ax, handles, LEGEND_UNDER_BAR if under else LEGEND)
    if shaded and last:
        parts, used = np.arange(1, last + 1) / last, sorted(set(rounds.rules))
        strips = np.stack([shades(rule, parts) for rule in used], axis=1)
        add_strips(ax, strips, "round", (width, height))
    return ax


def shades(rule: int, part: Any) -> Any:
    """Return a rule's colours on images, by the share of all rounds that is done."""
    import matplotlib

    return matplotlib.colormaps[RULE_MAPS[rule]](0.25 + 0.75 * np.asarray(part))


def _legend(rounds: Rounds, left: int, shaded: bool) -> list[Any]:
    from matplotlib.patches import Patch

    handles = []
    for rule in range(len(RULES)):
        times, cells = rounds.rules.count(rule), int(rounds.by(rule).sum())
        if times:
            counts = f"{number_of(cells, 'cell')} in {number_of(times, 'round')}"
            label = f"{RULE_NAMES[rule]}: {counts}"
            # For many rounds, the colour of the middle one.
            colour = shades(rule, 0.5) if shaded else RULE_COLOURS[rule]
            handles.append(Patch(facecolor=colour, edgecolor=INK, label=label))
    if left:
        label = f"not decided: {number_of(left, 'cell')}"
        handles.append(Patch(facecolor=HIDDEN_GROUND, edgecolor=INK, label=label))
    return handles
