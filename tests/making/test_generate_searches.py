"""What the searches of our own make: certified, repeatable, as asked, or an error."""

import itertools
import threading
import time

import numpy as np
import pytest
import reference
from certify import certify, digest, measured
from hypothesis import given, settings
from hypothesis import strategies as st
from level_twin import RULES, Twin

import nogues
from nogues import Between, GenerationError, MinesweeperError
from nogues.base.search import check_search
from nogues.base.spec import Limits, check_spec
from nogues.kernels.boards.placement import Goal
from nogues.kernels.codes import NO_RULE, OK, STOPPED
from nogues.kernels.search import attempts
from nogues.kernels.search.results import new_out, rows
from nogues.making.dispatch import chunk_search

# --- certified ---

SETTINGS = [
    (30, 16, 99),
    (30, 16, 130),
    (30, 16, 150),
    (30, 16, 170),
    (9, 9, 35),
    (50, 22, 220),
]
WAYS = {
    "moves": {"logic": "complete"},
    "no moves": {"logic": "complete", "moves": 0},
    "subset": {"logic": "subset"},
    "no count": {"logic": "complete", "use_mine_count": False},
}


@pytest.mark.parametrize("size", SETTINGS, ids=str)
@pytest.mark.parametrize("way", WAYS)
def test_boards_are_certified(size, way):
    width, height, mines = size
    boards = nogues.generate_boards(*size, seeds=range(300), **WAYS[way])
    assert boards.search.moves == (0 if way == "no moves" else 2 * mines)
    certify(boards, *size, (height // 2, width // 2))
    most = {"moves": 3, "no moves": 1, "subset": 1, "no count": 2}[way]
    assert boards.needs.max() == most
    # The twin shares no code with the searches or the solver.
    for board in boards[:16] if way == "moves" else boards[:4]:
        search = board.search
        twin = Twin(board.grid, board.start, search.logic, search.use_mine_count)
        assert twin.solvable
        assert board.needs == [rule for rule in RULES if twin.rounds[rule]][-1]


@pytest.mark.parametrize("logic", ["elementary", "subset", "complete"])
@pytest.mark.parametrize("counted", [True, False], ids=["count", "no count"])
def test_uniform_boards_are_certified(logic, counted):
    asked = {"logic": logic, "use_mine_count": counted, "search": "uniform"}
    boards = nogues.generate_boards(30, 16, 90, seeds=range(100), **asked)
    certify(boards, 30, 16, 90, (8, 15))
    assert (boards.repairs == 0).all()
    for board in boards[:8]:
        twin = Twin(board.grid, board.start, logic, counted)
        assert twin.solvable
        assert board.needs == [rule for rule in RULES if twin.rounds[rule]][-1]


def test_hard_boards_pass_the_twin():
    """Those that most is asked of."""
    asked = {"logic": "complete", "needs": "mine_count"}
    boards = nogues.generate_boards(30, 16, 170, seeds=range(30), **asked)
    for board in boards:
        twin = Twin(board.grid, board.start, "complete")
        assert twin.solvable
        assert twin.rounds["mine_count"]


# --- repeatable ---

WITHOUT_MOVES = {"logic": "complete", "moves": 0}
UNIFORM = {"search": "uniform"}

# A promise: these boards change only with the version of their search.
PINNED = [
    ((30, 16, 120), {"logic": "subset"}, "4d8c7d0f8d3d8b622bd30709"),
    ((30, 16, 150), {"logic": "complete"}, "77473b5d7009cf96875ff778"),
    ((30, 16, 150), WITHOUT_MOVES, "8edd250a29b00082423cea1c"),
    ((16, 16, 40), {"logic": "complete"}, "76c3f8b9b7c628a997328ef8"),
    ((30, 16, 70), UNIFORM, "881fc1fd12bf4538af8832e5"),
    ((30, 16, 99), {**UNIFORM, "logic": "subset"}, "7e1e74add4a22a25089d4d64"),
    ((30, 16, 99), {**UNIFORM, "logic": "complete"}, "268a316bb1dbe384f0333b84"),
]


@pytest.mark.parametrize(("size", "asked", "pinned"), PINNED, ids=str)
def test_pinned_boards(size, asked, pinned):
    boards = nogues.generate_boards(*size, seeds=range(64), threads=1, **asked)
    assert digest(boards) == pinned
    # The same with more threads, in parts, in any order, and one by one.
    assert nogues.generate_boards(*size, seeds=range(64), threads=2, **asked) == boards
    order = np.random.default_rng(1).permutation(64)
    mixed = nogues.generate_boards(*size, seeds=order, threads=2, **asked)
    assert mixed == boards[order]
    for first, last in ((0, 1), (1, 7), (7, 64)):
        part = nogues.generate_boards(*size, seeds=range(first, last), **asked)
        assert part == boards[first:last]
    for k in (0, 63):
        assert nogues.generate_board(*size, seed=k, **asked) == boards[k]
    # Different seeds differ; they are taken mod 2**32.
    assert len({row.tobytes() for row in boards.clue}) == 64
    last = nogues.generate_board(*size, seed=-1, **asked)
    assert last == nogues.generate_board(*size, seed=2**32 - 1, **asked)
    assert last.seed == 2**32 - 1


def test_many_chunks():
    """Enough boards that threads take turns."""
    for asked in ({"logic": "complete"}, {"logic": "complete", **UNIFORM}):
        one, two = (
            nogues.generate_boards(9, 9, 14, seeds=range(5000), threads=n, **asked)
            for n in (1, 2)
        )
        assert one == two


def test_searches_do_not_share_their_boards():
    """The same seed, and another start of the dice."""
    repaired = nogues.generate_boards(9, 9, 5, seeds=range(50), **WITHOUT_MOVES)
    drawn = nogues.generate_boards(
        9, 9, 5, seeds=range(50), logic="complete", **UNIFORM
    )
    assert (repaired.clue != drawn.clue).any(axis=1).sum() > 45


# --- boards that are hard to come by ---


@pytest.mark.parametrize(
    ("size", "least"),
    [
        ((30, 30, 240), 20),
        ((30, 30, 300), 20),
        ((9, 18, 36), 100),
        ((18, 9, 36), 100),
        ((4, 4, 8, (0, 0)), 100),
    ],
    ids=str,
)
def test_dense_boards(size, least):
    boards = nogues.generate_boards(*size, seeds=range(least), logic="complete")
    width, height, mines, *start = size
    start = start[0] if start else (height // 2, width // 2)
    assert len(boards) == least
    certify(boards, width, height, mines, start)


@pytest.mark.parametrize("search", ["repair", "uniform"])
def test_the_only_layouts(search):
    asked = {"logic": "complete", "search": search, "seeds": range(20)}
    strip = nogues.generate_boards(9, 1, 3, (0, 0), **asked)
    assert {str(board) for board in strip} == {"000001***"}
    certify(strip, 9, 1, 3, (0, 0))
    full = nogues.generate_boards(5, 5, 16, (2, 2), **asked)
    assert {str(board) for board in full} == {
        "*****\n*535*\n*303*\n*535*\n*****",
    }
    certify(full, 5, 5, 16, (2, 2))
    with pytest.raises(MinesweeperError, match="mines must be at most 16 on 5x5"):
        nogues.generate_boards(5, 5, 17, (2, 2), **asked)


def test_one_click_wins():
    asked = {"logic": "complete", "safe": "cell", "seeds": range(5)}
    boards = nogues.generate_boards(20, 20, 399, **asked)
    certify(boards, 20, 20, 399, (10, 10), "cell")
    assert (boards.opening == 1).all()
    assert (boards.clue[:, 10 * 20 + 10] == 8).all()
    boards = nogues.generate_boards(8, 8, 63, (3, 3), **asked)
    certify(boards, 8, 8, 63, (3, 3), "cell")
    assert measured(boards[0])["bbbv"] == 1


@pytest.mark.parametrize(
    ("size", "asked"),
    [
        ((9, 9, 70), {"safe": "cell", "max_attempts": 20}),
        ((9, 9, 60), {"safe": "block", "max_attempts": 20}),
        ((40, 5, 120), {"safe": "cell", "max_attempts": 2}),
        ((40, 5, 90), {"safe": "cell", "max_attempts": 2}),
        ((16, 16, 150), {"max_attempts": 3}),
        ((16, 16, 120), {"time_budget": 200}),
        ((30, 16, 320), {"time_budget": 200}),
        ((30, 16, 230), {"time_budget": 200}),
    ],
    ids=str,
)
def test_dense_slabs(size, asked):
    """Whatever comes out is certified, and what does not is named."""
    width, height, _ = size
    asked = {"logic": "complete", "seeds": range(6), **asked}
    boards = nogues.generate_boards(*size, skip_failures=True, **asked)
    assert len(boards) + len(boards.failed_seeds) == 6
    if len(boards):
        start = height // 2, width // 2
        certify(boards, *size, start, asked.get("safe", "block"))
    if len(boards.failed_seeds) == 6:
        limit = "time_budget" if "time_budget" in asked else "attempts"
        with pytest.raises(GenerationError, match=f"no board of .* {limit}"):
            nogues.generate_boards(*size, **asked)


# --- what is asked of boards ---


@pytest.mark.parametrize("search", ["repair", "uniform"])
@pytest.mark.parametrize(
    ("needs", "less"),
    [
        ("subset", {"logic": "elementary"}),
        ("complete", {"logic": "subset"}),
        ("mine_count", {"logic": "complete", "use_mine_count": False}),
    ],
)
def test_needs(search, needs, less):
    asked = {"logic": "complete", "search": search, "needs": needs}
    boards = nogues.generate_boards(30, 16, 99, seeds=range(60), **asked)
    certify(boards, 30, 16, 99, (8, 15))
    assert boards.needs.min() == RULES.index(needs)
    assert not nogues.solve_boards(boards, **less).solvable.any()


LIMITS = Between(bbbv=(150, 170), openings=(8, 14), opening=(20, 60), buried=(0, 0))


@pytest.mark.parametrize("search", ["repair", "uniform"])
def test_accepted_boards(search):
    asked = {"logic": "complete", "search": search}
    usual = nogues.generate_boards(30, 16, 99, seeds=range(40), **asked)
    boards = nogues.generate_boards(30, 16, 99, seeds=range(40), accept=LIMITS, **asked)
    certify(boards, 30, 16, 99, (8, 15))
    for some, wanted in ((boards, True), (usual, False)):
        inside = [
            all(low <= values[name] <= high for name, (low, high) in limits)
            for values, limits in zip(
                map(measured, some), itertools.repeat(LIMITS.limits().items())
            )
        ]
        assert all(inside) == wanted
    assert boards.attempts.sum() > 5 * usual.attempts.sum()


# --- loud failure ---


def test_attempts_run_out():
    asked = {"search": "uniform", "logic": "complete", "max_attempts": 1}
    message = r"30x16/150 .* in 1 layouts for seed 0 \(0 accepted of 1 tried\)"
    with pytest.raises(GenerationError, match=message):
        nogues.generate_board(30, 16, 150, seed=0, **asked)
    with pytest.raises(GenerationError, match=r"\(0 accepted of \d+ tried\)"):
        nogues.generate_boards(30, 16, 150, seeds=range(4), **asked)
    boards = nogues.generate_boards(
        30, 16, 150, seeds=range(4), skip_failures=True, **asked
    )
    assert len(boards) == 0
    assert boards.failed_seeds.tolist() == [0, 1, 2, 3]


def test_some_attempts_run_out():
    """Seeds that fail are the ones that need more, and no board changes."""
    asked = {"search": "uniform", "logic": "complete"}
    boards = nogues.generate_boards(30, 16, 99, seeds=range(40), **asked)
    few = nogues.generate_boards(
        30, 16, 99, seeds=range(40), max_attempts=6, skip_failures=True, **asked
    )
    quick = boards.attempts <= 6
    assert 5 < quick.sum() < 35
    assert few.seed.tolist() == np.flatnonzero(quick).tolist()
    assert few.failed_seeds.tolist() == np.flatnonzero(~quick).tolist()
    assert (few.clue == boards.clue[quick]).all()
    assert (few.attempts == boards.attempts[quick]).all()


def test_time_runs_out():
    asked = {"search": "uniform", "logic": "complete", "time_budget": 50}
    nogues.generate_boards(30, 16, 99, seeds=[1], **asked | {"time_budget": None})
    began = time.monotonic()
    with pytest.raises(GenerationError, match=r"within time_budget = 50 ms for seed"):
        nogues.generate_boards(30, 16, 160, seeds=range(1000), **asked)
    boards = nogues.generate_boards(
        30, 16, 160, seeds=range(1000), skip_failures=True, **asked
    )
    assert time.monotonic() - began < 5
    assert len(boards.failed_seeds) + len(boards) == 1000
    assert len(boards.failed_seeds) > 900
    assert (
        len(boards) == 0 or nogues.solve_boards(boards, logic="complete").solvable.all()
    )


@pytest.mark.parametrize(
    ("size", "asked", "attempts"),
    [
        ((30, 16, 200), {"search": "uniform", "logic": "complete"}, 2**31 - 1),
        ((30, 16, 330), {"logic": "complete"}, 2**31 - 1),
        ((30, 16, 150), {"logic": "complete", "moves": 2**30}, 1),
    ],
    ids=["uniform", "repair", "chain"],
)
def test_stop(size, asked, attempts):
    """A search that must stop ends soon, and says that it has no board."""
    spec = check_spec(*size, None)
    stop = np.zeros(1, bool)
    run = chunk_search(spec, Limits(attempts, 60), check_search(spec, **asked), stop)
    out = new_out(3, spec.cells)
    for column in out[1:]:
        column[:] = 7

    def go(n):
        run(np.arange(n, dtype=np.uint32), rows(out, 0, n))

    go(0)
    thread = threading.Thread(target=go, args=(3,), daemon=True)
    thread.start()
    thread.join(0.2)
    assert thread.is_alive()
    stop[0] = True
    thread.join(5)
    assert not thread.is_alive()
    assert out.status.tolist() == [STOPPED] * 3
    assert out.attempts[0] > 0
    assert out.attempts[1:].tolist() == [0, 0]
    assert out.repairs.tolist() == out.opening.tolist() == [0, 0, 0]
    assert out.needs.tolist() == [NO_RULE] * 3


# --- anything small ---


@st.composite
def jobs(draw):
    width, height = draw(st.integers(1, 9)), draw(st.integers(1, 9))
    start = draw(st.integers(0, height - 1)), draw(st.integers(0, width - 1))
    asked = {
        "logic": draw(st.sampled_from(["elementary", "subset", "complete"])),
        "search": draw(st.sampled_from(["repair", "uniform"])),
        "safe": draw(st.sampled_from(["diamond", "block", "cell"])),
        "use_mine_count": draw(st.booleans()),
    }
    if asked["search"] == "repair" and asked["logic"] != "elementary":
        asked["moves"] = draw(st.none() | st.integers(0, 50))
    outside = sum(
        not reference.is_safe((row, column), start, asked["safe"])
        for row in range(height)
        for column in range(width)
    )
    mines = draw(st.integers(0, outside // 3) | st.integers(0, outside))
    if draw(st.booleans()):
        asked["accept"] = Between(bbbv=(draw(st.integers(0, 30)), None))
    return (width, height, mines, start), asked


@settings(max_examples=150)
@given(jobs(), st.integers(-(2**40), 2**40))
def test_any_small_board(job, seed):
    size, asked = job
    try:
        boards = nogues.generate_boards(
            *size, seeds=[seed, seed + 1], max_attempts=30, skip_failures=True, **asked
        )
    except MinesweeperError as error:
        assert "accept: bbbv of" in str(error)
        return
    assert len(boards) + len(boards.failed_seeds) == 2
    if not len(boards):
        with pytest.raises(GenerationError, match="no board of"):
            nogues.generate_board(*size, seed=seed, max_attempts=30, **asked)
        return
    certify(boards, *size, asked["safe"])
    if "accept" in asked:
        assert all(measured(b)["bbbv"] >= asked["accept"].bbbv[0] for b in boards)


def test_no_seeds_compile():
    """A chunk without seeds calls the kernel, so that no budget pays for compiling."""
    calls = []

    def search_some(*arguments):
        calls.append(arguments)
        return OK, 0

    goal = Goal(1, False, 0, 0, 100)
    nothing = np.zeros(0, np.uint32)
    attempts.run(search_some, None, None, None, goal, None, nothing, None, None)
    assert len(calls) == 1
