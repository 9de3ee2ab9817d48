"""Proofs: hand-made ones, their check, tampering, JSON; and brute force."""

import itertools
import json
import re
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import nogues
from nogues.base.errors import FormatError, LimitError, MinesweeperError, ProofError
from nogues.solving import proof as module
from nogues.solving.counting import count_layouts
from nogues.solving.proof import Proof, Step, verify

LEVELS = ("elementary", "subset", "complete", "mine_count")


def clues_of(*rows):
    """Return the clues of rows of text, * a mine."""
    return nogues.count_clues([[letter == "*" for letter in row] for row in rows])


def safe(level, cells, clues):
    return Step(level, False, tuple(cells), tuple(clues))


def mine(level, cells, clues):
    return Step(level, True, tuple(cells), tuple(clues))


def prove(grid, start, logic, *steps, solvable=True):
    grid = np.asarray(grid)
    height, width = grid.shape
    mines = int((grid == -1).sum())
    return Proof(width, height, mines, start, logic, solvable, steps)


def refuses(board, proof, message, error=ProofError):
    with pytest.raises(error, match=r"^" + re.escape(message) + "$"):
        verify(board, proof)


def elementary_case():
    """0 1 * 1: the last cell is beyond the mine, and the mine count opens it."""
    grid = clues_of("..*.")
    return grid, prove(
        grid,
        (0, 0),
        "complete",
        safe("elementary", [(0, 1)], [(0, 0)]),
        mine("elementary", [(0, 2)], [(0, 1)]),
        safe("mine_count", [(0, 3)], []),
    )


def pattern_case():
    """1-2-1 on a wall: two subset steps, the rest elementary."""
    grid = clues_of("*.*", "...", "...")
    assert grid.tolist() == [[-1, 2, -1], [1, 2, 1], [0, 0, 0]]
    return grid, prove(
        grid,
        (2, 1),
        "subset",
        safe("elementary", [(2, 0), (2, 2), (1, 0), (1, 1), (1, 2)], [(2, 1)]),
        mine("subset", [(0, 2)], [(1, 1), (1, 0)]),
        mine("subset", [(0, 0)], [(1, 2), (1, 1)]),
        safe("elementary", [(0, 1)], [(1, 2)]),
    )


def complete_case():
    """Two clues need a mine each, which are all of a third one's: its corner is safe.

    What is left are two layouts, of as many mines.
    """
    grid = clues_of("..*", "...", ".*.")
    return grid, prove(
        grid,
        (0, 0),
        "complete",
        safe("elementary", [(0, 1), (1, 0), (1, 1)], [(0, 0)]),
        safe("complete", [(2, 2)], [(0, 1), (1, 0), (1, 1)]),
        solvable=False,
    )


def ending_case():
    """The only mine is one of two cells, which stay unknown: the others are safe."""
    grid = clues_of("..*.", "....")
    return grid, prove(
        grid,
        (0, 0),
        "complete",
        safe("elementary", [(0, 1), (1, 0), (1, 1)], [(0, 0)]),
        safe("mine_count", [(0, 3), (1, 3)], [(0, 1), (1, 1)]),
        solvable=False,
    )


CASES = [elementary_case, pattern_case, complete_case, ending_case]


@pytest.mark.parametrize("case", CASES)
def test_hand_made_proofs(case):
    grid, proof = case()
    assert verify(grid, proof) is True
    assert verify(grid.tolist(), proof) is True
    assert verify(grid.astype(np.int64)[::-1][::-1], proof) is True
    assert Proof.from_json(proof.to_json()) == proof
    refuses(
        grid,
        replace(proof, solvable=not proof.solvable),
        "proof says not solvable, its steps leave 0 safe cells"
        if proof.solvable
        else "proof says solvable, its steps leave "
        f"{1 if case is ending_case else 2} safe cells",
    )


@pytest.mark.parametrize("case", CASES)
def test_a_flipped_or_repeated_step_is_refused(case):
    grid, proof = case()
    for k, step in enumerate(proof.steps):
        start = f"step {k + 1}: cell {step.cells[0]} is "
        flipped = replace(step, mine=not step.mine)
        truth = "a mine" if step.mine else "safe"
        changed = (*proof.steps[:k], flipped, *proof.steps[k + 1 :])
        refuses(grid, replace(proof, steps=changed), start + truth)
        twice = (*proof.steps[: k + 1], step)
        message = f"step {k + 2}: cell {step.cells[0]} is known already"
        refuses(grid, replace(proof, steps=twice), message)


def test_a_board_of_one_safe_cell():
    assert verify([[-1, 1]], prove([[-1, 1]], (0, 1), "elementary"))
    assert verify([[0]], prove([[0]], (0, 0), "elementary"))


def test_a_board():
    board = nogues.generate_board(4, 1, 1, (0, 0), seed=1)
    steps = (
        safe("elementary", [(0, 1)], [(0, 0)]),
        safe("elementary", [(0, 2)], [(0, 1)]),
    )
    proof = Proof(4, 1, 1, (0, 0), "elementary", True, steps)
    assert verify(board, proof)
    refuses(
        board,
        replace(proof, steps=steps[:1]),
        "proof says solvable, its steps leave 1 safe cells",
    )
    refuses(board, replace(proof, steps=steps[1:]), "step 1: clue (0, 1) is not opened")


def test_the_head():
    grid, proof = elementary_case()
    refuses(grid, replace(proof, width=5), "proof is of a 5x1 board, this one is 4x1")
    refuses(grid, replace(proof, height=2), "proof is of a 4x2 board, this one is 4x1")
    refuses(grid, replace(proof, mines=2), "proof is of 2 mines, the board has 1")
    refuses(grid, replace(proof, start=(0, 2)), "start (0, 2) is a mine")
    for cell in [(0, 4), (1, 0), (-1, 0), (0, -1)]:
        refuses(grid, replace(proof, start=cell), f"start {cell} is outside the board")
    allowed = "('elementary', 'subset', 'complete')"
    refuses(
        grid, replace(proof, logic="any"), f"logic must be one of {allowed}, not 'any'"
    )


@pytest.mark.parametrize(
    "changes, message",
    [
        ({"cells": ()}, "it decides no cell"),
        ({"cells": ((0, 1), (0, 1))}, "a cell is named twice"),
        ({"cells": ((0, 0),)}, "cell (0, 0) is known already"),
        ({"cells": ((0, 4),)}, "cell (0, 4) is outside the board"),
        ({"cells": ((0, -3),)}, "cell (0, -3) is outside the board"),
        (
            {"cells": ((0, 1), (0, 3))},
            "it does not follow that cell (0, 3) is safe",
        ),
        ({"cells": ((0, 2),)}, "cell (0, 2) is a mine"),
        ({"clues": ((0, 0), (0, 0))}, "a clue is named twice"),
        ({"clues": ((0, 1),)}, "clue (0, 1) is not opened"),
        ({"clues": ((0, 2),)}, "clue (0, 2) is not opened"),
        ({"clues": ((1, 0),)}, "clue (1, 0) is outside the board"),
        ({"clues": ()}, "it names 0 clues, elementary takes 1"),
        ({"level": "subset"}, "it names 1 clues, subset takes 2"),
        ({"level": "guess"}, "unknown level 'guess'"),
        (
            {"level": "mine_count", "clues": ()},
            "it does not follow that cell (0, 1) is safe",
        ),
        (
            {"level": "complete", "clues": ()},
            "it does not follow that cell (0, 1) is safe",
        ),
    ],
)
def test_a_changed_step(changes, message):
    grid, proof = elementary_case()
    steps = (replace(proof.steps[0], **changes), *proof.steps[1:])
    refuses(grid, replace(proof, steps=steps), f"step 1: {message}")


def test_levels_above_the_logic():
    for case, k, logic in [
        (pattern_case, 1, "elementary"),
        (complete_case, 1, "subset"),
        (complete_case, 1, "elementary"),
        (elementary_case, 2, "subset"),
    ]:
        grid, proof = case()
        level = proof.steps[k].level
        refuses(
            grid,
            replace(proof, logic=logic),
            f"step {k + 1}: level {level} is above the proof's logic, {logic}",
        )


def test_one_clue_too_few():
    grid, proof = pattern_case()
    first, second, *_ = proof.steps
    for changed, message in [
        (replace(second, clues=second.clues[:1]), "it names 1 clues, subset takes 2"),
        (
            replace(second, level="elementary"),
            "it names 2 clues, elementary takes 1",
        ),
        (
            replace(second, level="elementary", clues=((1, 1),)),
            "it does not follow that cell (0, 2) is a mine",
        ),
        (
            replace(second, clues=((1, 1), (1, 2))),
            "it does not follow that cell (0, 2) is a mine",
        ),
        (
            replace(second, cells=((0, 2), (0, 0))),
            "it does not follow that cell (0, 0) is a mine",
        ),
        (
            replace(second, level="complete", clues=((1, 0), (1, 2))),
            "it does not follow that cell (0, 2) is a mine",
        ),
    ]:
        tampered = replace(proof, logic="complete", steps=(first, changed))
        refuses(grid, tampered, f"step 2: {message}")


def test_a_clue_too_few_of_a_component():
    grid, proof = complete_case()
    first, second = proof.steps
    for clues in itertools.combinations(second.clues, 2):
        for level in ("subset", "complete"):
            changed = replace(second, level=level, clues=clues)
            refuses(
                grid,
                replace(proof, steps=(first, changed)),
                "step 2: it does not follow that cell (2, 2) is safe",
            )


def test_either_order_of_a_subset():
    grid, proof = pattern_case()
    first, second, third, last = proof.steps
    swapped = [replace(s, clues=s.clues[::-1]) for s in (second, third)]
    assert verify(grid, replace(proof, steps=(first, *swapped, last)))


def test_a_subset_makes_safe():
    """The second clue sees all that the first does, and needs no more."""
    grid = clues_of("...", "...", "*..")
    first = safe("elementary", [(0, 1), (1, 0), (1, 1)], [(0, 0)])
    for clues in itertools.permutations([(1, 0), (1, 1)]):
        second = safe("subset", [(0, 2), (1, 2), (2, 2)], clues)
        steps = first, second
        assert verify(grid, prove(grid, (0, 0), "subset", *steps, solvable=False))
        refuses(
            grid,
            prove(grid, (0, 0), "subset", first, replace(second, cells=((2, 1),))),
            "step 2: it does not follow that cell (2, 1) is safe",
        )


def test_a_count_needs_the_count():
    """The cell beyond the only mine is in no clue."""
    grid, proof = elementary_case()
    first, second, third = proof.steps
    for level, clues in [
        ("complete", [(0, 0), (0, 1)]),
        ("subset", [(0, 0), (0, 1)]),
        ("elementary", [(0, 1)]),
    ]:
        changed = replace(third, level=level, clues=tuple(clues))
        refuses(
            grid,
            replace(proof, steps=(first, second, changed)),
            "step 3: it does not follow that cell (0, 3) is safe",
        )
    # The mine need not be known where the clue that needs it is named.
    unnoted = replace(third, clues=((0, 1),))
    assert verify(grid, replace(proof, steps=(first, unnoted)))
    refuses(
        grid,
        replace(proof, steps=(first, third)),
        "step 2: it does not follow that cell (0, 3) is safe",
    )


def test_two_hidden_cells_decided_by_the_count():
    """0 1 * *: both are mines because two mines are left, none is known."""
    grid = clues_of("..**")
    first = safe("elementary", [(0, 1)], [(0, 0)])
    last = mine("mine_count", [(0, 2), (0, 3)], [(0, 1)])
    assert verify(grid, prove(grid, (0, 0), "complete", first, last))
    assert verify(grid, prove(grid, (0, 0), "complete", first, replace(last, clues=())))
    refuses(
        grid,
        prove(grid, (0, 0), "complete", first, replace(last, level="complete")),
        "step 2: it does not follow that cell (0, 3) is a mine",
    )


def test_layouts_that_contradict():
    """Of a board that is consistent there is always one; so ask the rule itself."""
    impossible = [(frozenset([1]), 0), (frozenset([1]), 1)]
    for sea in (None, {1, 2}):
        level = "mine_count" if sea else "complete"
        with pytest.raises(ProofError, match=r"^no layout of mines meets the clues$"):
            module._shown(level, False, impossible, sea, 1)


def test_too_much_counting(monkeypatch):
    def give_up(*_):
        raise LimitError("too much")

    monkeypatch.setattr(module, "count_layouts", give_up)
    refuses(*elementary_case(), "step 3: too much", LimitError)


def test_boards_that_are_none():
    proof = prove([[0]], (0, 0), "elementary")
    for board in ([[0.0]], [0], [[[0]]], [[True]], [["0"]], [[0], [0, 0]], None, [[]]):
        with pytest.raises(TypeError, match=r"^board must be "):
            verify(board, proof)
    for clue in (-2, 1, 9, 300):
        refuses(
            [[0, clue]],
            proof,
            f"board is not consistent: cell (0, 1) says {clue}, "
            "which is not the number of mines around it",
            MinesweeperError,
        )
    with pytest.raises(MinesweeperError, match=r"^width must be "):
        verify(np.zeros((1, 0), int), proof)
    with pytest.raises(TypeError, match=r"^proof must be a Proof, not str$"):
        verify([[0]], proof.to_json())


# JSON


def test_the_form_of_json():
    _, proof = elementary_case()
    data = json.loads(proof.to_json())
    assert list(data) == [
        *("format", "width", "height", "mines", "start", "logic", "solvable"),
        "steps",
    ]
    assert data["format"] == "nogues proof 1"
    assert data["start"] == [0, 0]
    assert data["steps"][1] == {
        "level": "elementary",
        "verdict": "mine",
        "cells": [[0, 2]],
        "clues": [[0, 1]],
    }


GONE = object()


@pytest.mark.parametrize(
    "path, value, message",
    [
        (["format"], "nogues proof 2", "format must be nogues proof 1, not "),
        (["format"], 1, "format must be a str, not 1"),
        (["width"], 0, "width must be 1 to 1000000, not 0"),
        (["width"], "4", "width must be an integer, not '4'"),
        (["height"], True, "height must be an integer, not True"),
        (["height"], 400_000, "width * height must be at most 1000000"),
        (["mines"], -1, "mines must be 0 to 4, not -1"),
        (["mines"], 5, "mines must be 0 to 4, not 5"),
        (["mines"], 1.0, "mines must be an integer, not 1.0"),
        (["start"], [0, 4], "start column must be 0 to 3, not 4"),
        (["start"], [0], "start must be a pair (row, column), not [0]"),
        (["start"], None, "start must be a pair (row, column), not None"),
        (["logic"], "mine_count", "logic must be elementary or subset or complete"),
        (["logic"], ["subset"], "logic must be a str, not ['subset']"),
        (["solvable"], 1, "solvable must be a bool, not 1"),
        (["steps"], {}, "steps must be a list, not {}"),
        (["steps", 1], [], "step 2 must be an object, not []"),
        (["steps", 1, "level"], "guess", "step 2 level must be elementary or "),
        (["steps", 1, "level"], None, "step 2 level must be a str, not None"),
        (["steps", 1, "verdict"], True, "step 2 verdict must be a str, not True"),
        (["steps", 1, "verdict"], "m", "step 2 verdict must be mine or safe, not 'm'"),
        (["steps", 2, "cells"], 3, "step 3 cells must be a list, not 3"),
        (["steps", 2, "cells"], [3], "step 3 cells must be a pair (row, column)"),
        (["steps", 2, "cells"], [[1, 0]], "step 3 cells row must be 0 to 0, not 1"),
        (["steps", 2, "clues"], [[0, "a"]], "step 3 clues column must be an integer"),
        (["steps", 2, "clues"], [[0, -1]], "step 3 clues column must be 0 to 3"),
        *(([key], GONE, f"{key} is missing") for key in ("format", "width", "height")),
        *(([key], GONE, f"{key} is missing") for key in ("mines", "start", "logic")),
        *(([key], GONE, f"{key} is missing") for key in ("solvable", "steps")),
        *(
            (["steps", 0, key], GONE, f"step 1 {key} is missing")
            for key in ("level", "verdict", "cells", "clues")
        ),
    ],
)
def test_json_that_is_no_proof(path, value, message):
    data = json.loads(elementary_case()[1].to_json())
    inner = data
    for key in path[:-1]:
        inner = inner[key]
    if value is GONE:
        del inner[path[-1]]
    else:
        inner[path[-1]] = value
    with pytest.raises(FormatError, match=r"^proof: " + re.escape(message)):
        Proof.from_json(json.dumps(data))


@pytest.mark.parametrize("text", ["", "{", "no", "[" * 100_000, "1" * 5_000, "{} {}"])
def test_no_json(text):
    with pytest.raises(FormatError, match=r"^proof is not JSON: "):
        Proof.from_json(text)


def test_json_of_another_type():
    for text in ("[]", "null", "3"):
        with pytest.raises(FormatError, match=r"^proof: it must be an object, not "):
            Proof.from_json(text)
    with pytest.raises(TypeError, match=r"^text must be a str, not bytes$"):
        Proof.from_json(b"{}")


# Brute force


@st.composite
def positions(draw):
    """A small board, its cells, and a start that is safe, if there is one."""
    width, height = draw(st.sampled_from([(1, 4), (4, 1), (4, 2), (3, 3)]))
    size = width * height
    mask = draw(st.lists(st.booleans(), min_size=size, max_size=size))
    mask = np.array(mask).reshape(height, width)
    grid = nogues.count_clues(mask)
    cells = list(itertools.product(range(height), range(width)))
    starts = [cell for cell in cells if grid[cell] != -1]
    return grid, cells, draw(st.sampled_from(starts)) if starts else None


def around(cell, cells):
    row, column = cell
    return {(r, c) for r, c in cells if max(abs(r - row), abs(c - column)) == 1}


def fits(grid, cells, opened, count):
    """Yield the layouts of all cells that the opened clues, and the count, allow."""
    needed = [(around(clue, cells), grid[clue]) for clue in opened]
    for layout in itertools.product((False, True), repeat=len(cells)):
        mines = {c for c, is_mine in zip(cells, layout, strict=True) if is_mine}
        if count is not None and len(mines) != count:
            continue
        if mines.isdisjoint(opened) and all(
            len(near & mines) == clue for near, clue in needed
        ):
            yield mines


def accepts(grid, start, steps):
    for solvable in (False, True):
        try:
            return verify(
                grid, prove(grid, start, "complete", *steps, solvable=solvable)
            )
        except ProofError as error:
            if not str(error).startswith("proof says"):
                return False
    raise AssertionError("solvable is neither True nor False")


@given(positions())
def test_steps_are_accepted_as_brute_force_decides(case):
    """Every step of one cell, from the start on, until no more are accepted."""
    grid, cells, start = case
    if start is None:
        return
    total = int((grid == -1).sum())
    opened, mines, steps = [start], set(), []
    while True:
        by_count = list(fits(grid, cells, opened, total))
        by_clues = list(fits(grid, cells, opened, None))
        progress = None
        for cell in cells:
            if cell in opened or cell in mines:
                continue
            is_mine = bool(grid[cell] == -1)
            seen = any(cell in around(clue, cells) for clue in opened)
            sure = {
                "complete": seen and all((cell in m) == is_mine for m in by_clues),
                "mine_count": all((cell in m) == is_mine for m in by_count),
            }
            for level, wanted in sure.items():
                step = Step(level, is_mine, (cell,), tuple(opened))
                assert accepts(grid, start, [*steps, step]) == wanted
                wrong = replace(step, mine=not is_mine)
                assert not accepts(grid, start, [*steps, wrong])
                progress = step if wanted else progress
            for size, level in enumerate(LEVELS[:2], 1):
                for clues in itertools.combinations(opened, size):
                    step = Step(level, is_mine, (cell,), clues)
                    if accepts(grid, start, [*steps, step]):
                        assert sure["complete"]
        if progress is None:
            break
        steps.append(progress)
        (cell,) = progress.cells
        mines |= {cell} if progress.mine else set()
        opened += [] if progress.mine else [cell]
    solvable = len(opened) == len(cells) - total
    proof = prove(grid, start, "complete", *steps, solvable=solvable)
    assert verify(grid, proof)
    assert Proof.from_json(proof.to_json()) == proof


def test_nothing_of_the_solver_is_used():
    assert module.count_layouts is count_layouts
    used = {getattr(value, "__module__", "") for value in vars(module).values()}
    assert "nogues.solving.solve" not in used
