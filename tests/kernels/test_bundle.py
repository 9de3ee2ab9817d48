"""Bundles: what kernels read of them, and what they do not take."""

import numpy as np
import pytest

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
    one, other = made()[0], made()[0]
    assert one._type is other._type
    flat = Inner(0, np.uint64(0), np.zeros((1, 1), np.bool_))
    assert flat._type != one.inner._type


@pytest.mark.parametrize(
    "array", [np.zeros((2, 2))[:, 0], np.frombuffer(b"12345678", np.int64)]
)
def test_arrays_must_be_contiguous_and_writeable(array: np.ndarray) -> None:
    with pytest.raises(ValueError, match="C-contiguous, writeable"):
        Inner(0, np.uint64(0), array)


@pytest.mark.parametrize("values", [(1,), (1, 2, 3, 4)])
def test_every_field_takes_one_value(values: tuple) -> None:
    with pytest.raises(TypeError, match="Inner takes count, bits, flags"):
        Inner(*values)
