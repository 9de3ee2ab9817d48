"""A game: what it keeps, what it shows, positions and hints."""

import copy
import random
import warnings

import numpy as np
import pytest
from game_twin import check_again, game_of
from hypothesis import given
from hypothesis import strategies as st
from messages import raises
from reference import cells_of

import nogues
from nogues import HIDDEN, MINE, Game, MinesweeperError
from nogues.kernels.counting import probabilities
from nogues.kernels.solving import levels_position


@given(st.integers(0, 2**32), st.sampled_from(["block", "cell", "any", "diamond"]))
def test_seeded_games(seed, safe):
    """The mines are those of the seed and the first click, again after undo."""
    rng = random.Random(seed)
    arguments = {"seed": seed, "search": "random", "safe": safe}
    game = Game(8, 7, 9, **arguments)
    for cell in rng.sample(cells_of(8, 7), 3):
        game.flag(cell)
    start = rng.choice([c for c in cells_of(8, 7) if game.grid[c] == HIDDEN])
    game.open(start)
    assert game.board == nogues.generate_random_board(
        8, 7, 9, start, seed=seed, safe=safe
    )
    for _ in range(20):
        move = rng.choice([game.open, game.flag, game.chord])
        move((rng.randrange(7), rng.randrange(8)))
    check_again(game, Game.replay(game.history, 8, 7, 9, **arguments))
    check_again(game, Game.from_json(game.to_json()))
    assert Game.from_json(game.to_json()).clicks == game.clicks
    assert len(game.history) <= game.clicks <= 24
    moves = game.history
    assert game.undo(1000) == len(moves)
    assert game.board is None and game.status == "ready"
    assert Game.from_json(game.to_json()).status == "ready"
    check_again(Game.replay(moves, **game.arguments), replayed(game, moves))


def replayed(game, moves):
    for name, cell in moves:
        getattr(game, name)(cell)
    return game


# Positions and hints


def test_positions():
    game = game_of("*.. ... ...")
    game.open((1, 1))
    game.flag((0, 0))
    game.flag((2, 2))
    position = game.position()
    assert isinstance(position, nogues.Position) and position.mines == 1
    assert position.grid.tolist() == [[-2, -2, -2], [-2, 1, -2], [-2, -2, -2]]
    trusted = game.position(flags="trust")
    assert trusted.grid.tolist() == [[-1, -2, -2], [-2, 1, -2], [-2, -2, -1]]
    assert Game(9, 9, 10).position().hidden.all()
    with raises(
        MinesweeperError, "flags must be one of ignore, trust, certain, not 'believe'"
    ):
        game.position(flags="believe")


def test_hints_win_a_game():
    """Playing hints alone, with chords, wins every board that needs no guess."""
    game = Game(16, 16, 40, seed=3)
    assert game.hint() is None
    game.open((8, 8))
    while not game.is_over:
        found = game.hint()
        assert found is not None
        new = [c for c in found.cells if game.grid[c] == HIDDEN]
        assert new  # never what the flags say already
        for cell in new:
            game.flag(cell) if found.kind == "mine" else game.open(cell)
    assert game.status == "won" and game.hint() is None


def test_a_hint_reports_a_wrong_flag():
    game = game_of("*..... ...... ......")
    game.flag((0, 1))
    game.open((2, 5))
    for _ in range(2):
        found = game.hint()
        assert found.kind == "safe" and found.cells == ((0, 1),)
        game.flag((0, 0))
    assert game.hint(logic="elementary") == found


@pytest.mark.parametrize("flag", [None, (1, 4)])
def test_a_hint_counts_once_at_most(flag, monkeypatch):
    """The probabilities only say which flags are right; the rules run once."""
    game = Game(9, 9, 10, seed=1)
    game.open((4, 4))
    if flag is not None:
        game.flag(flag)
    expected = nogues.hint(game.position(flags="trust"))
    calls = []

    def spy(module, name):
        kernel = getattr(module, name)

        def run(*arguments):
            calls.append(name)
            return kernel(*arguments)

        monkeypatch.setattr(module, name, run)

    spy(probabilities, "probabilities")
    spy(levels_position, "deduce_once")
    assert game.hint() == expected
    assert calls == ["probabilities"] * (flag is not None) + ["deduce_once"]


# What is kept, and what is not shown


def test_views_follow_and_are_read_only():
    game = Game(9, 9, 10, seed=1)
    cells, grid = game.cells, game.grid
    opened = game.open((4, 4))
    assert np.shares_memory(cells, grid) and cells[40] == grid[4, 4] == 0
    for array in (cells, grid, opened.cells, opened.distance, game.hit):
        with pytest.raises(ValueError, match="read-only"):
            array[...] = 0


def test_a_copy_goes_its_own_way():
    game = Game(9, 9, 10, seed=1)
    game.open((4, 4))
    other = copy.deepcopy(game)
    other.flag((0, 0))
    assert game.flags == 0 and other.flags == 1
    other.undo(2)
    assert game.status == "playing" and other.status == "ready"


def test_undo_of_several():
    game = Game(9, 9, 10, seed=1)
    game.flag((0, 0))
    game.open((4, 4))
    game.flag((0, 0))
    assert game.undo(2) == 2
    assert game.history == [("flag", (0, 0))] and game.status == "ready"
    # Another start is another board.
    game.open((8, 8))
    assert game.board == nogues.generate_board(9, 9, 10, (8, 8), seed=1)
    for n, error, message in [
        (0, MinesweeperError, "n must be at least 1, not 0"),
        (1.0, TypeError, "n must be an integer, not 1.0"),
        (True, TypeError, "n must be an integer, not True"),
    ]:
        with raises(error, message):
            game.undo(n)


def test_no_mine_is_shown():
    """What a player is shown says nothing of mines, nor of the seed."""
    first, second = (
        game_of(text) for text in ("..*.. ....* *....", "*.... ..... ..**.")
    )
    for game in (first, second):
        game.flag((0, 0))
        game.open((1, 3))
        game.flag((0, 2))
    assert first.cells[8] == 2
    assert first.cells.tolist() == second.cells.tolist()
    assert repr(first) == repr(second) and str(first) == str(second)
    assert first.position() == second.position()
    game = Game(30, 16, 99, seed=314159)
    game.open((8, 15))
    assert "314159" not in repr(game) + str(game)
    assert (game.cells != MINE).all()


def test_fewer_mines_than_requested():
    game = nogues.Game(3, 3, 5, seed=1)
    with pytest.warns(nogues.MinesWarning, match="3x3/5 with start") as caught:
        game.open((1, 1))
    assert (game.status, game.mines, len(caught)) == ("won", 0, 1)
    assert caught[0].filename == __file__
    game.undo()
    game.open((1, 1))  # once per game
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        game = nogues.Game(3, 3, 5, seed=1)
        with pytest.raises(nogues.MinesWarning):
            game.open((1, 1))
        assert (game.status, game.board, game.mines) == ("ready", None, 5)
