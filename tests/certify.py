"""Checks of made boards: certified solvable, repeatable, measured."""

import hashlib

import numpy as np
import reference
from level_twin import RULES, clues_of

import nogues


def certify(boards, width, height, mines, start, safe="block"):
    """Check that boards are what they say they are, and can be won."""
    search = boards.search
    found = nogues.solve_boards(
        boards, logic=search.logic, use_mine_count=search.use_mine_count
    )
    assert found.solvable.all()
    if search.logic == "elementary":
        assert not boards.needs.any()
    else:
        last = len(RULES) - 1 - (found.rounds[:, ::-1] > 0).argmax(axis=1)
        assert (boards.needs == last).all()
    mask = boards.clue == -1
    assert (boards.grid == clues_of(mask, width, height)).all()
    assert (mask.sum(axis=1) == mines).all()
    assert (boards.mine_count == mines).all()
    zone = [
        reference.is_safe((row, column), start, safe)
        for row in range(height)
        for column in range(width)
    ]
    assert not mask[:, zone].any()
    assert boards.start == start
    assert boards.search.safe == safe
    assert (boards.attempts > 0).all()
    for board in boards[:3]:
        assert board.opening == measured(board)["opening"]


def measured(board):
    mines = {(int(row), int(column)) for row, column in np.argwhere(board.grid == -1)}
    return reference.measure(board.width, board.height, mines, board.start)


def digest(boards):
    return hashlib.blake2b(boards.clue.tobytes(), digest_size=12).hexdigest()
