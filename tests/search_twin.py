"""A slow twin of the published search, and random specs for it."""

import numpy as np
import reference
from hypothesis import strategies as st

from nogues.base.between import bounds_of
from nogues.base.search import REFERENCE
from nogues.base.spec import check_spec
from nogues.kernels.boards.placement import Goal, Task
from nogues.kernels.codes import FOUND, NO_RULE, NOT_FOUND
from nogues.kernels.search import reference_rows
from nogues.kernels.search.results import new_out
from nogues.making.dispatch import chunk_search


@st.composite
def specs(draw, most_cells=150, longest=70):
    """Sizes, mine counts from none to all, any start, any caps."""
    width = draw(st.integers(1, longest))
    height = draw(st.integers(1, max(1, min(longest, most_cells // width))))
    if draw(st.booleans()):
        width, height = height, width
    cells = width * height
    mines = draw(st.integers(0, cells // 4) | st.integers(0, cells + 5))
    start = draw(st.integers(0, height - 1)), draw(st.integers(0, width - 1))
    return width, height, mines, start


def search(spec, seed, limits, engine="any", wanted=REFERENCE):
    """Clues, attempts and repairs by one engine; attempts is 0 where it fails."""
    checked = check_spec(*spec)
    out = new_out(1, checked.cells)
    stop, seeds = np.zeros(1, np.bool_), np.array([seed], np.uint32)
    if engine == "rows":
        size = (*spec[:2], wanted.mines_laid(checked))
        task = Task(*size, *spec[3], *limits, wanted.safe_rule)
        goal, bounds = Goal(0, False, 0, 0, 0), bounds_of(wanted.accept)
        work = reference_rows.new_workspace(task)
        reference_rows.generate(work, task, goal, bounds, seeds, stop, out)
    else:
        chunk_search(checked, limits, wanted, stop)(seeds, out)
    if out.status[0] == FOUND:
        assert out.needs[0] == 0
    else:
        assert (out.status[0], out.needs[0]) == (NOT_FOUND, NO_RULE)
        assert out.attempts[0] == limits.max_attempts
        return np.zeros((spec[1], spec[0]), np.int8), 0, 0, 0
    counts = (out.attempts, out.repairs, out.opening)
    return out.clue[0].reshape(spec[1], spec[0]), *(int(c[0]) for c in counts)


def expected_clue(width, height, layout):
    clue = reference.clues_of(width, height, layout)
    return np.array(list(clue.values()), np.int8).reshape(height, width)
