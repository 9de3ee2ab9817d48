"""Shapes in cells, as outlines in units of a cell.

Numbers are outlines too: they scale with the cell, and a whole board of them is one
artist.  The font comes with matplotlib.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from matplotlib.path import Path

#: Height of digits in the font, of its size.
_DIGIT = 0.729
#: Largest width of a text, in cells.
_WIDEST = 0.86


@functools.cache
def text(
    content: str, height: float, bold: bool = True, widest: float = _WIDEST
) -> Any:
    """Return the outline of a text around (0, 0), y down; digits are ``height`` high.

    Text that would be wider than ``widest`` is drawn smaller.
    """
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import TextPath

    font = FontProperties(family="DejaVu Sans", weight="bold" if bold else "normal")
    outline = TextPath((0, 0), content, size=100, prop=font)
    points: NDArray[Any] = np.array(outline.vertices)
    low, high = points.min(axis=0), points.max(axis=0)
    scale = min(height / (100 * _DIGIT), widest / (high[0] - low[0]))
    return _path((points - (low + high) / 2) * (scale, -scale), outline.codes)


@functools.cache
def mine() -> Any:
    """Return a ball with spikes."""
    from matplotlib.path import Path

    star = Path.unit_regular_star(8, innerCircle=0.62)
    return _path(np.asarray(star.vertices) * 0.4, star.codes)


@functools.cache
def pole(size: float = 1.0) -> Any:
    """Return the pole and the foot of a flag."""
    foot = [(-0.24, 0.34), (0.26, 0.34), (0.26, 0.24), (0.09, 0.24), (0.09, -0.34)]
    return _polygon([*foot, (0.01, -0.34), (0.01, 0.24), (-0.24, 0.24)], size)


@functools.cache
def pennant(size: float = 1.0) -> Any:
    """Return the pennant of a flag."""
    return _polygon([(0.09, -0.36), (0.09, 0.08), (-0.32, -0.14)], size)


@functools.cache
def cross() -> Any:
    """Return a cross over the whole cell, for wrong flags."""
    thin, far = 0.05, 0.52
    arm = np.array([(thin, thin), (far, thin), (far, -thin)])
    quarter = np.array([(0, -1), (1, 0)])  # each arm is the one before it, turned
    arms = [arm @ np.linalg.matrix_power(quarter, k) for k in range(4)]
    half = np.sqrt(0.5) * np.array([(1, 1), (-1, 1)])
    corners = [(x, y) for x, y in (np.concatenate(arms) @ half).tolist()]
    return _polygon(corners)


@functools.cache
def frame() -> Any:
    """Return a square frame inside the cell."""
    from matplotlib.path import Path

    turn = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1), (-1, -1)])
    # The inner square runs the other way round, which makes it a hole.
    return Path.make_compound_path(
        Path(turn * 0.47, closed=True), Path(turn[::-1] * 0.39, closed=True)
    )


def _polygon(corners: list[tuple[float, float]], size: float = 1.0) -> Path:
    from matplotlib.path import Path

    return Path(np.array([*corners, corners[0]]) * size, closed=True)


def _path(points: NDArray[Any], codes: Any) -> Path:
    from matplotlib.path import Path

    return Path(points, codes)


def move(outline: Path, row: float, column: float) -> Path:
    """Return the outline around a cell."""
    return _path(np.asarray(outline.vertices) + np.array((column, row)), outline.codes)


def turned(outline: Path) -> Path:
    """Return the outline with y upwards, as markers need it."""
    return _path(np.asarray(outline.vertices) * (1, -1), outline.codes)
