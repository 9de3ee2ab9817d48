"""Texts of options and what they mean."""

import pytest
from command import run_here

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


def test_numbers_and_sizes_as_people_write_them():
    usual = run_here("generate", "9x9/10", "--seeds", "0:10")
    for size in ("9X9/10", "9\N{MULTIPLICATION SIGN}9/10"):
        assert run_here("generate", size, "--seed", "0", "--count", "1e1") == usual
    assert run_here("generate", "9x9/10", "--seeds", "0:1e1") == usual
    plain = run_here("random", "9x9", "--density", "0.2", "--seed", 1)
    assert run_here("random", "9X9", "--density", "0.2", "--seed", "1e0") == plain
    for wrong in ("1.5", "1e-1", "x", "1e999"):
        _, _, err = run_here("generate", "9x9/10", "--count", wrong)
        assert err == (
            f"nogues: Invalid value for '--count': {wrong!r} is not a valid integer.\n"
        )
    _, _, err = run_here("generate", "9x9/10", "--count", "0e5")
    assert "0 is not in the range x>=1" in err
