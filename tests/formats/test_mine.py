"""Positions as .mine text."""

import pytest
from hypothesis import given
from layouts import positions

import nogues
from nogues.formats import mine


@given(positions())
def test_rows_are_letters(position):
    head, *rows = mine.dumps(position).splitlines()
    assert head == f"{position.width}x{position.height}x{position.mines}"
    letters = {-1: "F", -2: "H"} | {clue: str(clue) for clue in range(9)}
    assert rows == ["".join(letters[c] for c in row) for row in position.grid.tolist()]
    assert mine.loads(mine.dumps(position)) == position


@pytest.mark.parametrize("letter", "FM?IO")
def test_every_letter_of_a_mine(letter):
    position = mine.loads(f"3x1x2\n1{letter}H\n")
    assert position == nogues.Position(3, 1, 2, [1, -1, -2])


@pytest.mark.parametrize("text", ["3x1\n1FH", "3x1x9\n1FH", "3x1x2\n1XH", "3x1x2\n1F"])
def test_what_is_wrong(text):
    with pytest.raises(nogues.FormatError):
        mine.loads(text)
