"""Levels of deduction compared with the peer ms_toollib, hints and proofs.

As in ``test_generate``, what is compared runs in turn, and the median of the pairs'
ratios counts.  All boards are ones that we finish.  The peer's ``is_solvable`` does not
use the mine count, which a third of the random boards need, so they are also timed
without these boards and without the count.
"""

import itertools
import statistics
import time

import ms_toollib
import numpy as np
import pytest

import nogues
from nogues.solving.levels import LOGICS

EXPERT = (30, 16, 99)
START = (8, 15)
BOARDS = 300
LAID = 2_500
TIMES = 10  # our calls within a pair
ROUNDS = 5


def stuck_positions(number):
    """Make positions in which comparing two clues is stuck, with mines flagged."""
    found = []
    for seed in itertools.count():
        clue = nogues.generate_random_board(*EXPERT, START, seed=seed).grid
        solution = nogues.solve(clue, START, logic="subset")
        if not solution.solvable:
            known = (solution.cells != nogues.UNKNOWN).reshape(clue.shape)
            cells = np.where(known, clue, nogues.HIDDEN)
            position = nogues.Position(*EXPERT, cells)
            if nogues.hint(position):
                found.append(position)
        if len(found) == number:
            return found


def random_boards():
    """Lay random boards and keep those that the complete level can finish."""
    laid = nogues.generate_random_boards(*EXPERT, START, seeds=range(LAID)).grid
    found = nogues.solve_boards(laid, START, logic="complete")
    kept = laid[found.solvable][:BOARDS]
    assert len(kept) == BOARDS
    return kept


def uncounted_boards():
    """Keep those of them that need no mine count, about two thirds."""
    boards = random_boards()
    return boards[ours(boards, "complete", False, 1)]


def generated_boards():
    """Make boards that the elementary rules can finish."""
    boards = nogues.generate_boards(*EXPERT, START, seeds=range(BOARDS))
    return boards.clue.reshape(BOARDS, 16, 30).copy()


def seconds(function, *arguments):
    begin = time.perf_counter()
    function(*arguments)
    return time.perf_counter() - begin


def ours(boards, logic, counted, times):
    for _ in range(times):
        found = nogues.solve_boards(
            boards, START, logic=logic, use_mine_count=counted, threads=1
        )
    return found.solvable


def peer(lists):
    return [ms_toollib.is_solvable(board, *START) for board in lists]


CASES = {
    "complete, random": (random_boards, "complete", True),
    "no count, random": (uncounted_boards, "complete", False),
    "complete, generated": (generated_boards, "complete", True),
    "elementary, generated": (generated_boards, "elementary", True),
}


@pytest.mark.parametrize("name", CASES)
def test_beside_the_peer(benchmark, name):
    make, logic, counted = CASES[name]
    benchmark.group = "solve boards"
    boards = make()
    lists = boards.tolist()
    assert ours(boards, logic, counted, 1).all()  # compiles outside the clock
    agreed = statistics.mean(peer(lists))
    own, other, ratios = [], [], []

    def theirs():
        other.append(seconds(peer, lists) / len(boards))

    def mine():
        own.append(seconds(ours, boards, logic, counted, TIMES) / len(boards) / TIMES)
        ratios.append(other[-1] / own[-1])

    rounds = ROUNDS if benchmark.enabled else 1
    benchmark.pedantic(mine, setup=theirs, rounds=rounds)
    benchmark.extra_info["microseconds"] = statistics.median(own) * 1e6
    benchmark.extra_info["peer_microseconds"] = statistics.median(other) * 1e6
    benchmark.extra_info["times_the_peer"] = statistics.median(ratios)
    benchmark.extra_info["least_times_the_peer"] = min(ratios)
    benchmark.extra_info["solvable_for_the_peer"] = agreed


@pytest.mark.parametrize("logic", LOGICS)
def test_one_board_with_its_proof(benchmark, logic):
    benchmark.group = "solve one expert board with its proof"
    board = generated_boards()[0]
    solution = benchmark(nogues.solve, board, START, logic=logic, proof=True)
    assert solution.solvable


@pytest.mark.parametrize("name", ["complete, random", "elementary, generated"])
def test_verify(benchmark, name):
    benchmark.group = "verify the proof of an expert board"
    make, logic, _ = CASES[name]
    board = make()[0]
    proof = nogues.solve(board, START, logic=logic, proof=True).proof
    assert benchmark(nogues.verify, board, proof)


@pytest.mark.parametrize("logic", ["subset", "complete"])
def test_hint(benchmark, logic):
    """Hints where two clues decide nothing; the lower level finds none."""
    benchmark.group = "20 hints on expert positions that are hard"
    positions = stuck_positions(20)

    def every():
        return [nogues.hint(position, logic=logic) for position in positions]

    found = benchmark(every)
    assert all((one is None) == (logic == "subset") for one in found)
    benchmark.extra_info["microseconds"] = (
        benchmark.stats.stats.median / len(positions) * 1e6 if benchmark.stats else 0
    )
