"""A slow twin of the published search, and random specs for it."""

import numpy as np
import reference
from hypothesis import strategies as st

from nogues.base.search import REFERENCE, bounds_of
from nogues.base.spec import check_spec
from nogues.kernels.boards.placement import Task, Wish
from nogues.kernels.search import reference_rows
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
    clue = np.zeros((1, checked.cells), np.int8)
    columns = [np.zeros(1, np.int32) for _ in range(3)]
    columns.append(np.zeros(1, np.int8))
    stop, seeds = np.zeros(1, np.bool_), np.array([seed], np.uint32)
    if engine == "wide":
        size = (*spec[:2], wanted.mines_laid(checked))
        task = Task(*size, *spec[3], *limits, wanted.safe_rule)
        rest = (bounds_of(wanted.accept), seeds, stop, clue, *columns)
        reference_rows.generate(
            reference_rows.new_desk(task), task, Wish(0, False, 0, 0, 0), *rest
        )
    else:
        chunk_search(checked, limits, wanted, stop)(seeds, clue, *columns)
    assert columns.pop()[0] == (0 if columns[0][0] else -1)
    return clue[0].reshape(spec[1], spec[0]), *(int(c[0]) for c in columns)


def expected_clue(width, height, layout):
    clue = reference.clues_of(width, height, layout)
    return np.array(list(clue.values()), np.int8).reshape(height, width)
