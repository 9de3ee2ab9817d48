"""Boards as HTML tables, one and many."""

import re
from html.parser import HTMLParser

import numpy as np
import pytest

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
from nogues.base.html import MOST_BOARDS, on_page, page, table
from nogues.base.looks import EXPLODED, FLAG, WRONG

GRID = np.array([[0, 1, -1, -2], [0, 1, 8, FLAG], [2, WRONG, EXPLODED, 0]], np.int8)
#: A flag as text, not as a coloured picture.
FLAGGED = "⚑\ufe0e"


class Cells(HTMLParser):
    def __init__(self):
        super().__init__()
        self.rows, self.styles, self.open, self.captions = [], [], [], []

    def handle_starttag(self, tag, attributes):
        self.open.append(tag)
        if tag == "tr":
            self.rows.append([])
        if tag == "td":
            self.rows[-1].append("")
            self.styles.append(dict(attributes)["style"])
        if tag == "caption":
            self.captions.append("")

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open[-1] == "caption":
            self.captions[-1] += data
        if self.open[-1] == "td":
            self.rows[-1][-1] += data


def read(text):
    cells = Cells()
    cells.feed(text)
    assert not cells.open
    return cells


def test_table():
    cells = read(table(GRID, "a caption", (1, 0)))
    assert cells.captions == ["a caption"]
    assert cells.rows == [
        ["", "1", "●", "."],
        ["", "1", "8", FLAGGED],
        ["2", "✗", "●", ""],
    ]
    found = [
        re.search("background:(.*);color:(.*)", style).groups()
        for style in cells.styles
    ]
    one, two, eight = (NUMBER_COLOURS[k - 1] for k in (1, 2, 8))
    assert found == [
        *[(BLANK, INK), (OPEN, one), (OPEN, INK), (HIDDEN_GROUND, HIDDEN_GROUND)],
        *[(START, INK), (OPEN, one), (OPEN, eight), (HIDDEN_GROUND, PENNANT)],
        *[(OPEN, two), (HIDDEN_GROUND, PENNANT), (HIT, INK), (BLANK, INK)],
    ]


def test_cells_have_colours_of_their_own_in_light_and_dark_pages():
    """A page that is dark changes what has no colour."""
    for style in read(table(GRID, "")).styles:
        assert re.search(r"background:#\w{6};color:#\w{6}$", style)


def test_captions_are_text():
    text = table(GRID, "<b>1 & 2</b>")
    assert "<b>" not in text and read(text).captions == ["<b>1 & 2</b>"]
    assert "<i>" not in page([text], 2, "<i>")


@pytest.mark.parametrize(
    ("cell", "start", "rows", "columns"),
    [
        ((100, 120), None, (80, 119), (90, 149)),
        ((0, 0), None, (0, 39), (0, 59)),
        ((149, 199), None, (110, 149), (140, 199)),
        (None, None, (0, 39), (0, 59)),
        ((0, 0), (100, 120), (80, 119), (90, 149)),
    ],
)
def test_large_boards_are_cut(cell, start, rows, columns):
    codes = np.full((150, 200), -2, np.int8)
    if cell is not None:
        codes[cell] = 5
    text = table(codes, "large", start)
    cells = read(text)
    assert (len(cells.rows), len(cells.rows[0])) == (40, 60)
    assert cells.captions == [
        "large; here rows {} to {}, columns {} to {}".format(*rows, *columns)
    ]
    if cell is not None and start is None:
        assert cells.rows[cell[0] - rows[0]][cell[1] - columns[0]] == "5"
    assert len(text) < 300_000


def test_long_boards_are_cut_in_one_direction():
    cells = read(table(np.zeros((2, 3000), np.int8), "long", (1, 2999)))
    assert cells.captions == ["long; here rows 0 to 1, columns 2940 to 2999"]
    assert "here" not in table(np.zeros((40, 60), np.int8), "fits")


def test_pages_are_limited():
    assert on_page(5, 81) == 5
    assert on_page(1000, 81) == MOST_BOARDS == 12
    assert on_page(1000, 480) == 6
    assert on_page(1000, 10**6) == 1
    assert on_page(0, 81) == 0
    text = page([table(GRID, "a"), table(GRID, "b")], 7, "7 boards")
    assert read(text).captions == ["a", "b"]
    assert text.endswith("<small>7 boards; the first 2</small>")
    assert page([table(GRID, "a")], 7, "7 boards").endswith("; the first</small>")
    assert page([table(GRID, "a")], 1, "1 board").endswith(">1 board</small>")
    assert page([], 0, "0 boards").endswith(">0 boards</small>")
