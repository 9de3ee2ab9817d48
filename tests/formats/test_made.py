"""What a file says of how a board was made is checked against the board."""

import dataclasses

import numpy as np
import pytest

import nogues
from nogues.formats.made import MOST_SEED, Made, check_solvable, made_board, read_search

EASY = [[0, 1, -1]]


def test_a_search_that_is_known():
    board = nogues.from_lists(EASY)
    search = read_search(board, 1, {"search": "random", "version": 1, "safe": "any"})
    assert (search.name, search.version, search.safe) == ("random", 1, "any")
    assert search.logic is None


@pytest.mark.parametrize(
    "about",
    [
        {"search": "random", "version": 99},
        {"search": "magic", "version": 1},
        {"search": ["random"], "version": 1},
        {"search": "repair", "version": 1, "logic": "guess"},
        {"search": "random", "version": 1, "safe": "never"},
        {"search": "random", "version": 1, "density": 1.5},
    ],
)
def test_searches_that_cannot_be(about):
    with pytest.raises(nogues.FormatError):
        read_search(nogues.from_lists(EASY), 1, about)


def made(**changes):
    search = nogues.Search("random", 1, None, safe="any")
    told = {"mines": 1, "seed": 3, "search": search, "needs": None, "solvable": False}
    return Made(**(told | changes))


def test_what_is_said_goes_into_the_board():
    board = nogues.from_lists(EASY)
    moved = np.array([[0, 2]], np.int32)
    found = made_board(board, made(attempts=4, repairs=5, relocations=moved))
    assert (found.seed, found.attempts, found.repairs) == (3, 4, 5)
    assert found.relocations.tolist() == [[0, 2]]
    assert np.array_equal(found.clue, board.clue)
    with pytest.raises(nogues.FormatError):
        made_board(board, made(seed=MOST_SEED + 1))


def test_a_board_that_is_not_solvable():
    """From its start no clue distinguishes the two cells of the last column."""
    board = nogues.from_lists([[0, 1, -1], [0, 1, 1]])
    search = nogues.generate_board(5, 5, 4, seed=1).search
    at_start = dataclasses.replace(board, start=(0, 0), search=search)
    assert check_solvable(at_start) is at_start
    with pytest.raises(nogues.FormatError):
        check_solvable(dataclasses.replace(at_start, solvable=True))
    easy = nogues.from_lists([[0, 1, -1]])
    easy = dataclasses.replace(easy, start=(0, 0), search=search, solvable=True)
    assert check_solvable(easy) is easy
