"""Proofs made by hand."""

import re

import numpy as np
import pytest

import nogues
from nogues.base.errors import ProofError
from nogues.solving.proof import Proof, Step, verify


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
