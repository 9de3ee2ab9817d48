"""Are boards as likely as they should be?  Small boards by enumeration, large by mean.

Every layout of a small board is enumerated, and solved by the levels, whose own tests
are elsewhere.
"""

import functools
import itertools

import numpy as np
import pytest
import reference
from level_twin import clues_of

import nogues

#: Width, height, mines, start; layouts, finished by complete, without the mine count.
SMALL = {
    "4x4": ((4, 4, 3, (0, 0)), 220, 181, 126),
    "5x4": ((5, 4, 4, (0, 0)), 1820, 1032, 678),
    "5x5": ((5, 5, 5, (2, 2)), 4368, 2836, 2396),
    "9x1": ((9, 1, 3, (0, 0)), 35, 1, 1),
}


@functools.cache
def layouts(name):
    """All layouts that leave the start's block free, as clues."""
    width, height, mines, start = SMALL[name][0]
    free = [
        cell
        for cell in range(width * height)
        if max(abs(cell // width - start[0]), abs(cell % width - start[1])) > 1
    ]
    picks = np.array(list(itertools.combinations(free, mines)))
    mask = np.zeros((len(picks), width * height), bool)
    np.put_along_axis(mask, picks, True, axis=1)
    return clues_of(mask, width, height)


def solvable(name, **asked):
    """The layouts that a level finishes, as bytes of their clues."""
    boards = layouts(name)
    found = nogues.solve_boards(boards, SMALL[name][0][3], **asked)
    return {grid.tobytes() for grid in boards[found.solvable]}


def without_buried(name, keys):
    """Leave out the layouts that bury a mine."""
    width, height, _, start = SMALL[name][0]
    kept = set()
    for key in keys:
        grid = np.frombuffer(key, np.int8).reshape(height, width)
        mines = {(int(row), int(column)) for row, column in np.argwhere(grid == -1)}
        if not reference.measure(width, height, mines, start)["buried"]:
            kept.add(key)
    return kept


def frequencies(boards, keys):
    """How often each of some layouts came out, and how many others did."""
    found, counts = np.unique(boards.clue, axis=0, return_counts=True)
    seen = {row.tobytes(): int(n) for row, n in zip(found, counts, strict=True)}
    others = sum(n for key, n in seen.items() if key not in keys)
    return np.array([seen.get(key, 0) for key in sorted(keys)]), others


def chi_square(counts):
    """Chi-square of equal chances, over what it exceeds in one case of a hundred."""
    mean = counts.mean()
    free = len(counts) - 1
    # Wilson and Hilferty: the cube root is nearly normal.
    spread = 2 / (9 * free)
    critical = free * (1 - spread + 2.3263 * spread**0.5) ** 3
    return ((counts - mean) ** 2).sum() / mean / critical


def test_the_critical_value():
    """Against tables: 112.329 for 80 degrees of freedom; and it lets noise pass."""
    counts = np.full(81, 1000.0)
    counts[:2] += np.array([1, -1]) * np.sqrt(112.329 * 1000 / 2)
    assert abs(chi_square(counts) - 1) < 0.001
    rng = np.random.default_rng(1)
    values = [
        chi_square(np.bincount(rng.integers(0, 181, 20_000), minlength=181))
        for _ in range(300)
    ]
    assert sum(value > 1 for value in values) < 12


@pytest.mark.parametrize("name", SMALL)
def test_layouts(name):
    _, total, counted, uncounted = SMALL[name]
    assert len(layouts(name)) == total
    assert len(solvable(name, logic="complete")) == counted
    found = solvable(name, logic="complete", use_mine_count=False)
    assert len(found) == uncounted


UNIFORM = [
    ("4x4", {"logic": "complete"}),
    ("5x4", {"logic": "complete"}),
    ("4x4", {"logic": "complete", "use_mine_count": False}),
    ("4x4", {"logic": "subset"}),
    ("4x4", {"logic": "elementary"}),
]


@pytest.mark.parametrize(("name", "asked"), UNIFORM, ids=str)
def test_uniform_search(name, asked):
    seeds = range(200_000)
    boards = nogues.generate_boards(
        *SMALL[name][0], seeds=seeds, search="uniform", **asked
    )
    keys = solvable(name, **asked)
    counts, others = frequencies(boards, keys)
    assert others == 0
    assert counts.min() > 0
    assert chi_square(counts) < 1
    # So is the share of layouts that were accepted.
    share = len(keys) / len(layouts(name))
    error = (share * (1 - share) / boards.attempts.sum()) ** 0.5
    assert abs(len(boards) / boards.attempts.sum() - share) < 4 * error
    # Each board is its own layout's: the same needs as the solver's.
    again = nogues.solve_boards(boards[:2000], **asked)
    assert (again.needs == boards.needs[:2000]).all()


def test_uniform_search_of_some_needs():
    """What is asked for is as likely as among all."""
    asked = {"search": "uniform", "logic": "complete", "needs": "complete"}
    boards = nogues.generate_boards(*SMALL["5x4"][0], seeds=range(50_000), **asked)
    keys = solvable("5x4", logic="complete") - solvable("5x4", logic="subset")
    counts, others = frequencies(boards, keys)
    assert (others, 0 < len(keys) < 1032) == (0, True)
    assert chi_square(counts) < 1
    assert set(boards.needs.tolist()) == {2, 3}


# --- the chain of moves ---

#: Boards, moves, and the layouts that are solvable but bury a mine.
SHAKEN = {
    "4x4": (10_000, 1000, 0),
    "5x4": (15_000, 1000, 3),
    "5x5": (15_000, 500, 0),
}


@pytest.mark.parametrize("name", SHAKEN)
def test_shaken_boards(name):
    """In the limit all solvable boards that bury no mine are equally likely."""
    n, moves, buried = SHAKEN[name]
    boards = nogues.generate_boards(
        *SMALL[name][0], seeds=range(n), logic="complete", moves=moves
    )
    keys = solvable(name, logic="complete")
    bare = without_buried(name, keys)
    assert len(keys) - len(bare) == buried
    counts, others = frequencies(boards, bare)
    assert others == 0
    assert chi_square(counts) < 1


def test_shaken_boards_of_two_clues():
    """The same by pairs alone; and without moves, what the repair leaves is not so."""
    bare = without_buried("4x4", solvable("4x4", logic="subset"))
    counts, others = [], []
    for moves in (1000, 0):
        boards = nogues.generate_boards(
            *SMALL["4x4"][0], seeds=range(10_000), logic="subset", moves=moves
        )
        found = frequencies(boards, bare)
        counts.append(found[0])
        others.append(found[1])
    assert others[0] == 0
    assert chi_square(counts[0]) < 1 < chi_square(counts[1])


# --- an expert board of 110 mines, by its means ---


def measures(grids, start):
    """3BV, openings, and mine rates of edges and corners, many boards at a time."""
    mines = grids == -1
    zeros = grids == 0
    _, height, width = grids.shape
    label = np.where(zeros, 1 + np.arange(height * width).reshape(height, width), 0)
    first = label.copy()
    while True:
        spread = np.where(zeros, highest_around(label), 0)
        if (spread == label).all():
            break
        label = spread
    openings = ((label == first) & zeros).sum(axis=(1, 2))
    beside = highest_around(zeros.astype(np.int64)) > 0
    bbbv = openings + (~mines & ~beside).sum(axis=(1, 2))
    edges = np.zeros((height, width), bool)
    edges[[0, -1]] = True
    edges[:, [0, -1]] = True
    corners = np.zeros((height, width), bool)
    corners[np.ix_([0, -1], [0, -1])] = True
    rows = {
        "bbbv": bbbv,
        "openings": openings,
        "edges": mines[:, edges].mean(axis=1),
        "corners": mines[:, corners].mean(axis=1),
    }
    return {name: values.astype(float) for name, values in rows.items()}


def highest_around(values):
    """The highest of each cell and its neighbours."""
    padded = np.pad(values, ((0, 0), (1, 1), (1, 1)))
    _, height, width = values.shape
    return functools.reduce(
        np.maximum,
        (
            padded[:, r : r + height, c : c + width]
            for r, c in itertools.product(range(3), range(3))
        ),
    )


def test_the_measures():
    boards = nogues.generate_boards(30, 16, 99, seeds=range(5))
    found = measures(boards.grid, boards.start)
    for k, board in enumerate(boards):
        mines = {(int(r), int(c)) for r, c in np.argwhere(board.grid == -1)}
        expected = reference.measure(30, 16, mines, board.start)
        assert found["bbbv"][k] == expected["bbbv"]
        assert found["openings"][k] == expected["openings"]


def test_means_of_shaken_boards():
    size = (30, 16, 110)
    asked = {
        # The chain buries no mine, which makes corners a little poorer.
        "uniform": {"search": "uniform", "accept": nogues.Between(buried=(0, 0))},
        "shaken": {"moves": 16 * 110},
        "repaired": {"moves": 0},
    }
    found = {
        name: measures(
            nogues.generate_boards(
                *size, seeds=range(1000), logic="complete", **options
            ).grid,
            (8, 15),
        )
        for name, options in asked.items()
    }
    for name in ("bbbv", "openings", "edges", "corners"):
        one, two = found["uniform"][name], found["shaken"][name]
        error = ((one.var() + two.var()) / len(one)) ** 0.5
        assert abs(one.mean() - two.mean()) < 4 * error, name
    means = {name: values["bbbv"].mean() for name, values in found.items()}
    assert abs(means["uniform"] - 191.5) < 2
    assert means["uniform"] - means["repaired"] > 8
