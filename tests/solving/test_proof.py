"""Proofs: hand-made ones, their check, and tampering."""

import itertools
from dataclasses import replace

import numpy as np
import pytest
from proofs import (
    CASES,
    clues_of,
    complete_case,
    elementary_case,
    ending_case,
    mine,
    pattern_case,
    prove,
    refuses,
    safe,
)

import nogues
from nogues.base.errors import LimitError, MinesweeperError, ProofError
from nogues.solving import proof as module
from nogues.solving.counting import count_layouts
from nogues.solving.proof import Proof, verify


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
        "proof says not solvable, but its steps leave 0 safe cells"
        if proof.solvable
        else "proof says solvable, but its steps leave "
        + ("1 safe cell" if case is ending_case else "2 safe cells"),
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
        message = f"step {k + 2}: cell {step.cells[0]} is already known"
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
        "proof says solvable, but its steps leave 1 safe cell",
    )
    refuses(board, replace(proof, steps=steps[1:]), "step 1: clue (0, 1) is not opened")


def test_the_head():
    grid, proof = elementary_case()
    refuses(grid, replace(proof, width=5), "proof is for a 5x1 board, this one is 4x1")
    refuses(grid, replace(proof, height=2), "proof is for a 4x2 board, this one is 4x1")
    refuses(grid, replace(proof, mines=2), "proof is for 2 mines, the board has 1")
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
        ({"cells": ()}, "it decides no cells"),
        ({"cells": ((0, 1), (0, 1))}, "a cell is named twice"),
        ({"cells": ((0, 0),)}, "cell (0, 0) is already known"),
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
        ({"level": "subset"}, "it names 1 clue, subset takes 2"),
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
        (replace(second, clues=second.clues[:1]), "it names 1 clue, subset takes 2"),
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
        with pytest.raises(ProofError, match=r"^no layout of mines fits the clues$"):
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
    refuses(
        [[0, 1]],
        proof,
        "board is not consistent: cell (0, 1) says 1, "
        "which is not the number of mines around it",
        MinesweeperError,
    )
    for clue in (-2, 9, 300):
        message = (
            "board must have -1 (a mine) or a clue 0 to 8 in each cell, "
            f"not {clue} at (0, 1)"
        )
        refuses([[0, clue]], proof, message, MinesweeperError)
    with pytest.raises(MinesweeperError, match=r"^width must be "):
        verify(np.zeros((1, 0), int), proof)
    with pytest.raises(TypeError, match=r"^proof must be a Proof, not str$"):
        verify([[0]], proof.to_json())


def test_nothing_of_the_solver_is_used():
    assert module.count_layouts is count_layouts
    used = {getattr(value, "__module__", "") for value in vars(module).values()}
    assert "nogues.solving.solve" not in used
