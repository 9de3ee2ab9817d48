"""Texts of options and what they mean."""

import pytest

import nogues
from nogues.base.spec import check_spec
from nogues.cli.options import check_accept, check_start, seed_range, spec_of


def test_sizes_and_starts():
    assert spec_of("9x8/10", None) == check_spec(9, 8, 10, None)
    assert spec_of("9x8/10", (2, 3)).start == (2, 3)
    assert check_start("8,15") == check_start(" 8 , 15 ") == (8, 15)


@pytest.mark.parametrize("text", ["8", "8,", ",8", "8,-1", "a,b", "8,1,2", ""])
def test_texts_that_are_no_cell(text):
    with pytest.raises(nogues.MinesweeperError, match=r"^--at "):
        check_start(text, "--at")


def test_seeds():
    assert seed_range(7, None, None) == range(7, 8)
    assert seed_range(7, 3, None) == range(7, 10)
    assert seed_range(None, None, "5:9") == range(5, 9)
    drawn = seed_range(None, 4, None)
    assert len(drawn) == 4 and drawn != seed_range(None, 4, None)


@pytest.mark.parametrize("text", ["5", "9:5", "5:5", "a:b", ":", ""])
def test_texts_that_are_no_seeds(text):
    with pytest.raises(nogues.MinesweeperError, match=r"^--seeds "):
        seed_range(None, None, text)


def test_seeds_twice():
    for seed, count in [(1, None), (None, 1)]:
        with pytest.raises(nogues.MinesweeperError):
            seed_range(seed, count, "1:2")


def test_accepted_measures():
    assert check_accept(()) is None
    found = check_accept(("bbbv=150:200", "openings=:9"))
    assert found == nogues.Between(bbbv=(150, 200), openings=(None, 9))
    for texts in [("bbbv",), ("bbbv=1",), ("size=1:2",), ("bbbv=1:2", "bbbv=3:4")]:
        with pytest.raises(nogues.MinesweeperError, match=r"^--accept "):
            check_accept(texts)
