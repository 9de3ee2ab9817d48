"""A board as an HTML table."""

import re
from html.parser import HTMLParser

import numpy as np

from nogues.base.colours import BLANK, NUMBER_COLOURS, OPEN, START
from nogues.base.html import table

GRID = np.array([[0, 1, -1], [0, 1, 8]], np.int8)


class Cells(HTMLParser):
    def __init__(self):
        super().__init__()
        self.rows, self.styles, self.open = [], [], []

    def handle_starttag(self, tag, attributes):
        self.open.append(tag)
        if tag == "tr":
            self.rows.append([])
        if tag == "td":
            self.rows[-1].append("")
            self.styles.append(dict(attributes)["style"])

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open[-1] == "td":
            self.rows[-1][-1] += data


def test_table():
    page = Cells()
    page.feed(table(GRID, (1, 0), "a caption"))
    assert not page.open
    assert page.rows == [["", "1", "●"], ["", "1", "8"]]
    found = [
        re.search("background:(.*);color:(.*)", style).groups() for style in page.styles
    ]
    black, one = "#000000", NUMBER_COLOURS[0]
    assert found == [
        (BLANK, black),
        (OPEN, one),
        (OPEN, black),
        (START, black),
        (OPEN, one),
        (OPEN, NUMBER_COLOURS[7]),
    ]
    assert "a caption" in table(GRID, (1, 0), "a caption")
