"""Positions as links to JSMinesweeper, and as its files."""

import numpy as np
from examples import FORMATS

import nogues
from nogues import Position


def test_mine_and_analysis():
    position = Position(3, 2, 1, [[0, 1, -2], [0, 1, -2]])
    assert nogues.loads("3x2x1\n01H\n01H\n") == position
    assert nogues.loads("adacaaabblSblS", "analysis") == position
    assert nogues.loads("analysis=adacaaabblSblS") == position
    url = "https://davidnhill.github.io/JSMinesweeper/index.html?a=1&analysis=adacaaab"
    assert nogues.loads(url + "blSblS&b=2") == position
    expert = nogues.loads("analysis=aEaqaabLVZR")
    assert expert == Position(30, 16, 99, np.full((16, 30), -2))
    # F and I lower what is around them, O does not: 1 F becomes 2, 1 O stays.
    for flag, clue in (("2", 2), ("O", 2), ("9", 1)):
        found = nogues.loads(f"analysis=adabaaacl{flag}S")
        assert found == Position(3, 1, 2, [clue, -1, -2])
    known = nogues.read_board(FORMATS / "gt1_60x35_540.mine")
    assert (known.width, known.height, known.mines) == (60, 35, 540)
