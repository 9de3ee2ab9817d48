"""Figures and axes of plots, their colour bars and their legends."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from nogues.base.errors import MinesweeperError
from nogues.base.optional import need

if TYPE_CHECKING:
    import numpy as np
    from matplotlib.axes import Axes
    from matplotlib.colors import Colormap
    from numpy.typing import NDArray

#: Prefix of the names (gid) of everything drawn.
TAG = "nogues-"
#: Largest size of a cell, and of the longer side of a board, in inches.
CELL, LONGEST = 0.3, 14.0
#: Inches around the cells for labels, and the least size of a figure.
AROUND, LEAST = (0.8, 0.8), (3.4, 1.4)
#: Rows below which a colour bar lies under the cells instead of beside them.
FLAT = 5
#: Inches of a figure below which a legend has one column, and of one of its rows.
NARROW, ROW = 5.2, 0.2
#: Inches: how thick a colour bar is, how far under the cells it lies there, and how
#: far a legend does, without and with such a bar.
THICK, UNDER, LEGEND, LEGEND_UNDER_BAR = 0.14, 0.5, 0.48, 1.1


def require_matplotlib() -> None:
    """Raise an error that says what to install, if matplotlib is missing."""
    need("matplotlib", "plot")


def check_axes(ax: object) -> None:
    """Raise unless ``ax`` is None or rectilinear matplotlib axes in a figure."""
    require_matplotlib()
    from matplotlib.axes import Axes

    if ax is None:
        return
    if not isinstance(ax, Axes):
        raise TypeError(f"ax must be matplotlib Axes or None, not {ax!r}")
    if ax.name != "rectilinear":
        raise TypeError(f"ax must be rectilinear Axes, not {ax.name} ones")
    if ax.figure is None:
        raise MinesweeperError("ax must be in a figure, not removed from it")


def figure_size(
    width: int, height: int, below: float = 0.0, beside: float = 0.0
) -> tuple[float, float]:
    """Return inches for the cells and for what is below and beside them."""
    inches = min(CELL, LONGEST / max(width, height))
    return (
        max(width * inches + AROUND[0], LEAST[0]) + beside,
        max(height * inches + AROUND[1], LEAST[1]) + below,
    )


def axes_for(
    ax: Axes | None, width: int, height: int, below: float = 0.0, beside: float = 0.0
) -> Axes:
    """Return the given axes, or those of a new pyplot figure."""
    check_axes(ax)
    if ax is not None:
        clear(ax)
        return ax
    import matplotlib.pyplot as plt

    size = figure_size(width, height, below, beside)
    return plt.subplots(figsize=size, layout="compressed")[1]


def tag(artist: Any, name: str) -> None:
    """Name an artist, so it can be found and removed again."""
    artist.set_gid(TAG + name)


def clear(ax: Axes) -> None:
    """Remove what these functions drew here before, and nothing else."""
    for artist in ax.get_children():
        if (artist.get_gid() or "").startswith(TAG) and artist is not ax.patch:
            artist.remove()
    if ax.patch.get_gid() == TAG + "unnumbered":
        ax.patch.set_gid(None)
        ax.set_axis_on()


def frame(ax: Axes, width: int, height: int, *, numbered: bool = True) -> None:
    """Make the axes those of a board: row 0 on top, cell (r, c) around x = c, y = r."""
    from matplotlib.ticker import MaxNLocator

    ax.set_aspect("equal")
    # Without a frame, the lines around the cells need room.
    edge = 0.5 if numbered else 0.6
    ax.set_xlim(-edge, width - 1 + edge)
    ax.set_ylim(height - 1 + edge, -edge)
    ax.tick_params(length=0, labelsize="small")
    if not numbered:
        if ax.axison:
            tag(ax.patch, "unnumbered")
            ax.set_axis_off()
        return
    for axis, cells in ((ax.xaxis, width), (ax.yaxis, height)):
        axis.set_major_locator(MaxNLocator(min(cells, 8), integer=True, min_n_ticks=1))
    ax.set_xlabel("column", fontsize="small")
    ax.set_ylabel("row", fontsize="small")


def add_bar(
    ax: Axes, cmap: Colormap, low: float, high: float, label: str, size: tuple[int, int]
) -> None:
    """Put a colour bar beside the cells, or below where there are few rows."""
    from matplotlib.cm import ScalarMappable
    from matplotlib.colors import Normalize

    bar, flat = _bar_axes(ax, size, THICK)
    ax.figure.colorbar(
        ScalarMappable(Normalize(low, high), cmap),
        cax=bar,
        orientation="horizontal" if flat else "vertical",
    )
    bar.tick_params(labelsize="small")
    (bar.set_xlabel if flat else bar.set_ylabel)(label, fontsize="small")


def add_strips(
    ax: Axes, strips: NDArray[np.float64], label: str, size: tuple[int, int]
) -> None:
    """Put colours of 1, 2, ... beside the cells, or below where there are few rows.

    ``strips`` has the shape (numbers, strips, 4): several may stand side by side.
    """
    from matplotlib.ticker import MaxNLocator

    last, n = strips.shape[:2]
    bar, flat = _bar_axes(ax, size, THICK * n)
    box: tuple[float, ...]
    if flat:
        strips, box = strips.swapaxes(0, 1), (0.5, last + 0.5, 0, n)
        bar.yaxis.set_ticks([])
    else:
        box = (0, n, 0.5, last + 0.5)
        bar.xaxis.set_ticks([])
        bar.yaxis.tick_right()
        bar.yaxis.set_label_position("right")
    bar.imshow(strips, extent=box, origin="lower", aspect="auto")
    bar.tick_params(labelsize="small")
    axis = bar.xaxis if flat else bar.yaxis
    axis.set_major_locator(MaxNLocator(8, integer=True, min_n_ticks=1))
    axis.set_label_text(label, fontsize="small")


def _bar_axes(ax: Axes, size: tuple[int, int], thick: float) -> tuple[Axes, bool]:
    """Return axes beside or below the cells, and whether they are below."""
    from matplotlib.transforms import Bbox

    flat = size[1] < FLAT

    def locate(_: Any, __: Any) -> Bbox:
        """Stay beside the cells, wherever a layout puts them, equally thick."""
        cells, figure = ax.get_position(), ax.figure
        wide, high = figure.bbox.width / figure.dpi, figure.bbox.height / figure.dpi
        if flat:
            bottom = cells.y0 - (UNDER + thick) / high
            return Bbox.from_bounds(cells.x0, bottom, cells.width, thick / high)
        return Bbox.from_bounds(
            cells.x1 + THICK / wide, cells.y0, thick / wide, cells.height
        )

    bar = ax.inset_axes((0.0, 0.0, 1.0, 1.0))
    bar.set_axes_locator(locate)
    tag(bar, "bar")
    return bar, flat


def legend_height(entries: int, width: int, beside: float = 0.0) -> float:
    """Return the height in inches of a legend below ``width`` columns of cells."""
    across = 1 if figure_size(width, 1, beside=beside)[0] < NARROW else 2
    return max(0.5, 0.1 + ROW * -(-entries // across)) if entries else 0.0


def _legend_columns(ax: Axes) -> int:
    """Return 1 if two entries side by side would be wider than the figure, else 2."""
    figure, place = ax.figure, ax.get_subplotspec()
    across = place.get_gridspec().ncols if place else 1
    return 1 if figure.bbox.width / figure.dpi / across < NARROW else 2


def add_legend(ax: Axes, handles: Sequence[Any], inches: float = LEGEND) -> None:
    """Put a legend below the cells, under the numbers of the columns."""
    from matplotlib.transforms import ScaledTranslation

    down = ScaledTranslation(0, -inches, ax.figure.dpi_scale_trans)
    legend = ax.legend(
        handles=handles,
        loc="upper center",
        bbox_to_anchor=(0.5, 0.0),
        bbox_transform=ax.transAxes + down,
        ncols=min(len(handles), _legend_columns(ax)),
        fontsize="small",
        frameon=False,
        borderaxespad=0.0,
    )
    tag(legend, "legend")
