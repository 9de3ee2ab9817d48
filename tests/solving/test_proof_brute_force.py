"""Steps of proofs against brute force."""

import itertools
from dataclasses import replace

import numpy as np
from hypothesis import example, given
from hypothesis import strategies as st
from proofs import prove

import nogues
from nogues.base.errors import ProofError
from nogues.solving.proof import Proof, Step, verify

LEVELS = ("elementary", "subset", "complete", "mine_count")


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


ALL = [(row, column) for row in range(3) for column in range(3)]
BY_COUNT_FIRST = np.array([[1, 2, -1], [2, -1, 3], [2, -1, 2]], np.int8)


@given(positions())
@example((BY_COUNT_FIRST, ALL, (1, 2)))
def test_steps_are_accepted_as_brute_force_decides(case):
    """Every step of one cell, from the start on, until no more are accepted."""
    grid, cells, start = case
    if start is None:
        return
    total = int((grid == -1).sum())
    opened, mines, steps = [start], set(), []
    while True:
        by_count = list(fits(grid, cells, opened, total))
        # Mines that earlier steps have shown are given, even those by the mine count.
        by_clues = [m for m in fits(grid, cells, opened, None) if mines <= m]
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
