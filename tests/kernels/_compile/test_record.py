"""A compiled kernel as bytes, and back."""

import numpy as np
import pytest
from numba.core.registry import cpu_target

from nogues.kernels._compile import record
from nogues.kernels._compile.once import EntryLibrary, KernelDispatcher, LoweredLibrary
from nogues.kernels._jit import _compile_plainly

OPTIONS = {"nopython": True, "boundscheck": None, "nogil": True}
VALUE = np.int64(20)


def double(x):
    return 2 * x


def add_two(x):
    return x + 2


def restored(kind, result):
    data = record.to_bytes(kind, result)
    return record.from_bytes(kind, data, cpu_target.target_context)


@pytest.fixture
def pair():
    """A kernel, and one that calls it and has been called."""
    inside = KernelDispatcher(double, OPTIONS)

    def entry(x):
        return inside(x) + 2

    entry = KernelDispatcher(entry, OPTIONS)
    assert entry(VALUE) == 42
    return inside, entry


def test_an_entry_can_be_called(pair):
    (result,) = pair[1].overloads.values()
    found = restored("entry", result)
    assert isinstance(found.library, EntryLibrary)
    assert found.entry_point(VALUE) == 42
    assert found.signature == result.signature


def test_lowered_code_can_be_linked(pair):
    inside = KernelDispatcher(double, OPTIONS)
    (result,) = pair[0].lowered.overloads.values()
    found = restored("lowered", result)
    assert isinstance(found.library, LoweredLibrary)
    inside.targetctx.insert_user_function(
        found.entry_point, found.fndesc, [found.library]
    )
    inside.lowered.add_overload(found)

    def entry(x):
        return inside(x) - 2

    assert KernelDispatcher(entry, OPTIONS)(VALUE) == 38


def test_plain_code_can_be_called():
    kernel = _compile_plainly(add_two, {})
    assert kernel(VALUE) == 22
    # Numba keeps code to save only for functions that it caches.
    (result,) = kernel.overloads.values()
    assert restored("plain", result).entry_point(VALUE) == 22


def test_addresses_of_this_process_are_not_kept(pair, monkeypatch):
    (result,) = pair[1].overloads.values()
    monkeypatch.setattr(result.library, "_dynamic_globals", ["an address"])
    assert record.to_bytes("entry", result) is None
