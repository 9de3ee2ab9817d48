"""Which engine makes boards: dispatch, failures, budgets, and what boards need."""

import time
from types import SimpleNamespace

import numpy as np
import pytest

import nogues
import nogues.kernels.search
from nogues import Between, GenerationError, LimitError, MinesweeperError
from nogues.base.between import bounds_of
from nogues.kernels.codes import NOT_FOUND, RULES, STOPPED, TOO_MANY_STATES
from nogues.kernels.search.results import write_failed, write_found

EXPERT = (30, 16, 99)


# --- engines that only remember ---


class Engine:
    """Finds a board without mines for each seed, except some."""

    def __init__(self, planes, failing=(), status=NOT_FOUND, slow=()):
        self.planes, self.calls = planes, []
        self.failing, self.status, self.slow = failing, status, slow

    def new_workspace(self, *arguments):
        self.workspace_for = arguments
        return "work"

    def generate(self, *arguments):
        if self.planes:
            _shape, *arguments = arguments
        work, task, goal, bounds, seeds, stop, out = arguments
        assert work == "work"
        assert out.clue.shape == (len(seeds), task.width * task.height)
        self.calls.append((task, goal, bounds))
        for k, seed in enumerate(seeds.tolist()):
            if seed in self.slow:
                while not stop[0]:
                    time.sleep(0.001)
            if seed in self.failing:
                write_failed(out, k, self.status, task.max_attempts)
            elif stop[0]:
                write_failed(out, k, STOPPED, 0)
            else:
                out.clue[k] = 0
                write_found(out, k, 5, 2, 1, 1)


@pytest.fixture
def install(monkeypatch):
    def put(name, **options):
        engine = Engine(name.endswith("_planes"), **options)
        module = SimpleNamespace(
            new_workspace=engine.new_workspace, generate=engine.generate
        )
        monkeypatch.setattr(nogues.kernels.search, name, module, raising=False)
        return engine

    return put


SMALL, LARGE = (16, 16, 40), (80, 40, 400)


@pytest.mark.parametrize(
    ("name", "size", "options", "goal"),
    [
        ("repair_planes", SMALL, {"logic": "subset"}, (1, False, 0, 80)),
        (
            "repair_planes",
            SMALL,
            {"logic": "complete", "moves": 5, "needs": "mine_count"},
            (2, True, 3, 5),
        ),
        (
            "repair_tiles",
            LARGE,
            {"logic": "complete", "use_mine_count": False, "needs": "subset"},
            (2, False, 1, 0),
        ),
        ("uniform_planes", SMALL, {"search": "uniform"}, (0, False, 0, 0)),
        (
            "uniform_planes",
            SMALL,
            {"search": "uniform", "logic": "complete", "needs": "subset"},
            (2, True, 1, 0),
        ),
        (
            "uniform_tiles",
            LARGE,
            {"search": "uniform", "logic": "subset"},
            (1, False, 0, 0),
        ),
    ],
    ids=str,
)
def test_dispatch(install, name, size, options, goal):
    engine = install(name)
    limits = Between(opening=(1, 1))
    asked = {**options, "accept": limits, "safe": "cell"}
    boards = nogues.generate_boards(*size, seeds=range(50), **asked)
    task, found, bounds = engine.calls[0]
    assert tuple(found[:4]) == goal
    assert type(found.use_count) is bool
    attempts = 1000 if size == SMALL else 125
    if "search" in options:
        attempts = 1_000_000
    start = nogues.center_of(*size[:2])
    assert tuple(task) == (*size, *start, attempts, 60, 2)
    assert bounds.tolist() == bounds_of(limits).tolist()
    assert len(boards) == 50
    assert boards.solvable.all()
    assert (boards.needs == 1).all()
    assert boards.seed.tolist() == list(range(50))
    assert boards.max_attempts == attempts
    board = nogues.generate_board(*size, seed=7, **asked)
    assert board == boards[7]
    assert (board.needs, board.attempts, board.repairs) == ("subset", 5, 2)
    assert board.search == boards.search
    assert board.search.logic == options.get("logic", "elementary")
    shown = repr(board)
    assert ("logic=" in shown) == ("logic" in options)
    assert ("search=uniform" in shown) == ("search" in options)
    assert len(boards) / boards.attempts.sum() == 0.2  # the share of layouts accepted
    assert len(engine.workspace_for) == (2 if engine.planes else 1)


def test_uniform_failures_report_the_share(install):
    install("uniform_planes", failing=(3,))
    message = (
        r"no board of 30x16/150 with start \(8, 15\) in 1,000,000 layouts for seed 3 "
        r"\(0 accepted of 1,000,000 tried\)$"
    )
    with pytest.raises(GenerationError, match=message):
        nogues.generate_board(30, 16, 150, seed=3, search="uniform", logic="complete")
    options = {"search": "uniform", "max_attempts": 100, "threads": 1}
    with pytest.raises(GenerationError, match=r"\(1 accepted of 105 tried\)$"):
        nogues.generate_boards(30, 16, 99, seeds=[1, 3, 5, 7], **options)
    boards = nogues.generate_boards(
        30, 16, 99, seeds=[1, 3, 5], skip_failures=True, **options
    )
    assert (boards.seed.tolist(), boards.failed_seeds.tolist()) == ([1, 5], [3])
    assert len(boards.relocations) == len(boards.needs) == 2


def test_too_many_states(install):
    install("repair_planes", failing=(4,), status=TOO_MANY_STATES)
    with pytest.raises(LimitError, match="seed 4 takes more than"):
        nogues.generate_board(*SMALL, seed=4, logic="complete")
    with pytest.raises(LimitError, match="seed 4 takes more than"):
        nogues.generate_boards(*SMALL, seeds=range(9), logic="complete")
    boards = nogues.generate_boards(
        *SMALL, seeds=range(9), logic="complete", skip_failures=True
    )
    assert boards.failed_seeds.tolist() == [4]


@pytest.mark.parametrize("budget", [50, 50.5, np.float32(50)], ids=repr)
def test_time_budget(install, budget):
    install("repair_planes", slow=(2, 3))
    asked = {"logic": "subset", "time_budget": budget}
    with pytest.raises(GenerationError, match=r"time_budget = 50(\.5)? ms for seed 2"):
        nogues.generate_board(*SMALL, seed=2, **asked)
    with pytest.raises(GenerationError, match="within time_budget"):
        nogues.generate_boards(*SMALL, seeds=range(9), **asked)
    boards = nogues.generate_boards(
        *SMALL, seeds=range(9), skip_failures=True, threads=1, **asked
    )
    assert boards.seed.tolist() == [0, 1]
    assert boards.failed_seeds.tolist() == list(range(2, 9))
    assert nogues.generate_board(*SMALL, seed=1, **asked).solvable


def test_time_budget_of_a_uniform_search(install):
    install("uniform_tiles", slow=(9,))
    with pytest.raises(GenerationError, match=r"\(9 accepted of 45 tried\)$"):
        nogues.generate_boards(
            *LARGE, seeds=range(11), search="uniform", time_budget=50, threads=1
        )


def test_time_budget_of_the_published_search():
    """More boards than there is time for; what is done is as without a budget."""
    seeds = range(150_000)
    boards = nogues.generate_boards(
        *EXPERT, seeds=seeds, time_budget=100, skip_failures=True, threads=1
    )
    assert 0 < len(boards) < len(seeds)
    assert len(boards) + len(boards.failed_seeds) == len(seeds)
    some = boards[::500]
    assert np.array_equal(
        some.clue, nogues.generate_boards(*EXPERT, seeds=some.seed).clue
    )
    with pytest.raises(GenerationError, match=r"time_budget = 100 ms for seed \d"):
        nogues.generate_boards(*EXPERT, seeds=seeds, time_budget=100, threads=1)
    # Time enough, even more than a timer can count.
    for enough in (60_000, 9e14):
        few = nogues.generate_boards(*EXPERT, seeds=range(20), time_budget=enough)
        assert few == nogues.generate_boards(*EXPERT, seeds=range(20))
        one = nogues.generate_board(*EXPERT, seed=7, time_budget=enough)
        assert one == few[7]
    with pytest.raises(GenerationError, match="time_budget = 20 ms for seed 1"):
        asked = {"time_budget": 20, "max_attempts": 10**9}
        nogues.generate_board(30, 16, 300, seed=1, **asked)


@pytest.mark.parametrize(
    ("budget", "error"),
    [
        (0, MinesweeperError),
        (-1, MinesweeperError),
        (float("nan"), MinesweeperError),
        ("5", TypeError),
        ((1, 2, 3), TypeError),
        ((50, 500), TypeError),
        (True, TypeError),
    ],
)
def test_bad_budgets(budget, error):
    with pytest.raises(error, match="time_budget"):
        nogues.generate_boards(9, 9, 10, seeds=[1], time_budget=budget)
    with pytest.raises(error, match="time_budget"):
        nogues.generate_board(9, 9, 10, logic="subset", time_budget=budget)


# --- what boards need ---


def test_needs_of_boards():
    boards = nogues.generate_boards(9, 9, 10, seeds=range(5))
    assert boards.needs.dtype == np.int8
    assert boards.needs.tolist() == [0] * 5
    assert boards[2].needs == "elementary"
    failed = nogues.generate_board(5, 5, 12, seed=3, time_budget=(20, 60))
    assert (failed.solvable, failed.needs) == (False, None)


def test_needs_of_solutions():
    boards = nogues.generate_random_boards(9, 9, 10, seeds=range(300))
    seen = set()
    for logic in ("elementary", "subset", "complete"):
        solutions = nogues.solve_boards(boards, logic=logic)
        assert solutions.needs.dtype == np.int8
        assert ((solutions.needs >= 0) == solutions.solvable).all()
        for k in range(0, 300, 3):
            solution = nogues.solve(boards[k], logic=logic)
            rank = solutions.needs[k]
            assert solution.needs == (None if rank < 0 else RULES[rank])
            seen.add(solution.needs)
    assert seen >= {None, "elementary", "subset", "mine_count"}
    # The least: a level that allows less does not finish the board.
    for level, logic in enumerate(("elementary", "subset")):
        weaker = nogues.solve_boards(boards, logic=logic)
        enough = (solutions.needs >= 0) & (solutions.needs <= level)
        assert (weaker.solvable == enough).all()
    assert nogues.solve([[-1, 1]], (0, 0)).needs is None
    assert nogues.solve_boards(boards[:0]).needs.shape == (0,)
