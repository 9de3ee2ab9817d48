"""The kernels of our own searches alone: many runs per call, no Python inside.

They run over random expert layouts, a new one each time: what a solve costs depends on
where it gets stuck.
"""

import numpy as np
import pytest

import nogues
from nogues.kernels._jit import kernel
from nogues.kernels.boards import metrics, random
from nogues.kernels.boards.placement import Goal, Task
from nogues.kernels.boards.planes import load, occupied, shape_bits, single, store
from nogues.kernels.codes import BLOCK, COMPLETE, FOUND, LOGICS, SUBSET
from nogues.kernels.counting import forced_small
from nogues.kernels.rules.deduce_planes import close_pairs, close_singles, hopeless
from nogues.kernels.rules.pair_planes import compare_pairs
from nogues.kernels.search import (
    attempts,
    reference_planes,
    repair_planes,
    uniform_planes,
)
from nogues.kernels.search.reference_planes import PLANE
from nogues.kernels.search.results import new_out
from nogues.kernels.solving import levels_planes

REPEAT = 1000
SHAPE = reference_planes.shape_for(30, 16)
TASK = Task(30, 16, 99, 8, 15, 1000, 60, BLOCK)
SEED = np.uint32(1)


@kernel()
def lay_many(work, mine_count, seed, layouts):
    """Lay mines once for each row of ``layouts``."""
    attempts.begin(work, seed, uniform_planes.SEARCH)
    for k in range(layouts.shape[0]):
        attempts.lay(work, mine_count)
        layouts[k] = work.planes.words[PLANE.MINES]


@kernel()
def close_many(shape, planes, task, layouts, level):
    """Solve each layout from scratch; return how many are finished."""
    board = load(shape, planes.words, PLANE.BOARD)
    start = single(shape, task.start_row * shape_bits(shape) + task.start_column)
    done = 0
    for k in range(layouts.shape[0]):
        mines = load(shape, layouts, k)
        _, safe, _, _ = close_pairs(
            start, board & ~mines & ~start, mines, board, np.int64(level)
        )
        done += np.int64(not occupied(safe))
    return done


@kernel()
def stop_many(shape, planes, task, layouts, opened, safe, mined):
    """Write where single clues get stuck."""
    board = load(shape, planes.words, PLANE.BOARD)
    start = single(shape, task.start_row * shape_bits(shape) + task.start_column)
    for k in range(layouts.shape[0]):
        mines = load(shape, layouts, k)
        o, s, m = close_singles(start, board & ~mines & ~start, mines, board)
        store(opened, k, o)
        store(safe, k, s)
        store(mined, k, m)


@kernel()
def compare_many(shape, opened, safe, mined):
    """Compare all pairs of clues, one pass per position; count where it helps."""
    more = 0
    for k in range(opened.shape[0]):
        opens, flags = compare_pairs(
            load(shape, opened, k), load(shape, safe, k), load(shape, mined, k)
        )
        more += np.int64(occupied(opens | flags))
    return more


@kernel()
def judge_many(shape, planes, layouts):
    """Return how many layouts are hopeless."""
    board = load(shape, planes.words, PLANE.BOARD)
    zone = load(shape, planes.words, PLANE.ZONE)
    found = 0
    for k in range(layouts.shape[0]):
        found += np.int64(hopeless(board, zone, load(shape, layouts, k)))
    return found


@kernel()
def list_stuck(shape, planes, pad, grid, task, mines):
    """List the clues where pairs of clues get stuck; return how many there are."""
    board = load(shape, planes.words, PLANE.BOARD)
    start = single(shape, task.start_row * shape_bits(shape) + task.start_column)
    layout = load(shape, mines, 0)
    opened, safe, mined, _ = close_pairs(
        start, board & ~layout & ~start, layout, board, np.int64(SUBSET)
    )
    if not occupied(safe):
        return 0
    store(pad.words, levels_planes.PLANE.OPENED, opened)
    store(pad.words, levels_planes.PLANE.SAFE, safe)
    store(pad.words, levels_planes.PLANE.MINED, mined)
    active, _ = levels_planes.list_clues(pad.lanes, grid)
    return active


@kernel()
def find_many(grid, work, active, n):
    cells = 0
    for _ in range(n):
        cells, _ = forced_small.find_locally(grid, work, active)
    return cells


@kernel()
def measure_many(workspace, width, height, clue, start, n):
    for _ in range(n):
        metrics.measure(workspace, width, height, clue, start)


def run(benchmark, function, *arguments):
    """Time a call that does its work REPEAT times."""
    benchmark.group = "kernels of the searches, a thousand times"
    function(*arguments)  # compile outside the clock
    return benchmark(function, *arguments)


@pytest.fixture
def work():
    return attempts.new_workspace(SHAPE, TASK)


@pytest.fixture
def layouts(work):
    """Random expert layouts, as the searches lay them."""
    made = np.zeros((REPEAT, work.planes.words.shape[1]), np.uint64)
    lay_many(work, TASK.mine_count, SEED, made)
    return made


def test_lay(benchmark, work, layouts):
    run(benchmark, lay_many, work, TASK.mine_count, SEED, layouts)


@pytest.mark.parametrize("level", ["elementary", "subset"])
def test_close(benchmark, work, layouts, level):
    """Solve from scratch by single clues, and by pairs."""
    number = LOGICS.index(level)
    run(benchmark, close_many, SHAPE, work.planes, TASK, layouts, number)


def test_compare_pairs(benchmark, work, layouts):
    """One pass where single clues are stuck."""
    position = [np.zeros_like(layouts) for _ in range(3)]
    stop_many(SHAPE, work.planes, TASK, layouts, *position)
    assert run(benchmark, compare_many, SHAPE, *position) > REPEAT // 2


def test_hopeless(benchmark, work, layouts):
    assert run(benchmark, judge_many, SHAPE, work.planes, layouts) > REPEAT // 5


def test_find_locally(benchmark, work, layouts):
    """On the first position where pairs of clues are stuck."""
    counter = work.counter
    grid = counter.exact.grid
    for k in range(REPEAT):
        active = list_stuck(
            SHAPE, work.planes, work.pad, grid, TASK, layouts[k : k + 1]
        )
        if active > 10:
            break
    assert run(benchmark, find_many, grid, counter.local, active, REPEAT) > 0
    benchmark.extra_info["clues"] = active


def test_measure(benchmark):
    """Opening, 3BV, openings and buried mines of a board."""
    clue = nogues.generate_board(30, 16, 99, seed=1).clue.copy()
    workspace = metrics.new_metrics(clue.size)
    run(benchmark, measure_many, workspace, 30, 16, clue, 8 * 30 + 15, REPEAT)


def test_lay_boards(benchmark, work):
    """Random boards with their clues."""
    zone = [row * 30 + column for row in range(7, 10) for column in range(14, 17)]
    candidates = np.setdiff1d(np.arange(480), zone).astype(np.int32)
    seeds = np.arange(REPEAT, dtype=np.uint32)
    clue, opening = np.empty((REPEAT, 480), np.int8), np.empty(REPEAT, np.int32)
    run(
        benchmark,
        random.lay_boards,
        *(30, 16, 99, candidates, 8 * 30 + 15, seeds, clue, opening),
    )


@pytest.mark.parametrize("moves", [0, 100])
def test_chain(benchmark, moves):
    """Ten boards of a repair with a hundred moves each, and without any."""
    n = REPEAT // 100
    goal = Goal(COMPLETE, True, 0, moves, 1_000_000)
    bounds, stop = np.empty((0, 2), np.int64), np.zeros(1, np.bool_)
    out = new_out(n, 480)
    run(
        benchmark,
        repair_planes.generate,
        *(SHAPE, repair_planes.new_workspace(SHAPE, TASK), TASK, goal, bounds),
        *(np.arange(n, dtype=np.uint32), stop, out),
    )
    assert (out.status == FOUND).all()
