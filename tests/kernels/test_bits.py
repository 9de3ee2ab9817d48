"""Bit kernels against plain Python."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from nogues.kernels import bits
from nogues.kernels._jit import kernel

words = st.integers(1, 2**64 - 1)


@kernel()
def compiled_bits(word, n):
    return bits.popcount(word), bits.lowest_index(word), bits.nth_set_bit(word, n)


@given(words, st.data())
def test_bits(word, data):
    positions = [i for i in range(64) if word >> i & 1]
    n = data.draw(st.integers(0, len(positions) - 1))
    expected = (len(positions), positions[0], positions[n])
    value = np.uint64(word)
    assert compiled_bits(value, n) == expected
    # The portable search, compiled and plain, and the plain meanings.
    assert portable(value, n) == positions[n]
    plain = (bits.popcount(value), bits.lowest_index(value), bits.nth_set_bit(value, n))
    assert plain == expected


portable = kernel()(bits._search_nth_bit)


def test_bit_kernels_stay_in_int64():
    compiled_bits(np.uint64(5), 1)
    signature = compiled_bits.nopython_signatures[0]
    assert str(signature.return_type) == "UniTuple(int64 x 3)"
