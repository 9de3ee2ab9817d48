"""Forced cells of small components against exact counting."""

import numpy as np
import pytest
from level_twin import random_clues
from words import around

import nogues
from nogues.kernels.boards.position import list_active, load
from nogues.kernels.counting.forced import find_forced
from nogues.kernels.counting.forced_small import find_locally, new_local
from nogues.kernels.counting.probabilities import new_workspace as new_exact
from nogues.kernels.counting.states import new_states
from nogues.solving.counting import count_layouts


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
        code, _, rule, _, _, frontier, _ = find_forced(
            exact, states, active, left, False
        )
        assert code == 0
        assert frontier == decided
        assert certain == (rule == 2)
        certain_ones += certain
        graph = exact.graph
        for at in graph.frontier[:frontier].tolist():
            sure = int(graph.verdict[graph.box_of[at]])
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
