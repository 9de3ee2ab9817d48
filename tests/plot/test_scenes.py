"""What there is to draw of each kind of item."""

import numpy as np
import pytest

import nogues
from nogues.base.looks import EXPLODED, WRONG
from nogues.plot.scenes import scene_of


def test_boards_positions_and_arrays():
    board = nogues.from_lists([[-1, 2, 1], [1, 2, -1]])
    scene = scene_of("item", board)
    assert np.array_equal(scene.codes, board.grid)
    assert scene.start == board.start and scene.size == (3, 2)
    assert scene.title.startswith("3x2") and "2 mines" in scene.title
    assert scene_of("item", board, (0, 2)).start == (0, 2)
    position = nogues.Position(3, 1, 1, [1, -1, -2])
    scene = scene_of("item", position)
    assert scene.codes.tolist() == [[1, nogues.FLAG, nogues.HIDDEN]]
    assert scene.start is None and "1 mine" in scene.title
    scene = scene_of("item", [[0, 1], [nogues.FLAG, -1]])
    assert scene.codes.dtype == np.int8 and scene.title == "2x2"


def test_a_lost_game_shows_its_mines():
    board = nogues.from_lists([[-1, 2, -1, 1]])
    game = nogues.Game.from_board(board)
    game.flag((0, 1))
    game.open((0, 0))
    scene = scene_of("item", game)
    assert scene.codes.tolist() == [[EXPLODED, WRONG, -1, nogues.HIDDEN]]
    assert "lost" in scene.title and scene.start == (0, 0)


@pytest.mark.parametrize("item", [5, "x", None, [0], [[0.0]], [[True]], [[0], [0, 0]]])
def test_what_is_nothing_to_draw(item):
    with pytest.raises(TypeError, match=r"^thing must be"):
        scene_of("thing", item)
    for wrong in ([[0, 9]], [[0, -4]]):
        with pytest.raises(nogues.MinesweeperError, match=r"^thing must .*\(0, 1\)"):
            scene_of("thing", wrong)
