"""Probabilities and those of the peer ms_toollib, and positions that are hard to count.

As in ``test_generate``, what is compared runs in turn, position by position, and the
median of the pairs' ratios counts.  The positions are random boards on which the
elementary rules are stuck.
"""

import statistics
import time
from itertools import count

import ms_toollib
import numpy as np
import pytest

import nogues
from nogues import Position, Positions

EXPERT = (30, 16, 99)
LARGE = (100, 100, 2000)
STUCK = 40
TIMES = 20  # our calls within a pair: one takes microseconds
ROUNDS = 5


def show(clue, opened):
    height, width = clue.shape
    mines = int(np.count_nonzero(clue == -1))
    return Position(width, height, mines, np.where(opened, clue, nogues.HIDDEN))


def stuck_positions(size, number):
    """Make positions in which the elementary rules get no further; no known mines."""
    found = []
    for seed in count():
        clue = nogues.generate_random_board(*size, seed=seed).grid
        solution = nogues.solve(clue)
        if not solution.solvable:
            found.append(
                show(clue, (solution.cells == nogues.SAFE).reshape(clue.shape))
            )
        if len(found) == number:
            return found


def lattice():
    """Every second cell of every second row open: many clues open at a time."""
    clue = nogues.generate_random_board(19, 15, 70, seed=1).grid
    opened = np.zeros(clue.shape, bool)
    opened[::2, ::2] = True
    return show(clue, opened & (clue >= 0))


def scattered():
    """Three of ten safe cells open."""
    rng = np.random.default_rng(1)
    clue = nogues.generate_random_board(30, 16, 170, seed=1).grid
    return show(clue, (rng.random(clue.shape) < 0.3) & (clue >= 0))


def for_the_peer(position):
    """Return the position as lists: 10 is hidden."""
    return np.where(position.grid == nogues.HIDDEN, 10, position.grid).tolist()


def seconds(function, *arguments):
    begin = time.perf_counter()
    function(*arguments)
    return time.perf_counter() - begin


def ours(position, times):
    for _ in range(times):
        nogues.mine_probabilities(position)


def peer(board, mines):
    return ms_toollib.cal_probability_onboard(board, mines)[0]


def agree(position, board):
    """Check that both agree, so that the same work is timed."""
    own = nogues.mine_probabilities(position)
    np.testing.assert_allclose(
        own.mine[own.hidden],
        np.ravel(peer(board, position.mines))[own.hidden],
        rtol=1e-7,
        atol=1e-9,
    )


def report(benchmark, peer_table, job, own, other, ratios):
    row = {
        "ours": statistics.median(own) * 1e6,
        "peer": statistics.median(other) * 1e6,
        "ratio": statistics.median(ratios),
        "least": min(ratios),
    }
    peer_table[job] = row
    benchmark.extra_info["microseconds"] = row["ours"]
    benchmark.extra_info["peer_microseconds"] = row["peer"]
    benchmark.extra_info["times_the_peer"] = row["ratio"]
    benchmark.extra_info["least_times_the_peer"] = row["least"]


@pytest.mark.parametrize(
    "job, size, number",
    [("expert, a call", EXPERT, STUCK), ("100x100/2000, a call", LARGE, 1)],
    ids=["expert", "100x100"],
)
def test_one_by_one_beside_the_peer(benchmark, peer_table, job, size, number):
    benchmark.group = "probabilities beside ms_toollib"
    pairs = [(p, for_the_peer(p)) for p in stuck_positions(size, number)]
    for position, board in pairs:
        agree(position, board)
    own, other, ratios = [], [], []

    def in_turn():
        for position, board in pairs:
            other.append(seconds(peer, board, position.mines))
            own.append(seconds(ours, position, TIMES) / TIMES)
            ratios.append(other[-1] / own[-1])

    benchmark.pedantic(in_turn, rounds=ROUNDS if benchmark.enabled else 1)
    report(benchmark, peer_table, job, own, other, ratios)


def test_batch_beside_the_peer(benchmark, peer_table):
    benchmark.group = "probabilities beside ms_toollib"
    members = stuck_positions(EXPERT, STUCK)
    boards = [(for_the_peer(p), p.mines) for p in members]
    positions = Positions.stack(members)
    nogues.mine_probabilities(positions)  # compile outside the clock
    own, other, ratios = [], [], []

    def every():
        for board, mines in boards:
            peer(board, mines)

    def in_turn():
        other.append(seconds(every) / STUCK)
        own.append(seconds(ours, positions, TIMES) / TIMES / STUCK)
        ratios.append(other[-1] / own[-1])

    benchmark.pedantic(in_turn, rounds=ROUNDS if benchmark.enabled else 1)
    report(benchmark, peer_table, "expert, at once", own, other, ratios)


@pytest.mark.parametrize("make", [lattice, scattered], ids=["lattice", "scattered"])
def test_hard(benchmark, make):
    """The peer takes seconds to minutes for each."""
    benchmark.group = f"probabilities, {make.__name__}"
    position = make()
    p = benchmark(nogues.mine_probabilities, position)
    assert abs(p.mine.sum() - position.mines) < 1e-9


def test_batch(benchmark):
    benchmark.group = "probabilities, expert at once"
    positions = Positions.stack(stuck_positions(EXPERT, STUCK))
    p = benchmark(nogues.mine_probabilities, positions)
    benchmark.extra_info["positions"] = len(positions)
    assert p.hidden.any()
