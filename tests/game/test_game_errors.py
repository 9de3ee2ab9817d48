"""Arguments of a game that are refused."""

import re

import numpy as np
import pytest
from game_twin import board_of
from messages import raises

from nogues import Board, Game, MinesweeperError


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"width": 0}, MinesweeperError, "width must be 1 to 1000000, not 0"),
        ({"height": -1}, MinesweeperError, "height must be 1 to 1000000, not -1"),
        ({"mines": -1}, MinesweeperError, "mines must be at least 0, not -1"),
        (
            {"width": 20, "height": 20, "mines": 450},
            MinesweeperError,
            "mines must be at most 394 on 20x20 with safe='diamond' and start (0, 0), "
            "not 450",
        ),
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
        assert game.clicks == len(game.history)
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
        "board is not consistent: cell (0, 1) says 0, which is not the number of "
        "mines around it",
    ):
        Game.from_board(Board(np.array([-1, 0, 0], np.int8), *parts[1:]))
    with raises(MinesweeperError, "board must have 3 clues, not (2,)"):
        Game.from_board(Board(np.array([-1, 1], np.int8), *parts[1:]))
    with raises(TypeError, "give a board or the arguments of a game, not both"):
        Game.replay([], 9, 9, 10, board=good)
    with raises(TypeError, "history must be pairs of a name and a cell, not 'open'"):
        Game.replay("open", 9, 9, 10)
    with raises(TypeError, "history must be pairs of a name and a cell, not 5"):
        Game.replay(5, 9, 9, 10)
    for move, error, message in [
        (("undo", (0, 0)), MinesweeperError, "one of open, flag, chord, not 'undo'"),
        ((3, (0, 0)), TypeError, "move 1 name must be one of open, flag, chord"),
        ("open", TypeError, "move 1 must be a pair (name, cell), not 'open'"),
        (("open", (0, 9)), MinesweeperError, "move 1 column must be 0 to 8, not 9"),
        (
            ("open", (4, 4)),
            MinesweeperError,
            "move 1 has no effect: open at (4, 4)",
        ),
    ]:
        with pytest.raises(error, match=re.escape(message)):
            Game.replay([("open", (4, 4)), move], 9, 9, 10, seed=1)
