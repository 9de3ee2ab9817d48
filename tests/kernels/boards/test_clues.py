"""Clues counted on words against clues counted cell by cell."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from nogues.kernels.boards.rows import MINES


@settings(max_examples=50)
@given(st.integers(1, 140), st.integers(1, 12), st.integers(0, 2**32 - 1))
def test_clues_of_rows(width, height, seed):
    """Binary counting on words against counting cell by cell."""
    from nogues import count_clues
    from nogues.kernels.boards.clues import write_clues
    from nogues.kernels.boards.rows import block_at, new_field

    rng = np.random.default_rng(seed)
    mask = rng.random((height, width)) < rng.random()
    field = new_field(width, height, 0, 0)
    for row, column in np.argwhere(mask):
        block = block_at(row, column // 64, field.stride)
        field.planes[MINES, block] |= np.uint64(1 << int(column) % 64)
    clue = np.empty(width * height, np.int8)
    page = np.empty(width * height + 64, np.int8)
    write_clues(field, width, height, page, clue)
    padded = np.pad(mask, 1)
    windows = np.lib.stride_tricks.sliding_window_view(padded, (3, 3))
    expected = np.where(mask, -1, windows.sum(axis=(2, 3)))
    assert np.array_equal(clue.reshape(height, width), expected)
    assert np.array_equal(count_clues(mask), expected)
