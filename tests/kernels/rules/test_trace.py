"""Records of deductions: steps, and what does not fit."""

import pytest

from nogues.kernels.rules.trace import (
    CLUES_END,
    LEVEL,
    ON,
    VERDICT,
    end_step,
    new_log,
    note_cell,
    note_clue,
    overflowed,
)

STEPS = [([5], [6, 7], 0, 1), ([8, 9], [4], 1, 0)]


def write(log):
    for clues, cells, level, mine in STEPS:
        for at in clues:
            note_clue(log, at)
        for at in cells:
            note_cell(log, at)
        end_step(log, level, mine)


def test_what_is_noted():
    log = new_log(2, 3, 3)
    write(log)
    assert not overflowed(log)
    assert log.clues.tolist() == [5, 8, 9] and log.cells.tolist() == [6, 7, 4]
    assert log.rule[:, LEVEL].tolist() == [0, 1]
    assert log.rule[:, VERDICT].tolist() == [1, 0]
    assert log.rule[:, CLUES_END:].tolist() == [[1, 2], [3, 3]]


@pytest.mark.parametrize("room", [(1, 3, 3), (2, 2, 3), (2, 3, 2), (0, 0, 0)])
def test_what_does_not_fit_is_counted(room):
    log = new_log(*room)
    assert bool(log.state[ON]) == (room[0] > 0)
    write(log)
    assert overflowed(log)
    again = new_log(*(int(n) for n in log.state[2:]))
    write(again)
    assert not overflowed(again)
