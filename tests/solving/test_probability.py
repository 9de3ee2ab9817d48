"""Probabilities against shared answers, fractions and brute force; contradictions."""

import json
import math
from fractions import Fraction

import numpy as np
import pytest
from paths import DATA

import nogues
from nogues import ContradictionError, LimitError, MinesweeperError, Position, Positions
from nogues.kernels.codes import HIDDEN, MINE

SHARED = {
    line["id"]: line
    for line in map(json.loads, (DATA / "positions.jsonl").read_text().splitlines())
}
CASES = json.loads((DATA / "positions" / "expected.json").read_text())
POSSIBLE = [name for name, line in SHARED.items() if not line["contradictory"]]
COUNTED = [name for name in POSSIBLE if "fractions" in SHARED[name]]
CONTRADICTORY = [name for name, line in SHARED.items() if line["contradictory"]]

SMALL_BOARDS = 2_000
MOST_HIDDEN = 14


def shared(name):
    line = SHARED[name]
    return Position.from_text("\n".join(line["cells"]), line["mines"])


def case(name):
    return Position.from_text((DATA / "positions" / f"{name}.mine").read_text())


def read(text, mines):
    return Position.from_text(text.replace("/", "\n"), mines)


# Shared positions


def known(position, values):
    """What is known of each cell; null means an open cell."""
    assert [v is None for v in values] == (position.cells >= 0).tolist()
    return [0 if v is None else v for v in values]


def check_sums(position, p):
    assert math.isclose(p.mine.sum(), position.mines, rel_tol=1e-12, abs_tol=1e-12)
    assert ((p.mine >= 0) & (p.mine <= 1)).all()
    assert p.hidden.tolist() == position.hidden.tolist()
    assert (p.mine[position.cells >= 0] == 0).all()
    assert (p.mine[position.cells == MINE] == 1).all()
    assert not (p.safe & p.mines).any()
    assert not ((p.safe | p.mines) & ~p.hidden).any()


@pytest.mark.parametrize("name", POSSIBLE)
def test_shared_position(name):
    line, position = SHARED[name], shared(name)
    p = nogues.mine_probabilities(position)
    check_sums(position, p)
    fractions = line.get("fractions")
    if fractions:
        right = [float(Fraction(f or 0)) for f in fractions]
    else:
        right = known(position, line["probabilities"])
    np.testing.assert_allclose(p.mine, right, rtol=0, atol=1e-12)
    assert np.flatnonzero(p.safe).tolist() == line["safe"]
    assert np.flatnonzero(p.mines).tolist() == line["certain_mines"]
    assert type(p.log10_layouts) is float
    assert abs(p.log10_layouts - math.log10(int(line["solutions"]))) < 1e-9


@pytest.mark.parametrize("name", COUNTED)
def test_shared_position_exactly(name):
    line, position = SHARED[name], shared(name)
    mine, layouts = nogues.mine_probabilities(position, exact=True)
    assert mine == tuple(map(Fraction, known(position, line["fractions"])))
    assert layouts == int(line["solutions"])


@pytest.mark.parametrize("name", CONTRADICTORY)
def test_shared_contradiction(name):
    for exact in (False, True):
        with pytest.raises(ContradictionError):
            nogues.mine_probabilities(shared(name), exact=exact)
    status = shared(name).status()
    assert not status.consistent
    assert status.problems


def expected(name, position):
    """Right values of a case as given: fractions in text, or floats where large."""
    told = CASES[name]["p"]
    rows = []
    for at, value in enumerate(position.cells.tolist()):
        y, x = divmod(at, position.width)
        default = CASES[name]["rest"] if value == HIDDEN else "1" if value < 0 else "0"
        rows.append(told.get(f"{x},{y}", default))
    return rows


@pytest.mark.parametrize("name", CASES)
def test_case(name):
    position, right = case(name), CASES[name]
    p = nogues.mine_probabilities(position)
    check_sums(position, p)
    values = [float(Fraction(value)) for value in expected(name, position)]
    np.testing.assert_allclose(p.mine, values, rtol=0, atol=1e-12)
    for mask, told in ((p.safe, right["safe"]), (p.mines, right["mines"])):
        cells = (divmod(at, position.width) for at in np.flatnonzero(mask).tolist())
        assert [[x, y] for y, x in cells] == sorted(told, key=lambda cell: cell[::-1])
    assert abs(p.log10_layouts - math.log10(int(right["solutions"]))) < 1e-9


@pytest.mark.parametrize("name", CASES)
def test_case_exactly(name):
    position = case(name)
    mine, layouts = nogues.mine_probabilities(position, exact=True)
    assert layouts == int(CASES[name]["solutions"])
    for own, right in zip(mine, expected(name, position), strict=True):
        assert own == Fraction(right) if isinstance(right, str) else float(own) == right


# Brute force


def neighbour_matrix(width, height):
    rows, columns = np.divmod(np.arange(width * height), width)
    near = np.maximum(abs(rows[:, None] - rows), abs(columns[:, None] - columns))
    return (near == 1).astype(np.float32)


BITS = {
    n: (np.arange(1 << n)[:, None] >> np.arange(n) & 1).astype(np.float32)
    for n in range(MOST_HIDDEN + 1)
}


def enumerate_layouts(position):
    """Return the layouts of the hidden cells, and whether any fits the clues alone."""
    cells = position.cells
    hidden, clued = np.flatnonzero(cells == HIDDEN), np.flatnonzero(cells >= 0)
    near = neighbour_matrix(position.width, position.height)
    wanted = cells[clued] - near[clued] @ (cells == MINE).astype(np.float32)
    layouts = BITS[len(hidden)]
    fits = (layouts @ near[np.ix_(hidden, clued)] == wanted).all(axis=1)
    layouts = layouts[fits]
    left = position.mines - position.known_mines
    return layouts[layouts.sum(axis=1) == left], len(layouts) > 0


def random_size(rng):
    """Return width and height of at most 24 cells, single rows and columns too."""
    width = int(rng.integers(1, 25))
    height = int(rng.integers(1, 24 // width + 1))
    return (width, height) if rng.random() < 0.5 else (height, width)


def random_position(rng, size, flags, spoil):
    """Return a position of at most 14 hidden cells."""
    width, height = size
    cells = width * height
    count = int(rng.integers(0, (cells if flags else min(cells, MOST_HIDDEN)) + 1))
    mine = rng.permutation(cells) < count
    clue = (neighbour_matrix(width, height) @ mine).astype(np.int8)
    shown = np.full(cells, HIDDEN, np.int8)
    safe, mines = rng.permutation(np.flatnonzero(~mine)), np.flatnonzero(mine)
    flagged = rng.permutation(mines)[: rng.integers(0, count + 1) if flags else 0]
    flagged = flagged if count - len(flagged) <= MOST_HIDDEN else mines
    fewest = max(0, cells - len(flagged) - MOST_HIDDEN)
    opened = safe[: rng.integers(fewest, len(safe) + 1)]
    shown[flagged] = MINE
    shown[opened] = clue[opened]
    if spoil and len(opened) and rng.random() < 0.7:
        at = rng.choice(opened)
        shown[at] = (shown[at] + rng.integers(1, 9)) % 9
    elif spoil:
        count = int((count + rng.integers(1, cells + 1)) % (cells + 1))
    return Position(width, height, count, shown)


def compare_with_layouts(position, layouts):
    p = nogues.mine_probabilities(position)
    check_sums(position, p)
    right = (position.cells == MINE).astype(float)
    right[position.hidden] = layouts.mean(axis=0, dtype=np.float64)
    np.testing.assert_allclose(p.mine, right, rtol=0, atol=1e-12)
    assert (p.safe == (position.hidden & (right == 0))).all()
    assert (p.mines == (position.hidden & (right == 1))).all()
    assert abs(p.log10_layouts - math.log10(len(layouts))) < 1e-12


@pytest.mark.parametrize("flags", [False, True], ids=["hidden only", "known mines"])
def test_brute_force(flags):
    rng = np.random.default_rng(7 + flags)
    contradictory = 0
    for k in range(SMALL_BOARDS // 2):
        position = random_position(rng, random_size(rng), flags, spoil=k % 4 == 0)
        layouts, clues_fit = enumerate_layouts(position)
        if len(layouts):
            compare_with_layouts(position, layouts)
            continue
        contradictory += 1
        for exact in (False, True):
            with pytest.raises(ContradictionError) as caught:
                nogues.mine_probabilities(position, exact=exact)
            cell = caught.value.cell
            assert (cell is None) == clues_fit, position.to_text()
            assert cell is None or position.grid[cell] >= 0
    assert contradictory >= SMALL_BOARDS // 10


def test_brute_force_exactly():
    rng = np.random.default_rng(9)
    for k in range(200):
        position = random_position(rng, random_size(rng), k % 2 == 0, spoil=False)
        layouts, _ = enumerate_layouts(position)
        mine, count = nogues.mine_probabilities(position, exact=True)
        assert count == len(layouts)
        sums = iter(layouts.sum(axis=0, dtype=np.float64).tolist())
        for own, value in zip(mine, position.cells.tolist(), strict=True):
            known = int(value == MINE)
            assert own == (
                Fraction(int(next(sums)), count) if value == HIDDEN else known
            )


# Many at once


def test_many_are_as_one_by_one():
    lines = [name for name in POSSIBLE if name.startswith(("expert", "hard"))]
    members = [m for m in map(shared, lines) if (m.width, m.height) == (30, 16)]
    assert len(members) > 20
    p = nogues.mine_probabilities(Positions.stack(members))
    assert p.mine.shape == p.safe.shape == p.mines.shape == (len(members), 480)
    assert p.log10_layouts.shape == (len(members),)
    for k, member in enumerate(members):
        one = nogues.mine_probabilities(member)
        assert p.mine[k].tolist() == one.mine.tolist()
        assert p.hidden[k].tolist() == one.hidden.tolist()
        assert p.log10_layouts[k] == one.log10_layouts


def test_small_boards_at_once():
    rng = np.random.default_rng(3)
    members = [random_position(rng, (5, 4), True, False) for _ in range(200)]
    p = nogues.mine_probabilities(Positions.stack(members))
    for k, member in enumerate(members):
        assert p.mine[k].tolist() == nogues.mine_probabilities(member).mine.tolist()


def test_none_at_all():
    p = nogues.mine_probabilities(Positions(3, 2, 1, np.zeros((0, 6), np.int8)))
    assert p.mine.shape == p.hidden.shape == (0, 6)
    assert p.log10_layouts.shape == (0,)


def test_the_error_names_the_position():
    texts = ["H1H1H", "1....", "H1H3H", "....."]
    many = Positions.stack(read(text, 2) for text in texts)
    with pytest.raises(
        ContradictionError, match=r"^position 1: no layout has 4"
    ) as one:
        nogues.mine_probabilities(Positions(5, 1, 4, many.cells[[3, 0]]))
    assert one.value.cell is None
    with pytest.raises(
        ContradictionError, match=r"^position 2: .* clue 3 at \(0, 3\)"
    ) as two:
        nogues.mine_probabilities(many)
    assert two.value.cell == (0, 3)


# Single values


def test_mine_count_is_for_the_whole_board():
    for mines, right in ((1, [2]), (2, [0, 4])):
        p = nogues.mine_probabilities(read("H1H1H", mines))
        assert np.flatnonzero(p.mine == 1).tolist() == right
        assert np.flatnonzero(p.mines).tolist() == right
        assert p.safe.sum() == 3 - len(right)
    with pytest.raises(ContradictionError) as caught:
        nogues.mine_probabilities(read("H1H1H", 3))
    assert caught.value.cell is None


GAP = "0.../..11/.1.1/..1."  # 1 mine or 3 fit these clues, but not 2


def test_gap_between_counts():
    for mines, fit in ((0, 0), (1, 1), (2, 0), (3, 4), (4, 0)):
        layouts, clues_fit = enumerate_layouts(read(GAP, mines))
        assert (len(layouts), clues_fit) == (fit, True)
        if fit:
            compare_with_layouts(read(GAP, mines), layouts)
            continue
        with pytest.raises(ContradictionError) as caught:
            nogues.mine_probabilities(read(GAP, mines))
        assert caught.value.cell is None


@pytest.mark.parametrize("mines, in_sea", [(3, 1), (4, 0)])
def test_gap_decides_the_sea(mines, in_sea):
    """The cell at (0, 3), which no clue sees: the fewest and the most leave it open."""
    position = read("..F./" + GAP, mines)
    p = nogues.mine_probabilities(position)
    assert p.mine[3] == in_sea
    assert p.mines[3] == in_sea
    assert p.safe[3] == 1 - in_sea
    compare_with_layouts(position, enumerate_layouts(position)[0])


def test_gaps_of_two_components():
    """Beyond a wall of known mines the same again: 2, 4 or 6 fit, and 3 does not."""
    lines = ["0...F...0", "..14F41..", ".1.4F4.1.", "..1.F.1.."]
    for mines in (2, 4, 6):
        position = read("/".join(lines), mines + 4)
        p = nogues.mine_probabilities(position)
        check_sums(position, p)
        assert p.mine.reshape(4, 9)[:, ::-1].tolist() == p.mine.reshape(4, 9).tolist()
        exact = nogues.mine_probabilities(position, exact=True)
        assert exact.layouts == {2: 1, 4: 8, 6: 16}[mines]
        np.testing.assert_allclose(p.mine, list(map(float, exact.mine)), atol=1e-12)
    for mines in (0, 1, 3, 5, 7):
        with pytest.raises(ContradictionError) as caught:
            nogues.mine_probabilities(read("/".join(lines), mines + 4))
        assert caught.value.cell is None


def test_certain_only_by_the_count():
    position = case("count4_4x4_4")
    p = nogues.mine_probabilities(position)
    assert nogues.mine_probabilities(position, exact=True).layouts == 10
    assert math.isclose(10**p.log10_layouts, 10)
    assert np.argwhere(p.safe.reshape(4, 4)).tolist() == [
        [0, 2],
        [0, 3],
        [2, 0],
        [3, 0],
    ]
    assert np.argwhere(p.mines.reshape(4, 4)).tolist() == [[1, 2], [2, 1]]


@pytest.mark.parametrize(
    "text, mines, cell",
    [
        ("11/11", 0, (0, 0)),
        ("HH/H3", 1, None),
        ("0H/HH", 1, None),
        ("FF/..", 1, None),
        ("FF/..", 5, None),
        ("FF/1.", 2, (1, 0)),
        ("1../...", 2**80, None),
    ],
)
def test_contradiction(text, mines, cell):
    position = read(text, mines)
    with pytest.raises(ContradictionError) as caught:
        nogues.mine_probabilities(position)
    assert caught.value.cell == cell
    named = str(caught.value)
    assert (
        f"clue {position.grid[cell]} at {cell}" if cell else f"has {mines:,} mine"
    ) in named
    assert isinstance(caught.value, MinesweeperError)


@pytest.mark.parametrize(
    "size, right",
    [
        ((30, 16, 99), 99 / 480),
        ((100, 100, 2000), 0.2),
        ((1, 1, 1), 1),
        ((200, 200, 0), 0),
    ],
)
def test_first_click(size, right):
    width, height, mines = size
    position = Position(*size, np.full(width * height, HIDDEN))
    p = nogues.mine_probabilities(position)
    np.testing.assert_allclose(p.mine, right, rtol=1e-13)
    assert len(set(p.mine.tolist())) == 1
    assert p.safe.all() == (right == 0)
    assert p.mines.all() == (right == 1)
    exact = math.comb(width * height, mines)
    assert math.isclose(p.log10_layouts, math.log10(exact), rel_tol=1e-13)


def test_nothing_hidden():
    p = nogues.mine_probabilities(read("1F/11", 1))
    assert p.mine.tolist() == [0, 1, 0, 0]
    assert p.log10_layouts == 0
    assert not p.safe.any()
    assert not p.mines.any()


def test_layouts_beyond_floats():
    p = nogues.mine_probabilities(case("oneclue_100x100_2000"))
    assert 2170 < p.log10_layouts < 2171  # 2,171 digits


# Limits and arguments


def test_too_many_states():
    name = next(name for name in SHARED if name.startswith("hard_lattice2_19x15/70"))
    position = shared(name)
    for exact in (False, True):
        with pytest.raises(LimitError, match="states"):
            nogues.mine_probabilities(position, exact=exact, max_states=1000)
    with pytest.raises(LimitError):
        nogues.best_guess(position, max_states=1000)
    with pytest.raises(LimitError, match=r"^position 1: "):
        easy = Position(19, 15, 70, np.full(285, HIDDEN))
        nogues.mine_probabilities(Positions.stack([easy, position]), max_states=1000)
    assert nogues.mine_probabilities(position).hidden.any()


def test_wrong_arguments():
    position = read("1.", 1)
    for wrong in (None, "1.", position.cells, [position]):
        with pytest.raises(TypeError, match="position must be a Position"):
            nogues.mine_probabilities(wrong)
        with pytest.raises(TypeError, match="position must be a Position"):
            nogues.best_guess(wrong)
    with pytest.raises(TypeError, match="exact=True takes one Position"):
        nogues.mine_probabilities(Positions.stack([position]), exact=True)
    with pytest.raises(TypeError, match="position must be a Position"):
        nogues.best_guess(Positions.stack([position]))
    for wrong in (1e6, "1", None):
        with pytest.raises(TypeError, match="max_states"):
            nogues.mine_probabilities(position, max_states=wrong)
    for wrong in (0, -1):
        with pytest.raises(MinesweeperError, match="max_states"):
            nogues.mine_probabilities(position, max_states=wrong)


# Guesses and what is wrong


@pytest.mark.parametrize(
    "text, mines, cells, mine",
    [
        ("1.....", 2, [(0, 2), (0, 3), (0, 4), (0, 5)], 1 / 4),
        ("H1H1H", 1, [(0, 0), (0, 4)], 0),
        ("HHH/HHH", 2, [(r, c) for r in (0, 1) for c in (0, 1, 2)], 1 / 3),
        ("2..../.....", 3, [(0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4)], 1 / 6),
        ("FF/..", 4, [(1, 0), (1, 1)], 1),
        ("1F/11", 1, [], 0),
    ],
)
def test_best_guess(text, mines, cells, mine):
    guess = nogues.best_guess(read(text, mines))
    assert guess.cells == tuple(cells)
    assert math.isclose(guess.mine, mine, rel_tol=1e-14)


def test_best_guess_of_a_contradiction():
    with pytest.raises(ContradictionError):
        nogues.best_guess(read("11/11", 0))
