"""Pictures of boards: one, or many side by side."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable
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

#: Boards of a page of a gallery; more would be too small to see.
PAGE = 60
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
    page: int = 1,
    ax: Axes | None = None,
) -> Axes:
    """Draw boards side by side in rows, each with its seed or number below.

    More than 60 boards would be too small to see, so they are divided into pages.

    Parameters
    ----------
    boards : Boards, Positions or iterable
        What to draw: at least one of anything that ``board`` takes.
    columns : int, optional
        Boards per row; default: a picture about as wide as high.
    page : int, optional
        Which 60 of the boards to draw, from 1; the title says how many pages there are.
    ax : matplotlib.axes.Axes, optional
        As in ``board``; all boards are drawn into the same axes.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    MinesweeperError
        When there are no boards, they are too large, there is no such page,
        ``columns`` is below 1, or as in ``board``.
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
    >>> boards = nogues.generate_boards(9, 9, 10, seeds=range(300))
    >>> nogues.plot.gallery(boards, page=2).get_title()
    '60 of 300 boards, page 2 of 5'
    >>> import matplotlib.pyplot as plt
    >>> plt.close("all")
    """
    check_axes(ax)
    scenes, labels, title = _members(boards, check_integer("page", page, 1))
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
    ax.set_title(title, fontsize="medium")
    return ax


def _members(boards: Any, page: int) -> tuple[list[Scene], list[str], str]:
    """Return what to draw, what to write below each, and a title; or raise."""
    if isinstance(boards, (Board, Position, Play, str)) or not isinstance(
        boards, Iterable
    ):
        raise TypeError(
            f"boards must be Boards, or many of what board takes, not {boards!r}"
        )
    first = (page - 1) * PAGE
    if isinstance(boards, (Boards, Positions, list, tuple, np.ndarray)):
        total, members = len(boards), list(boards[first : first + PAGE])
        is_all = True
    else:  # it may have no end
        items = iter(boards)
        passed = sum(1 for _ in itertools.islice(items, first))
        members = list(itertools.islice(items, PAGE))
        more = sum(1 for _ in itertools.islice(items, 1))
        total, is_all = passed + len(members) + more, not more
    if not total:
        raise MinesweeperError("boards of a gallery must be at least one, not none")
    pages = -(-total // PAGE)
    if not members:
        raise MinesweeperError(
            f"page must be 1 to {pages} for {number_of(total, 'board')}, not {page}"
        )
    scenes, labels = [], []
    for k, member in enumerate(members, first):
        scenes.append(scene_of(f"boards at {k}", member))
        seed = member.seed if isinstance(member, Board) else None
        labels.append(f"number {k}" if seed is None else f"seed {seed}")
    if pages == 1:
        return scenes, labels, number_of(total, "board")
    of = f" of {total:,}", f" of {pages}"
    part, whole = of if is_all else ("", ", and more")
    title = f"{len(scenes)}{part} boards, page {page}{whole}"
    return scenes, labels, title
