"""Which error is raised for seeds without a board, and what its message counts."""

import numpy as np
import pytest

import nogues
from nogues import GenerationError, LimitError
from nogues.base.search import REFERENCE, check_search
from nogues.base.spec import Limits, check_spec
from nogues.kernels.codes import (
    FOUND,
    NOT_BEGUN,
    NOT_FOUND,
    STOPPED,
    TOO_MANY_STATES,
)
from nogues.kernels.search.results import new_out
from nogues.making.failures import check_found, reason

SPEC = check_spec(9, 9, 10, None)
UNIFORM = check_search(SPEC, search="uniform")


def check(statuses, attempts, search=REFERENCE, **options):
    out = new_out(len(statuses), SPEC.cells)
    out.status[:] = statuses
    out.attempts[:] = attempts
    seeds = np.arange(100, 100 + len(statuses), dtype=np.uint32)
    return check_found(SPEC, Limits(3000, 60), search, seeds, out, **options)


def test_all_are_found():
    assert check([FOUND, FOUND], [3, 4]) == (2, 7)
    assert check([FOUND, FOUND], [3, 4], earlier=(10, 50)) == (12, 57)
    assert check([], [], earlier=(10, 50)) == (10, 50)


def test_the_first_seed_without_a_board_counts():
    message = r"no board of 9x9/10 with start \(4, 4\) in 3000 attempts for seed 101$"
    with pytest.raises(GenerationError, match=message):
        check([FOUND, NOT_FOUND, TOO_MANY_STATES], [3, 3000, 5])
    with pytest.raises(LimitError, match=r"^seed 101 takes more than 4000000 states$"):
        check([FOUND, TOO_MANY_STATES, NOT_FOUND], [3, 5, 3000])


@pytest.mark.parametrize("status", [NOT_FOUND, STOPPED, NOT_BEGUN])
def test_out_of_time(status):
    message = r"start \(4, 4\) within time_budget = 2\.5 ms for seed 101$"
    with pytest.raises(GenerationError, match=message):
        check([FOUND, status], [3, 1], spent=2.5)


def test_the_share_of_layouts_counts_all_that_were_tried():
    message = r"in 3,000 layouts for seed 101 \(1,002 accepted of 11,057 tried\)$"
    with pytest.raises(GenerationError, match=message):
        check(
            [FOUND, NOT_FOUND, FOUND, NOT_FOUND],
            [3, 3000, 4, 3000],
            UNIFORM,
            earlier=(1000, 5050),
        )
    with pytest.raises(GenerationError, match=r"ms for seed 100 \(0 accepted of 7 "):
        check([STOPPED, NOT_BEGUN], [7, 0], UNIFORM, spent=5)


def test_why_layouts_fail():
    reference = REFERENCE._replace(safe="cell")
    assert "enclosed holes" in reason(check_spec(3, 3, 8, (1, 1)), reference)
    assert "enclosed holes" in reason(check_spec(30, 16, 320, None), REFERENCE)
    assert reason(check_spec(5, 5, 12, None), REFERENCE).endswith("are mines then")
    for spec in (SPEC, check_spec(30, 16, 170, None), check_spec(1, 1, 0, None)):
        assert reason(spec, REFERENCE) == ""
    assert reason(check_spec(9, 9, 70, None), UNIFORM) == ""
    with pytest.raises(GenerationError, match="for seed 1: with so many mines"):
        nogues.generate_board(3, 3, 8, (1, 1), safe="cell", seed=1)
    board = nogues.generate_board(3, 3, 8, (1, 1), safe="cell", logic="complete")
    assert board.mine_count == 8
