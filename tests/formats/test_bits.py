"""Layouts as digits against plain Python."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from nogues.formats.bits import from_digits, to_digits

any_layout = st.tuples(st.integers(1, 12), st.integers(1, 12)).flatmap(
    lambda shape: arrays(np.bool_, shape)
)


@given(any_layout, st.integers(1, 8))
def test_digits_are_those_of_a_binary_number(mines, bits):
    text = "".join("01"[cell] for cell in mines.reshape(-1).tolist())
    text += "0" * (-len(text) % bits)
    expected = [int(text[k : k + bits], 2) for k in range(0, len(text), bits)]
    digits = to_digits(mines, bits)
    assert digits.tolist() == expected
    again, rest_is_zero = from_digits(digits, bits, mines.shape[1], mines.shape[0])
    assert np.array_equal(again, mines) and rest_is_zero


@pytest.mark.parametrize(("digits", "right"), [([0b10000], True), ([0b10001], False)])
def test_bits_after_the_board(digits, right):
    mines, rest_is_zero = from_digits(np.array(digits, np.uint8), 5, 2, 2)
    assert mines.tolist() == [[True, False], [False, False]]
    assert rest_is_zero is right
