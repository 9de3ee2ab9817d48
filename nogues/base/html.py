"""Boards as HTML tables, for notebooks.

A table needs no script and no image.  Where a viewer drops the colours, as GitHub does,
the text of the cells remains: a hidden cell has a point, in the colour of its ground.
"""

from __future__ import annotations

import html
from collections.abc import Sequence

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

#: Columns and rows of a table; larger boards are cut to a part.
MOST_COLUMNS, MOST_ROWS = 60, 40
#: Boards of a page, and their cells.
MOST_BOARDS, MOST_CELLS = 12, 3_000

_CELL = "padding:0;border:1px solid #999;text-align:center;"
# Without the sign after it, some fonts draw the flag as a coloured picture.
_PENNANT = "&#9873;&#65038;"
#: Background, colour and text by code.
_LOOKS = {
    0: (BLANK, INK, ""),
    **{k: (OPEN, colour, str(k)) for k, colour in enumerate(NUMBER_COLOURS, 1)},
    MINE: (OPEN, INK, "&#9679;"),
    HIDDEN: (HIDDEN_GROUND, HIDDEN_GROUND, "."),
    FLAG: (HIDDEN_GROUND, PENNANT, _PENNANT),
    WRONG: (HIDDEN_GROUND, PENNANT, "&#10007;"),
    EXPLODED: (HIT, INK, "&#9679;"),
}


def _cell(code: int, is_start: bool, more: str) -> str:
    ground, colour, text = _LOOKS[code]
    if is_start:
        ground = START
    return f'<td style="{_CELL}{more}background:{ground};color:{colour}">{text}</td>'


def table(
    codes: NDArray[np.int8], caption: str, start: tuple[int, int] | None = None
) -> str:
    """Return (height, width) codes as a table; the start has a yellow background.

    Of a large board, the part around the start, or around the first cell that is not
    hidden; the caption says which.
    """
    rows, columns = _part(codes, start)
    if codes[rows, columns].size < codes.size:
        caption += (
            f"; here rows {rows.start} to {rows.stop - 1}, "
            f"columns {columns.start} to {columns.stop - 1}"
        )
    lines: list[str] = []
    for r in range(rows.start, rows.stop):
        # The cells of the first row set the width of all.
        more = "" if lines else "min-width:1.35em;"
        cells = (
            _cell(int(codes[r, c]), (r, c) == start, more)
            for c in range(columns.start, columns.stop)
        )
        lines.append(f'<tr style="height:1.35em">{"".join(cells)}</tr>')
    return (
        '<table style="border-collapse:collapse;font:bold 13px monospace;margin:0;'
        'color:inherit">'
        '<caption style="caption-side:bottom;text-align:left;font:12px sans-serif">'
        f"{html.escape(caption)}</caption>{''.join(lines)}</table>"
    )


def _part(
    codes: NDArray[np.int8], start: tuple[int, int] | None
) -> tuple[slice, slice]:
    """Return the rows and columns to show."""
    if start is None:
        seen = np.argwhere(codes != HIDDEN)
        start = (int(seen[0, 0]), int(seen[0, 1])) if len(seen) else (0, 0)
    parts = []
    for middle, size, most in zip(
        start, codes.shape, (MOST_ROWS, MOST_COLUMNS), strict=True
    ):
        first = min(max(0, middle - most // 2), max(0, size - most))
        parts.append(slice(first, min(first + most, size)))
    return parts[0], parts[1]


def on_page(number: int, cells: int) -> int:
    """Return how many of so many boards of so many cells a page has."""
    cells = min(cells, MOST_COLUMNS * MOST_ROWS)
    return min(number, MOST_BOARDS, max(1, MOST_CELLS // cells))


def page(tables: Sequence[str], number: int, caption: str) -> str:
    """Return tables side by side; ``number`` is how many boards there are in all."""
    first = "" if len(tables) == number else f"; the first {len(tables)}"
    if len(tables) == 1:
        first = first.removesuffix(" 1")
    parts = "".join(f"<div>{each}</div>" for each in tables)
    return (
        '<div style="display:flex;flex-wrap:wrap;gap:12px;align-items:flex-start">'
        f"{parts}</div><small>{html.escape(caption + first)}</small>"
    )
