"""Hints: true, the simplest there are, and forced by the clues they name."""

import collections
import re

import numpy as np
import pytest

import nogues
from nogues import HIDDEN, MINE, ContradictionError, Position, hint

LEVELS = ("elementary", "subset", "complete", "mine_count")


def position_of(mines, *rows):
    """Return the position of rows of text: . hidden, F a known mine."""
    codes = {".": HIDDEN, "F": MINE}
    cells = [[codes[c] if c in codes else int(c) for c in row] for row in rows]
    return Position(len(rows[0]), len(rows), mines, cells)


def lay(rng, width, height, mines):
    """Lay mines anywhere but on the centre and around it."""
    start = height // 2, width // 2
    rows, columns = np.divmod(np.arange(width * height), width)
    far = np.maximum(abs(rows - start[0]), abs(columns - start[1])) > 1
    free = np.flatnonzero(far)
    mask = np.zeros(width * height, bool)
    mask[rng.choice(free, mines, replace=False)] = True
    return nogues.count_clues(mask.reshape(height, width)), start


def follow(clues, start):
    """Yield each position and its hint, and do what it says; guess well at None."""
    height, width = clues.shape
    mines = int(np.count_nonzero(clues == MINE))
    grid = np.full(clues.shape, HIDDEN, np.int8)
    grid[start] = clues[start]
    while True:
        position = Position(width, height, mines, grid)
        found = hint(position, logic="complete")
        yield position, found
        if found is None:
            safe = np.argwhere((grid == HIDDEN) & (clues != MINE))
            if not len(safe):
                return
            cell = tuple(safe[len(safe) // 2])
            grid[cell] = clues[cell]
            continue
        for cell in found.cells:
            grid[cell] = MINE if found.kind == "mine" else clues[cell]


def check_text(position, found):
    for clue in found.clues:
        assert f"the {position.grid[clue]} at {clue}" in found.text.lower()
    for cell in found.cells:
        assert str(cell) in found.text
    named = re.findall(r"\(\d+, \d+\)", found.text)
    assert sorted(named) == sorted(map(str, found.clues + found.cells))
    assert found.text.endswith(".") and found.text[0].isupper()


def test_hints_are_true_to_the_end():
    rng = np.random.default_rng(1)
    kinds = collections.Counter()
    for _ in range(150):
        clues, start = lay(rng, 16, 8, 20)
        stuck = None
        for position, found in follow(clues, start):
            if found is None:
                stuck = stuck or position
                continue
            assert found.cells
            for cell in found.cells:
                assert position.grid[cell] == HIDDEN
                assert (clues[cell] == MINE) == (found.kind == "mine")
            for clue in found.clues:
                assert position.grid[clue] >= 0
            expected = {"elementary": 1, "subset": 2}.get(found.logic)
            assert expected in (None, len(found.clues))
            check_text(position, found)
            kinds[found.logic, found.kind] += 1
        solution = nogues.solve(clues, start, logic="complete")
        known = np.where(stuck.cells >= 0, 1, stuck.cells)
        known[stuck.cells == HIDDEN] = 0
        if solution.solvable:
            assert np.count_nonzero(known == 1) == clues.size - 20
        else:  # both know all that is certain
            assert known.tolist() == solution.cells.tolist()
    assert sum(kinds.values()) > 3_000
    assert {logic for logic, _ in kinds} == set(LEVELS)
    assert {kind for _, kind in kinds} == {"safe", "mine"}


def test_elementary():
    found = hint(position_of(1, "1."))
    assert found == (
        "mine",
        ((0, 1),),
        ((0, 0),),
        "elementary",
        "The 1 at (0, 0) needs a mine in its only hidden neighbour: (0, 1).",
    )
    found = hint(position_of(1, "F1."))
    assert found[:4] == ("safe", ((0, 2),), ((0, 1),), "elementary")
    assert found.text == "The 1 at (0, 1) has all its mines: (0, 2) is safe."
    found = hint(position_of(2, ".2."))
    assert found.text == (
        "The 2 at (0, 1) needs all its hidden neighbours: (0, 0) and (0, 2) are mines."
    )


def test_subset():
    """The wall 1-1: what the second sees beyond the first is safe."""
    found = hint(position_of(1, "...", "111"))
    assert found[:4] == ("safe", ((0, 2),), ((1, 0), (1, 1)), "subset")
    assert found.text == (
        "All mines that the 1 at (1, 0) still needs are among the hidden neighbours of "
        "the 1 at (1, 1), which needs no more: (0, 2) is safe."
    )


def test_subset_of_a_mine():
    """The wall 1-2-1: what the 2 sees beyond either 1 is a mine."""
    position = position_of(2, "...", "121")
    found = hint(position)
    assert found[:4] == ("mine", ((0, 2),), ((1, 0), (1, 1)), "subset")
    assert found.text == (
        "The 2 at (1, 1) needs 1 more than the 1 at (1, 0), and has just as many "
        "hidden neighbours of its own: (0, 2) is a mine."
    )
    assert hint(position, logic="elementary") is None


def test_subset_both_ways():
    """The wall 1-2-1 in the open: neither clue lies within the other."""
    position = position_of(2, ".....", ".121.")
    found = hint(position)
    assert found[:4] == ("safe", ((0, 0), (1, 0)), ((1, 1), (1, 2)), "subset")
    assert found.text == (
        "The 2 at (1, 2) needs 1 more than the 1 at (1, 1), and has just as many "
        "hidden neighbours of its own: (0, 0) and (1, 0) are safe."
    )


def test_safe_cells_come_first():
    position = position_of(2, ".11F1.")
    found = hint(position)
    assert found[:4] == ("safe", ((0, 5),), ((0, 4),), "elementary")
    found = hint(position_of(2, ".11F10"))
    assert found[:4] == ("mine", ((0, 0),), ((0, 1),), "elementary")


def test_a_case_that_needs_the_count():
    """4x4 with 4 mines, all of them around the 4: (0, 0) and so on are (x, y)."""
    position = position_of(4, "01..", "12..", "..4.", "....")
    assert hint(position, logic="subset") is None
    assert hint(position, use_mine_count=False) is None
    found = hint(position, logic="complete")
    assert (found.kind, found.logic) == ("safe", "mine_count")
    assert {(x, y) for y, x in found.cells} == {(2, 0), (3, 0), (0, 2), (0, 3)}
    assert found.clues == ((2, 2),)
    assert found.text.startswith("With 4 mines left, no layout fits the 4 at (2, 2) ")


def test_the_count_alone():
    found = hint(position_of(0, "..", ".."))
    assert (found.kind, found.clues, found.logic) == ("safe", (), "mine_count")
    assert len(found.cells) == 4
    assert found.text == (
        "With 0 mines left: (0, 0), (0, 1), (1, 0) and (1, 1) are safe."
    )
    found = hint(position_of(2, "F."))
    assert found.text == "With 1 mine left: (0, 1) is a mine."
    assert hint(position_of(2, "F."), use_mine_count=False) is None


@pytest.mark.parametrize(
    ("mines", "rows"),
    [
        (1, ["1F"]),  # finished
        (0, ["0"]),
        (1, [".1."]),
        (3, ["...", "...", "..."]),
        (1, ["1.", ".."]),
    ],
)
def test_nothing_follows(mines, rows):
    for logic in LEVELS[:3]:
        assert hint(position_of(mines, *rows), logic=logic) is None


def test_levels_limit_the_rules():
    """Each level has hints that those before it lack, and takes the simplest."""
    rng = np.random.default_rng(2)
    seen = collections.Counter()
    for _ in range(20):
        clues, start = lay(rng, 12, 8, 18)
        for position, found in follow(clues, start):
            if found is None:
                continue
            seen[found.logic] += 1
            if found.logic == "elementary":
                continue
            assert hint(position, logic="elementary") is None
            if found.logic == "subset":
                assert hint(position, logic="subset") == found
                continue
            assert hint(position, logic="subset") is None
            uncounted = hint(position, use_mine_count=False)
            assert uncounted == (found if found.logic == "complete" else None)
    assert set(seen) == set(LEVELS)


def values(position, clues, counted):
    """Brute force: for each hidden cell the values it takes in layouts that fit."""
    hidden = [divmod(k, position.width) for k in np.flatnonzero(position.cells < -1)]
    ways = np.arange(2 ** len(hidden))
    bits = [(ways >> k) & 1 for k in range(len(hidden))]
    fits = np.ones(ways.size, bool)
    for row, column in clues:
        near = [max(abs(r - row), abs(c - column)) == 1 for r, c in hidden]
        rows, columns = (slice(max(at - 1, 0), at + 2) for at in (row, column))
        flagged = np.count_nonzero(position.grid[rows, columns] == MINE)
        need = position.grid[row, column] - flagged
        total = sum((b for b, is_near in zip(bits, near, strict=True) if is_near), 0)
        fits &= total == need
    if counted:
        fits &= sum(bits) == position.mines - np.count_nonzero(position.cells == MINE)
    return {cell: set(b[fits].tolist()) for cell, b in zip(hidden, bits, strict=True)}


def test_clues_are_enough_and_none_is_idle():
    rng = np.random.default_rng(3)
    seen = collections.Counter()
    for _ in range(250):
        clues, start = lay(rng, 6, 5, 9)
        for position, found in follow(clues, start):
            if found is None:
                continue
            counted = found.logic == "mine_count"
            if found.logic not in ("complete", "mine_count"):
                continue
            if np.count_nonzero(position.cells == HIDDEN) > 15:
                continue
            value = {int(found.kind == "mine")}
            taken = values(position, found.clues, counted)
            assert all(taken[cell] == value for cell in found.cells)
            for clue in found.clues:
                fewer = [other for other in found.clues if other != clue]
                assert values(position, fewer, counted)[found.cells[0]] != value
            seen[found.logic] += 1
    assert seen["complete"] > 10 and seen["mine_count"] > 10


@pytest.mark.parametrize(
    ("mines", "rows", "message"),
    [
        (1, ["2."], "the clue 2 at"),
        (2, ["F0F"], "the clue 0 at"),
        (2, ["...", "101"], "the clue"),
        (3, [".1."], "no layout has 3 mines"),
        (0, ["1."], "no layout has 0 mines"),
    ],
)
@pytest.mark.parametrize("logic", LEVELS[:3])
def test_contradictions(mines, rows, message, logic):
    with pytest.raises(ContradictionError, match=message):
        hint(position_of(mines, *rows), logic=logic)


def test_bad_arguments():
    position = position_of(1, "1.")
    with pytest.raises(TypeError, match="position must be a Position"):
        hint([[1, HIDDEN]])
    with pytest.raises(nogues.MinesweeperError, match="logic must be one of"):
        hint(position, logic="mine_count")
    with pytest.raises(TypeError, match="logic must be one of"):
        hint(position, logic=1)


def test_a_simple_hint_where_counting_is_out_of_reach():
    rng = np.random.default_rng(1)
    mines = rng.random((100, 100)) < 0.35
    cells = np.where(rng.random((100, 100)) < 0.3, nogues.count_clues(mines), -2)
    cells[mines] = -2
    position = nogues.Position(100, 100, int(mines.sum()), cells)
    with pytest.raises(nogues.LimitError):
        nogues.mine_probabilities(position)
    found = nogues.hint(position)
    assert found.logic == "elementary"
    assert all(mines[cell] == (found.kind == "mine") for cell in found.cells)
    wrong = cells.copy()
    at = tuple(np.argwhere(cells >= 0)[0])
    wrong[at] = 8
    problems = nogues.Position(100, 100, int(mines.sum()), wrong).status().problems
    assert any(f"the clue 8 at ({at[0]}, {at[1]})" in problem for problem in problems)
