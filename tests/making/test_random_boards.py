"""Random boards against slow twins."""

import hashlib

import numpy as np
import pytest
import reference

import nogues
from nogues import MINE, MinesweeperError

SAFE_RULES = ("diamond", "block", "cell", "any")


def shuffled(cells, draw, most):
    """Shuffle one draw at a time, forward; a draw for each of the first cells."""
    order = list(cells)
    for k in range(most):
        other = k + int(draw() * (len(order) - k))
        order[k], order[other] = order[other], order[k]
    return order


def outside(width, height, start, safe):
    cells = reference.cells_of(width, height)
    return [cell for cell in cells if not reference.is_safe(cell, start, safe)]


def expected(width, height, layout, start):
    """Clues and opening of a set of mines."""
    clue = list(reference.clues_of(width, height, set(layout)).values())
    return clue, len(reference.reveal(width, height, set(layout), start))


SEEDS = [0, 1, 2**32 - 1, *range(100, 130)]


@pytest.mark.parametrize("safe", SAFE_RULES)
def test_mines(safe):
    """Mines as the reference lays them, one draw each, outside the zone."""
    boards = nogues.generate_random_boards(6, 5, 8, (1, 2), seeds=SEEDS, safe=safe)
    for board, seed in zip(boards, SEEDS, strict=True):
        candidates = outside(6, 5, (1, 2), safe)
        layout = shuffled(candidates, reference.Mulberry(seed), 8)[:8]
        assert (board.clue.tolist(), board.opening) == expected(6, 5, layout, (1, 2))
        assert board == nogues.generate_random_board(
            6, 5, 8, (1, 2), seed=seed, safe=safe
        )
        assert (board.seed, board.mines, board.mine_count) == (seed, 8, 8)
        assert (board.solvable, board.needs, board.attempts) == (False, None, 1)
        assert board.relocations.shape == (0, 2)


@pytest.mark.parametrize("safe", SAFE_RULES)
@pytest.mark.parametrize("density", [0, 0.2, 0.9])
def test_density(safe, density):
    boards = nogues.generate_random_boards(
        6, 5, start=(1, 2), density=density, seeds=SEEDS, safe=safe
    )
    assert boards.mines is None
    for board, seed in zip(boards, SEEDS, strict=True):
        draw = reference.Mulberry(seed)
        candidates = outside(6, 5, (1, 2), safe)
        # Below the density to the last of 32 bits.
        layout = [c for c in candidates if draw() * 2**32 < int(density * 2**32)]
        assert (board.clue.tolist(), board.opening) == expected(6, 5, layout, (1, 2))
        assert board.mines == board.mine_count == len(layout)


@pytest.mark.parametrize("safe", SAFE_RULES)
@pytest.mark.parametrize("mines", [0, 8, 17])
def test_relocation(safe, mines):
    """A shuffle of all cells; mines of the zone move to what comes next in it."""
    size = (6, 5, mines, (1, 2))
    boards = nogues.generate_random_boards(*size, seeds=SEEDS, safe=safe, relocate=True)
    most = 0
    for k, seed in enumerate(SEEDS):
        order = shuffled(reference.cells_of(6, 5), reference.Mulberry(seed), 29)
        layout, rest = order[:mines], order[mines:]
        inside = [cell for cell in layout if reference.is_safe(cell, (1, 2), safe)]
        spare = [cell for cell in rest if not reference.is_safe(cell, (1, 2), safe)]
        moved = list(zip(inside, spare, strict=False))
        layout = [*set(layout) - set(inside), *(to for _, to in moved)]
        assert boards.clue[k].tolist() == expected(6, 5, layout, (1, 2))[0]
        assert boards[k].opening == expected(6, 5, layout, (1, 2))[1]
        pairs = [[6 * r + c for r, c in pair] for pair in moved]
        assert boards[k].relocations.tolist() == pairs
        assert boards.relocations[k, len(pairs) :].tolist() == [[-1, -1]] * (
            boards.relocations.shape[1] - len(pairs)
        )
        most = max(most, len(pairs))
    assert boards.relocations.shape == (len(SEEDS), most, 2)
    assert boards.relocations.dtype == np.int32
    assert bool(most) == (safe != "any" and mines > 0)


@pytest.mark.parametrize(
    ("options", "digest"),
    [
        ({"mines": 99}, "d4b34351edf4e030"),
        ({"mines": 99, "safe": "cell", "relocate": True}, "16b418e7e3e01c52"),
        ({"density": 0.2}, "61b634e6cbee3a1a"),
    ],
    ids=str,
)
def test_signature(options, digest):
    """One number pins the boards; a commit that changes it says why."""
    boards = nogues.generate_random_boards(30, 16, seeds=range(64), **options)
    parts = boards.clue.tobytes() + boards.relocations.tobytes()
    assert hashlib.blake2b(parts, digest_size=8).hexdigest() == digest


def rates(**options):
    boards = nogues.generate_random_boards(9, 9, 10, (4, 4), **options)
    return (boards.grid == MINE).mean(0)


@pytest.mark.parametrize("relocate", [False, True])
def test_every_outer_cell_alike(relocate):
    """Rates of mines around a free block: 10 mines among 72 cells."""
    n = 20_000
    rate = rates(seeds=range(n), relocate=relocate)
    zone = np.zeros((9, 9), bool)
    zone[3:6, 3:6] = True
    assert not rate[zone].any()
    p = 10 / 72
    assert np.abs(rate[~zone] - p).max() < 0.011  # 4.5 deviations
    # Of 72 cells with a given sum: chi-square with 71 degrees of freedom.
    square = n * ((rate[~zone] - p) ** 2).sum() / (p * (1 - p)) * 71 / 72
    assert 30 < square < 130


def test_only_the_start_free():
    rate = rates(seeds=range(20_000), safe="cell")
    assert rate[4, 4] == 0
    assert abs(rate[0, 0] - 0.125) < 0.011
    assert abs(rate[4, 5] - 0.125) < 0.011


def test_rate_of_a_density():
    boards = nogues.generate_random_boards(30, 16, density=0.2, seeds=range(2000))
    outer = np.delete(boards.mine_mask, np.flatnonzero(boards.clue.max(0) < 0), 1)
    assert outer.shape == (2000, 480)
    expected = 0.2 * (480 - 9)
    spread = np.sqrt(0.2 * 0.8 * 471)
    assert abs(boards.mine_count.mean() - expected) < 4.5 * spread / np.sqrt(2000)
    assert abs(boards.mine_count.std() / spread - 1) < 0.1
    assert (boards.mine_count == boards.mine_mask.sum(1)).all()


@pytest.mark.parametrize(
    "options", [{"mines": 99}, {"density": 0.2}, {"mines": 99, "relocate": True}]
)
def test_threads_and_chunks_do_not_matter(options, monkeypatch):
    told = []
    make = nogues.generate_random_boards
    boards = make(30, 16, seeds=range(500), threads=1, **options)
    monkeypatch.setattr("nogues.making.random_boards.CHUNK_CELLS", 5000)
    progress = lambda done, total: told.append((done, total))  # noqa: E731
    again = make(30, 16, seeds=range(500), threads=3, progress=progress, **options)
    assert again == boards
    assert told[-1] == (500, 500)


def test_boards_of_no_search():
    boards = nogues.generate_random_boards(16, 16, 40, (0, 0), seeds=range(50))
    assert repr(boards) == "<Boards 50 of 16x16/40 start=(0, 0) search=random>"
    assert repr(boards[3]) == "<Board 16x16/40 start=(0, 0) seed=3 search=random>"
    assert boards.search.name == "random"
    assert boards.search.logic is None
    assert not boards.solvable.any()
    assert (boards.needs == -1).all()
    # They bring their start.
    solved = nogues.solve_boards(boards)
    assert (solved.solvable == nogues.solve_boards(boards.grid, (0, 0)).solvable).all()
    assert solved.solvable.any()
    some = nogues.generate_random_boards(9, 9, density=0.25, seeds=[3])
    assert repr(some) == "<Boards 1 of 9x9 density=0.25 start=(4, 4) search=random>"
    alone = nogues.generate_random_board(9, 9, 10)
    assert alone == nogues.generate_random_board(9, 9, 10, seed=alone.seed)


def test_a_million_cells():
    board = nogues.generate_random_board(1000, 1000, density=0.1, seed=1, safe="cell")
    assert abs(board.mine_count - 100_000) < 1500
    grid = nogues.count_clues(board.mine_mask.reshape(1000, 1000))
    assert (grid == board.grid).all()
    opened = nogues.reveal(board)
    assert len(opened.cells) == board.opening
    solution = nogues.solve(board)
    assert nogues.solve_boards(board.grid[None], board.start).solvable.tolist() == [
        solution.solvable
    ]
    with pytest.raises(MinesweeperError, match="at most 1000000"):
        nogues.generate_random_board(1001, 1000, 1)


@pytest.mark.parametrize(
    ("arguments", "options", "message"),
    [
        ((5, 5, 17, (2, 2)), {"safe": "block"}, "mines must be at most 16"),
        ((10, 10, 92, (5, 5)), {"safe": "block"}, "mines must be at most 91"),
        ((20, 20, 400), {"safe": "cell"}, "mines must be at most 399"),
        ((20, 20, 401), {"safe": "any"}, "mines must be at most 400"),
        ((5, 5, 13, (2, 2)), {"safe": "diamond"}, "mines must be at most 12"),
        ((5, 5, 5), {"safe": "zone"}, "safe must be one of diamond, block, cell, any"),
        ((5, 5, 5, (5, 0)), {}, "start row must be 0 to 4, not 5"),
    ],
)
def test_errors(arguments, options, message):
    with pytest.raises(MinesweeperError, match=message):
        nogues.generate_random_boards(*arguments, seeds=[1], **options)
    with pytest.raises(MinesweeperError, match=message):
        nogues.generate_random_boards(*arguments, seeds=[1], relocate=True, **options)
    with pytest.raises(MinesweeperError, match=message):
        nogues.generate_random_board(*arguments, **options)
    with pytest.raises(MinesweeperError, match=message):
        nogues.simulate(*arguments, seeds=[1], **options)


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({}, TypeError, "give mines or density"),
        ({"mines": 3, "density": 0.1}, TypeError, "give mines or density"),
        ({"density": 1}, MinesweeperError, "density must be at least 0 and below 1"),
        ({"density": -0.1}, MinesweeperError, "density must be at least 0"),
        ({"density": float("nan")}, MinesweeperError, "density must be at least 0"),
        ({"density": "0.1"}, TypeError, "density must be a number"),
        ({"density": True}, TypeError, "density must be a number"),
        ({"density": 0.1, "relocate": True}, TypeError, "relocate is for mines"),
        ({"mines": 3, "safe": 1}, TypeError, "safe must be one of"),
        ({"mines": 3, "seeds": 5}, TypeError, "seeds must be"),
        ({"mines": 3, "progress": 5}, TypeError, "progress must be"),
    ],
)
def test_arguments(options, error, message):
    with pytest.raises(error, match=message):
        nogues.generate_random_boards(5, 5, **{"seeds": [1]} | options)


def test_limits_of_what_fits():
    make = nogues.generate_random_boards
    assert (make(5, 5, 16, (2, 2), seeds=[3]).clue == MINE).sum() == 16
    assert (make(10, 10, 91, (5, 5), seeds=[3]).clue == MINE).sum() == 91
    assert (make(20, 20, 399, seeds=[3], safe="cell").clue == MINE).sum() == 399
    all_mines = make(20, 20, 400, seeds=[3], safe="any")
    assert (all_mines.clue == MINE).all()
    assert all_mines.opening.tolist() == [0]
    assert make(3, 3, 2, seeds=[], safe="cell").grid.shape == (0, 3, 3)
    with pytest.raises(MinesweeperError, match="policy must be least_probable"):
        nogues.simulate(9, 9, 10, seeds=[1], policy="bold")
