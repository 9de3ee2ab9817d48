"""The rules of the game beside a slow and obvious twin, and all that is kept of it."""

import copy
import pickle
import random
import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from reference import cells_of
from rules import Twin, board_of, check_again, game_of, pairs

import nogues
from nogues import FLAG, HIDDEN, MINE, Game, MinesweeperError


def raises(error, message):
    return pytest.raises(error, match=re.escape(message) + "$")


def check_same(game, twin):
    assert game.cells.tolist() == twin.seen()
    assert game.status == twin.status
    assert game.is_over == twin.over()
    assert game.moves == twin.moves
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
            with pytest.raises(MinesweeperError, match=f"^{name} is to be had when"):
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
    check_again(game, Game.replay(game.moves, **game.arguments))
    check_again(game, Game.from_json(game.to_json()))
    check_again(game, pickle.loads(pickle.dumps(game)))
    while game.moves:
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
    check_again(game, Game.replay(game.moves, 8, 7, 9, **arguments))
    check_again(game, Game.from_json(game.to_json()))
    assert Game.from_json(game.to_json()).clicks == game.clicks
    assert len(game.moves) <= game.clicks <= 24
    moves = game.moves
    assert game.undo(1000) == len(moves)
    assert game.board is None and game.status == "ready"
    assert Game.from_json(game.to_json()).status == "ready"
    check_again(Game.replay(moves, **game.arguments), replayed(game, moves))


def replayed(game, moves):
    for name, cell in moves:
        getattr(game, name)(cell)
    return game


# Laying


def test_mines_are_laid_at_the_first_open():
    game = Game(30, 16, 99, seed=1)
    assert (game.status, game.board, game.mines) == ("ready", None, 99)
    assert game.flag((3, 3)) and game.flag((0, 0))
    assert game.open((3, 3)).cells.size == 0  # a flag: nothing is laid
    assert game.chord((8, 8)).cells.size == 0
    assert (game.status, game.board) == ("ready", None)
    opened = game.open((2, 7))
    board = nogues.generate_board(30, 16, 99, (2, 7), seed=1)
    assert game.board == board
    assert opened.status == game.status == "playing"
    # But for the flag, what the first click of the board opens.
    whole = nogues.reveal(board)
    assert set(opened.cells.tolist()) <= set(whole.cells.tolist())
    assert game.grid[3, 3] == game.grid[0, 0] == FLAG


def test_a_seed_of_its_own():
    game = Game(9, 9, 10)
    game.open((4, 4))
    assert game.board == nogues.generate_board(9, 9, 10, seed=game.seed)
    assert game.arguments["seed"] == game.seed
    assert Game(9, 9, 10).seed != game.seed
    assert Game(9, 9, 10, seed=-1).seed == 2**32 - 1
    assert Game(9, 9, 10, seed=np.uint64(2**63)).seed == 0


def test_arguments_are_those_of_generate_board():
    wanted = nogues.Between(bbbv=(30, None))
    asked = {
        "logic": "complete",
        "use_mine_count": False,
        "search": "repair",
        "safe": "cell",
        "moves": 30,
        "needs": "subset",
        "accept": wanted,
        "max_attempts": 3000,
    }
    game = Game(12, 9, 22, seed=5, **asked)
    game.open((0, 3))
    assert game.board == nogues.generate_board(12, 9, 22, (0, 3), seed=5, **asked)
    again = Game.from_json(game.to_json())
    check_again(game, again)
    assert again.arguments == game.arguments
    uniform = Game(9, 9, 10, seed=1, search="uniform", logic="subset")
    uniform.open((8, 8))
    assert uniform.board == nogues.generate_board(
        9, 9, 10, (8, 8), seed=1, search="uniform", logic="subset"
    )


def test_relocation():
    game = Game(30, 16, 99, seed=2, search="random", relocate=True)
    game.open((8, 15))
    assert game.board.relocations.tolist() == [[284, 396]]
    assert game.grid[8, 15] == 0
    check_again(game, Game.from_json(game.to_json()))


def test_the_first_click_may_lose():
    game = Game(9, 9, 81, seed=1, search="random", safe="any")
    opened = game.open((4, 4))
    assert opened.status == game.status == "lost"
    assert opened.hit.tolist() == opened.cells.tolist() == [40]
    assert game.cells[40] == MINE
    assert game.undo() == 1 and game.board is None


def test_no_board_leaves_the_game_as_it_was():
    game = Game(5, 5, 11, seed=1, max_attempts=1)
    game.flag((0, 0))
    before = (str(game), game.moves, game.clicks)
    with pytest.raises(nogues.GenerationError, match="no board of 5x5/11"):
        game.open((2, 2))
    assert (str(game), game.moves, game.clicks) == before
    assert (game.status, game.board) == ("ready", None)


def test_a_start_that_does_not_fit():
    """There is room with the start in a corner only."""
    game = Game(3, 3, 5, seed=1, search="random")
    with pytest.raises(MinesweeperError, match="mines must be at most 0 on 3x3"):
        game.open((1, 1))
    assert (game.status, game.board, game.clicks) == ("ready", None, 0)
    assert game.open((0, 0)).status == "won"


def test_fewer_mines_than_asked_for():
    game = Game(4, 1, 9, seed=1)
    assert game.remaining == 9
    game.open((0, 0))
    assert game.status == "won"
    assert game.mines == game.board.mine_count == game.flags == 1
    assert game.remaining == 0
    game.undo()
    assert game.mines == game.remaining == 9


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
    assert len(game.moves) == 4 and game.clicks == 6
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
    assert game.moves[-1] == ("flag", (0, 1))
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
    assert game.moves[-1] == ("chord", (1, 1))


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
    before = (str(game), game.moves, game.clicks)
    for cell in [(0, 0), (0, 1), (0, 2)]:
        for opened in (game.open(cell), game.chord(cell)):
            assert opened.cells.size == opened.distance.size == 0
            assert opened.hit.size == opened.flagged.size == 0
            assert opened.status == end
        assert not game.flag(cell) and not game.flag(cell, True)
    assert (str(game), game.moves, game.clicks) == before
    with pytest.raises(MinesweeperError, match="cell column must be 0 to 2, not 3"):
        game.open((0, 3))


def test_boards_without_a_safe_cell_or_a_mine():
    game = game_of("**")
    assert game.status == "ready"
    assert game.open((0, 1)).status == "lost"
    assert game.blast.tolist() == [1, 0]
    game = game_of(".")
    assert game.open((0, 0)).status == "won"


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
    with raises(MinesweeperError, "flags must be one of ignore, trust, not 'believe'"):
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


def test_a_hint_tells_of_a_wrong_flag():
    game = game_of("*..... ...... ......")
    game.flag((0, 1))
    game.open((2, 5))
    for _ in range(2):
        found = game.hint()
        assert found.kind == "safe" and found.cells == ((0, 1),)
        game.flag((0, 0))
    assert game.hint(logic="elementary") == found


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
    assert game.moves == [("flag", (0, 0))] and game.status == "ready"
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


def test_json_of_a_board():
    board = nogues.generate_board(
        9,
        9,
        12,
        (1, 1),
        seed=4,
        logic="complete",
        accept=nogues.Between(openings=(2, 9)),
    )
    moved = nogues.generate_random_board(
        9, 9, 40, seed=4, safe="diamond", relocate=True
    )
    assert moved.relocations.size
    chance = nogues.generate_random_board(9, 9, density=0.2, seed=4)
    free = nogues.generate_board(9, 9, 10, rng=random.Random(1))
    for given_board in (board, moved, chance, free):
        game = Game.from_board(given_board)
        game.flag((0, 0))
        game.open((4, 4))
        check_again(game, Game.from_json(game.to_json()))
        assert game.seed == given_board.seed
