"""Games played to the end, against a player of its own."""

import numpy as np
import pytest

import nogues
from nogues import HIDDEN, MINE, Position


def play(grid, start):
    """Play by hints of probability, one position at a time."""
    height, width = grid.shape
    cells = np.full(grid.shape, HIDDEN, np.int8)
    mines = int((grid == MINE).sum())
    cells[start] = grid[start]
    guesses = 0
    while (cells == HIDDEN).sum() > mines:
        position = Position(width, height, mines, np.where(cells == MINE, -2, cells))
        guess = nogues.best_guess(position)
        opened = guess.cells
        if guess.mine > 0:
            guesses += 1
            opened = opened[:1]
            if grid[opened[0]] == MINE:
                return False, guesses
        for cell in opened:
            cells[cell] = grid[cell]
    return True, guesses


@pytest.mark.parametrize("safe", ["cell", "block"])
def test_simulate(safe):
    size, start, seeds = (8, 7, 12), (0, 0), range(60)
    games = nogues.simulate(*size, start, seeds=seeds, safe=safe)
    clue = nogues.generate_random_boards(*size, start, seeds=seeds, safe=safe).grid
    played = [play(grid, start) for grid in clue]
    assert list(zip(games.won.tolist(), games.guesses.tolist(), strict=True)) == played
    assert 0 < games.won.sum() < 60
    low, high = games.interval
    assert low < games.win_rate == games.won.mean() < high


def test_simulate_whatever_the_threads():
    games = [
        nogues.simulate(9, 9, 10, seeds=range(1000), threads=threads, safe="any")
        for threads in (1, 2)
    ]
    assert (games[0].won == games[1].won).all()
    assert (games[0].guesses == games[1].guesses).all()
    assert 0.7 < games[0].win_rate < 0.85  # one first click in eight loses
