"""The kernels of the searches, each against plain Python or another kernel."""

import itertools

import numpy as np
import pytest
from level_twin import Twin, clues_of, random_clues
from words import to_plane, to_words

import nogues
from nogues.kernels._jit import kernel
from nogues.kernels.boards import planes
from nogues.kernels.boards.clues import write_clues
from nogues.kernels.boards.placement import Task, Wish
from nogues.kernels.boards.position import hide_truth, list_active, load
from nogues.kernels.counting.forced import find_certain
from nogues.kernels.counting.forced_small import find_locally, new_local
from nogues.kernels.counting.frontier import new_states
from nogues.kernels.counting.probabilities import new_desk as new_exact
from nogues.kernels.rng import set_dice
from nogues.kernels.rules.deduce_planes import close_pairs, find_buried, hopeless
from nogues.kernels.rules.pair_planes import compare_pairs, find_twins
from nogues.kernels.rules.pair_position import compare
from nogues.kernels.rules.trace import new_log
from nogues.kernels.search import repair_tiles, uniform_planes, uniform_tiles
from nogues.kernels.search.reference_planes import SHAPES
from nogues.kernels.search.tiles import WINDOW
from nogues.solving.counting import count_layouts

# --- pairs of clues ---


@kernel()
def run_pairs(memory, shape):
    opened = planes.load(shape, memory, 0)
    safe = planes.load(shape, memory, 1)
    mined = planes.load(shape, memory, 2)
    opens, flags = compare_pairs(opened, safe, mined)
    planes.store(memory, 3, opens)
    planes.store(memory, 4, flags)


def around(cell, width, height, reach=1):
    row, column = cell
    return {
        (r, c)
        for r in range(max(row - reach, 0), min(row + reach + 1, height))
        for c in range(max(column - reach, 0), min(column + reach + 1, width))
        if (r, c) != cell
    }


def pairs_by_hand(opened, safe, mined):
    """What two clues at most two apart say together."""
    height, width = opened.shape
    unknown = {tuple(cell) for cell in np.argwhere(safe | mined)}
    mines = {tuple(cell) for cell in np.argwhere(mined)}
    hidden = {
        cell: around(cell, width, height) & unknown
        for cell in map(tuple, np.argwhere(opened))
    }
    opens, flags = set(), set()
    for a in hidden:
        for b in around(a, width, height, 2) & hidden.keys():
            only_a, only_b = hidden[a] - hidden[b], hidden[b] - hidden[a]
            if len(hidden[a] & mines) - len(hidden[b] & mines) == len(only_a):
                flags |= only_a
                opens |= only_b
    assert flags <= mines
    assert not opens & mines
    return opens, flags


def random_position(shape, size, seed):
    """Cells of a board, each open, safe, an unknown mine or a known one."""
    width, height = size
    rng = np.random.default_rng(seed)
    mines = rng.random((height, width)) < rng.choice([0.1, 0.2, 0.4])
    known = rng.random((height, width)) < rng.choice([0.3, 0.6, 0.9])
    planes = np.zeros((3, shape.lanes, shape.bits), bool)
    planes[:, :height, :width] = ~mines & known, ~mines & ~known, mines & ~known
    return planes


SIZES = {
    (16, 16): [(16, 16), (9, 9), (5, 16), (1, 9)],
    (32, 16): [(32, 16), (30, 16)],
    (32, 32): [(32, 32), (24, 20)],
    (64, 32): [(64, 32), (50, 22)],
}


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_pairs(shape):
    memory = np.zeros((5, shape.bits * shape.lanes // 64), np.uint64)
    found = 0
    for size in SIZES[shape.bits, shape.lanes]:
        for seed in range(12):
            planes = random_position(shape, size, seed)
            for k in range(3):
                memory[k] = to_words(shape, planes[k])
            run_pairs(memory, shape)
            for k, cells in enumerate(pairs_by_hand(*planes)):
                expected = np.zeros((shape.lanes, shape.bits), bool)
                for cell in cells:
                    expected[cell] = True
                assert np.array_equal(to_plane(shape, memory[3 + k]), expected)
                found += len(cells)
    assert found > 100


@kernel()
def run_close(memory, shape, level):
    board = planes.load(shape, memory, 0)
    mines = planes.load(shape, memory, 1)
    start = planes.load(shape, memory, 2)
    opened, safe, mined, needed = close_pairs(
        start, board & ~mines & ~start, mines, board, level
    )
    planes.store(memory, 3, opened)
    planes.store(memory, 4, safe)
    planes.store(memory, 5, mined)
    return needed


def board_planes(shape, grid, start):
    """The board, its mines and the start, as words of planes."""
    height, width = grid.shape
    planes = np.zeros((3, shape.lanes, shape.bits), bool)
    planes[0, :height, :width] = True
    planes[1, :height, :width] = grid == -1
    planes[2][start] = True
    return np.stack([to_words(shape, plane) for plane in planes])


@pytest.mark.parametrize("level", [0, 1])
def test_close_pairs_knows_what_the_solver_knows(level):
    shape = SHAPES[1]
    memory = np.zeros((6, shape.bits * shape.lanes // 64), np.uint64)
    seen = set()
    for grid in random_clues(30, 16, 90, (8, 15), 60, 2):
        memory[:3] = board_planes(shape, grid, (8, 15))
        needed = run_close(memory, shape, level)
        one = nogues.solve(grid, (8, 15), logic=("elementary", "subset")[level])
        opened, safe, mined = (
            to_plane(shape, memory[k])[:16, :30].astype(bool) for k in (3, 4, 5)
        )
        cells = one.cells.reshape(16, 30)
        assert np.array_equal(opened, cells == 1)
        assert np.array_equal(safe | mined, cells == 0) or one.solvable
        assert np.array_equal(mined & (cells == -1), mined & False) or one.solvable
        assert needed == (one.rounds["subset"] > 0)
        seen.add((int(needed), one.solvable))
    assert len(seen) > level + 1


def test_pairs_against_the_rule_on_a_grid():
    """One pass of ``subset.compare`` where single clues are stuck."""
    shape = SHAPES[1]
    memory = np.zeros((5, shape.bits * shape.lanes // 64), np.uint64)
    exact = new_exact(30, 16)
    log = new_log()
    total = 0
    for grid in random_clues(30, 16, 99, (8, 15), 60, 3):
        one = nogues.solve(grid, (8, 15), max_passes=10**6)
        if one.solvable:
            continue
        cells = one.cells.reshape(16, 30)
        planes = np.zeros((3, 16, 32), bool)
        planes[:, :, :30] = cells == 1, (cells == 0) & (grid >= 0), (cells == 0)
        planes[2, :, :30] &= grid == -1
        for k in range(3):
            memory[k] = to_words(shape, planes[k])
        run_pairs(memory, shape)
        position = np.where(cells == 0, nogues.HIDDEN, grid).astype(np.int8)
        load(exact.grid, position.reshape(-1))
        hide_truth(exact.grid, grid.reshape(-1))
        decided = compare(exact.grid, log)
        after = exact.grid.cell.reshape(18, -1)[1:17, 1:31]
        changed = (after != position) & (position == nogues.HIDDEN)
        assert changed.sum() == decided
        for k, mine in ((3, False), (4, True)):
            expected = changed & ((grid == -1) == mine)
            assert np.array_equal(to_plane(shape, memory[k])[:, :30], expected)
        total += decided
    assert total > 100


# --- layouts that no logic finishes ---


@kernel()
def run_twins(memory, shape):
    board = planes.load(shape, memory, 0)
    mines = planes.load(shape, memory, 1)
    zone = planes.load(shape, memory, 2)
    safe = board & ~mines
    planes.store(memory, 3, find_twins(mines, safe, safe & ~zone))
    planes.store(memory, 4, find_buried(board, mines))
    return hopeless(board, zone, mines)


def twins_by_hand(grid, zone):
    """Mines that trade places with a safe cell without any other clue changing.

    And those of them whose partner is at most two rows and columns away.
    """
    height, width = grid.shape
    safe = [cell for cell in np.ndindex(grid.shape) if grid[cell] >= 0]
    mines = [cell for cell in np.ndindex(grid.shape) if grid[cell] == -1]
    twins, near = set(), set()
    for mine, cell in itertools.product(mines, safe):
        if cell in zone:
            continue
        mask = grid == -1
        mask[mine], mask[cell] = False, True
        traded = clues_of(mask, width, height)[0]
        if all(traded[other] == grid[other] for other in safe if other != cell):
            twins.add(mine)
            if max(abs(mine[0] - cell[0]), abs(mine[1] - cell[1])) <= 2:
                near.add(mine)
    return twins, near


@pytest.mark.parametrize(
    ("width", "height", "mines", "start", "n"),
    [
        (4, 4, 3, (0, 0), 150),
        (5, 4, 4, (0, 0), 300),
        (5, 5, 9, (1, 0), 150),
        (9, 3, 9, (1, 0), 150),
        (7, 7, 20, (3, 3), 100),
        (9, 1, 4, (0, 0), 50),
        (16, 16, 90, (8, 8), 4),
    ],
)
def test_twins(width, height, mines, start, n):
    shape = SHAPES[0]
    memory = np.zeros((5, shape.bits * shape.lanes // 64), np.uint64)
    boards = random_clues(width, height, mines, start, n, 4)
    solved = nogues.solve_boards(boards, start, logic="complete").solvable
    zone = around(start, width, height) | {start}
    verdicts = []
    for k, grid in enumerate(boards):
        memory[:3] = board_planes(shape, grid, start)
        plane = np.zeros((shape.lanes, shape.bits), bool)
        plane[tuple(np.transpose(sorted(zone)))] = True
        memory[2] = to_words(shape, plane)
        verdict = run_twins(memory, shape)
        twins, near = twins_by_hand(grid, zone)
        found = {tuple(cell) for cell in np.argwhere(to_plane(shape, memory[3]))}
        assert found == near
        assert verdict == bool(twins)
        assert not (verdict and solved[k])
        buried = {
            cell
            for cell in np.ndindex(grid.shape)
            if grid[cell] == -1
            and all(grid[other] == -1 for other in around(cell, width, height))
        }
        plane = to_plane(shape, memory[4])
        assert {tuple(cell) for cell in np.argwhere(plane)} == buried
        verdicts.append(verdict)
    assert any(verdicts)


# --- components by themselves ---


@pytest.mark.parametrize("size", [(9, 9, 16), (30, 16, 99), (12, 1, 4), (8, 8, 22)])
def test_locally_as_by_exact_counting(size):
    width, height, mines = size
    start = height // 2, width // 2
    exact = new_exact(width, height)
    grid_of = exact.grid
    local = new_local(width * height, grid_of.cell.size)
    states = new_states(np.int64(1 << 16), np.int64(1))
    stuck, certain_ones = 0, 0
    for grid in random_clues(width, height, mines, start, 150, 5):
        one = nogues.solve(grid, start, logic="subset")
        if one.solvable:
            continue
        stuck += 1
        cells = one.cells.reshape(height, width)
        position = np.where(cells == 0, nogues.HIDDEN, grid).astype(np.int8)
        load(grid_of, position.reshape(-1))
        active = list_active(grid_of)
        decided, certain = find_locally(grid_of, local, active)
        if decided < 0:  # too many states, which the other counts
            continue
        values = {int(local.cell[t]): int(local.values[t]) for t in range(decided)}
        bounds = local.bounds.tolist()
        left = mines - int((cells == -1).sum())
        code, _, rule, _, _, frontier, _ = find_certain(
            exact, states, active, left, False
        )
        assert code == 0
        assert frontier == decided
        assert certain == (rule == 2)
        certain_ones += certain
        web = exact.web
        for at in web.frontier[:frontier].tolist():
            sure = int(web.trial[web.box_of[at]])
            assert values[at] == {0: 1, 1: 2, -1: 3}[sure]
        if stuck <= 12:
            assert bounds == fewest_and_most(grid, cells, left)
    assert stuck > 10
    assert size[1] == 1 or certain_ones > 2


def fewest_and_most(grid, cells, left):
    """Mines among the cells that clues see, by counting layouts in Python."""
    height, width = grid.shape
    facts, seen = [], set()
    for cell in np.ndindex(grid.shape):
        if cells[cell] != 1:
            continue
        near = around(cell, width, height)
        hidden = {r * width + c for r, c in near if cells[r, c] == 0}
        known = sum(bool(cells[other] == -1) for other in near)
        if hidden:
            facts.append((hidden, int(grid[cell]) - known))
            seen |= hidden
    possible = [
        total
        for total in range(len(seen) + 1)
        if count_layouts(seen, facts, total).layouts
    ]
    return [possible[0], possible[-1]]


def test_a_component_with_too_many_states():
    """A wide front is left to exact counting; what is found before is not kept."""
    grid = random_clues(40, 40, 330, (20, 20), 1, 6)[0]
    mask = grid == -1
    rng = np.random.default_rng(7)
    shown = rng.random(grid.shape) < 0.3
    position = np.where(shown & ~mask, grid, nogues.HIDDEN).astype(np.int8)
    exact = new_exact(40, 40)
    local = new_local(1600, exact.grid.cell.size)
    load(exact.grid, position.reshape(-1))
    active = list_active(exact.grid)
    assert active > 200
    assert find_locally(exact.grid, local, active) == (-1, False)


# --- tiles ---


def columns_for(n, cells):
    return [
        np.zeros((n, cells), np.int8),
        *(np.zeros(n, np.int32) for _ in range(3)),
        np.zeros(n, np.int8),
    ]


@pytest.mark.parametrize(
    ("level", "counted", "needs"),
    [(0, False, 0), (1, False, 0), (1, False, 1), (2, False, 0), (2, True, 0)],
)
def test_tiles_make_the_boards_of_planes(level, counted, needs):
    """The same dice and candidates: the same boards, layouts tried and needs."""
    n = 200
    task = Task(30, 16, 85, 8, 15, 100_000, 60, 1)
    wish = Wish(level, counted, needs, 0, 2_000_000)
    seeds, stop = np.arange(n, dtype=np.uint32), np.zeros(1, bool)
    bounds = np.empty((0, 2), np.int64)
    shape = SHAPES[1]
    planes, tiles = (columns_for(n, 480) for _ in range(2))
    uniform_planes.generate(
        shape,
        uniform_planes.new_desk(shape, task),
        task,
        wish,
        bounds,
        seeds,
        stop,
        *planes,
    )
    desk = uniform_tiles.new_desk(task)
    uniform_tiles.generate(desk, task, wish, bounds, seeds, stop, *tiles)
    for one, two in zip(planes, tiles, strict=True):
        assert np.array_equal(one, two)
    assert planes[1].min() > 0
    assert planes[1].max() > 3
    top = 3 if counted else level
    assert planes[4].max() == top


@pytest.mark.parametrize("size", [(70, 40, 330), (33, 100, 360), (130, 9, 120)])
def test_certify(size):
    """Random layouts of large boards: finished as far as the solver says."""
    width, height, mines = size
    start = height // 3, width - 3
    task = Task(width, height, mines, *start, 1, 60, 1)
    desk = repair_tiles.new_desk(task)
    verdicts = set()
    stop = np.zeros(1, np.bool_)
    for seed in range(120):
        set_dice(desk.dice, np.uint32(seed), repair_tiles.SEARCH)
        repair_tiles.lay(desk, task)
        repair_tiles.hand_over(desk, task)
        clue = np.empty(width * height, np.int8)
        write_clues(desk.rows.field, width, height, desk.rows.page, clue)
        grid = clue.reshape(height, width)
        assert (clue == -1).sum() == mines
        assert (clues_of(grid == -1, width, height)[0] == grid).all()
        found = nogues.solve(grid, start, logic="subset")
        safe_left = width * height - mines - found.opened
        left, needed = repair_tiles.certify(WINDOW, desk, task, np.int64(1), stop)
        assert left == safe_left
        assert needed == 1 or not found.rounds["subset"]
        assert needed == (found.rounds["subset"] > 0) or left
        verdicts.add((bool(left), int(needed)))
        easy = nogues.solve(grid, start, max_passes=10**6)
        left, needed = repair_tiles.certify(WINDOW, desk, task, np.int64(0), stop)
        assert left == width * height - mines - easy.opened
        assert needed == 0
    assert len(verdicts) == 3


def test_twin_of_pairs_on_planes():
    """The Python twin comes as far, from a start in a corner."""
    shape = SHAPES[0]
    memory = np.zeros((6, shape.bits * shape.lanes // 64), np.uint64)
    for grid in random_clues(16, 16, 40, (0, 15), 25, 8):
        memory[:3] = board_planes(shape, grid, (0, 15))
        run_close(memory, shape, 1)
        twin = Twin(grid, (0, 15), "subset")
        opened = {tuple(cell) for cell in np.argwhere(to_plane(shape, memory[3]))}
        assert opened == twin.opened
