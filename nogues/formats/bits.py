"""Layouts of mines as bits: row-major, high bit of each digit or byte first."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def to_digits(mines: NDArray[np.bool_], bits: int) -> NDArray[np.uint8]:
    """Return a layout as digits of ``bits`` bits, padded with zeros at the end."""
    flat = mines.reshape(-1)
    count = -(-flat.size // bits)
    padded = np.zeros(count * bits, np.uint8)
    padded[: flat.size] = flat
    weights = 1 << np.arange(bits - 1, -1, -1)
    return (padded.reshape(count, bits) @ weights).astype(np.uint8)


def from_digits(
    digits: NDArray[np.uint8], bits: int, width: int, height: int
) -> tuple[NDArray[np.bool_], bool]:
    """Return the (height, width) layout of digits, and whether the padding is zero."""
    flat = np.unpackbits(digits.reshape(-1, 1), axis=1)[:, 8 - bits :].reshape(-1)
    cells = width * height
    return flat[:cells].reshape(height, width).astype(np.bool_), not flat[cells:].any()
