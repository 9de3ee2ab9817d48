"""What is asked of a search: arguments, limits of measures, and zones."""

import itertools
import random

import numpy as np
import pytest
import reference
from golden import clues, lines
from hypothesis import given, settings
from hypothesis import strategies as st
from search_twin import expected_clue, search, specs

import nogues
import nogues.kernels
from nogues import Between, GenerationError, MinesweeperError
from nogues.base.between import bounds_of, possible_measures
from nogues.base.search import (
    REFERENCE,
    check_room,
    check_search,
    warn_of_fewer_mines,
)
from nogues.base.spec import Limits, check_spec
from nogues.kernels.boards.metrics import fits, measure, new_metrics
from nogues.kernels.codes import METRICS, RULES

EXPERT = (30, 16, 99)


@pytest.mark.parametrize(
    ("spec", "limits", "message"),
    [
        (
            (9, 9, 10),
            {"bbbv": (100, 381)},
            "bbbv of 9x9/10 .* at most 63, never",
        ),
        ((9, 9, 10), {"bbbv": (None, 0)}, "bbbv .* at least 1 .* never any to 0"),
        ((9, 9, 10), {"opening": (72, None)}, "opening .* at most 71"),
        ((9, 9, 10), {"opening": (None, 8)}, "opening .* at least 9 "),
        ((9, 9, 0), {"openings": (2, None)}, "openings .* at most 1, never"),
        ((9, 9, 10), {"openings": (26, None)}, "openings .* at most 25"),
        ((4, 3, 1, (0, 0)), {"openings": (5, 9)}, "openings .* at most 4"),
        ((9, 9, 10), {"openings": (0, 0)}, "openings .* at least 1"),
        ((9, 9, 10), {"buried": (11, 12)}, "buried .* at most 10"),
        # Only so many mines fit outside the diamond.
        ((5, 5, 99), {"buried": (13, None)}, "buried of 5x5/12 .* at most 12"),
    ],
)
def test_limits_that_no_board_meets(spec, limits, message):
    with pytest.raises(MinesweeperError, match=message):
        nogues.generate_board(*spec, accept=Between(**limits))
    with pytest.raises(MinesweeperError, match=message):
        nogues.generate_boards(*spec, seeds=[1], accept=Between(**limits))


def test_limits_that_a_board_may_meet():
    spec = check_spec(9, 9, 10, None)
    cell = check_search(spec, safe="cell", accept=Between(bbbv=(71, None)))
    assert cell.accept.bbbv == (71, None)
    for limits in ({"bbbv": (63, None)}, {"openings": (25, 30)}, {"buried": (10, 10)}):
        assert check_search(spec, accept=Between(**limits)).accept == Between(**limits)
    assert check_search(spec, safe="cell", accept=Between(openings=(0, 0)))
    assert check_search(spec, accept=Between()) == REFERENCE
    with pytest.raises(TypeError, match="accept must be a nogues"):
        check_search(spec, accept=(1, 2))


# --- measures ---


def measured(grid, start):
    height, width = grid.shape
    metrics = new_metrics(grid.size)
    metrics.mark[:] = 7  # whatever was there before
    clue = np.array(grid.reshape(-1), np.int8)
    measure(metrics, width, height, clue, start[0] * width + start[1])
    return dict(zip(METRICS, metrics.values.tolist(), strict=True))


@given(spec=specs(most_cells=200), seed=st.integers(0, 2**32 - 1))
@settings(max_examples=250)
def test_measures_against_python(spec, seed):
    width, height, mines, start = spec
    chosen = np.random.default_rng(seed).permutation(width * height)[:mines]
    layout = {divmod(int(i), width) for i in chosen}
    found = measured(expected_clue(width, height, layout), start)
    assert found == reference.measure(width, height, layout, start)
    bounds = possible_measures(check_spec(*spec), len(layout), "any")
    block = {
        (r, c)
        for r in range(start[0] - 1, start[0] + 2)
        for c in range(start[1] - 1, start[1] + 2)
    }
    if not block & layout:
        bounds = possible_measures(check_spec(*spec), len(layout), "block")
    if start not in layout:
        for metric, (low, high) in bounds.items():
            assert low <= found[metric] <= high, metric


@pytest.mark.parametrize(
    ("rows", "start", "values"),
    [
        (["*"], (0, 0), (0, 0, 0, 1)),  # no neighbour, no clue
        (["0"], (0, 0), (1, 1, 1, 0)),
        (["01*"], (0, 2), (0, 1, 1, 0)),
        (["01*2*10"], (0, 0), (2, 3, 2, 0)),
        (["1*1", "111"], (0, 0), (1, 5, 0, 0)),
        (["**1", "**1"], (0, 2), (1, 2, 0, 2)),
    ],
    ids=str,
)
def test_measures_by_hand(rows, start, values):
    mask = np.array([[c == "*" for c in row] for row in rows])
    found = measured(nogues.count_clues(mask), start)
    assert tuple(found.values()) == values


def test_measures_of_golden_boards():
    for line in lines("boards.jsonl"):
        if not line.get("fails"):
            found = measured(clues(line), (line["row"], line["col"]))
            assert found["opening"] == line["opening"]


def test_measures_of_a_million_cells():
    empty = measured(np.zeros((1000, 1000), np.int8), (0, 0))
    assert tuple(empty.values()) == (10**6, 1, 1, 0)


def test_bounds():
    assert bounds_of(None).shape == bounds_of(Between()).shape == (0, 2)
    bounds = bounds_of(Between(bbbv=(3, None), buried=(None, 0)))
    assert bounds.dtype == np.int64
    assert bounds.tolist() == [[0, 2**31 - 1], [3, 2**31 - 1], [0, 2**31 - 1], [0, 0]]
    assert fits(bounds, np.array([0, 3, 0, 0]))
    assert not fits(bounds, np.array([0, 2, 0, 0]))
    assert not fits(bounds, np.array([0, 3, 0, 1]))
    assert fits(bounds[:0], np.array([0, 2, 0, 0]))


# --- the published search with other zones and limits ---


@given(
    spec=specs(),
    seed=st.integers(0, 2**32 - 1),
    safe=st.sampled_from(["diamond", "block", "cell"]),
    max_passes=st.integers(1, 60),
    low=st.integers(1, 30),
    buried=st.integers(0, 3),
)
@settings(max_examples=200)
def test_zones_and_limits_against_python(spec, seed, safe, max_passes, low, buried):
    width, height, _, start = spec
    checked = check_spec(*spec)
    try:
        wanted = check_search(
            checked, safe=safe, accept=Between(bbbv=(low, None), buried=(0, buried))
        )
    except MinesweeperError:  # too many mines, or too high a limit
        wanted = check_search(checked)

    def accepted(layout):
        found = reference.measure(width, height, layout, start)
        return wanted.accept is None or (
            found["bbbv"] >= low and found["buried"] <= buried
        )

    limits = Limits(3, max_passes)
    found = reference.generate(
        *spec, reference.Mulberry(seed), *limits, wanted.safe, accepted
    )
    for engine in ("any", "rows"):
        grid, attempts, repairs, opening = search(spec, seed, limits, engine, wanted)
        if found is None:
            assert attempts == 0
            continue
        layout, expected_attempts, expected_repairs = found
        assert np.array_equal(grid, expected_clue(width, height, layout))
        assert (attempts, repairs) == (expected_attempts, expected_repairs)
        assert opening == len(reference.reveal(width, height, layout, start))
        assert not any(reference.is_safe(cell, start, wanted.safe) for cell in layout)


@pytest.mark.parametrize("size", [(9, 9, 10), (30, 16, 99), (70, 10, 100)])
def test_accepted_boards(size):
    limits = Between(bbbv=(None, size[0] * size[1] // 3), opening=(15, 40))
    options = {"safe": "block", "accept": limits, "max_attempts": 100}
    boards = nogues.generate_boards(*size, seeds=range(30), **options)
    freely = nogues.generate_boards(*size, seeds=range(30), safe="block")
    assert boards.attempts.sum() > freely.attempts.sum()
    assert (boards.needs == 0).all()
    for board, other in zip(boards, freely, strict=True):
        found = measured(board.grid, board.start)
        assert found["bbbv"] <= limits.bbbv[1]
        assert 15 <= found["opening"] == board.opening <= 40
        assert nogues.is_solvable(board)
        assert board != other  # other limits were asked for
        if board.attempts == other.attempts:  # the first board was good enough
            assert np.array_equal(board.clue, other.clue)
        assert board == nogues.generate_board(*size, seed=board.seed, **options)
        draws = nogues.generate_board(
            *size, rng=nogues.create_rng(board.seed), **options
        )
        assert np.array_equal(draws.clue, board.clue)
        assert (draws.attempts, draws.needs) == (board.attempts, "elementary")
    assert boards.search.accept == limits


def test_limits_rarely_met_fail():
    hard = {"accept": Between(opening=(71, 71)), "max_attempts": 3}
    with pytest.raises(GenerationError, match=r"in 3 attempts for seed 1$"):
        nogues.generate_board(9, 9, 10, seed=1, **hard)
    with pytest.raises(GenerationError, match="in 3 attempts with this rng"):
        nogues.generate_board(9, 9, 10, rng=random.Random(1), **hard)
    with pytest.raises(TypeError, match="accept goes with max_attempts"):
        nogues.generate_board(9, 9, 10, time_budget=True, **hard)


def test_zones_against_the_clock():
    board = nogues.generate_board(9, 9, 10, seed=3, safe="cell", time_budget=True)
    assert board.search == REFERENCE._replace(safe="cell")
    assert board.solvable
    assert (board.mine_count, board.needs) == (10, "elementary")


# --- arguments ---


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, ("repair", 1, "elementary", True, "diamond", 0)),
        ({"logic": "subset"}, ("repair", 1, "subset", True, "block", 198)),
        ({"logic": "complete"}, ("repair", 1, "complete", True, "block", 198)),
        (
            {"logic": "complete", "use_mine_count": False, "moves": 7, "safe": "cell"},
            ("repair", 1, "complete", False, "cell", 7),
        ),
        ({"search": "uniform"}, ("uniform", 1, "elementary", True, "block", 0)),
        (
            {"search": "uniform", "logic": "complete", "safe": "diamond"},
            ("uniform", 1, "complete", True, "diamond", 0),
        ),
        # No level below the complete one counts mines.
        (
            {"logic": "subset", "use_mine_count": False},
            ("repair", 1, "subset", True, "block", 198),
        ),
        ({"needs": "elementary"}, ("repair", 1, "elementary", True, "diamond", 0)),
    ],
    ids=str,
)
def test_defaults(options, expected):
    found = check_search(check_spec(*EXPERT, None), **options)
    assert found[:6] == expected
    assert found[6:] == (None, None, None, False)


def test_large_boards_have_no_moves():
    spec = check_spec(65, 32, 400, None)
    assert check_search(spec, logic="complete").moves == 0
    assert check_search(check_spec(64, 32, 400, None), logic="complete").moves == 800
    with pytest.raises(MinesweeperError, match="moves must be 0 on boards over 64x32"):
        check_search(spec, logic="complete", moves=1)
    with pytest.raises(MinesweeperError, match="needs must be at most 'subset'"):
        check_search(spec, logic="complete", needs="complete")


@pytest.mark.parametrize(
    ("options", "needs"),
    [
        ({"logic": "subset"}, "subset"),
        ({"logic": "subset", "moves": 0}, "subset"),
        ({"logic": "complete"}, "mine_count"),
        ({"logic": "complete", "use_mine_count": False}, "complete"),
        ({"logic": "complete", "moves": 0}, "subset"),
        ({"logic": "complete", "search": "uniform"}, "mine_count"),
    ],
    ids=str,
)
def test_needs(options, needs):
    spec = check_spec(*EXPERT, None)
    assert check_search(spec, needs=needs, **options).needs == needs
    for more in RULES[RULES.index(needs) + 1 :]:
        with pytest.raises(MinesweeperError, match=f"needs must be at most '{needs}'"):
            check_search(spec, needs=more, **options)


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        (
            {"logic": "high"},
            MinesweeperError,
            "logic must be one of elementary,",
        ),
        ({"logic": 2}, TypeError, "logic must be one of"),
        (
            {"search": "random"},
            MinesweeperError,
            "search must be one of repair,",
        ),
        ({"search": None}, TypeError, "search must be one of"),
        (
            {"safe": "any"},
            MinesweeperError,
            "safe must be one of .*block, cell, not",
        ),
        ({"safe": 1}, TypeError, "safe must be one of"),
        (
            {"needs": "luck"},
            MinesweeperError,
            "needs must be one of elementary,",
        ),
        ({"needs": "subset"}, MinesweeperError, "needs must be at most 'elementary'"),
        ({"needs": 1}, TypeError, "needs must be one of"),
        ({"moves": 5}, MinesweeperError, "moves is for search='repair' with logic="),
        ({"logic": "subset", "moves": -1}, MinesweeperError, "moves must be 0 to"),
        (
            {"moves": 5, "search": "uniform", "logic": "complete"},
            MinesweeperError,
            "moves is for search='repair'",
        ),
        ({"moves": -1, "logic": "subset"}, MinesweeperError, "moves must be 0 to"),
        ({"moves": 1.5, "logic": "subset"}, TypeError, "moves must be an integer"),
        ({"use_mine_count": 1}, TypeError, "use_mine_count must be True or False"),
        ({"max_attempts": 0}, MinesweeperError, "max_attempts must be 1 to"),
    ],
    ids=str,
)
def test_bad_arguments(options, error, message):
    with pytest.raises(error, match=message):
        nogues.generate_board(*EXPERT, **options)
    with pytest.raises(error, match=message):
        nogues.generate_boards(*EXPERT, seeds=[1], **options)


@pytest.mark.parametrize(
    "options",
    [{"logic": "subset"}, {"search": "uniform"}, {"logic": "complete", "safe": "cell"}],
    ids=str,
)
def test_no_rng_for_other_searches(options):
    with pytest.raises(TypeError, match="rng is for search='repair'"):
        nogues.generate_board(9, 9, 10, rng=random.Random(1), **options)


@pytest.mark.parametrize(
    ("spec", "options", "most"),
    [
        ((5, 5, 17, (2, 2)), {"safe": "block"}, 16),
        ((5, 5, 17, (2, 2)), {"logic": "subset"}, 16),
        ((10, 10, 92, (5, 5)), {"search": "uniform"}, 91),
        ((20, 20, 400), {"safe": "cell"}, 399),
        ((5, 5, 13, (2, 2)), {"safe": "diamond", "logic": "complete"}, 12),
        ((5, 5, 10**30, (0, 0)), {"safe": "block"}, 21),
    ],
    ids=str,
)
def test_mines_that_do_not_fit(spec, options, most):
    with pytest.raises(MinesweeperError, match=f"mines must be at most {most} on"):
        nogues.generate_board(*spec, **options)
    width, height, _, *start = spec
    fitting = check_spec(width, height, most, *(start or [None]))
    assert check_search(fitting, **options).mines_laid(fitting) == most


def test_a_full_board():
    board = nogues.generate_board(5, 5, 16, (2, 2), seed=1, safe="block")
    assert (board.mine_count, board.opening) == (16, 9)
    # The one free cell is a hole: legal, and never found.
    with pytest.raises(GenerationError, match="no board of 20x20/399"):
        nogues.generate_board(20, 20, 399, seed=1, safe="cell")


def test_sizes():
    with pytest.raises(MinesweeperError, match="at most 40000 with search='repair'"):
        nogues.generate_board(201, 200, 1)
    spec = check_spec(1000, 1000, 1, None)
    assert check_search(spec, logic="subset").logic == "subset"
    assert check_search(spec, search="uniform").safe == "block"


# --- more mines than fit ---


def test_more_mines_than_fit():
    """There is one layout then; it is a board in a single row, or without any mine."""
    for width, height in itertools.product(range(1, 8), repeat=2):
        for start in itertools.product(range(height), range(width)):
            spec = check_spec(width, height, width * height, start)
            boards = nogues.generate_boards(
                width, height, spec.mine_count, start, seeds=[1], skip_failures=True
            )
            if len(boards):
                check_room(spec, REFERENCE)
                some = nogues.generate_board(*spec, seed=1)
                assert np.array_equal(some.clue, boards.clue[0])
            else:
                with pytest.raises(MinesweeperError, match=f"most {spec.mine_count} "):
                    check_room(spec, REFERENCE)


def test_the_most_mines_are_named_at_once():
    message = r"at most 387 on 20x20 with safe='diamond' and start \(10, 10\), not 450$"
    with pytest.raises(MinesweeperError, match=message):
        nogues.generate_board(20, 20, 450, seed=1)
    with pytest.raises(MinesweeperError, match=message):
        nogues.generate_boards(20, 20, 450, seeds=range(9), skip_failures=True)
    with pytest.raises(MinesweeperError, match=message):
        nogues.generate_board(20, 20, 450, rng=random.Random(1))


def test_fewer_mines_than_requested():
    spec = check_spec(3, 3, 5, None)
    with pytest.warns(nogues.MinesWarning) as caught:
        warn_of_fewer_mines(spec, REFERENCE)
    assert str(caught[0].message) == (
        "3x3/5 with start (1, 1) has 0 mines, not 5: no more fit outside the safe zone "
        "of the published search"
    )
    assert caught[0].filename == __file__
    warn_of_fewer_mines(check_spec(9, 9, 10, None), REFERENCE)
