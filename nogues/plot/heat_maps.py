"""Heat maps: mine probabilities of a position, mine rates of many boards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from nogues.base.colours import ODDS, ODDS_BEST, ODDS_INK, SURELY_MINE, SURELY_SAFE
from nogues.base.errors import MinesweeperError
from nogues.base.spec import check_cell, check_flag
from nogues.base.words import number_of
from nogues.boards.board import Board, Boards
from nogues.boards.clues import checked_boards
from nogues.boards.position import Position
from nogues.kernels.codes import MINE
from nogues.plot import glyphs
from nogues.plot.canvas import MOST_GLYPHS, SMALL, Canvas, Marks, grounds_of, image_of
from nogues.plot.figures import (
    FLAT,
    LEGEND,
    LEGEND_UNDER_BAR,
    add_bar,
    add_legend,
    axes_for,
    check_axes,
    frame,
    legend_height,
    tag,
)
from nogues.plot.rounds import around
from nogues.plot.scenes import scene_of
from nogues.solving.probability import Probabilities, mine_probabilities

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.colors import Colormap

#: Cells of the boards that are number_of at once.
CHUNK_CELLS = 1 << 23

#: Probabilities that differ by less, relatively, are equal, as in ``best_guess``.
_EQUAL = 1e-9
#: Sums of probabilities that differ by more belong to another position.
_MUCH = 1e-3


def risk_colours() -> Colormap:
    """Return the colours of odds; what is certain has colours of its own."""
    from matplotlib.colors import LinearSegmentedColormap

    return LinearSegmentedColormap.from_list("nogues_odds", ODDS, N=1024)


def probabilities(
    position: Position,
    computed: Probabilities | None = None,
    *,
    ax: Axes | None = None,
) -> Axes:
    """Draw the probability of a mine in each hidden cell of a position.

    Colour and number (percent) show the probability.  A tick marks safe cells, a mine
    marks certain mines, and a frame marks the cells with the lowest risk.  Above
    10,000 cells only colours are drawn.

    Parameters
    ----------
    position : Position
        What the player sees.
    computed : Probabilities, optional
        The result of ``mine_probabilities`` for it; default: computed here.
    ax : matplotlib.axes.Axes, optional
        Where to draw; default: a new pyplot figure, which notebooks show.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    ContradictionError, LimitError
        As ``mine_probabilities``.
    MinesweeperError
        When ``computed`` is of another position.
    TypeError
        When an argument is of the wrong type.
    ImportError
        When matplotlib is not installed.

    Examples
    --------
    >>> import nogues
    >>> position = nogues.Position(4, 1, 1, [-2, 1, -2, -2])
    >>> ax = nogues.plot.probabilities(position)
    >>> [entry.get_text() for entry in ax.get_legend().get_texts()]
    ['safe: 1 cell', 'least risk, 0 %: 1 cell']
    >>> import matplotlib.pyplot as plt
    >>> plt.close(ax.figure)
    """
    check_axes(ax)
    from matplotlib.colors import to_rgba

    if not isinstance(position, Position):
        raise TypeError(f"position must be a Position, not {position!r}")
    if computed is None:
        p = mine_probabilities(position)
    else:
        p = _check_computed(computed, position)
    scene = scene_of("position", position)
    width, height = scene.size
    shape = (height, width)
    mine, hidden = p.mine.reshape(shape), p.hidden.reshape(shape)
    safe, mines = p.safe.reshape(shape), p.mines.reshape(shape)
    best, least = _least(mine, hidden)
    cmap, flat = risk_colours(), height < FLAT
    handles: list[Any] = []
    if hidden.any() and width * height <= MOST_GLYPHS:
        handles = _legend(int(safe.sum()), int(mines.sum()), len(best), least)
    under = 0.6 if flat else 0.0
    below = under + legend_height(len(handles), width, 0.9)
    ax = axes_for(ax, width, height, below=below, beside=0.9)
    canvas = Canvas(ax, shape)
    if canvas.has_glyphs:
        grounds = grounds_of(scene.codes)
        marks = Marks().add_codes(scene.codes)
        for row, column in np.argwhere(hidden).tolist():
            if safe[row, column]:
                marks.add(glyphs.text("✓", 0.5), ODDS_INK, row, column)
            elif mines[row, column]:
                marks.add(glyphs.mine(), ODDS_INK, row, column)
            else:
                text = percent(float(mine[row, column]))
                number = glyphs.text(text, SMALL, bold=False)
                marks.add(number, ODDS_INK, row, column)
    else:
        grounds, marks = image_of(scene.codes), Marks()
    grounds[hidden] = cmap(mine[hidden])
    grounds[safe], grounds[mines] = to_rgba(SURELY_SAFE), to_rgba(SURELY_MINE)
    canvas.paint(grounds, marks)
    if canvas.has_glyphs:
        canvas.outline(map(tuple, best.tolist()), "least risk", ODDS_BEST)
    frame(ax, width, height)
    add_bar(ax, cmap, 0, 100, "probability of a mine, %", scene.size)
    ax.set_title(scene.title, fontsize="medium")
    if handles:
        add_legend(ax, handles, LEGEND_UNDER_BAR if flat else LEGEND)
    return ax


def percent(probability: float) -> str:
    """Return a probability strictly between 0 and 1 in percent, never 0 or 100.

    Examples
    --------
    >>> percent(0.374), percent(0.001), percent(0.999)
    ('37', '<1', '>99')
    """
    if probability < 0.01:
        return "<1"
    return ">99" if probability > 0.99 else f"{100 * probability:.0f}"


def _check_computed(p: Any, position: Position) -> Probabilities:
    if not isinstance(p, Probabilities):
        raise TypeError(f"computed must be Probabilities, not {p!r}")
    if not np.array_equal(p.hidden, position.hidden):
        n = np.count_nonzero(p.hidden)
        raise MinesweeperError(
            f"computed must be of this position, {position!r}, not of one of shape "
            f"{p.hidden.shape} with {n} hidden cells elsewhere"
        )
    problem = f"computed must be of this position, {position!r}: "
    known, total = position.cells == MINE, float(p.mine.sum())
    if not np.array_equal(p.mine[~p.hidden], known[~p.hidden]):
        raise MinesweeperError(problem + "the known mines differ")
    if not abs(total - position.mines) < _MUCH:
        raise MinesweeperError(f"{problem}the mines add up to {total:.6g}")
    # In every layout the mines around a clue add up to it, so their mean does too.
    sums = around(p.mine.reshape(position.grid.shape))
    wrong = (position.grid >= 0) & ~(np.abs(sums - position.grid) < _MUCH)
    if wrong.any():
        cell = divmod(int(wrong.argmax()), position.width)
        raise MinesweeperError(
            f"{problem}the mines around {cell} add to {sums[cell]:.6g}"
        )
    return p


def _least(
    mine: NDArray[np.float64], hidden: NDArray[np.bool_]
) -> tuple[NDArray[np.intp], float]:
    """Return the hidden cells (row, column) of least probability, and its value."""
    if not hidden.any():
        return np.empty((0, 2), np.intp), 0.0
    least = float(mine[hidden].min())
    return np.argwhere(hidden & (mine <= least * (1 + _EQUAL))), least


def _legend(safe: int, mines: int, best: int, least: float) -> list[Any]:
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch

    def entry(outline: Any, colour: str, text: str, n: int) -> Line2D:
        label = f"{text}: {number_of(n, 'cell')}"
        look: dict[str, Any] = {
            "linestyle": "none",
            "markersize": 8,
            "markeredgewidth": 0,
        }
        return Line2D([], [], marker=outline, color=colour, label=label, **look)

    handles: list[Any] = []
    if safe:
        # A marker's y goes up, a cell's down.
        tick = glyphs.turned(glyphs.text("✓", 0.5))
        handles.append(entry(tick, ODDS_INK, "safe", safe))
    if mines:
        handles.append(entry(glyphs.mine(), ODDS_INK, "certainly a mine", mines))
    label = f"least risk, {100 * least:.3g} %: {number_of(best, 'cell')}"
    handles.append(
        Patch(facecolor="none", edgecolor=ODDS_BEST, linewidth=1.6, label=label)
    )
    return handles


def density(
    boards: Boards | Any,
    *,
    relative: bool = False,
    start: tuple[int, int] | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw how often each cell is a mine in many boards.

    Parameters
    ----------
    boards : Boards, list of Board, or array_like of int, shape (n, height, width)
        The boards, at least one; a million work well.  Boards in a list must have the
        same size, start and search.  An array holds clues, -1 for a mine.
    relative : bool, optional
        Divide by the mean over the cells, so 1 is the average.
    start : tuple of int, optional
        (row, column) to mark; default: the start of ``Boards``.
    ax : matplotlib.axes.Axes, optional
        Where to draw; default: a new pyplot figure, which notebooks show.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    MinesweeperError
        When there are no boards, clues contradict the mines, or the start is outside.
    TypeError
        When an argument is of the wrong type.
    ImportError
        When matplotlib is not installed.

    Examples
    --------
    >>> import nogues
    >>> boards = nogues.generate_boards(9, 9, 10, seeds=range(1000))
    >>> ax = nogues.plot.density(boards)
    >>> ax.get_title()
    '9x9, 1,000 boards, 12.3 % mines'
    >>> import matplotlib.pyplot as plt
    >>> plt.close(ax.figure)
    """
    check_axes(ax)
    check_flag("relative", relative)
    if isinstance(boards, Board):
        raise TypeError("boards must be many; nogues.plot.board draws one")
    if isinstance(boards, (list, tuple)) and any(isinstance(b, Board) for b in boards):
        boards = Boards.stack(boards)
    clue, width, height, own = checked_boards(boards)
    n = len(clue)
    if not n:
        raise MinesweeperError("boards must be at least one, not none")
    if start is not None:
        own = check_cell("start", start, width, height)
    rate = mine_rate(clue).reshape(height, width)
    mean = float(rate.mean())
    ax = axes_for(ax, width, height, below=0.6 if height < FLAT else 0.0, beside=0.9)
    if relative:
        shown = rate / mean if mean else np.ones_like(rate)
        # A symmetric range puts the mean in the middle of the colours.
        far = max(float(np.abs(shown - 1).max()), 0.01)
        name, low, high, label = "RdBu_r", 1 - far, 1 + far, "mines, mean = 1"
    else:
        shown = 100 * rate
        low, high = float(shown.min()), float(shown.max())
        if low == high:  # the same everywhere
            low, high = 0.0, 100.0
        name, label = "viridis", "boards with a mine, %"
    box = (-0.5, width - 0.5, height - 0.5, -0.5)
    image = ax.imshow(shown, cmap=name, vmin=low, vmax=high, extent=box)
    tag(image, "cells")
    frame(ax, width, height)
    if start is not None or isinstance(boards, Boards):
        _mark_start(ax, own)
    add_bar(ax, image.cmap, low, high, label, (width, height))
    text = f"{number_of(n, 'board')}, {100 * mean:.1f} % mines"
    ax.set_title(f"{width}x{height}, {text}", fontsize="medium")
    return ax


def mine_rate(clue: NDArray[np.int8]) -> NDArray[np.float64]:
    """Return how often each cell is a mine, from clues of shape (n, cells).

    Examples
    --------
    >>> mine_rate(np.array([[-1, 1], [1, -1], [0, 0], [1, -1]], np.int8)).tolist()
    [0.25, 0.5]
    """
    n, cells = clue.shape
    counts = np.zeros(cells, np.int64)
    size = max(1, CHUNK_CELLS // cells)
    for first in range(0, n, size):
        counts += np.count_nonzero(clue[first : first + size] == MINE, axis=0)
    rate: NDArray[np.float64] = counts / n
    return rate


def _mark_start(ax: Axes, start: tuple[int, int]) -> None:
    """Draw a ring around the start, white inside black, visible on any colour."""
    row, column = start
    for colour, size, name in (("black", 3.5, "start"), ("white", 1.5, "start inner")):
        (ring,) = ax.plot([column], [row], "o", mfc="none", mec=colour, mew=size, ms=9)
        tag(ring, name)
