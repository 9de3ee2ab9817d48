"""The kernels of the search alone: many runs per call, no Python inside."""

import numpy as np
import pytest

import nogues
from nogues.kernels._jit import kernel
from nogues.kernels.boards import check, clues, reveal
from nogues.kernels.boards.placement import Task, draw_choices
from nogues.kernels.rules import single_rows
from nogues.kernels.search import reference_planes, reference_rows

REPEAT = 1000
SHAPE = reference_planes.shape_for(30, 16)
TASK = Task(30, 16, 99, 8, 15, 300, 60, 0)


@kernel()
def place_many(work, mine_count, n):
    for k in range(n):
        reference_planes.place(work, mine_count, np.uint32(k))


@kernel()
def open_many(shape, work, task, n):
    cells = 0
    for _ in range(n):
        cells += reference_planes.count_opening(shape, work, task)
    return cells


@kernel()
def write_many(shape, work, width, height, clue, n):
    for _ in range(n):
        reference_planes.write_clues(shape, work, width, height, clue)


@kernel()
def sweep_many(field, n, in_order):
    passes = 0
    for _ in range(n):
        passes += single_rows.solve(field, 60, in_order)
    return passes


def run(benchmark, function, *arguments):
    """Time a call that does its work REPEAT times."""
    benchmark.group = "kernels, a thousand times"
    function(*arguments)  # compile outside the clock
    benchmark(function, *arguments)


@pytest.fixture
def work():
    """The planes of an expert board."""
    made = reference_planes.new_workspace(SHAPE, TASK)
    place_many(made, TASK.mine_count, 2)
    return made


@pytest.fixture
def field():
    """An expert board on rows."""
    made = reference_rows.new_workspace(TASK)
    draw_choices(np.uint32(1), TASK.mine_count, made.candidates.size, made.choices)
    reference_rows.begin(made)
    return made.field


def test_place(benchmark, work):
    run(benchmark, place_many, work, TASK.mine_count, REPEAT)


def test_opening(benchmark, work):
    run(benchmark, open_many, SHAPE, work, TASK, REPEAT)


def test_write_clues(benchmark, work):
    clue = np.empty(480, np.int8)
    run(benchmark, write_many, SHAPE, work, 30, 16, clue, REPEAT)


@pytest.mark.parametrize("in_order", [True, False], ids=["in order", "any order"])
def test_sweeps(benchmark, field, in_order):
    run(benchmark, sweep_many, field, REPEAT, np.bool_(in_order))


def test_check_clues(benchmark):
    """Checking a 200x200 board, once per call."""
    board = nogues.generate_board(200, 200, 3200, seed=1)
    clue = board.clue.reshape(1, -1).copy()
    benchmark.group = "kernels on 200x200"
    assert benchmark(check.first_wrong, clue, 200, 200) == (-1, -1)


def test_count_clues(benchmark):
    mask = nogues.generate_board(200, 200, 3200, seed=1).mine_mask
    out = np.empty(40_000, np.int8)
    benchmark.group = "kernels on 200x200"
    benchmark(clues.count_mines, mask, 200, 200, out)


def test_reveal(benchmark):
    clue = nogues.generate_board(200, 200, 3200, seed=1).clue.copy()
    cells, distance = np.empty(40_000, np.int32), np.empty(40_000, np.int32)
    benchmark.group = "kernels on 200x200"
    benchmark(reveal.reveal, clue, 200, 200, 100 * 200 + 100, cells, distance)
