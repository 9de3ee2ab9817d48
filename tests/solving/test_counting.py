"""count_layouts against brute force, and against numbers worked out by hand."""

import math
import random
import re
import sys
from pathlib import Path

import pytest

from nogues.base.errors import LimitError, MinesweeperError
from nogues.solving import counting
from nogues.solving.counting import Count, count_layouts


def brute_force(unknown, constraints, total):
    """Try every layout of the cells that take part."""
    seen = {cell for cells, _ in constraints for cell in cells}
    cells = [cell for cell in unknown if total is not None or cell in seen]
    bit = {cell: 1 << k for k, cell in enumerate(cells)}
    masks = [(sum(bit[c] for c in set(group)), n) for group, n in constraints]
    if total is not None:
        masks.append(((1 << len(cells)) - 1, total))
    fits = [
        layout
        for layout in range(1 << len(cells))
        if all((layout & mask).bit_count() == n for mask, n in masks)
    ]
    mines = {cell: sum(layout & bit[cell] > 0 for layout in fits) for cell in cells}
    return Count(len(fits), mines)


def neighbours(width, height, cell):
    row, column = divmod(cell, width)
    return [
        r * width + c
        for r in range(max(0, row - 1), min(height, row + 2))
        for c in range(max(0, column - 1), min(width, column + 2))
        if (r, c) != (row, column)
    ]


def clues_of(width, height, mines, opened):
    """Return the unknown cells of a board and the constraints of its open cells."""
    unknown = [cell for cell in range(width * height) if cell not in opened]
    constraints = []
    for cell in sorted(opened):
        around = neighbours(width, height, cell)
        hidden = [other for other in around if other not in opened]
        constraints.append((hidden, sum(other in mines for other in around)))
    return unknown, constraints


def random_system(rng, most=13):
    """A small board with some cells open; sometimes a clue or the total is wrong."""
    width, height = rng.randint(1, 7), rng.randint(1, 5)
    cells = range(width * height)
    mines = set(rng.sample(cells, rng.randint(0, len(cells))))
    safe = [cell for cell in cells if cell not in mines]
    opened = set(rng.sample(safe, rng.randint(0, len(safe))))
    if len(cells) - len(opened) > most:
        return random_system(rng, most)
    unknown, constraints = clues_of(width, height, mines, opened)
    rng.shuffle(constraints)
    total = len(mines)
    if constraints and rng.random() < 0.3:
        k = rng.randrange(len(constraints))
        group, number = constraints[k]
        constraints[k] = (group, number + rng.choice([-1, 1]))
    if rng.random() < 0.2:
        total += rng.choice([-1, 1])
    return unknown, constraints, total


@pytest.mark.parametrize("seed", range(8))
def test_brute_force_on_boards(seed):
    rng = random.Random(seed)
    contradictions = 0
    for _ in range(100):
        unknown, constraints, total = random_system(rng)
        for number in (total, None):
            expected = brute_force(unknown, constraints, number)
            assert count_layouts(unknown, constraints, number) == expected
            contradictions += expected.layouts == 0
    assert 20 < contradictions < 180


def test_brute_force_up_to_sixteen_cells():
    rng = random.Random(16)
    for _ in range(12):
        unknown, constraints, total = random_system(rng, 16)
        while len(unknown) < 15:
            unknown, constraints, total = random_system(rng, 16)
        for number in (total, None):
            expected = brute_force(unknown, constraints, number)
            assert count_layouts(unknown, constraints, number) == expected


def test_brute_force_on_sets_of_any_shape():
    """No grid: large sets, nested, equal, in any order, with ids far apart."""
    rng = random.Random(3)
    for _ in range(200):
        unknown = rng.sample(range(-(10**9), 10**9), rng.randint(1, 9))
        layout = {cell for cell in unknown if rng.random() < 0.5}
        constraints = []
        for _ in range(rng.randint(0, 6)):
            group = rng.sample(unknown, rng.randint(0, len(unknown)))
            number = len(layout.intersection(group)) + (rng.random() < 0.1)
            constraints.append((group, number))
        for total in (len(layout), None):
            expected = brute_force(unknown, constraints, total)
            assert count_layouts(unknown, constraints, total) == expected


def test_one_clue():
    """5x5 with 5 mines and a 1 in the centre."""
    unknown, _ = clues_of(5, 5, (), {12})
    ring = neighbours(5, 5, 12)
    count = count_layouts(unknown, [(ring, 1)], 5)
    assert count.layouts == 14560 == 8 * math.comb(16, 4)
    for cell in unknown:
        assert count.mines[cell] * (8 if cell in ring else 4) == 14560
    free = count_layouts(unknown, [(ring, 1)], None)
    assert free == Count(8, dict.fromkeys(ring, 1))


@pytest.mark.parametrize(
    ("total", "mines"), [(1, (0, 1, 0)), (2, (1, 0, 1)), (None, (1, 1, 1)), (3, None)]
)
def test_a_row_of_two_ones(total, mines):
    """``H1H1H``: only the count distinguishes the two layouts."""
    count = count_layouts((0, 2, 4), [((0, 2), 1), ((2, 4), 1)], total)
    if mines is None:
        assert count == Count(0, {0: 0, 2: 0, 4: 0})
    else:
        assert count.layouts == (2 if total is None else 1)
        assert count.mines == dict(zip((0, 2, 4), mines, strict=True))


def gap(a):
    """Five sets over seven cells that 2 or 5 mines satisfy, 3 or 4 do not."""
    one, four = a, range(a + 1, a + 5)
    return [((one, cell), 1) for cell in four] + [((a + 5, a + 6), 1)]


def test_gaps_in_the_counts():
    unknown = range(7)
    for total, layouts in enumerate((0, 0, 2, 0, 0, 2, 0, 0)):
        assert count_layouts(unknown, gap(0), total).layouts == layouts
    count = count_layouts(unknown, gap(0), 5)
    assert count.mines == {0: 0, 1: 2, 2: 2, 3: 2, 4: 2, 5: 1, 6: 1}


def test_components_whose_gaps_add_up():
    """Twice 2 or 5 mines: 7 is one of each, 8 needs the sea."""
    constraints = gap(0) + gap(10)
    unknown = [*range(7), *range(10, 17)]
    expected = {4: 4, 7: 8, 10: 4}
    for total in range(-1, 16):
        layouts = count_layouts(unknown, constraints, total).layouts
        assert layouts == expected.get(total, 0)
    count = count_layouts([*unknown, 99], constraints, 8)
    assert count.layouts == count.mines[99] == 8
    assert count.mines[0] == count.mines[10] == 4
    assert count_layouts(unknown, constraints, None).layouts == 16


def test_order_of_the_sets_is_nothing():
    rng = random.Random(5)
    unknown, constraints = clues_of(8, 4, {0, 5, 9, 17, 22, 30}, {2, 12, 14, 20, 26})
    expected = count_layouts(unknown, constraints, 6)
    assert expected.layouts > 0
    for _ in range(10):
        rng.shuffle(constraints)
        rng.shuffle(unknown)
        given = ((set(cells), number) for cells, number in constraints)
        assert count_layouts(set(unknown), given, 6) == expected


def test_no_constraints():
    assert count_layouts((), [], 0) == Count(1, {})
    assert count_layouts((), [], None) == Count(1, {})
    assert count_layouts((), [], 1) == Count(0, {})
    assert count_layouts((3, 4), [], None) == Count(1, {})
    assert count_layouts((3, 4), [], 1) == Count(2, {3: 1, 4: 1})
    assert count_layouts((3, 4), [], 2) == Count(1, {3: 1, 4: 1})
    for total in (-1, 3):
        assert count_layouts((3, 4), [], total) == Count(0, {3: 0, 4: 0})


def test_empty_constraints():
    assert count_layouts((1,), [((), 0)], 1) == Count(1, {1: 1})
    for number in (-1, 1):
        assert count_layouts((1,), [((), number)], 1) == Count(0, {1: 0})


@pytest.mark.parametrize(
    "constraints",
    [
        [((1, 2), -1)],
        [((1, 2), 3)],
        [((1, 2), 1), ((2, 1), 2)],
        [((1, 2), 1), ((2, 1), 0)],
        [((1, 2, 3), 2), ((3, 2, 1), 1)],
        [((1,), 1), ((1, 2), 0)],
        [((1, 2), 1), ((2, 3), 1), ((1, 3), 1)],  # an odd ring
        [((1, 2, 3), 1), ((2, 3, 4), 3), ((1, 4), 1)],
    ],
)
@pytest.mark.parametrize("total", [2, None])
def test_contradictions(constraints, total):
    unknown = (1, 2, 3, 4)
    seen = {cell for cells, _ in constraints for cell in cells}
    mines = dict.fromkeys(unknown if total is not None else sorted(seen), 0)
    assert count_layouts(unknown, constraints, total) == Count(0, mines)
    # Also where another component or a decided cell is fine.
    more = [((7, 8), 1), ((9,), 1)]
    mines |= {7: 0, 8: 0, 9: 0}
    found = count_layouts((*unknown, 7, 8, 9), more + constraints, total)
    assert found == Count(0, mines)


def test_equal_constraints_count_once():
    twice = [((1, 2), 1), ((2, 1), 1)]
    assert count_layouts((1, 2, 3), twice, 2) == Count(2, {1: 1, 2: 1, 3: 2})


def test_large_numbers_are_exact():
    """100x100 with 2,000 mines and a 1: the ring 1/8, the rest 1999/9991."""
    unknown, _ = clues_of(100, 100, (), {5050})
    ring = neighbours(100, 100, 5050)
    count = count_layouts(unknown, [(ring, 1)], 2000)
    assert count.layouts == 8 * math.comb(9991, 1999)
    assert math.log10(count.layouts) > 2170
    assert count.mines[ring[0]] * 8 == count.layouts
    assert count.mines[0] * 9991 == count.layouts * 1999


def test_a_long_chain_by_its_recurrence():
    """Ones over cells k, k + 1, k + 2: three layouts, however long."""
    cells = range(300)
    chain = [((k, k + 1, k + 2), 1) for k in range(298)]
    assert count_layouts(cells, chain, 100) == Count(3, dict.fromkeys(cells, 1))
    assert count_layouts(cells, chain, 99).layouts == 0
    pairs = [((4 * k, 4 * k + 1, 4 * k + 2, 4 * k + 3), 1) for k in range(75)]
    assert count_layouts(cells, pairs, 75).layouts == 4**75


def lattice(width, height, rng):
    """Every second cell of every second row open."""
    opened = {r * width + c for r in range(0, height, 2) for c in range(0, width, 2)}
    hidden = [cell for cell in range(width * height) if cell not in opened]
    mines = set(rng.sample(hidden, len(hidden) // 3))
    return (*clues_of(width, height, mines, opened), len(mines))


def test_lattices_add_up():
    """Components in two dimensions: the marginals meet every clue and the total."""
    for seed in range(3):
        unknown, constraints, total = lattice(13, 11, random.Random(seed))
        count = count_layouts(unknown, constraints, total)
        assert count.layouts > 0
        assert all(0 <= mines <= count.layouts for mines in count.mines.values())
        assert sum(count.mines.values()) == total * count.layouts
        for cells, number in constraints:
            assert sum(count.mines[c] for c in cells) == number * count.layouts


def test_all_totals_are_any_total():
    unknown, constraints, _ = lattice(9, 9, random.Random(4))
    counts = [count_layouts(unknown, constraints, k) for k in range(len(unknown) + 1)]
    free = count_layouts(unknown, constraints, None)
    assert free.layouts == sum(count.layouts for count in counts) > 0
    for cell in unknown:
        assert free.mines[cell] == sum(count.mines[cell] for count in counts)


def test_a_guess_splits_the_layouts():
    unknown, constraints, total = lattice(9, 9, random.Random(1))
    count = count_layouts(unknown, constraints, total)
    for cell in unknown[::7]:
        mine = count_layouts(unknown, [*constraints, ((cell,), 1)], total)
        safe = count_layouts(unknown, [*constraints, ((cell,), 0)], total)
        assert mine.layouts == count.mines[cell]
        assert mine.layouts + safe.layouts == count.layouts
        for other in unknown:
            assert mine.mines[other] + safe.mines[other] == count.mines[other]


def test_limit():
    unknown, constraints, mines = lattice(9, 9, random.Random(2))
    for total in (mines, None):
        with pytest.raises(LimitError, match="states") as caught:
            count_layouts(unknown, constraints, total, max_states=20)
        assert isinstance(caught.value, MinesweeperError)
        assert count_layouts(unknown, constraints, total, max_states=20_000).layouts


def test_limit_is_for_all_components_together():
    pairs = [((2 * k, 2 * k + 1), 1) for k in range(10)]
    assert count_layouts(range(20), pairs, 10, max_states=20).layouts == 2**10
    with pytest.raises(LimitError):
        count_layouts(range(20), pairs, 10, max_states=19)
    assert count_layouts(range(9), [], 3, max_states=0).layouts == math.comb(9, 3)


def test_it_shares_nothing_with_the_kernels():
    source = Path(counting.__file__).read_text(encoding="utf-8")
    modules = re.findall(r"^\s*(?:from|import) (\S+)", source, re.MULTILINE)
    foreign = {m for m in modules if m.split(".")[0] not in sys.stdlib_module_names}
    assert foreign == {"nogues.base.errors"}
