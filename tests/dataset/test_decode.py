"""Boards out of the rows of a shard, against the boards of a search."""

import numpy as np
import pytest
from samples import plan_of

import nogues
from nogues.dataset.decode import decode, needed


@pytest.mark.parametrize(
    ("layout", "last"), [("packed", "mines"), ("clues", "clue"), ("seeds", "repairs")]
)
def test_rows_become_boards(boards, layout, last):
    plan = plan_of(layout=layout)
    assert needed(plan)[-1] == last
    some = boards[10:30]
    values = {"seed": some.seed, "attempts": some.attempts, "repairs": some.repairs}
    values["clue"] = some.clue
    values["mines"] = np.packbits(some.clue < 0, axis=1)
    rows = {name: values[name] for name in needed(plan)}
    assert decode(plan, plan.spec.start, rows) == some


def test_seeds_that_give_other_boards(boards):
    plan = plan_of(layout="seeds")
    some = boards[:5]
    rows = {"seed": some.seed, "attempts": some.attempts + 1, "repairs": some.repairs}
    with pytest.raises(nogues.FormatError, match="attempts"):
        decode(plan, plan.spec.start, rows)
