"""In which round each cell is decided, against sets of cells."""

import numpy as np
import pytest
from level_twin import RULES, Twin, random_clues

import nogues
from nogues.plot.rounds import around, rounds_of


@pytest.mark.parametrize("kind", [np.bool_, np.int64])
def test_around(kind):
    values = np.random.default_rng(1).integers(0, 2, (5, 7)).astype(kind)
    for row, column in np.ndindex(values.shape):
        near = values[max(row - 1, 0) : row + 2, max(column - 1, 0) : column + 2]
        expected = int(near.sum()) - int(values[row, column])
        assert around(values)[row, column] == expected


def test_rounds_of_single_clues():
    """An opening spreads by a cell a round; nothing follows beyond the mine."""
    grid = np.array([[0, 0, 1, -1, 1, 0]], np.int8)
    solution = nogues.solve(grid, (0, 0), proof=True)
    rounds = rounds_of(grid, solution.proof)
    assert rounds.number.tolist() == [[0, 1, 2, 3, -1, -1]]
    assert rounds.rules == (0, 0, 0)


def test_rounds_end_where_the_twin_ends():
    seen = set()
    for grid in random_clues(9, 9, 14, (4, 4), 30, 5):
        twin = Twin(grid, (4, 4), "complete")
        solution = nogues.solve(grid, (4, 4), logic="complete", proof=True)
        rounds = rounds_of(grid, solution.proof)
        known = {tuple(cell) for cell in np.argwhere(rounds.number >= 0).tolist()}
        assert known == twin.opened | twin.mines
        parts = [rounds.by(rule) for rule in range(len(RULES))]
        start = rounds.number == 0
        assert start[4, 4] and start.sum() == 1
        assert np.array_equal(sum(map(np.int8, parts)), (rounds.number > 0))
        seen |= {rule for rule, part in zip(RULES, parts, strict=True) if part.any()}
    assert {"elementary", "subset"} <= seen
