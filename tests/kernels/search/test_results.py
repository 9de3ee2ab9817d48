"""What a search writes: named columns, a row per seed."""

import numpy as np

from nogues.kernels.codes import FOUND, NO_RULE, NOT_BEGUN, NOT_FOUND, STOPPED
from nogues.kernels.search import results


def test_rows_are_written_alone():
    out = results.new_out(4, 6)
    assert out.clue.shape == (4, 6) and out.clue.dtype == np.int8
    assert (out.status == NOT_BEGUN).all() and (out.needs == NO_RULE).all()
    part = results.rows(out, 1, 3)
    assert all(np.shares_memory(a, b) for a, b in zip(out, part, strict=True))
    results.write_found(part, 0, 7, 2, 5, 1)
    results.write_failed(part, 1, NOT_FOUND, 9)
    assert out.status.tolist() == [NOT_BEGUN, FOUND, NOT_FOUND, NOT_BEGUN]
    assert out.attempts.tolist() == [0, 7, 9, 0]
    assert out.repairs.tolist() == [0, 2, 0, 0]
    assert out.opening.tolist() == [0, 5, 0, 0]
    assert out.needs.tolist() == [NO_RULE, 1, NO_RULE, NO_RULE]


def test_why_there_is_none():
    assert results.why_none(np.array([False])) == NOT_FOUND
    assert results.why_none(np.array([True])) == STOPPED
