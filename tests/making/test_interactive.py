"""The wall-clock search, with a clock of our own."""

import os
import random
import subprocess
import sys

import numpy as np
import pytest

import nogues
from nogues import GenerationError, MinesweeperError
from nogues.base.search import REFERENCE
from nogues.base.spec import Limits, check_spec
from nogues.making.interactive import (
    REROLLS,
    Budget,
    check_budget,
    search_against_clock,
    search_with_draws,
)


class Clock:
    """Moves on by the same number of milliseconds at every look."""

    def __init__(self, step):
        self.step, self.looks = step, 0

    def __call__(self):
        self.looks += 1
        return self.looks * self.step / 1000


USUAL = Budget(600, 5000)


def search(size, clock, budget=USUAL, seed=1, rng=None):
    spec = check_spec(*size, None)
    return search_against_clock(spec, REFERENCE, rng, seed, budget, 60, clock)


def test_enough_time_gives_the_reference_board():
    for seed in range(20):
        board = search((30, 16, 99), Clock(1), seed=seed)
        expected = nogues.generate_board(30, 16, 99, seed=seed)
        if expected.attempts == 1:  # a later attempt begins after other draws
            assert board == expected
        assert board.solvable
        assert nogues.is_solvable(board)


def test_swaps_go_on_past_a_hundred():
    # A look before each swap: the one attempt has time for some four hundred.
    size, budget = (9, 9, 40), Budget(400, 400)
    boards = [search(size, Clock(1), budget, seed) for seed in range(30)]
    assert max(board.repairs for board in boards) > 300
    for board in boards:
        assert nogues.is_solvable(board) == board.solvable


def test_no_time_gives_an_unsolved_board_that_says_so():
    board = search((30, 16, 130), Clock(10_000))
    assert not board.solvable
    assert board.attempts == 1
    assert board.repairs == 0
    assert "not solvable" in repr(board)
    assert not nogues.is_solvable(board)
    assert np.count_nonzero(board.mine_mask) == 130
    mask = board.mine_mask.reshape(16, 30)
    assert np.array_equal(board.grid, nogues.count_clues(mask))


def test_attempts_end_with_their_own_time():
    # Two looks a swap: each attempt has time for about five, all have for two hundred.
    board = search((40, 20, 250), Clock(1), Budget(10, 400))
    assert not board.solvable
    assert 20 < board.attempts < 200
    assert board.repairs <= 10


def has_hole(board):
    """Whether a safe cell has only mines around it."""
    grid = np.pad(board.grid, 1, constant_values=-1)
    windows = np.lib.stride_tricks.sliding_window_view(grid, (3, 3))
    safe = board.grid >= 0
    return bool((safe & ((windows >= 0).sum(axis=(2, 3)) == 1)).any())


def test_holes_are_rolled_away():
    # At this density about a third of the placements have an enclosed hole.
    seen = 0
    for seed in range(60):
        first = search((9, 9, 35), Clock(10_000), seed=seed)
        assert not has_hole(first)
        draws = nogues.create_rng(seed)
        counted = search((9, 9, 35), Clock(10_000), seed=None, rng=draws)
        assert np.array_equal(counted.clue, first.clue)
        # 35 draws a placement; more than one placement where holes were rolled away
        state = nogues.create_rng(seed)
        for _ in range(35):
            state()
        seen += draws.state != state.state
    assert 5 < seen < 60


def test_rerolling_gives_up():
    """A draw that lays the mines always alike, with a hole between two of them."""
    draws = []

    def draw():
        draws.append(0)
        return 0.0  # every mine stays where the candidates list it

    board = search((10, 1, 4), Clock(10_000), seed=None, rng=draw)
    assert has_hole(board)
    assert len(draws) == board.mine_count * (1 + REROLLS)


def test_compiling_is_not_on_the_clock(tmp_path):
    """With an empty cache, in a new process, a small budget is enough."""
    code = (
        "import nogues; print(nogues.generate_board(16, 16, 40, seed=3,"
        "time_budget=(50, 500)).solvable)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "True\n"


def test_public_door():
    board = nogues.generate_board(16, 16, 40, seed=3, time_budget=True)
    assert board.solvable
    assert board.seed == 3
    board = nogues.generate_board(5, 5, 12, seed=3, time_budget=(20, 60))
    assert not board.solvable
    assert nogues.generate_board(9, 9, 10, time_budget=False).solvable


@pytest.mark.parametrize(
    ("given", "cells", "budget"),
    [
        (True, 500, (150, 5000)),
        (True, 501, (600, 5000)),
        ((None, 100), 81, (150, 100)),
        ((20.5, None), 81, (20.5, 5000)),
    ],
)
def test_budgets(given, cells, budget):
    assert check_budget(given, cells) == budget


@pytest.mark.parametrize("budget", ["ab", (1,), (1, 2, 3), {1, 2}, ("a", 1), (True, 1)])
def test_budgets_of_wrong_type(budget):
    with pytest.raises(TypeError, match="time_budget"):
        nogues.generate_board(9, 9, 10, time_budget=budget)


def test_a_budget_for_the_draws_of_a_caller():
    spec, limits = check_spec(30, 16, 190, None), Limits(10**9, 60)
    draw = random.Random(1).random
    with pytest.raises(GenerationError, match=r"time_budget = 30 ms with this rng$"):
        search_with_draws(spec, REFERENCE, draw, limits, 30, Clock(10))
    boards = [
        nogues.generate_board(9, 9, 10, rng=random.Random(1), time_budget=budget)
        for budget in (None, 60_000)
    ]
    assert boards[0] == boards[1]


@pytest.mark.parametrize("budget", [(0, 10), (-1, 10), (1, float("inf"))])
def test_budgets_out_of_range(budget):
    with pytest.raises(MinesweeperError, match="time_budget"):
        nogues.generate_board(9, 9, 10, time_budget=budget)
