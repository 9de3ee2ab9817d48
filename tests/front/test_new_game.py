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
