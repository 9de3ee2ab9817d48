"""Random layouts and positions of all shapes, for the tests of formats."""

import numpy as np
from hypothesis import strategies as st

import nogues
from nogues.formats.given import given_board

SHORT = st.integers(1, 12)
SIZES = st.one_of(
    st.tuples(SHORT, SHORT),
    st.tuples(st.just(1), st.integers(1, 60)),
    st.tuples(st.integers(1, 60), st.just(1)),
    st.tuples(st.integers(13, 40), st.integers(1, 6)),
)


@st.composite
def layouts(draw, sizes=SIZES):
    """A board handed over, with its start anywhere; often a mine in the last column."""
    width, height = draw(sizes)
    density = draw(st.sampled_from([0.0, 0.1, 0.2, 0.5, 1.0]))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    mines = rng.random((height, width)) < density
    if draw(st.booleans()):
        mines[rng.integers(height), -1] = True
    start = draw(
        st.none() | st.tuples(st.integers(0, height - 1), st.integers(0, width - 1))
    )
    return given_board(mines, start)


@st.composite
def positions(draw):
    """Some safe cells open, some mines known, and at least one cell hidden."""
    board = draw(layouts())
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    share = draw(st.sampled_from([0.0, 0.3, 0.7, 1.0]))
    cells = np.where(rng.random(board.clue.size) < share, board.clue, nogues.HIDDEN)
    cells[rng.integers(cells.size)] = nogues.HIDDEN
    return nogues.Position(board.width, board.height, board.mine_count, cells)
