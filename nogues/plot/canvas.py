"""Cells on axes: the background of each, and the mark on it.

Codes are those of positions and games, and three more for pictures only.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from nogues.base.colours import (
    BLANK,
    HIDDEN_GROUND,
    HIT,
    INK,
    NUMBER_COLOURS,
    OPEN,
    PENNANT,
    START,
)
from nogues.base.looks import EXPLODED, FLAG, WRONG
from nogues.kernels.codes import HIDDEN, MINE
from nogues.plot import glyphs
from nogues.plot.figures import tag

if TYPE_CHECKING:
    from matplotlib.axes import Axes

#: No cell at all.
GAP = -6

#: Above this many cells a board is an image without numbers, which would be unreadable.
MOST_GLYPHS = 10_000

#: Height of a clue in its cell, and of a number of up to three digits.
TALL, SMALL = 0.58, 0.43

_LINE = "#8c8c8c"
Colours: TypeAlias = NDArray[np.float64]


def _table(colours: dict[int, Any]) -> Colours:
    """Return colours by code - GAP; other codes are transparent."""
    from matplotlib.colors import to_rgba

    table = np.zeros((9 - GAP, 4))
    for code, colour in colours.items():
        table[code - GAP] = to_rgba(colour)
    return table


def grounds_of(
    codes: NDArray[np.int8], starts: Iterable[tuple[int, int]] = ()
) -> Colours:
    """Return the background of each cell, RGBA of shape (height, width, 4)."""
    closed = dict.fromkeys((HIDDEN, FLAG, WRONG), HIDDEN_GROUND)
    numbers = dict.fromkeys(range(1, 9), OPEN)
    table = _table({**closed, **numbers, MINE: OPEN, EXPLODED: HIT, 0: BLANK})
    grounds: Colours = table[codes.astype(np.intp) - GAP]
    from matplotlib.colors import to_rgba

    for cell in starts:
        grounds[cell] = to_rgba(START)
    return grounds


def image_of(codes: NDArray[np.int8]) -> Colours:
    """Return a colour for each cell, for boards too large for numbers."""
    from matplotlib.colors import to_rgb

    # Half its colour, because many numbers side by side would be too dark.
    pale: dict[int, Any] = {
        number: tuple((np.array(to_rgb(colour)) + to_rgb(OPEN)) / 2)
        for number, colour in enumerate(NUMBER_COLOURS, 1)
    }
    flags = {FLAG: PENNANT, WRONG: HIT, EXPLODED: HIT}
    table = _table({**pale, **flags, HIDDEN: HIDDEN_GROUND, MINE: INK, 0: BLANK})
    image: Colours = table[codes.astype(np.intp) - GAP]
    return image


class Marks:
    """The marks on the cells: outlines, each with a colour."""

    def __init__(self) -> None:
        self.paths: list[Any] = []
        self.colours: list[str] = []

    def add(self, outline: Any, colour: str, row: float, column: float) -> None:
        """Add an outline around a cell."""
        self.paths.append(glyphs.move(outline, row, column))
        self.colours.append(colour)

    def add_codes(self, codes: NDArray[np.int8]) -> Marks:
        """Add the numbers, mines and flags of cells; returns the marks."""
        rows, columns = np.nonzero((codes != 0) & (codes != HIDDEN) & (codes != GAP))
        for row, column in zip(rows.tolist(), columns.tolist(), strict=True):
            code = int(codes[row, column])
            if code > 0:
                number = glyphs.text(str(code), TALL)
                self.add(number, NUMBER_COLOURS[code - 1], row, column)
            elif code in (MINE, EXPLODED):
                self.add(glyphs.mine(), INK, row, column)
            else:
                self.add_flag(row, column)
                if code == WRONG:
                    self.add(glyphs.cross(), INK, row, column)
        return self

    def add_flag(self, row: float, column: float, size: float = 1.0) -> None:
        """Add a flag."""
        self.add(glyphs.pole(size), INK, row, column)
        self.add(glyphs.pennant(size), PENNANT, row, column)


class Canvas:
    """The cells on axes, which can be painted again."""

    def __init__(self, ax: Axes, shape: tuple[int, int], cells: int = 0) -> None:
        """Make the cells; ``cells`` is their number if there are gaps."""
        from matplotlib.collections import PathCollection, PolyCollection

        self._ax, (height, width) = ax, shape
        self.has_glyphs = (cells or height * width) <= MOST_GLYPHS
        if self.has_glyphs:
            rows, columns = np.indices(shape)
            corners = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)])
            centres = np.stack([columns, rows], axis=-1).reshape(-1, 1, 2)
            self._grounds: Any = PolyCollection(list(centres + corners), linewidths=0.5)
            tag(self._grounds, "cells")
            ax.add_collection(self._grounds, autolim=False)
        else:
            box = (-0.5, width - 0.5, height - 0.5, -0.5)
            self._image = ax.imshow(np.zeros((height, width, 4)), extent=box)
            tag(self._image, "cells")
        self._marks: Any = PathCollection([], linewidths=0, zorder=3)
        tag(self._marks, "marks")
        ax.add_collection(self._marks, autolim=False)

    def paint(self, grounds: Colours, marks: Marks) -> None:
        """Give each cell its background, and draw the marks."""
        self._marks.set_paths(marks.paths)
        self._marks.set_facecolor(marks.colours)
        if not self.has_glyphs:
            self._image.set_data(grounds)
            return
        from matplotlib.colors import to_rgba

        flat = grounds.reshape(-1, 4)
        lines = np.tile(to_rgba(_LINE), (len(flat), 1))
        lines[:, 3] = flat[:, 3]  # no lines where there is no cell
        self._grounds.set_facecolor(flat)
        self._grounds.set_edgecolor(lines)

    def show(
        self,
        codes: NDArray[np.int8],
        starts: Iterable[tuple[int, int]] = (),
        marks: Marks | None = None,
    ) -> None:
        """Paint codes, and more marks."""
        starts, marks = list(starts), marks or Marks()
        if self.has_glyphs:
            self.paint(grounds_of(codes, starts), marks.add_codes(codes))
        else:
            self.paint(image_of(codes), marks)
        self.outline(starts, "start", INK)

    def outline(self, cells: Iterable[tuple[int, int]], name: str, colour: str) -> None:
        """Draw a frame inside cells; ``name`` names the artist."""
        from matplotlib.collections import PathCollection

        frames = [glyphs.move(glyphs.frame(), *cell) for cell in cells]
        artist = PathCollection(frames, facecolors=colour, linewidths=0, zorder=4)
        tag(artist, name)
        self._ax.add_collection(artist, autolim=False)
