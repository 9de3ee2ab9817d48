"""Bundles: what kernels read of them, and what they do not take."""

import numpy as np
import pytest
from numba import typeof
from numba.core.errors import TypingError

from nogues.kernels._jit import kernel
from nogues.kernels.bundle import bundle

Inner = bundle("Inner", ["count", "bits", "flags"])
Outer = bundle("Outer", ["grid", "inner", "small"])


def made() -> tuple:
    inner = Inner(-7, np.uint64(2**63 + 1), np.array([True, False, True]))
    grid = np.arange(6, dtype=np.int16).reshape(2, 3)
    return Outer(grid, inner, small=np.array([2.5], np.float64)), inner


@kernel()
def read_all(work, out):
    inner = work.inner
    for row in range(work.grid.shape[0]):
        for column in range(work.grid.shape[1]):
            out[0] += work.grid[row, column] * 10**row
    out[1] = inner.count
    out[2] = np.int64(inner.bits >> np.uint64(60)) + np.int64(inner.bits & np.uint64(1))
    out[3] = np.int64(inner.flags[2]) + inner.flags.size
    out[4] = np.int64(10 * work.small[0])
    inner.flags[1] = True
    work.grid[1, 2] = 99


def test_kernels_read_every_field_and_write_arrays() -> None:
    work, inner = made()
    out = np.zeros(5, np.int64)
    read_all(work, out)
    assert out.tolist() == [3 + 120, -7, 9, 4, 25]
    assert inner.flags.tolist() == [True, True, True]
    assert work.grid[1, 2] == 99
    assert work.inner is inner


def test_same_fields_are_one_type_and_others_are_not() -> None:
    inner = made()[1]
    assert typeof(inner) == typeof(made()[1])
    flat = Inner(0, np.uint64(0), np.zeros((1, 1), np.bool_))
    assert typeof(flat) != typeof(inner)
    turned = bundle("Inner", ["bits", "count", "flags"])(*inner)
    assert typeof(turned) != typeof(inner)


def test_bundles_of_equal_arrays_are_told_by_their_class() -> None:
    @kernel()
    def first(pair):
        return pair.first

    ahead = bundle("Pair", ["first", "second"])
    behind = bundle("Pair", ["second", "first"])
    assert [first(ahead(1, 2)), first(behind(1, 2)), first(ahead(3, 4))] == [1, 2, 3]


def test_arrays_of_other_types_are_read_as_what_they_are() -> None:
    """A kernel that has seen one type does not read another as that one."""
    for dtype in (np.int16, np.int64, np.float64, np.uint8):
        inner = made()[1]
        out = np.zeros(5, np.int64)
        grid = np.arange(6, dtype=dtype).reshape(2, 3)
        read_all(Outer(grid, inner, np.array([7], dtype)), out)
        assert out.tolist() == [3 + 120, -7, 9, 4, 70]
        assert grid[1, 2] == 99


@pytest.mark.parametrize(
    "array", [np.zeros((2, 2))[:, 0], np.frombuffer(b"12345678", np.int64)]
)
def test_arrays_must_be_contiguous_and_writeable(array: np.ndarray) -> None:
    out = np.zeros(5, np.int64)
    with pytest.raises(TypingError, match="C-contiguous, writeable"):
        read_all(Outer(array, made()[1], array), out)


@pytest.mark.parametrize("values", [(1,), (1, 2, 3, 4)])
def test_every_field_takes_one_value(values: tuple) -> None:
    with pytest.raises(TypeError, match="argument"):
        Inner(*values)
