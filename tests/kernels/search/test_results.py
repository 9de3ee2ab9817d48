"""What the six searches write: a status for each seed, and columns that go with it."""

import numpy as np
import pytest

from nogues.kernels.boards.placement import Task, Wish
from nogues.kernels.codes import (
    BLOCK,
    FOUND,
    NO_RULE,
    NOT_BEGUN,
    NOT_FOUND,
    STOPPED,
    TOO_MANY_STATES,
)
from nogues.kernels.search import (
    reference_planes,
    reference_rows,
    repair_planes,
    repair_tiles,
    uniform_planes,
    uniform_tiles,
)
from nogues.kernels.search.results import new_out, rows

N = 60
#: Each engine with mines of a 30x16 board for which attempts fail, and a level.
ENGINES = [
    (reference_planes, 120, 0),
    (reference_rows, 120, 0),
    (repair_planes, 230, 1),
    (repair_tiles, 200, 1),
    (uniform_planes, 105, 2),
    (uniform_tiles, 105, 2),
]
NAMES = [engine.__name__.rpartition(".")[2] for engine, _, _ in ENGINES]


def search(engine, mines, level, attempts, stopped=False, max_states=1_000_000):
    """Results of seeds 0 to N - 1."""
    task = Task(30, 16, mines, 8, 15, attempts, 60, BLOCK)
    wish = Wish(level, False, 0, 0, max_states)
    rest = (task, wish, np.empty((0, 2), np.int64))
    seeds, stop = np.arange(N, dtype=np.uint32), np.array([stopped])
    out = new_out(N, 480)
    if engine.__name__.endswith("_planes"):
        shape = reference_planes.SHAPES[1]
        work = engine.new_workspace(shape, task)
        engine.generate(shape, work, *rest, seeds, stop, out)
    else:
        engine.generate(engine.new_workspace(task), *rest, seeds, stop, out)
    return out


def test_new_results_are_not_begun():
    out = new_out(5, 12)
    assert out.clue.shape == (5, 12)
    assert out.status.tolist() == [NOT_BEGUN] * 5
    assert out.needs.tolist() == [NO_RULE] * 5
    part = rows(out, 1, 3)
    part.status[:] = FOUND
    assert out.status.tolist() == [NOT_BEGUN, FOUND, FOUND, NOT_BEGUN, NOT_BEGUN]


@pytest.mark.parametrize(
    ("engine", "mines", "level"),
    ENGINES,
    ids=NAMES,
)
def test_found_and_not_found(engine, mines, level):
    """With few attempts the same boards, less those that take more."""
    few, many = (search(engine, mines, level, attempts) for attempts in (2, 40))
    found = few.status == FOUND
    assert 0 < found.sum() < N
    assert (few.status[~found] == NOT_FOUND).all()
    assert (found == ((many.status == FOUND) & (many.attempts <= 2))).all()
    for one, two in zip(few, many, strict=True):
        assert np.array_equal(one[found], two[found])
    assert ((few.clue[found] == -1).sum(1) == mines).all()
    assert (few.needs[found] >= 0).all()
    assert (few.opening[found] > 0).all()
    # What is said of a seed without a board.
    assert (few.attempts[~found] == 2).all()
    assert (few.needs[~found] == NO_RULE).all()
    assert not few.opening[~found].any()
    assert not few.repairs[~found].any()


@pytest.mark.parametrize(
    ("engine", "mines", "level"),
    ENGINES,
    ids=NAMES,
)
def test_stopped(engine, mines, level):
    out = search(engine, mines, level, 40, stopped=True)
    assert (out.status == STOPPED).all()
    assert (out.needs == NO_RULE).all()
    assert not out.attempts.any()


@pytest.mark.parametrize("engine", [uniform_planes, uniform_tiles])
def test_too_many_states(engine):
    """Seeds that need no more states than there are find the same boards."""
    few, many = (search(engine, 115, 2, 3000, max_states=n) for n in (16, 1_000_000))
    found = few.status == FOUND
    assert 0 < found.sum() < N
    assert (few.status[~found] == TOO_MANY_STATES).all()
    assert (many.status == FOUND).all()
    for one, two in zip(few, many, strict=True):
        assert np.array_equal(one[found], two[found])
    # The layout that takes too many is the last one tried.
    assert (few.attempts[~found] >= 1).all()
    assert (few.attempts[~found] <= many.attempts[~found]).all()
    assert (few.needs[~found] == NO_RULE).all()
    assert not few.repairs[~found].any()
