"""The board of a game is made at its first click."""

import numpy as np
import pytest
from game_twin import check_again

import nogues
from nogues import FLAG, MINE, Game, MinesWarning, MinesweeperError


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
    # Except the flag, what the first click of the board opens.
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
    before = (str(game), game.history, game.clicks)
    with pytest.raises(nogues.GenerationError, match="no board of 5x5/11"):
        game.open((2, 2))
    assert (str(game), game.history, game.clicks) == before
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
    with pytest.warns(MinesWarning, match="has 1 mine, not 9"):
        game.open((0, 0))
    assert game.status == "won"
    assert game.mines == game.board.mine_count == game.flags == 1
    assert game.remaining == 0
    game.undo()
    assert game.mines == game.remaining == 9
