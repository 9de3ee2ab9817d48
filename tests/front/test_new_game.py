"""What a player asks for, checked once."""

import pytest

import nogues
from nogues.front.new_game import LARGEST_SIDE, check_new_game


def test_defaults():
    new_game = check_new_game({})
    assert (new_game.size, new_game.numbers) == ("30x16/99", (30, 16, 99))
    assert (new_game.seed, new_game.start, new_game.daily) == (None, None, None)
    assert new_game.changed_options() == {}


def test_what_is_asked_for():
    asked = {"size": "9x8/10", "seed": -1, "start": [2, 3], "logic": "subset"}
    new_game = check_new_game(asked)
    assert new_game.numbers == (9, 8, 10)
    assert (new_game.seed, new_game.start) == (2**32 - 1, (2, 3))
    assert new_game.changed_options() == {"logic": "subset"}


def test_a_day():
    new_game = check_new_game({"daily": "2024-02-29"})
    board = nogues.generate_daily_board("2024-02-29")
    assert new_game.numbers == (board.width, board.height, board.mines)
    assert new_game.daily == "2024-02-29"


@pytest.mark.parametrize(
    ("asked", "error"),
    [
        ({"size": 9}, TypeError),
        ({"size": "9x9"}, nogues.MinesweeperError),
        ({"size": f"{LARGEST_SIDE + 1}x9/10"}, nogues.MinesweeperError),
        ({"size": f"9x{LARGEST_SIDE + 1}/10"}, nogues.MinesweeperError),
        ({"start": [16, 0]}, nogues.MinesweeperError),
        ({"logic": "guess"}, nogues.MinesweeperError),
        ({"colour": "red"}, nogues.MinesweeperError),
        ({"seed": "7"}, TypeError),
        ({"relocate": 1}, TypeError),
        ({"daily": 5}, TypeError),
        ({"daily": "2023-02-29"}, nogues.MinesweeperError),
        ({"daily": "2024-02-29", "seed": 1}, nogues.MinesweeperError),
    ],
)
def test_what_cannot_be(asked, error):
    with pytest.raises(error):
        check_new_game(asked)


@pytest.mark.parametrize("text", ["9x8/10", " 9 x 8 / 10 ", "9 X 8/10"])
def test_spaces_in_a_size(text):
    assert check_new_game({"size": text}).numbers == (9, 8, 10)


@pytest.mark.parametrize(
    ("asked", "text"),
    [
        ({"size": "x9/10"}, "width must be a whole number, not ''"),
        ({"size": "9xabc/10"}, "height must be a whole number, not 'abc'"),
        ({"size": "9x9/-1"}, "mines must be a whole number, not '-1'"),
        ({"size": "9x9/2.5"}, "mines must be a whole number, not '2.5'"),
        ({"size": "abc"}, "size must be one of"),
        ({"size": "9x9/81"}, "mines must be at most 75 on 9 x 9, not 81: the first "),
        ({"size": "9x9/80"}, "mines must be at most 75 on 9 x 9, not 80"),
        ({"size": "9x9/80", "search": "random"}, "mines must be at most 77 on 9 x 9"),
        ({"size": "9x9/80", "search": "uniform", "safe": "cell"}, None),
        ({"size": "100x100/9999"}, "mines must be at most 9994 on 100 x 100"),
        ({"size": "3x3/9"}, "mines must be at most 3 on 3 x 3, not 9"),
        ({"size": "1x1/1"}, "mines must be at most 0 on 1 x 1, not 1"),
    ],
)
def test_sizes_that_cannot_be(asked, text):
    if text is None:
        assert check_new_game(asked).numbers == (9, 9, 80)
        return
    with pytest.raises(nogues.MinesweeperError) as error:
        check_new_game(asked)
    assert str(error.value).startswith(text)
