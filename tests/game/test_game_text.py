"""Games as JSON: round trips, and text that is refused."""

import json
import random

import pytest
from game_twin import check_again
from messages import raises

import nogues
from nogues import FormatError, Game


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


def test_the_text_of_a_game():
    game = Game(9, 9, 10, seed=1)
    game.open((4, 4))
    game.flag((1, 4))
    assert game.to_json() == (
        '{"format": "nogues game", "format_version": 1, "version": 1, "arguments": '
        '{"width": 9, "height": 9, "mines": 10, "seed": 1, "logic": "elementary", '
        '"use_mine_count": true, "search": "repair", "safe": null, "moves": null, '
        '"needs": null, "accept": null, "relocate": false, "max_attempts": null, '
        '"max_passes": 60}, "clicks": 2, '
        '"moves": [["open", [4, 4]], ["flag", [1, 4]]]}'
    )


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "1", "null", "[" * 100_000, '{"format": "nogues game"}']
)
def test_what_is_no_game(text):
    with pytest.raises(FormatError):
        Game.from_json(text)


def test_a_seed_is_required():
    """Without one there would be other mines each time."""
    text = changed(Game(9, 9, 10).to_json(), ("arguments", "seed"), None)
    with raises(FormatError, "game: seed must be int, not None"):
        Game.from_json(text)


def test_json_of_no_text():
    for text in (None, b"{}", {}):
        with pytest.raises(TypeError, match=r"^text must be a str, not "):
            Game.from_json(text)


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
                assert Game.from_json(again.to_json()).history == again.history
    assert refused > 300


def test_moves_that_cannot_be_are_named():
    game = Game(5, 5, 11, seed=1, max_attempts=1)
    data = json.loads(game.to_json()) | {"moves": [["open", [2, 2]]], "clicks": 1}
    with pytest.raises(FormatError, match=r"^game: no board of 5x5/11 with"):
        Game.from_json(json.dumps(data))


@pytest.mark.parametrize("value", [[1], "10", 10.9, True, None, 9])
def test_a_number_of_mines_that_is_not_the_board_s(value):
    data = json.loads(
        Game.from_board(nogues.generate_board(9, 9, 10, seed=1)).to_json()
    )
    assert data["board"]["mine_count"] == 10
    data["board"]["mine_count"] = value
    with pytest.raises(FormatError, match="mine_count"):
        Game.from_json(json.dumps(data))
    del data["board"]["mine_count"]  # as earlier versions wrote it
    assert Game.from_json(json.dumps(data)).board.mine_count == 10
