"""Deduction on planes, and layouts that no logic finishes."""

import itertools

import numpy as np
import pytest
from level_twin import Twin, clues_of, random_clues
from words import around, board_planes, to_plane, to_words

import nogues
from nogues.kernels._jit import kernel
from nogues.kernels.boards import planes
from nogues.kernels.rules.deduce_planes import close_pairs, find_buried, hopeless
from nogues.kernels.rules.pair_planes import find_twins
from nogues.kernels.search.reference_planes import SHAPES


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
        (7, 7, 20, (3, 3), 50),
        (9, 1, 4, (0, 0), 50),
        (16, 16, 90, (8, 8), 2),
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
