"""Boards as CSV."""

import csv
import io

import pytest
from hypothesis import given
from layouts import layouts

import nogues
from nogues.formats import clues


@given(layouts())
def test_the_csv_module_reads_the_same(board):
    text = clues.dumps(board)
    rows = [[int(cell) for cell in row] for row in csv.reader(io.StringIO(text))]
    assert rows == board.grid.tolist()
    assert clues.loads(text) == nogues.from_lists(rows)


@pytest.mark.parametrize(
    "text", ["*,2,1\n1,2,*", " -1 , 2,1\r\n1,2,-1\r\n", "-1,2,1\n1,2,*\n\n"]
)
def test_spellings(text, example):
    assert clues.loads(text) == example


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("-1,2,1\n1,2", "line 2, column 4"),
        ("-1,2,1\n1,2,-1,0", "line 2, column 8"),
        ("-1,2,9\n1,2,-1", "line 1, column 6"),
        ("-1,2,1\n1,1,-1", "line 2, column 3"),
    ],
)
def test_what_is_wrong_is_placed(text, place):
    with pytest.raises(nogues.FormatError, match=f"^{place}: "):
        clues.loads(text)
