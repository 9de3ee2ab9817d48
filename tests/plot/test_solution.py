"""The steps of a solution as a picture."""

import numpy as np
import pytest
from plots import framed, grounds, names
from reference import neighbours

import nogues
from nogues import MinesweeperError
from nogues.base import colours
from nogues.plot import rounds, solution


def legend(ax):
    return [entry.get_text() for entry in ax.get_legend().get_texts()]


def waves(board, start):
    """Number cells by synchronous rounds of single clues, a cell at a time."""
    width, height = board.width, board.height
    clue = {cell: int(value) for cell, value in np.ndenumerate(board.grid)}
    when, moment = {start: 0}, 0
    while True:
        moment += 1
        found = set()
        for cell in when:
            if clue[cell] == -1:
                continue
            around = set(neighbours(width, height, cell))
            unknown = around - set(when)
            mines = sum(clue[other] == -1 for other in around & set(when))
            if clue[cell] - mines in (0, len(unknown)):
                found |= unknown
        if not found:
            return when
        when |= dict.fromkeys(found, moment)


@pytest.mark.parametrize("seed", range(4))
def test_steps_of_single_clues(seed):
    board = nogues.generate_random_board(16, 12, 30, seed=seed)
    ax = nogues.plot.steps(board, logic="elementary")
    when = waves(board, board.start)
    mines = {cell for cell in when if board.grid[cell] == -1}
    assert names(ax) == {
        cell: f"flag {moment}" if cell in mines else str(moment)
        for cell, moment in when.items()
    }
    ground = grounds(ax, 16, 12)
    hidden = {
        cell for cell, colour in np.ndenumerate(ground)
        if colour == colours.HIDDEN_GROUND
    }  # fmt: skip
    assert hidden == set(np.ndindex(12, 16)) - set(when)
    left = f"not decided: {len(hidden)} cells"
    assert (left in legend(ax)) == bool(hidden)
    assert framed(ax, "start") == {board.start}


@pytest.mark.parametrize("seed", range(20))
def test_rounds_are_those_of_the_proof(seed):
    board = nogues.generate_random_board(16, 16, 50, seed=seed)
    found = nogues.solve(board, logic="complete", proof=True)
    numbered = rounds.rounds_of(board.grid, found.proof)
    decided = {level: set() for level in found.rounds}
    for step in found.proof.steps:
        decided[step.level] |= set(step.cells)
    for rule, (level, cells) in enumerate(decided.items()):
        assert set(map(tuple, np.argwhere(numbered.by(rule)).tolist())) == cells, level
    assert np.array_equal(numbered.number.reshape(-1) >= 0, found.cells != 0)
    assert np.argwhere(numbered.number == 0).tolist() == [list(board.start)]
    assert numbered.number.max() == len(numbered.rules)
    present = set(numbered.number[numbered.number > 0].tolist())
    assert present == set(range(1, len(numbered.rules) + 1))
    # In the order of the solver, except single clues.
    order = [
        int(numbered.number[cell])
        for step in found.proof.steps
        if step.level != "elementary"
        for cell in step.cells
    ]
    assert order == sorted(order)


def test_steps_of_every_rule():
    board = nogues.generate_board(
        30, 16, 99, seed=1, logic="complete", needs="complete"
    )
    found = nogues.solve(board, logic="complete")
    ax = nogues.plot.steps(board)
    ground = grounds(ax, 30, 16)
    for rule, name in enumerate(found.decided):
        # The solver counts the start and flags; the start has a ground of its own.
        cells = found.decided[name] - (rule == 0)
        assert (ground == solution.RULE_COLOURS[rule]).sum() == cells
        told = [text for text in legend(ax) if text.startswith(name.replace("_", " "))]
        assert len(told) == (cells > 0)
        assert all(f": {cells} cell" in text for text in told)
    assert sum(found.decided[name] > 0 for name in found.decided) >= 3
    without = nogues.plot.steps(board, logic="complete", use_mine_count=False)
    assert "mine count" not in " ".join(legend(without))


def test_steps_that_cannot_be():
    with pytest.raises(
        MinesweeperError, match=r"^start must be a safe cell, not the mine at \(0, 1\)"
    ):
        nogues.plot.steps([[1, -1]], start=(0, 1))
    with pytest.raises(MinesweeperError, match=r"^logic must be one of elementary, "):
        nogues.plot.steps([[1, -1]], start=(0, 0), logic="all")
    with pytest.raises(MinesweeperError, match=r"cell \(0, 0\) says 2"):
        nogues.plot.steps([[2, -1]], start=(0, 0))
    ax = nogues.plot.steps([[0]])
    assert names(ax) == {(0, 0): "0"} and ax.get_legend() is None
