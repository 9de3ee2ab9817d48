"""Sentences of the page: places count from 1, and marked cells are not listed."""

import pytest

import nogues
from nogues.front.sentences import guess_text, hint_text, odds_text
from nogues.solving.probability import Guess


@pytest.mark.parametrize(
    ("rows", "mines", "text"),
    [
        (
            "1.1",
            1,
            "The 1 at row 1, column 1 needs a mine in its only hidden neighbour: "
            "row 1, column 2.",
        ),
        (
            "... ... 232",
            4,
            "The 2 at row 3, column 1 needs all its hidden neighbours: the 2 marked "
            "cells are mines.",
        ),
        (
            "... 111",
            1,
            "All mines that the 1 at row 2, column 1 still needs are among the hidden "
            "neighbours of the 1 at row 2, column 2, which needs no more: row 1, "
            "column 3 is safe.",
        ),
    ],
)
def test_hints(rows, mines, text):
    position = nogues.Position.from_text(rows.replace(" ", "\n"), mines)
    assert hint_text(position, nogues.hint(position)) == text


def test_many_clues_are_not_listed():
    for seed in range(300):
        game = nogues.Game(9, 9, 16, seed=seed, search="random")
        game.open((4, 4))
        while (found := game.hint()) is not None:
            if found.logic == "complete" and len(found.clues) > 2:
                text = hint_text(game.position(flags="certain"), found)
                assert f"the {len(found.clues)} marked numbers together" in text
                return
            for cell in found.cells:
                (game.flag if found.kind == "mine" else game.open)(cell)
    raise AssertionError("no such hint")


def test_odds():
    one, two = ((0, 0),), ((0, 0), (8, 14))
    assert odds_text(Guess(one, 0.0), 9) == "1 hidden cell is certainly safe."
    assert odds_text(Guess(two, 0.0), 9) == "2 hidden cells are certainly safe."
    assert odds_text(Guess(one, 0.25), 9) == "Lowest risk, 25.0 %: row 1, column 1."
    assert odds_text(Guess(two, 0.25), 9) == "Lowest risk, 25.0 %: the 2 marked cells."
    assert (
        odds_text(Guess(two, 0.25), 2) == "All hidden cells have the same risk: 25.0 %."
    )


def test_guesses():
    assert guess_text(Guess(((8, 14),), 0.2), alike=False) == (
        "No move is certain.  The lowest probability of a mine is 20.0 %, at "
        "row 9, column 15."
    )
