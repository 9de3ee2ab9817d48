"""Readers give a board or a FormatError, whatever they get."""

import os
import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from layouts import layouts
from mutations import BINARY, NAMES, lies, wrong_file

import nogues
from nogues import FormatError, MinesweeperError
from nogues.solving.solve import count_clues

#: Files of the long run; the variable sets another number.
MANY = int(os.environ.get("NOGUES_FUZZ", "20000"))


def read(data, name, mines):
    """Read data in both ways; check what comes, and return whether something does."""
    options = {} if mines is None else {"mines": mines}
    try:
        found = nogues.loads(data, name, many=True, **options)
    except FormatError as error:
        assert str(error) and "\n" not in str(error)[:60]
        with pytest.raises(FormatError):
            nogues.loads(data, name, **options)
        return False
    for item in found:
        if isinstance(item, nogues.Board):
            assert np.array_equal(count_clues(item.grid < 0), item.grid)
            assert item.mine_count == np.count_nonzero(item.mine_mask)
        elif len(item.cells) < 400:
            assert nogues.loads(nogues.dumps(item, "json")) == item
    try:
        assert [nogues.loads(data, name, **options)] == found
    except FormatError:
        assert len(found) != 1
    return True


def check_wrong_file(rng):
    name, data = wrong_file(rng)
    mines = rng.choice((None, None, None, 1, 10))
    for each in (name, None, rng.choice(NAMES)):
        if each not in BINARY or isinstance(data, bytes):
            read(data, each, mines)


@given(st.randoms(use_true_random=False))
def test_wrong_files(rng):
    check_wrong_file(rng)


@pytest.mark.slow
def test_many_wrong_files():
    for seed in range(MANY):
        try:
            check_wrong_file(random.Random(seed))
        except BaseException as error:
            raise AssertionError(f"seed {seed}") from error


@given(layouts())
def test_headers_that_lie(board):
    for name, data in lies(board):
        for each in (name, None):
            with pytest.raises(MinesweeperError):
                nogues.loads(data, each)
