"""Boards in the format mbf."""

import numpy as np
import pytest
from examples import FORMATS

import nogues
from nogues import MinesweeperError
from nogues.formats import mbf


def test_mbf(example):
    assert nogues.loads("03 02 00 02 02 01 00 00", "mbf") == example
    assert nogues.loads("0302000202010000") == example
    assert nogues.loads(b"03 02 00 02\n02 01 00 00\n") == example
    big = nogues.read_board(FORMATS / "big_255x255_300.mbf")
    assert (big.width, big.height, big.mine_count) == (255, 255, 300)
    assert nogues.loads(nogues.dumps(big, "mbf")) == big
    board = nogues.generate_random_board(16, 40, 300, seed=1)
    assert mbf.dumps(board)[:4].hex(" ") == "10 28 01 2c"
    for width, height in ((256, 1), (1, 256)):
        wide = nogues.generate_random_board(width, height, 3, seed=1)
        with pytest.raises(MinesweeperError, match=f"255x255, not {width}x{height}"):
            nogues.dumps(wide, "mbf")
    full = nogues.generate_random_board(255, 255, 255**2, seed=1, safe="any")
    assert np.array_equal(nogues.loads(mbf.dumps(full)).clue, full.clue)
