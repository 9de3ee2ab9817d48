"""The rules of the game: opening, flags, chords and the end."""

import pickle
import random

import numpy as np
import pytest
from game_twin import Twin, board_of, check_again, game_of, pairs
from hypothesis import given
from hypothesis import strategies as st
from reference import cells_of

from nogues import HIDDEN, MINE, Game, MinesweeperError


def check_same(game, twin):
    assert game.cells.tolist() == twin.seen()
    assert game.status == twin.status
    assert game.is_over == twin.over()
    assert game.history == twin.history
    assert game.flags == len(twin.flags)
    assert game.remaining == len(twin.mines) - len(twin.flags)
    assert pairs(game, game.hit) == twin.hit
    if twin.over():
        mines = [cell in twin.mines for cell in cells_of(twin.width, twin.height)]
        assert game.mine_mask.tolist() == mines
        assert pairs(game, game.wrong_flags) == sorted(twin.flags - twin.mines)
        assert game.blast.tolist() == [
            min(max(abs(r - a), abs(c - b)) for a, b in twin.hit)
            if (r, c) in twin.mines and twin.hit
            else -1
            for r, c in cells_of(twin.width, twin.height)
        ]
    else:
        assert MINE not in game.cells
        for name in ("mine_mask", "wrong_flags", "blast"):
            with pytest.raises(MinesweeperError, match=f"^{name} is available when"):
                getattr(game, name)


def some_move(rng, twin):
    """Return a move that often goes on with the game, and sometimes is a mistake."""
    everywhere = cells_of(twin.width, twin.height)
    kind = rng.choice(["any", "any", "open", "mark", "mark", "chord", "chord", "undo"])
    if kind == "undo":
        return "undo", None
    if kind == "any":
        return rng.choice(["open", "flag", "chord"]), rng.choice(everywhere)
    if kind == "open":
        good = [c for c in everywhere if c not in twin.open_cells | twin.mines]
    elif kind == "mark":
        kind, good = "flag", sorted(twin.mines - twin.flags)
    else:
        good = sorted(twin.open_cells - twin.mines)
    return kind, rng.choice(good or everywhere)


def play_both(game, twin, rng, moves):
    """Make the same moves in both; returns how the game stood meanwhile."""
    stood = set()
    for _ in range(moves):
        name, cell = some_move(rng, twin)
        if name == "undo":
            twin.undo()
            game.undo()
        elif name == "flag":
            assert game.flag(cell) == twin.flag(cell)
        else:
            distance, added = getattr(twin, name)(cell)
            opened = getattr(game, name)(cell)
            assert opened.cells.dtype == opened.distance.dtype == np.int32
            assert pairs(game, opened.cells) == list(distance)
            assert opened.distance.tolist() == list(distance.values())
            assert pairs(game, opened.flagged) == added
            assert pairs(game, opened.hit) == (twin.hit if distance else [])
            assert opened.status == twin.status
        check_same(game, twin)
        stood.add(game.status)
    return stood


sizes = st.tuples(st.integers(1, 9), st.integers(1, 9))


@given(sizes, st.floats(0, 0.5), st.integers(0, 2**32))
def test_the_rules_are_those_of_the_twin(size, share, seed):
    width, height = size
    rng = random.Random(seed)
    mines = [cell for cell in cells_of(*size) if rng.random() < share]
    game = Game.from_board(board_of(width, height, mines))
    twin = Twin(width, height, mines)
    check_same(game, twin)
    play_both(game, twin, rng, 30)
    check_again(game, Game.replay(game.history, **game.arguments))
    check_again(game, Game.from_json(game.to_json()))
    check_again(game, pickle.loads(pickle.dumps(game)))
    while game.history:
        assert game.undo() == 1
        twin.undo()
        check_same(game, twin)
    assert game.status == "ready" and game.undo() == 0


def test_whole_games_are_those_of_the_twin():
    """Both kinds of ends occur."""
    stood = set()
    for seed in range(40):
        rng = random.Random(seed)
        mines = rng.sample(cells_of(8, 7), 7)
        game, twin = Game.from_board(board_of(8, 7, mines)), Twin(8, 7, mines)
        stood |= play_both(game, twin, rng, 60)
    assert {"playing", "won", "lost"} <= stood


# Open


def test_neighbours_do_not_wrap():
    game = Game.from_board(board_of(5, 4, [(3, 0), (0, 4)]))
    for cell in [(0, 0), (3, 4)]:
        game.open(cell)
    assert str(game) == "0001F\n00011\n11000\nF1000"
    assert game.status == "won"


def test_tall_boards():
    game = Game.from_board(board_of(10, 16, [(15, 9), (11, 0)]))
    opened = game.open((0, 0))
    assert opened.cells.size == 158 and game.status == "won"
    assert opened.flagged.tolist() == [110, 159]
    assert opened.distance.max() == 15
    assert game.undo() == 1 and game.remaining == 2
    assert game.open((12, 0)).cells.tolist() == [120]
    assert game.open((15, 0)).cells.size == 157 and game.status == "won"


@pytest.mark.parametrize("mines", [0, 1])
@pytest.mark.parametrize("size", [200, 1000])
def test_large_empty_boards(mines, size):
    search = {"search": "random"} if size > 200 else {}
    game = Game(size, size, mines, seed=1, **search)
    opened = game.open((0, 0))
    assert opened.cells.size + opened.flagged.size == size * size
    assert game.status == "won" and game.flags == mines
    assert opened.distance.max() >= size - 2
    assert game.undo() == 1
    assert (game.cells == HIDDEN).all()


def test_each_cell_is_listed_once():
    game = Game(30, 16, 99, seed=1)
    opened = np.concatenate([game.open(cell).cells for cell in [(8, 15), (8, 15)]])
    assert len(set(opened.tolist())) == opened.size == 99
    assert set(opened.tolist()) == set(np.flatnonzero(game.cells >= 0).tolist())


def test_a_flood_skips_flags():
    game = game_of("..... ..... ....*")
    game.flag((0, 2))
    opened = game.open((0, 0))
    assert 2 not in opened.cells and game.status == "playing"
    assert str(game) == "00F00\n00011\n0001."
    # A flag in the way makes the way longer.
    assert dict(zip(opened.cells.tolist(), opened.distance.tolist(), strict=True))[
        4
    ] == (4)
    assert game.open((0, 2)).cells.size == 0
    assert game.flag((0, 2))
    assert game.open((0, 2)).status == "won"


def test_a_wall_of_flags():
    game = game_of("...... ...... .....*")
    for row in range(3):
        game.flag((row, 2))
    assert sorted(game.open((0, 0)).cells.tolist()) == [0, 1, 6, 7, 12, 13]
    assert game.remaining == -2


# Flags


def test_more_flags_than_mines():
    game = Game(9, 9, 10, seed=1)
    for cell in cells_of(9, 9)[:11]:
        assert game.flag(cell)
    assert game.remaining == -1 and game.flags == 11


def test_flags_are_set_and_taken_away():
    game = Game(9, 9, 10, seed=1)
    for on, changed, flags in [
        (None, True, 1),
        (None, True, 0),
        (False, False, 0),
        (True, True, 1),
        (np.True_, False, 1),
        (False, True, 0),
    ]:
        assert game.flag((0, 0), on) is changed
        assert game.flags == flags
    assert len(game.history) == 4 and game.clicks == 6
    game.open((4, 4))
    assert not game.flag((4, 4)) and not game.flag((4, 4), True)
    assert game.flags == 0


# Chords


def test_a_chord_needs_as_many_flags_as_its_clue():
    game = game_of("*.. ... ..*")
    game.open((1, 1))
    assert game.cells[4] == 2
    assert game.chord((1, 1)).cells.size == 0
    game.flag((0, 0))
    assert game.chord((1, 1)).cells.size == 0
    game.flag((2, 2))
    game.flag((0, 1))
    assert game.chord((1, 1)).cells.size == 0
    assert game.history[-1] == ("flag", (0, 1))
    game.flag((0, 1))
    opened = game.chord((1, 1))
    assert opened.status == "won"
    assert opened.cells.tolist() == [1, 2, 3, 5, 6, 7]
    assert opened.distance.tolist() == [0] * 6
    assert opened.flagged.size == 0


def test_a_chord_on_a_zero():
    game = game_of("....* ..... .....")
    game.flag((0, 0))
    game.open((2, 0))
    game.flag((0, 0))
    opened = game.chord((1, 1))
    assert opened.cells.tolist() == [0] and game.status == "won"
    assert game.history[-1] == ("chord", (1, 1))


def test_a_chord_may_open_several_zeros():
    """The ways start from all of them at once."""
    game = game_of(".....*..... ........... ...........")
    game.open((1, 5))
    game.flag((0, 5))
    opened = game.chord((1, 5))
    assert game.status == "won"
    assert opened.cells.size == 31 == len(set(opened.cells.tolist()))
    far = dict(zip(opened.cells.tolist(), opened.distance.tolist(), strict=True))
    assert [far[22 + c] for c in range(11)] == [4, 3, 2, 1, 0, 0, 0, 1, 2, 3, 4]
    # The zeros of the first row are reached from below.
    assert [far[c] for c in (0, 1, 2, 3, 4)] == [4, 3, 2, 2, 0]


def test_a_chord_on_a_zero_opens_what_flags_hid():
    game = game_of(".........*. ........... .........*.")
    for row in range(3):
        game.flag((row, 3))
    assert game.open((1, 1)).cells.size == 9
    game.flag((1, 3))
    opened = game.chord((1, 2))
    assert opened.cells.size == 0  # a zero with two flags
    game.flag((0, 3))
    game.flag((2, 3))
    opened = game.chord((1, 2))
    far = dict(zip(opened.cells.tolist(), opened.distance.tolist(), strict=True))
    assert far == {r * 11 + c: c - 3 for r in range(3) for c in range(3, 9)}


def test_a_wrong_flag_loses():
    game = game_of("*... .... ...*")
    game.open((1, 1))
    game.flag((0, 1))
    opened = game.chord((1, 1))
    assert opened.status == game.status == "lost"
    assert opened.hit.tolist() == game.hit.tolist() == [0]
    assert sorted(opened.cells.tolist()) == [0, 2, 3, 4, 6, 7, 8, 9, 10]
    assert str(game) == "*F00\n1111\n001."
    assert game.mine_mask.tolist() == [True] + [False] * 10 + [True]
    assert game.wrong_flags.tolist() == [1]
    assert game.blast.tolist() == [0] + [-1] * 10 + [3]


def test_a_chord_may_hit_several_mines():
    game = game_of("*.*.. ..... ....*")
    game.open((0, 1))
    for cell in [(1, 0), (1, 1)]:
        game.flag(cell)
    opened = game.chord((0, 1))
    assert opened.hit.tolist() == [0, 2]
    assert game.blast.tolist() == [0, -1, 0] + [-1] * 11 + [2]
    assert game.wrong_flags.tolist() == [5, 6]
    assert game.undo() == 1
    assert game.status == "playing" and game.hit.size == 0
    assert str(game) == ".2...\nFF...\n....."


# The end


def test_won_whatever_the_flags():
    game = game_of("*...*")
    game.flag((0, 0))
    game.open((0, 1))
    opened = game.open((0, 2))
    assert opened.status == game.status == "won"
    assert opened.flagged.tolist() == [4]
    assert str(game) == "F101F" and game.remaining == 0
    assert game.wrong_flags.size == 0 and game.hit.size == 0
    assert (game.blast == -1).all()
    assert game.mine_mask.tolist() == [True, False, False, False, True]
    game.undo()
    assert str(game) == "F1..."


@pytest.mark.parametrize("end", ["won", "lost"])
def test_after_the_end_nothing_changes(end):
    game = game_of("*..")
    game.open((0, 1) if end == "lost" else (0, 2))
    if end == "lost":
        game.open((0, 0))
    assert game.status == end
    before = (str(game), game.history, game.clicks)
    for cell in [(0, 0), (0, 1), (0, 2)]:
        for opened in (game.open(cell), game.chord(cell)):
            assert opened.cells.size == opened.distance.size == 0
            assert opened.hit.size == opened.flagged.size == 0
            assert opened.status == end
        assert not game.flag(cell) and not game.flag(cell, True)
    assert (str(game), game.history, game.clicks) == before
    with pytest.raises(MinesweeperError, match="cell column must be 0 to 2, not 3"):
        game.open((0, 3))


def test_boards_without_a_safe_cell_or_a_mine():
    game = game_of("**")
    assert game.status == "ready"
    assert game.open((0, 1)).status == "lost"
    assert game.blast.tolist() == [1, 0]
    game = game_of(".")
    assert game.open((0, 0)).status == "won"
