"""Numbers in messages."""

import pytest

from nogues.base.words import number_of


@pytest.mark.parametrize(
    ("count", "text"),
    [(0, "0 mines"), (1, "1 mine"), (2, "2 mines"), (1234567, "1,234,567 mines")],
)
def test_a_count_and_its_noun(count, text):
    assert number_of(count, "mine") == text


def test_a_plural_of_its_own():
    assert number_of(1, "try", "tries") == "1 try"
    assert number_of(2, "try", "tries") == "2 tries"
