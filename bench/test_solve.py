"""Solving and opening whole boards, one call per board."""

import pytest
from jobs import JOBS

import nogues

names = [job.name for job in JOBS]


@pytest.mark.parametrize("job", JOBS, ids=names)
def test_solve(benchmark, job):
    benchmark.group = f"solve {job.name}"
    board = nogues.generate_board(*job.size, job.start, seed=1)
    assert benchmark(nogues.solve, board).solvable


@pytest.mark.parametrize("job", JOBS, ids=names)
def test_reveal(benchmark, job):
    benchmark.group = f"reveal {job.name}"
    board = nogues.generate_board(*job.size, job.start, seed=1)
    assert benchmark(nogues.reveal, board).cells.size == board.opening
