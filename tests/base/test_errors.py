"""Which error is which, for those who catch them."""

import pickle

import pytest

import nogues
from nogues.base import errors

BELOW = [
    errors.GenerationError,
    errors.FormatError,
    errors.ContradictionError,
    errors.LimitError,
    errors.ProofError,
]


@pytest.mark.parametrize("error", BELOW)
def test_errors_about_boards_have_one_base(error):
    assert issubclass(error, nogues.MinesweeperError)
    assert issubclass(nogues.MinesweeperError, ValueError)
    others = [other for other in BELOW if other is not error]
    assert not issubclass(error, tuple(others))
    assert getattr(nogues, error.__name__) is error


def test_the_warning():
    assert issubclass(nogues.MinesWarning, UserWarning)
    assert nogues.MinesWarning is errors.MinesWarning


def test_the_cell_of_a_contradiction_goes_along():
    error = errors.ContradictionError("no layout", (1, 2))
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.cell) == ("no layout", (1, 2))
    assert errors.ContradictionError("the count").cell is None
