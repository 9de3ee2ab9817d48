"""Boards that no search finds are refused before the game begins."""

import pytest

import nogues
from nogues.front import findable
from nogues.front.findable import check_findable, is_dense
from nogues.front.new_game import check_new_game

SPARSE = [*nogues.PRESETS, "30x16/110", "5x5/6", "100x100/1500"]


@pytest.mark.parametrize("size", SPARSE)
def test_usual_boards_are_not_looked_for(size, monkeypatch):
    monkeypatch.setattr(findable, "generate_boards", None)
    new_game = check_new_game({"size": size})
    assert not is_dense(new_game)
    check_findable(new_game)


@pytest.mark.parametrize(
    "asked",
    [
        {"size": "9x9/40"},
        {"size": "16x16/100"},
        {"size": "30x16/150", "logic": "complete"},
        {"size": "30x16/99", "search": "uniform"},
        {"size": "9x9/75", "search": "random"},
        {"size": "9x9/75", "seed": 1, "start": [0, 0]},  # the first click tells
        {"daily": "2026-10-27"},
    ],
)
def test_boards_that_are_found(asked):
    check_findable(check_new_game(asked))


@pytest.mark.parametrize(
    "asked",
    [
        {"size": "9x9/75"},
        {"size": "9x9/75", "seed": 5},
        {"size": "30x16/300"},
        {"size": "16x16/130", "search": "uniform", "logic": "complete"},
        {"size": "100x100/5000"},
        {"size": "100x1/10"},
        {"size": "1x100/10"},
    ],
)
def test_boards_that_are_not(asked):
    new_game = check_new_game(asked)
    width, height, mines = new_game.numbers
    with pytest.raises(nogues.MinesweeperError) as error:
        check_findable(new_game)
    assert str(error.value) == (
        f"mines must be fewer than {mines} on {width} x {height}: no board without "
        "guessing was found"
    )


def test_a_search_that_takes_too_long_is_given_up(monkeypatch):
    monkeypatch.setattr(findable, "PATIENCE", 0.0)
    with pytest.raises(nogues.MinesweeperError, match="mines must be fewer than 40"):
        check_findable(check_new_game({"size": "9x9/40"}))
