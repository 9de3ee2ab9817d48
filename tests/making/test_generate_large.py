"""Searches on boards that fit no register shape."""

import functools

import numpy as np
import pytest
from certify import certify, digest, measured
from level_twin import Twin, random_clues

import nogues
from nogues import Between, GenerationError

COMPLETE = {"logic": "complete"}


@pytest.mark.parametrize(
    ("size", "n"),
    [
        ((50, 50, 750), 20),
        ((51, 50, 500), 20),
        ((70, 33, 350), 40),
        ((400, 5, 300), 10),
    ],
    ids=str,
)
@pytest.mark.parametrize("logic", ["subset", "complete"])
def test_repaired_boards(size, n, logic):
    width, height, mines = size
    boards = nogues.generate_boards(*size, seeds=range(n), logic=logic)
    certify(boards, width, height, mines, (height // 2, width // 2))
    assert boards.search.moves == 0
    assert boards.needs.max() == 1
    assert (boards.repairs > 0).any()


def test_the_twin_agrees():
    """A few boards by the slow definition, whatever tiles there are."""
    for size in ((70, 33, 350), (51, 50, 500)):
        for board in nogues.generate_boards(*size, seeds=range(2), logic="subset"):
            assert Twin(board.grid, board.start, "subset").solvable


@pytest.mark.parametrize("start", [(0, 0), (39, 69), (0, 35), (28, 28), (26, 58)])
@pytest.mark.parametrize("search", ["repair", "uniform"])
def test_starts(start, search):
    """At the corners, and where tiles meet."""
    mines = 450 if search == "repair" else 200
    asked = {"logic": "complete", "search": search, "safe": "cell"}
    boards = nogues.generate_boards(70, 40, mines, start, seeds=range(10), **asked)
    certify(boards, 70, 40, mines, start, "cell")


@functools.cache
def dense():
    return nogues.generate_boards(120, 120, 2400, seeds=range(300), logic="subset")


def test_a_large_dense_board():
    certify(dense()[:20], 120, 120, 2400, (60, 60))
    assert len({row.tobytes() for row in dense().clue}) == 300


def test_no_row_is_without_mines():
    """Mines are not thinned out at the edge, nor where tiles meet."""
    mines = dense().grid == -1
    share = 2400 / 120**2
    error = (share * (1 - share) / (300 * 120)) ** 0.5
    rows = np.arange(120)
    rows = rows[abs(rows - 60) > 2]  # the start's block has none
    for axis in (1, 2):
        assert mines.any(axis=axis).all()
        rates = mines.mean(axis=(0, axis))[rows] - share
        assert (abs(rates) < 4.5 * error).all()
        # Tiles are 32 long and begin at every 28th row, the first two before the board.
        for period in (28, 32):
            for first in range(period):
                some = rates[(rows + 2) % period == first]
                assert abs(some.mean()) < 4 * error / len(some) ** 0.5
    corners = mines[:, [0, 0, -1, -1], [0, -1, 0, -1]]
    assert abs(corners.mean() - share) < 4 * (share * (1 - share) / 1200) ** 0.5


def test_just_larger_than_planes():
    """51 columns by 50 rows: no row or column has less than its share."""
    boards = nogues.generate_boards(51, 50, 500, seeds=range(600), **COMPLETE)
    mines = boards.grid == -1
    share = 500 / (51 * 50)
    for axis, lines in ((1, 51), (2, 50)):
        across = 51 * 50 // lines
        error = (share * (1 - share) / (600 * across)) ** 0.5
        far = abs(np.arange(lines) - 25) > 1
        rates = mines.mean(axis=(0, axis))[far]
        assert (abs(rates - share) < 4.5 * error).all()
        assert abs(rates[[0, -1]].mean() - share) < 4 * error / 2**0.5


UNIFORM = {"search": "uniform"}

# A promise: these boards change only with the version of their search.
PINNED = [
    ((70, 40, 400), {"logic": "subset"}, "391dc65769c8e36fae9c2d78"),
    ((100, 100, 2000), COMPLETE, "fbca3608badfdfc707f9fae3"),
    ((70, 33, 200), UNIFORM, "2f77daec4b4117842ec9dd72"),
    ((70, 33, 200), UNIFORM | {"logic": "subset"}, "56b2bfaf7d82a13ce5bd7e94"),
    ((70, 33, 250), UNIFORM | COMPLETE, "36c73dcc61dacbe6bc75a5b3"),
]


@pytest.mark.parametrize(("size", "asked", "pinned"), PINNED, ids=str)
def test_pinned_boards(size, asked, pinned):
    boards = nogues.generate_boards(*size, seeds=range(64), threads=1, **asked)
    assert digest(boards) == pinned
    assert nogues.generate_boards(*size, seeds=range(64), threads=2, **asked) == boards
    order = np.random.default_rng(1).permutation(64)
    mixed = nogues.generate_boards(*size, seeds=order, threads=2, **asked)
    assert mixed == boards[order]
    assert nogues.generate_boards(*size, seeds=range(5, 9), **asked) == boards[5:9]
    assert nogues.generate_board(*size, seed=63, **asked) == boards[63]
    assert len({row.tobytes() for row in boards.clue}) == 64
    last = nogues.generate_board(*size, seed=-1, **asked)
    assert last == nogues.generate_board(*size, seed=2**32 - 1, **asked)


@pytest.mark.parametrize("logic", ["elementary", "subset", "complete"])
@pytest.mark.parametrize("counted", [True, False], ids=["count", "no count"])
def test_uniform_boards(logic, counted):
    asked = {"logic": logic, "use_mine_count": counted, "search": "uniform"}
    boards = nogues.generate_boards(70, 33, 260, seeds=range(150), **asked)
    certify(boards, 70, 33, 260, (16, 35))
    if logic == "complete":
        assert boards.needs.max() == (3 if counted else 2)


def test_the_share_of_uniform_boards():
    """Layouts are accepted as often as a level finishes random ones."""
    for logic in ("elementary", "subset", "complete"):
        boards = nogues.generate_boards(
            70, 33, 260, seeds=range(300), search="uniform", logic=logic
        )
        layouts = random_clues(70, 33, 260, (16, 35), 1500, 1)
        share = nogues.solve_boards(layouts, (16, 35), logic=logic).solvable.mean()
        found = len(boards) / boards.attempts.sum()
        error = (share * (1 - share) * (1 / 1500 + 1 / boards.attempts.sum())) ** 0.5
        assert 0.05 < share < 0.95
        assert abs(found - share) < 4 * error


@pytest.mark.parametrize("needs", ["subset", "complete", "mine_count"])
def test_needs(needs):
    asked = {"logic": "complete", "search": "uniform", "needs": needs}
    boards = nogues.generate_boards(70, 33, 230, seeds=range(10), **asked)
    certify(boards, 70, 33, 230, (16, 35))
    less = {
        "subset": {"logic": "elementary"},
        "complete": {"logic": "subset"},
        "mine_count": {"logic": "complete", "use_mine_count": False},
    }[needs]
    assert not nogues.solve_boards(boards, **less).solvable.any()


def test_repaired_boards_that_need_pairs():
    boards = nogues.generate_boards(
        70, 40, 300, seeds=range(20), logic="complete", needs="subset"
    )
    certify(boards, 70, 40, 300, (20, 35))
    assert (boards.needs == 1).all()
    assert not nogues.solve_boards(boards).solvable.any()


@pytest.mark.parametrize(
    ("search", "mines", "bbbv"), [("repair", 400, 580), ("uniform", 230, 205)]
)
def test_accepted_boards(search, mines, bbbv):
    asked = {"logic": "complete", "search": search, "seeds": range(10)}
    limits = Between(bbbv=(bbbv, None))
    boards = nogues.generate_boards(70, 40, mines, accept=limits, **asked)
    certify(boards, 70, 40, mines, (20, 35))
    values = [measured(board)["bbbv"] for board in boards]
    assert min(values) >= bbbv
    usual = nogues.generate_boards(70, 40, mines, **asked)
    assert min(measured(board)["bbbv"] for board in usual) < bbbv


def test_attempts_and_time_run_out():
    asked = {"logic": "complete", "search": "uniform"}
    message = r"70x40/800 .* in 3 layouts for seed 0 \(0 accepted of 3 tried\)"
    with pytest.raises(GenerationError, match=message):
        nogues.generate_board(70, 40, 800, seed=0, max_attempts=3, **asked)
    with pytest.raises(GenerationError, match="within time_budget = 100 ms"):
        nogues.generate_boards(70, 40, 800, seeds=range(5), time_budget=100, **asked)
    boards = nogues.generate_boards(
        70, 40, 1900, seeds=range(4), time_budget=200, skip_failures=True, **COMPLETE
    )
    assert boards.failed_seeds.tolist() == [0, 1, 2, 3]
