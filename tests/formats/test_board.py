"""Boards in the format board."""

import pytest
from examples import WRITTEN

import nogues
from nogues import FormatError, Position


def test_board_views(example):
    head = WRITTEN["board"].partition("[real]")[0]
    view = nogues.loads(head + "[view]\nF21\n1?U\n")
    assert view == Position(3, 2, 2, [[-1, 2, 1], [1, -2, -2]])
    both = head + "# a comment\nother: 1: 2\n[real]\n*21\n\n12*\n[view]\nX21\n#2@\n"
    assert nogues.loads(both) == example
    for bad, column in (("X21\nX2@", 1), ("021\n12@", 1), ("#21\n12@", 1)):
        with pytest.raises(FormatError, match=rf"line \d+, column {column}: \[real\]"):
            nogues.loads(both.replace("X21\n#2@", bad))
