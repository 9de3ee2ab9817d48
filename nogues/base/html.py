"""A board as an HTML table, for notebooks."""

import numpy as np
from numpy.typing import NDArray

from nogues.base.colours import BLANK, NUMBER_COLOURS, OPEN, START

_CELL = "width:1.35em;height:1.35em;padding:0;text-align:center;border:1px solid #999;"


def _cell(clue: int, is_start: bool) -> str:
    ground = START if is_start else BLANK if clue == 0 else OPEN
    colour = "#000000" if clue < 1 else NUMBER_COLOURS[clue - 1]
    text = "&#9679;" if clue < 0 else "" if clue == 0 else str(clue)
    return f'<td style="{_CELL}background:{ground};color:{colour}">{text}</td>'


def table(grid: NDArray[np.int8], start: tuple[int, int], caption: str) -> str:
    """Return (height, width) clues as a table; the start has a yellow background."""
    rows = []
    for r, row in enumerate(grid.tolist()):
        cells = (_cell(clue, (r, c) == start) for c, clue in enumerate(row))
        rows.append(f"<tr>{''.join(cells)}</tr>")
    return (
        '<table style="border-collapse:collapse;font:bold 13px monospace">'
        f"{''.join(rows)}</table><small>{caption}</small>"
    )
