"""Games that cannot be: arguments, cells, moves and files that are refused."""

import json
import re

import numpy as np
import pytest
from rules import board_of, check_again

import nogues
from nogues import Board, FormatError, Game, MinesweeperError


def raises(error, message):
    return pytest.raises(error, match=re.escape(message) + "$")


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"width": 0}, MinesweeperError, "width must be 1 to 1000000, not 0"),
        ({"height": -1}, MinesweeperError, "height must be 1 to 1000000, not -1"),
        ({"mines": -1}, MinesweeperError, "mines must be at least 0, not -1"),
        ({"mines": 1.0}, TypeError, "mines must be an integer, not 1.0"),
        (
            {"mines": 82, "search": "random"},
            MinesweeperError,
            "mines must be at most 77 on 9x9 with safe='block' and start (0, 0), "
            "not 82",
        ),
        ({"seed": 1.5}, TypeError, "seed must be an integer, not 1.5"),
        ({"seed": "1"}, TypeError, "seed must be an integer, not '1'"),
        ({"seed": True}, TypeError, "seed must be an integer, not True"),
        (
            {"search": "best"},
            MinesweeperError,
            "search must be one of repair, uniform, random, not 'best'",
        ),
        (
            {"search": 1},
            TypeError,
            "search must be one of repair, uniform, random, not 1",
        ),
        (
            {"safe": "any"},
            MinesweeperError,
            "safe must be one of diamond, block, cell, not 'any'",
        ),
        (
            {"safe": "all", "search": "random"},
            MinesweeperError,
            "safe must be one of diamond, block, cell, any, not 'all'",
        ),
        (
            {"logic": "some"},
            MinesweeperError,
            "logic must be one of elementary, subset, complete, not 'some'",
        ),
        ({"relocate": 1}, TypeError, "relocate must be True or False, not 1"),
        (
            {"relocate": True},
            MinesweeperError,
            "relocate is for search='random', not for 'repair'",
        ),
        (
            {"search": "random", "logic": "complete"},
            MinesweeperError,
            "logic is not for search='random', whose boards are not solved; "
            "it is 'complete'",
        ),
        (
            {"search": "random", "moves": 0},
            MinesweeperError,
            "moves is not for search='random', whose boards are not solved; it is 0",
        ),
        (
            {"needs": "complete"},
            MinesweeperError,
            "needs must be at most 'elementary' with logic='elementary', "
            "not 'complete'",
        ),
        ({"accept": 3}, TypeError, "accept must be a nogues.Between, not 3"),
        (
            {"max_attempts": 0},
            MinesweeperError,
            "max_attempts must be 1 to 2147483647, not 0",
        ),
        (
            {"max_passes": None},
            TypeError,
            "max_passes must be an integer, not None",
        ),
        (
            {"width": 300, "height": 300},
            MinesweeperError,
            "width * height must be at most 40000 with search='repair' and "
            "logic='elementary', not 300 * 300 = 90000",
        ),
    ],
)
def test_bad_arguments(arguments, error, message):
    with raises(error, message):
        Game(**{"width": 9, "height": 9, "mines": 10, **arguments})


@pytest.mark.parametrize(
    ("cell", "error", "message"),
    [
        ((9, 0), MinesweeperError, "cell row must be 0 to 8, not 9"),
        ((0, -1), MinesweeperError, "cell column must be 0 to 8, not -1"),
        ((0, 2**70), MinesweeperError, f"cell column must be 0 to 8, not {2**70}"),
        (3, TypeError, "cell must be a pair (row, column), not 3"),
        ((1, 2, 3), TypeError, "cell must be a pair (row, column), not (1, 2, 3)"),
        ([], TypeError, "cell must be a pair (row, column), not []"),
        ((1.0, 2), TypeError, "cell row must be an integer, not 1.0"),
        ((True, 2), TypeError, "cell row must be an integer, not True"),
    ],
)
def test_bad_cells(cell, error, message):
    game = Game(9, 9, 10, seed=1)
    for _ in range(2):  # before and after laying
        for move in (game.open, game.flag, game.chord):
            with raises(error, message):
                move(cell)
        assert game.clicks == len(game.moves)
        game.open((4, 4))


def test_other_bad_arguments():
    game = Game(9, 9, 10, seed=1)
    with raises(TypeError, "on must be True, False or None, not 1"):
        game.flag((0, 0), 1)
    with raises(TypeError, "board must be a Board, not [[0]]"):
        Game.from_board([[0]])
    good = board_of(3, 1, [(0, 0)])
    parts = [getattr(good, name) for name in Board.__slots__]
    with raises(
        MinesweeperError,
        "board is not consistent: its clue is not the number of mines around the "
        "cell (0, 1)",
    ):
        Game.from_board(Board(np.array([-1, 0, 0], np.int8), *parts[1:]))
    with raises(MinesweeperError, "board must have 3 clues, not (2,)"):
        Game.from_board(Board(np.array([-1, 1], np.int8), *parts[1:]))
    with raises(TypeError, "give a board or what one is made with, not both"):
        Game.replay([], 9, 9, 10, board=good)
    with raises(TypeError, "moves must be pairs of a name and a cell, not 'open'"):
        Game.replay("open", 9, 9, 10)
    with raises(TypeError, "moves must be pairs of a name and a cell, not 5"):
        Game.replay(5, 9, 9, 10)
    for move, error, message in [
        (("undo", (0, 0)), MinesweeperError, "one of open, flag, chord, not 'undo'"),
        ((3, (0, 0)), TypeError, "moves[1] name must be one of open, flag, chord"),
        ("open", TypeError, "moves[1] must be a pair (name, cell), not 'open'"),
        (("open", (0, 9)), MinesweeperError, "moves[1] column must be 0 to 8, not 9"),
        (
            ("open", (4, 4)),
            MinesweeperError,
            "moves[1] must do something, not open at (4, 4), which does nothing",
        ),
    ]:
        with pytest.raises(error, match=re.escape(message)):
            Game.replay([("open", (4, 4)), move], 9, 9, 10, seed=1)


def changed(text, path, value):
    """Return JSON with something else at a path; ``...`` takes it away."""
    data = json.loads(text)
    part = data
    for key in path[:-1]:
        part = part[key]
    if value is ...:
        del part[path[-1]]
    else:
        part[path[-1]] = value
    return json.dumps(data)


SEEDED = [
    (("format",), "nogues boards"),
    (("format",), ...),
    (("format_version",), 2),
    (("format_version",), True),
    (("format_version",), ...),
    (("version",), 2),
    (("version",), ...),
    (("version",), "1"),
    (("arguments",), ...),
    (("arguments",), []),
    (("arguments",), {}),
    (("arguments", "rng"), 1),
    (("arguments", "width"), ...),
    (("arguments", "width"), 9.0),
    (("arguments", "width"), 10**9),
    (("arguments", "mines"), -1),
    (("arguments", "mines"), "10"),
    (("arguments", "seed"), None),
    (("arguments", "seed"), 1.5),
    (("arguments", "seed"), True),
    (("arguments", "logic"), "all"),
    (("arguments", "logic"), ["subset"]),
    (("arguments", "search"), None),
    (("arguments", "safe"), "any"),
    (("arguments", "accept"), 1),
    (("arguments", "accept"), {"size": [1, 2]}),
    (("arguments", "accept"), {"bbbv": [5, 2]}),
    (("arguments", "use_mine_count"), 1),
    (("arguments", "max_attempts"), 0),
    (("clicks",), 2),
    (("clicks",), ...),
    (("clicks",), True),
    (("clicks",), 3.0),
    (("moves",), ...),
    (("moves",), {}),
    (("moves", 0), ["open", [9, 9]]),
    (("moves", 0), ["open", [4]]),
    (("moves", 0), ["open", [0, 0.5]]),
    (("moves", 0), ["undo", [4, 4]]),
    (("moves", 0), "open"),
    (("moves", 0), None),
    (("moves", 0), ["chord", [4, 4]]),
    (("moves", 2), ["open", [4, 4]]),
]


@pytest.mark.parametrize(("path", "value"), SEEDED)
def test_json_of_a_seeded_game_is_checked(path, value):
    game = Game(9, 9, 10, seed=1)
    game.open((4, 4))
    game.flag((1, 4))
    game.flag((1, 4))
    text = game.to_json()
    check_again(game, Game.from_json(text))
    with pytest.raises(FormatError):
        Game.from_json(changed(text, path, value))


BOARD = [
    ("rows", ...),
    ("rows", []),
    ("rows", [1, 2]),
    ("rows", ["001*", "001"]),
    ("rows", ["001*", ""]),
    ("rows", ["# 4x1/1", "001*"]),
    ("rows", ["000*"]),
    ("rows", ["009*"]),
    ("rows", "001*"),
    ("mines", ...),
    ("mines", 1.0),
    ("start", [0, 4]),
    ("start", "0,0"),
    ("opening", -1),
    ("solvable", 1),
    ("seed", "1"),
    ("needs", "luck"),
    ("relocations", [[0, 4]]),
    ("relocations", [1]),
    ("relocations", None),
    ("search", {}),
    ("search", "repair"),
    ("search", {"search": "repair", "logic": "elementary", "version": 9}),
    ("search", {"search": "random", "logic": None, "version": 1, "density": "x"}),
    ("search", {"search": "random", "logic": None, "version": 1, "safe": 1}),
    ("search", {"search": "random", "logic": None, "version": 1, "accept": 1}),
]


@pytest.mark.parametrize(("name", "value"), BOARD)
def test_json_of_a_board_is_checked(name, value):
    game = Game.from_board(nogues.generate_board(4, 1, 1, (0, 0), seed=1))
    game.open((0, 1))
    text = game.to_json()
    check_again(game, Game.from_json(text))
    with pytest.raises(FormatError):
        Game.from_json(changed(text, ("board", name), value))


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "1", "null", "[" * 100_000, '{"format": "nogues game"}']
)
def test_what_is_no_game(text):
    with pytest.raises(FormatError):
        Game.from_json(text)


def test_a_seed_must_be_told():
    """Without one there would be other mines each time."""
    text = changed(Game(9, 9, 10).to_json(), ("arguments", "seed"), None)
    with raises(FormatError, "game: seed must be int, not None"):
        Game.from_json(text)


def test_json_of_no_text():
    for text in (None, b"{}", {}):
        with pytest.raises(TypeError, match=r"^text must be a str, not "):
            Game.from_json(text)


def test_moves_that_cannot_be_are_named():
    game = Game(5, 5, 11, seed=1, max_attempts=1)
    data = json.loads(game.to_json()) | {"moves": [["open", [2, 2]]], "clicks": 1}
    with pytest.raises(FormatError, match=r"^game: no board of 5x5/11 with"):
        Game.from_json(json.dumps(data))


JUNK = [None, True, -1, 0, 3, 2**31, 2**70, 0.5, 1e400, "", "1", "é", [], [1, 2], {}]
JUNK += [{"bbbv": [1, None]}, ["open", [4, 4]], [[]], "elementary", "complete"]


def paths(part, path=()):
    """Yield the path of everything in some JSON."""
    items = part.items() if isinstance(part, dict) else enumerate(part)
    for key, value in items:
        yield (*path, key)
        if isinstance(value, (dict, list)):
            yield from paths(value, (*path, key))


@pytest.mark.parametrize("kind", ["seeded", "board"])
def test_any_junk_is_refused_or_is_a_game(kind):
    board = nogues.generate_random_board(5, 4, 3, (2, 2), seed=1, relocate=True)
    game = (
        Game(5, 4, 3, seed=1, search="random")
        if kind == "seeded"
        else Game.from_board(board)
    )
    game.flag((0, 0))
    game.open((2, 2))
    text = game.to_json()
    refused = 0
    for path in paths(json.loads(text)):
        for value in [..., *JUNK]:
            try:
                again = Game.from_json(changed(text, path, value))
            except FormatError:
                refused += 1
            else:
                assert Game.from_json(again.to_json()).moves == again.moves
    assert refused > 300
