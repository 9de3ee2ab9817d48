"""Headers of boards as text."""

import numpy as np
import pytest

import nogues
from nogues.formats.headers import read_head

GRID = np.array([[-1, 2, 1], [1, 2, -1]], np.int8)


@pytest.mark.parametrize("head", [None, "# a comment", "# 3x2/2", "# 9x9 and more"])
def test_heads_of_boards_from_elsewhere(head):
    board = read_head(head, GRID, (1, 1), 2)
    assert board == nogues.from_lists(GRID.tolist())
    assert board.search.name == "given"


def test_the_search_of_a_head():
    board = nogues.generate_random_board(9, 9, 12, (2, 3), seed=7)
    head = "# 9x9/12 start 2,3 seed 7 search random 1 safe diamond"
    read = read_head(head, board.grid, (2, 3), 2)
    assert (read.seed, read.search.name, read.search.safe) == (7, "random", "diamond")
    assert read.solvable is False and read.needs is None


@pytest.mark.parametrize(
    "head",
    [
        "# 2x3/2",
        "# 3x2/3",
        "# 3x2/2 seed 5000000000 search random 1",
        "# 3x2/2 search random 1 safe",
        "# 3x2/2 search random 1 colour red",
        "# 3x2/2 search random 1 density much",
        "# 3x2/2 search random 999999",
        "# 3x2/2 search repair 1 logic subset accept bbbv",
    ],
)
def test_heads_that_do_not_fit(head):
    with pytest.raises(nogues.FormatError):
        read_head(head, GRID, (1, 1), 2)


def test_the_mines_that_are_there():
    """Files without mine_count were written before it was in headers."""
    board = nogues.generate_board(5, 1, 4, (0, 0), seed=1)
    for count in ("", " mine_count 2"):
        head = f"# 5x1/4{count} start 0,0 seed 1 search repair 1"
        read = read_head(head, board.grid, (0, 0), 2)
        assert (read.mines, read.mine_count, read.seed) == (4, 2, 1)
    assert read_head("# 3x2/2 mine_count 2", GRID, None, 2).mine_count == 2
    head = "# 5x1/4 mine_count 3 start 0,0 seed 1 search repair 1"
    with pytest.raises(nogues.FormatError, match="line 1: mine_count is 3, but"):
        read_head(head, board.grid, (0, 0), 2)
