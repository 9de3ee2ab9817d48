"""solve, is_solvable, reveal and count_clues on fields from anywhere."""

import numpy as np
import pytest

import nogues
from nogues import MinesweeperError

GRID = [[0, 1, -1], [0, 1, 1], [0, 0, 0]]


@pytest.mark.parametrize(
    "grid",
    [
        GRID,
        np.array(GRID),
        np.array(GRID, np.int8),
        np.array(GRID, np.int64, order="F"),
        np.array(GRID, np.int16)[:, :],
        np.repeat(np.array(GRID), 2, axis=1)[:, ::2],
    ],
    ids=["list", "int", "int8", "fortran", "int16", "strided"],
)
def test_any_array(grid):
    solution = nogues.solve(grid, (2, 0))
    assert solution.solvable
    assert solution.cells.dtype == np.int8
    assert solution.cells.tolist() == [1, 1, -1, 1, 1, 1, 1, 1, 1]
    assert (nogues.SAFE, nogues.MINE, nogues.UNKNOWN) == (1, -1, 0)
    assert nogues.is_solvable(grid, (2, 0))
    assert nogues.reveal(grid, (2, 0)).cells.size == 8


def test_arrays_are_left_alone():
    grid = np.array(GRID, np.int8)
    grid.flags.writeable = False
    nogues.solve(grid, (2, 0))
    assert grid.tolist() == GRID


def test_start_defaults():
    board = nogues.generate_board(16, 16, 40, (2, 3), seed=1)
    assert nogues.solve(board).solvable
    assert nogues.reveal(board).cells[0] == 2 * 16 + 3
    assert nogues.reveal(GRID).cells.tolist() == [4]  # the centre


def test_start_on_a_mine():
    solution = nogues.solve(GRID, (0, 2))
    assert (solution.hit_mine, solution.solvable) == (True, False)
    assert (solution.opened, solution.flagged, solution.passes) == (0, 0, 0)
    assert not solution.cells.any()
    clicked = nogues.reveal(GRID, (0, 2))
    assert clicked.hit_mine
    assert clicked.cells.size == clicked.distance.size == 0


def test_a_board_that_is_stuck():
    solution = nogues.solve([[1, -1], [1, 1]], (0, 0))
    assert not solution.solvable
    assert solution.cells.tolist() == [1, 0, 0, 0]


def test_one_open_corner_wins():
    """8x8 with 63 mines: one click opens the only safe cell."""
    mask = np.ones((8, 8), bool)
    mask[3, 3] = False
    solution = nogues.solve(nogues.count_clues(mask), (3, 3))
    assert solution.solvable
    assert (solution.opened, solution.flagged) == (1, 8)


@pytest.mark.parametrize("mines", [[], [(199, 199)]])
def test_large_and_empty(mines):
    mask = np.zeros((200, 200), bool)
    for cell in mines:
        mask[cell] = True
    grid = nogues.count_clues(mask)
    solution = nogues.solve(grid, (0, 0))
    assert solution.opened == 40_000 - len(mines)
    distance = nogues.reveal(grid, (0, 0)).distance
    assert distance.max() == 199
    assert (np.diff(distance) >= 0).all()


def test_neighbours_do_not_wrap():
    """5x4 with mines at the right end of a row and the left end of another."""
    mask = np.zeros((4, 5), bool)
    mask[0, 4] = mask[3, 0] = True
    grid = nogues.count_clues(mask)
    text = ["".join("*" if c < 0 else str(c) for c in row) for row in grid.tolist()]
    assert text == ["0001*", "00011", "11000", "*1000"]


@pytest.mark.parametrize(
    ("grid", "message"),
    [
        ([[0, 1, -1], [0, 1, 1], [0, 1, 0]], r"cell \(2, 1\) says 1"),
        ([[0, 1, -1], [0, 2, 1], [0, 0, 0]], r"cell \(1, 1\) says 2"),
        ([[0, 1, -1], [0, 2, 1], [9, 0, 0]], r"not 9 at \(2, 0\)$"),
        ([[9, 0]], r"not 9 at \(0, 0\)$"),
        ([[0, -2]], r"not -2 at \(0, 1\)$"),
        ([[-1, 257]], r"not 257 at \(0, 1\)$"),
        ([[0, 300, 5]], r"not 300 at \(0, 1\)$"),
        ([[0, -256 - 1]], r"not -257 at \(0, 1\)$"),
    ],
)
def test_contradictions_name_the_first_wrong_cell(grid, message):
    for function in (nogues.solve, nogues.is_solvable, nogues.reveal):
        with pytest.raises(MinesweeperError, match=message):
            function(grid, (0, 0))


@pytest.mark.parametrize(
    "board",
    [
        [0, 1],
        [[0.0]],
        [[True]],
        "01",
        None,
        5,
        [[1], [1, 2]],
        np.zeros((1, 1, 1), int),
        [["0"]],
    ],
    ids=repr,
)
def test_not_a_field(board):
    with pytest.raises(TypeError, match="board must be a"):
        nogues.solve(board)


def test_bad_arguments():
    with pytest.raises(MinesweeperError, match="start row must be 0 to 2, not 3"):
        nogues.solve(GRID, (3, 0))
    with pytest.raises(MinesweeperError, match="cell column must be 0 to 2, not -1"):
        nogues.reveal(GRID, (0, -1))
    with pytest.raises(MinesweeperError, match="max_passes must be 1 to"):
        nogues.solve(GRID, (0, 0), max_passes=0)
    with pytest.raises(MinesweeperError, match="width must be 1 to 1000000, not 0"):
        nogues.solve(np.zeros((3, 0), int))
    with pytest.raises(MinesweeperError, match="at most 1000000"):
        nogues.solve(np.zeros((1001, 1000), int))


@pytest.mark.parametrize("logic", ["elementary", "complete"])
@pytest.mark.parametrize("wrong", ["x", 1, 0, None], ids=repr)
def test_use_mine_count_is_true_or_false(wrong, logic):
    position = nogues.Position(2, 1, 1, [1, nogues.HIDDEN])
    asked = {"logic": logic, "use_mine_count": wrong}
    for act in (
        lambda: nogues.solve(GRID, (0, 0), **asked),
        lambda: nogues.is_solvable(GRID, (0, 0), **asked),
        lambda: nogues.solve_boards([GRID], (0, 0), **asked),
        lambda: nogues.hint(position, **asked),
        lambda: nogues.generate_board(9, 9, 10, seed=1, **asked),
    ):
        with pytest.raises(TypeError, match="use_mine_count must be True or False"):
            act()
    asked["use_mine_count"] = np.True_
    assert nogues.is_solvable(GRID, (0, 0), **asked)


def test_count_clues_wants_bools():
    with pytest.raises(TypeError, match="mine_mask must be bools"):
        nogues.count_clues([[0, 1]])
    with pytest.raises(TypeError, match="mine_mask must be bools"):
        nogues.count_clues([True, False])
    with pytest.raises(TypeError, match="mine_mask must be an array"):
        nogues.count_clues([[True], [True, False]])
    assert nogues.count_clues(np.zeros((3, 2), bool)[::-1]).shape == (3, 2)
