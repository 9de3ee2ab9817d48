"""Figures and axes: where a plot is drawn, and what stands around its cells."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from nogues.extras import need

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.colors import Colormap

#: Inches of a cell, and of the longer side of a board, at most.
CELL, LONGEST = 0.3, 14.0
#: Inches around the cells for what is written there, and the least of a figure.
AROUND, LEAST = (0.8, 0.8), (3.4, 1.4)
#: Rows below which a colour bar lies under the cells instead of beside them.
FLAT = 5
#: Inches: how thick a colour bar is, how far under the cells it lies there, and how
#: far a legend does, without and with such a bar.
THICK, UNDER, LEGEND, LEGEND_UNDER_BAR = 0.14, 0.5, 0.48, 1.1


def require_matplotlib() -> None:
    """Raise an error that says what to install, if matplotlib is not there."""
    need("matplotlib", "plot")


def check_axes(ax: object) -> None:
    """Raise unless ``ax`` is None or axes of matplotlib's."""
    require_matplotlib()
    from matplotlib.axes import Axes

    if not (ax is None or isinstance(ax, Axes)):
        raise TypeError(f"ax must be matplotlib Axes or None, not {ax!r}")


def figure_size(
    width: int, height: int, below: float = 0.0, beside: float = 0.0
) -> tuple[float, float]:
    """Return inches for so many cells, and what stands below and beside them."""
    inches = min(CELL, LONGEST / max(width, height))
    return (
        max(width * inches + AROUND[0], LEAST[0]) + beside,
        max(height * inches + AROUND[1], LEAST[1]) + below,
    )


def axes_for(
    ax: Axes | None, width: int, height: int, below: float = 0.0, beside: float = 0.0
) -> Axes:
    """Return the axes given, or those of a new figure of pyplot's."""
    check_axes(ax)
    if ax is not None:
        return ax
    import matplotlib.pyplot as plt

    size = figure_size(width, height, below, beside)
    return plt.subplots(figsize=size, layout="compressed")[1]


def frame(ax: Axes, width: int, height: int, *, numbered: bool = True) -> None:
    """Make the axes those of a board: row 0 on top, cell (r, c) around x = c, y = r."""
    from matplotlib.ticker import MaxNLocator

    ax.set_aspect("equal")
    ax.set_xlim(-0.5, width - 0.5)
    ax.set_ylim(height - 0.5, -0.5)
    ax.tick_params(length=0, labelsize="small")
    if not numbered:
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
    from matplotlib.transforms import Bbox

    flat = size[1] < FLAT

    def locate(_: Any, __: Any) -> Bbox:
        """Stay at the cells, wherever a layout puts them, and as thick."""
        cells, figure = ax.get_position(), ax.figure
        wide, high = figure.bbox.width / figure.dpi, figure.bbox.height / figure.dpi
        if flat:
            bottom = cells.y0 - (UNDER + THICK) / high
            return Bbox.from_bounds(cells.x0, bottom, cells.width, THICK / high)
        return Bbox.from_bounds(
            cells.x1 + THICK / wide, cells.y0, THICK / wide, cells.height
        )

    bar = ax.inset_axes((0.0, 0.0, 1.0, 1.0))
    bar.set_axes_locator(locate)
    ax.figure.colorbar(
        ScalarMappable(Normalize(low, high), cmap),
        cax=bar,
        orientation="horizontal" if flat else "vertical",
    )
    bar.tick_params(labelsize="small")
    (bar.set_xlabel if flat else bar.set_ylabel)(label, fontsize="small")


def add_legend(ax: Axes, handles: Sequence[Any], inches: float = LEGEND) -> None:
    """Put a legend below the cells, under the numbers of the columns."""
    from matplotlib.transforms import ScaledTranslation

    down = ScaledTranslation(0, -inches, ax.figure.dpi_scale_trans)
    ax.legend(
        handles=handles,
        loc="upper center",
        bbox_to_anchor=(0.5, 0.0),
        bbox_transform=ax.transAxes + down,
        ncols=min(len(handles), 2),
        fontsize="small",
        frameon=False,
        borderaxespad=0.0,
    )
