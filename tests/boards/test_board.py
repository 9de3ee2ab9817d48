"""Board and Boards: views, text, HTML, equality, pickling, slicing."""

import copy
import dataclasses
import pickle
import re

import numpy as np
import pytest

import nogues


@pytest.fixture
def board():
    return nogues.generate_board(30, 16, 99, (3, 4), seed=11)


@pytest.fixture
def boards():
    return nogues.generate_boards(16, 8, 16, seeds=range(20, 60))


def test_views(board):
    assert board.clue.dtype == np.int8
    assert board.clue.shape == (480,)
    assert board.grid.shape == (16, 30)
    assert np.shares_memory(board.grid, board.clue)
    assert board.mine_mask.dtype == np.bool_
    assert board.mine_mask.shape == (480,)
    assert board.mine_mask.sum() == board.mine_count == board.mines == 99
    assert (board.width, board.height, board.start) == (30, 16, (3, 4))


def test_a_board_cannot_be_changed(board):
    with pytest.raises(ValueError, match="read-only"):
        board.clue[0] = 1
    with pytest.raises(ValueError, match="read-only"):
        board.grid[0, 0] = 1
    with pytest.raises(dataclasses.FrozenInstanceError):
        board.seed = 2


def test_text(board):
    rows = str(board).split("\n")
    assert [len(row) for row in rows] == [30] * 16
    values = [-1 if c == "*" else int(c) for row in rows for c in row]
    assert values == board.clue.tolist()
    assert repr(board) == "<Board 30x16/99 start=(3, 4) seed=11>"


def test_html(board):
    html = board._repr_html_()
    cells = re.findall(r"<td[^>]*>(.*?)</td>", html)
    assert len(cells) == 480
    shown = [-1 if c == "&#9679;" else int(c or 0) for c in cells]
    assert shown == board.clue.tolist()
    assert html.count("#ffef9e") == 1  # the start
    assert ">30x16, 99 mines, start (3, 4), seed 11</caption>" in html
    assert "seed" not in dataclasses.replace(board, seed=None)._repr_html_()


def test_html_of_many():
    boards = nogues.generate_boards(9, 9, 10, seeds=range(5, 105))
    html = boards._repr_html_()
    assert re.findall(r">(seed \d+)</caption>", html) == [
        f"seed {k}" for k in range(5, 17)
    ]
    cells = re.findall(r"<td[^>]*>(.*?)</td>", html)
    shown = [-1 if c == "&#9679;" else int(c or 0) for c in cells]
    assert shown == boards.clue[:12].reshape(-1).tolist()
    told = "<small>100 boards of 9x9, 10 mines, start (4, 4); the first 12</small>"
    assert html.endswith(told)
    assert (
        boards[:1]
        ._repr_html_()
        .endswith(">1 board of 9x9, 10 mines, start (4, 4)</small>")
    )
    assert boards[:0]._repr_html_().count("<table") == 0
    large = nogues.generate_random_boards(200, 100, 3000, seeds=range(3))
    assert large._repr_html_().count("<table") == 1
    assert "; here rows 30 to 69, columns 70 to 129" in large._repr_html_()
    given = nogues.Boards.stack([nogues.from_lists([[1, 1], [1, -1]])] * 2)
    assert given._repr_html_().count("no seed") == 2


def test_equality_and_hash(board):
    same = nogues.generate_board(30, 16, 99, (3, 4), seed=11)
    assert same == board
    assert hash(same) == hash(board)
    assert len({same, board}) == 1
    assert board != nogues.generate_board(30, 16, 99, (3, 4), seed=12)
    assert board != dataclasses.replace(board, seed=12)
    assert board != str(board)


@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
def test_pickling(board, boards, protocol):
    again = pickle.loads(pickle.dumps(board, protocol))
    assert again == board
    assert not again.clue.flags.writeable
    assert pickle.loads(pickle.dumps(boards, protocol)) == boards
    assert copy.deepcopy(boards) == boards
    assert len(pickle.dumps(boards[:2], protocol)) < 3000
    # One board of many takes only itself along.
    assert len(pickle.dumps(boards[3], protocol)) < 1000


def test_boards_are_arrays(boards):
    assert boards.clue.shape == (40, 128)
    assert boards.grid.shape == (40, 8, 16)
    assert boards.mine_mask.shape == (40, 128)
    assert boards.seed.tolist() == list(range(20, 60))
    for name in ("seed", "attempts", "repairs", "opening", "mine_count", "solvable"):
        assert getattr(boards, name).shape == (40,)
    assert boards.solvable.all()
    assert (boards.mine_count == 16).all()
    assert repr(boards) == "<Boards 40 of 16x8/16 start=(4, 8)>"


def test_boards_cannot_be_changed(boards, tmp_path):
    """What is said of the boards stays true, wherever they come from."""
    boards.save(tmp_path / "b.npz")
    found = [
        boards,
        boards[3:9],
        boards[::-2],
        boards[[3, 1]],
        boards[boards.seed % 2 == 0],
        nogues.Boards.stack(boards),
        nogues.Boards.load(tmp_path / "b.npz"),
        nogues.generate_random_boards(9, 9, 70, seeds=range(3), relocate=True),
        dataclasses.replace(boards, clue=boards.clue.copy()),
        pickle.loads(pickle.dumps(boards)),
        copy.copy(boards),
        copy.deepcopy(boards),
    ]
    for many in found:
        with pytest.raises(ValueError, match="read-only"):
            many.clue[0, 0] = 5
        with pytest.raises(ValueError, match="read-only"):
            many.grid[0, 0, 0] = 5
        arrays = [getattr(many, field.name) for field in dataclasses.fields(many)]
        arrays = [array for array in arrays if isinstance(array, np.ndarray)]
        assert len(arrays) == 9
        assert not any(array.flags.writeable for array in arrays)
        assert not many[0].clue.flags.writeable
    changed = boards.clue.copy()
    changed[0, 0] = 5
    assert boards == found[-1]


def test_fewer_mines_than_requested_are_shown():
    boards = nogues.generate_boards(3, 3, 5, seeds=range(2))
    assert repr(boards) == "<Boards 2 of 3x3/5 start=(1, 1) mine_count=0>"
    assert repr(boards[0]) == "<Board 3x3/5 start=(1, 1) seed=0 mine_count=0>"


def test_indexing(boards):
    assert boards[5] == nogues.generate_board(16, 8, 16, seed=25)
    assert boards[-1] == boards[39]
    assert boards[np.int64(5)] == boards[5]
    assert [b.seed for b in boards] == list(range(20, 60))
    part = boards[10:30:5]
    assert part.seed.tolist() == [30, 35, 40, 45]
    assert np.shares_memory(part.clue, boards.clue)
    assert boards[[3, 1]].seed.tolist() == [23, 21]
    assert boards[np.array([3, -1])].seed.tolist() == [23, 59]
    assert boards[boards.seed % 7 == 0].seed.tolist() == [21, 28, 35, 42, 49, 56]
    assert len(boards[[]]) == 0
    assert part[1] == boards[15]


def test_bad_indices(boards):
    for index in (40, -41):
        with pytest.raises(IndexError, match=f"board {index} of 40"):
            boards[index]
    for index in ("a", 1.5, (1, 2), None, [[1]], True):
        with pytest.raises(TypeError, match="indexed by an integer, a slice or an"):
            boards[index]


def test_boards_equality(boards):
    assert boards == nogues.generate_boards(16, 8, 16, seeds=range(20, 60))
    assert boards != boards[1:]
    assert boards != nogues.generate_boards(16, 8, 16, (0, 0), seeds=range(20, 60))
    assert boards != 5
    with pytest.raises(TypeError, match="unhashable"):
        hash(boards)


def test_stack():
    some = {"seeds": range(6), "safe": "any", "relocate": True}
    for boards in (
        nogues.generate_boards(9, 9, 10, seeds=range(6), logic="complete"),
        nogues.generate_random_boards(9, 9, 30, (0, 0), **some),
        nogues.generate_random_boards(9, 9, density=0.3, seeds=range(6)),
    ):
        stacked = nogues.Boards.stack(boards)
        assert list(stacked) == list(boards)
        assert stacked.search == boards.search
        assert stacked.mines == boards.mines


def test_boards_that_cannot_be_stacked():
    board = nogues.generate_board(9, 9, 10, seed=1)
    for change, message in (
        ({"start": (0, 0)}, r"one start, \(4, 4\), not \(0, 0\) at 1"),
        ({"mines": 11}, "one mines, 10, not 11 at 1"),
        ({"seed": None}, "must have a seed, not None at 1"),
        ({"solvable": False}, "must be solvable, but the one at 1 is not"),
    ):
        other = dataclasses.replace(board, **change)
        with pytest.raises(nogues.MinesweeperError, match=message):
            nogues.Boards.stack([board, other])
    with pytest.raises(nogues.MinesweeperError, match="boards must not be empty"):
        nogues.Boards.stack([])
    with pytest.raises(TypeError, match="boards must be Boards, not 5 at 1"):
        nogues.Boards.stack([board, 5])
