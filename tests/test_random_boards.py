"""deal_boards against a Python twin, and simulate against a player of its own."""

import numpy as np
import pytest

import nogues
from nogues import HIDDEN, MINE, MinesweeperError, Position


def twin(width, height, mines, free, seed):
    """Lay mines one draw at a time, as the reference does, outside the free cells."""
    draw = nogues.create_rng(seed)
    order = [cell for cell in range(width * height) if cell not in free]
    mask = np.zeros(width * height, bool)
    for k in range(mines):
        other = k + int(draw() * (len(order) - k))
        order[k], order[other] = order[other], order[k]
        mask[order[k]] = True
    return nogues.count_clues(mask.reshape(height, width))


@pytest.mark.parametrize(
    ("first_click", "free"),
    [("any", ()), ("cell", (7,)), ("block", (1, 2, 3, 6, 7, 8, 11, 12, 13))],
)
def test_twin(first_click, free):
    seeds = [0, 1, 2**32 - 1, *range(100, 150)]
    clue = nogues.deal_boards(5, 4, 6, (1, 2), seeds=seeds, first_click=first_click)
    for grid, seed in zip(clue, seeds, strict=True):
        assert grid.tolist() == twin(5, 4, 6, free, seed).tolist()


def test_every_outer_cell_alike():
    """Rates of mines around a free block: 10 mines among 72 cells."""
    clue = nogues.deal_boards(9, 9, 10, (4, 4), seeds=range(20_000))
    rate = (clue == MINE).mean(0)
    outside = np.ones((9, 9), bool)
    outside[3:6, 3:6] = False
    assert not rate[~outside].any()
    assert np.abs(rate[outside] - 10 / 72).max() < 0.011  # 4.5 deviations


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


@pytest.mark.parametrize("first_click", ["cell", "block"])
def test_simulate(first_click):
    size, start, seeds = (8, 7, 12), (0, 0), range(60)
    games = nogues.simulate(*size, start, seeds=seeds, first_click=first_click)
    clue = nogues.deal_boards(*size, start, seeds=seeds, first_click=first_click)
    played = [play(grid, start) for grid in clue]
    assert list(zip(games.won.tolist(), games.guesses.tolist(), strict=True)) == played
    assert 0 < games.won.sum() < 60
    low, high = games.interval
    assert low < games.win_rate == games.won.mean() < high


def test_simulate_whatever_the_threads():
    games = [
        nogues.simulate(9, 9, 10, seeds=range(1000), threads=threads, first_click="any")
        for threads in (1, 2)
    ]
    assert (games[0].won == games[1].won).all()
    assert (games[0].guesses == games[1].guesses).all()
    assert 0.7 < games[0].win_rate < 0.85  # one first click in eight loses


@pytest.mark.parametrize(
    ("arguments", "options", "message"),
    [
        ((5, 5, 17, (2, 2)), {}, "mines must be at most 16"),
        ((10, 10, 92, (5, 5)), {}, "mines must be at most 91"),
        ((5, 5, 5), {"first_click": "zone"}, "first_click must be one of any, cell"),
    ],
)
def test_errors(arguments, options, message):
    with pytest.raises(MinesweeperError, match=message):
        nogues.deal_boards(*arguments, seeds=[1], **options)
    options = {"first_click": "block"} | options
    with pytest.raises(MinesweeperError, match=message):
        nogues.simulate(*arguments, seeds=[1], **options)


def test_limits_of_what_fits():
    assert (nogues.deal_boards(5, 5, 16, (2, 2), seeds=[3]) == MINE).sum() == 16
    assert nogues.deal_boards(3, 3, 2, seeds=[], first_click="cell").shape == (0, 3, 3)
    with pytest.raises(MinesweeperError, match="policy must be least_probable"):
        nogues.simulate(9, 9, 10, seeds=[1], policy="bold")
