"""A position to try, and any position."""

import numpy as np
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from nogues.boards.position import Position

CELLS = [0, 1, -2, 8, -1, -2]


TEXT = "01.\n8F."


@st.composite
def any_position(draw):
    width, height = draw(st.integers(1, 9)), draw(st.integers(1, 9))
    cells = draw(arrays(np.int8, (height, width), elements=st.integers(-2, 8)))
    return Position(width, height, draw(st.integers(0, 2**70)), cells)
