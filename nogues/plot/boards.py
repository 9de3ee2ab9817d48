"""Pictures of boards: one, or many side by side."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sized
from typing import TYPE_CHECKING, Any

import numpy as np

from nogues.base.colours import INK
from nogues.base.errors import MinesweeperError
from nogues.base.spec import check_integer
from nogues.base.words import number_of
from nogues.boards.board import Board, Boards
from nogues.boards.position import Position, Positions
from nogues.game.rules import Play
from nogues.plot import glyphs
from nogues.plot.canvas import GAP, Canvas, Marks
from nogues.plot.figures import axes_for, check_axes, frame
from nogues.plot.scenes import Scene, scene_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes

#: Limit on the boards of a gallery; more would be too small to see.
MOST_BOARDS = 400
#: Limit on the cells of a gallery, including those between the boards.
MOST_CELLS = 4_000_000


def board(
    item: Any, *, start: tuple[int, int] | None = None, ax: Axes | None = None
) -> Axes:
    """Draw a board, a position or a game.

    Numbers have their classic colours, mines are balls with spikes, and the start has
    a frame on a yellow background.  Boards of more than 10,000 cells are drawn as an
    image: one colour per cell, and no numbers.

    Parameters
    ----------
    item : Board, Position, Game or array_like of int, shape (height, width)
        What to draw.  The known mines of a position are drawn as flags; a lost game
        shows its mines, and wrong flags with a cross.  An array holds clues,
        ``nogues.MINE``, ``nogues.HIDDEN`` and ``nogues.FLAG``.
    start : tuple of int, optional
        (row, column) of the first click; default: that of the board or game.
    ax : matplotlib.axes.Axes, optional
        Where to draw; default: a new pyplot figure, which notebooks show.
        ``matplotlib.pyplot.close(ax.figure)`` closes it.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    MinesweeperError
        When a code means nothing (names the first such cell), or the start is outside.
    TypeError
        When an argument is of the wrong type.
    ImportError
        When matplotlib is not installed.

    Examples
    --------
    >>> import nogues
    >>> ax = nogues.plot.board(nogues.generate_board(9, 9, 10, seed=7))
    >>> ax.get_title()
    '9x9, 10 mines, seed 7'
    >>> import matplotlib.pyplot as plt
    >>> plt.close(ax.figure)
    """
    check_axes(ax)
    scene = scene_of("item", item, start)
    width, height = scene.size
    ax = axes_for(ax, width, height)
    starts = [] if scene.start is None else [scene.start]
    Canvas(ax, (height, width)).show(scene.codes, starts)
    frame(ax, width, height)
    ax.set_title(scene.title, fontsize="medium")
    return ax


def gallery(
    boards: Boards | Positions | Iterable[Any],
    *,
    columns: int | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw boards side by side in rows, each with its seed or number below.

    Parameters
    ----------
    boards : Boards, Positions or iterable
        What to draw, 1 to 400 of anything that ``board`` takes.
    columns : int, optional
        Boards per row; default: a picture about as wide as high.
    ax : matplotlib.axes.Axes, optional
        As in ``board``; all boards are drawn into the same axes.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    MinesweeperError
        When there are none or too many, or they are too large, or ``columns`` is below
        1, or as in ``board``.
    TypeError
        When an argument is of the wrong type.
    ImportError
        When matplotlib is not installed.

    Examples
    --------
    >>> import nogues
    >>> boards = nogues.generate_boards(9, 9, 10, seeds=range(6))
    >>> ax = nogues.plot.gallery(boards, columns=3)
    >>> ax.get_title()
    '6 boards'
    >>> import matplotlib.pyplot as plt
    >>> plt.close(ax.figure)
    """
    check_axes(ax)
    scenes, labels = _members(boards)
    wide = max(scene.size[0] for scene in scenes)
    high = max(scene.size[1] for scene in scenes)
    letter = max(0.6, wide / 32)
    # A gap between boards, and below each a line for its label.
    step_x, step_y = wide + 1, high + math.ceil(letter * 2)
    if columns is None:
        across = max(1, round(math.sqrt(len(scenes) * step_y / step_x)))
    else:
        across = check_integer("columns", columns, 1)
    across = min(across, len(scenes))
    down = -(-len(scenes) // across)
    if (cells := down * step_y * across * step_x) > MOST_CELLS:
        raise MinesweeperError(
            f"boards of a gallery must take at most {MOST_CELLS:,} cells, not {cells:,}"
        )
    codes = np.full((down * step_y, across * step_x - 1), GAP, np.int8)
    starts, marks = [], Marks()
    for k, (scene, label) in enumerate(zip(scenes, labels, strict=True)):
        top, left = k // across * step_y, k % across * step_x
        width, height = scene.size
        codes[top : top + height, left : left + width] = scene.codes
        if scene.start is not None:
            starts.append((top + scene.start[0], left + scene.start[1]))
        written = glyphs.text(label, letter, bold=False, widest=wide)
        half = float(written.get_extents().width) / 2
        marks.add(written, INK, top + height - 0.4 + letter, left - 0.5 + half)
    ax = axes_for(ax, codes.shape[1], codes.shape[0])
    cells = int(np.count_nonzero(codes != GAP))
    Canvas(ax, codes.shape, cells).show(codes, starts, marks)
    frame(ax, codes.shape[1], codes.shape[0], numbered=False)
    ax.set_title(number_of(len(scenes), "board"), fontsize="medium")
    return ax


def _members(boards: Any) -> tuple[list[Scene], list[str]]:
    """Return what to draw and what to write below, or raise."""
    if isinstance(boards, (Board, Position, Play, str)) or not isinstance(
        boards, Iterable
    ):
        raise TypeError(
            f"boards must be Boards, or many of what board takes, not {boards!r}"
        )
    # It may be a million, or have no end.
    members = list(itertools.islice(boards, MOST_BOARDS + 1))
    if not members or len(members) > MOST_BOARDS:
        n = f"{len(boards):,}" if isinstance(boards, Sized) else "more"
        raise MinesweeperError(
            f"boards of a gallery must be 1 to {MOST_BOARDS}, not {n if members else 0}"
        )
    scenes, labels = [], []
    for k, member in enumerate(members):
        scenes.append(scene_of(f"boards at {k}", member))
        seed = member.seed if isinstance(member, Board) else None
        labels.append(f"number {k}" if seed is None else f"seed {seed}")
    return scenes, labels
