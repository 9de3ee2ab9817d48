"""The eight neighbours of a cell as bits of a byte.

Neighbour k lies at ``(ROWS[k], COLUMNS[k])`` from its cell, row-major, so that the cell
itself is neighbour 7 - k of its neighbour k.  A set of neighbours is a byte; the tables
give its size, its first member, and its shape as seen from that member: equal sets of
two cells have the same first member and the same shape, so equal sets are found without
hashing, in a chain of at most eight.
"""

import numpy as np

from nogues.kernels._jit import kernel

ROWS = np.array([-1, -1, -1, 0, 0, 1, 1, 1], np.int64)
COLUMNS = np.array([-1, 0, 1, -1, 1, -1, 0, 1], np.int64)
BIT = np.array([1 << k for k in range(8)], np.uint8)
NOT_OPPOSITE = np.array([255 ^ 1 << (7 - k) for k in range(8)], np.uint8)

_sets = [[k for k in range(8) if mask >> k & 1] for mask in range(256)]
SIZE = np.array([len(members) for members in _sets], np.uint8)
FIRST = np.array([members[0] if members else 0 for members in _sets], np.uint8)


def _shape(members: list[int]) -> int:
    """Return a set as bits of the 3 by 5 cells that follow its first member."""
    row, column = (int(axis[members[0]]) if members else 0 for axis in (ROWS, COLUMNS))
    places = [(int(ROWS[k]) - row) * 5 + int(COLUMNS[k]) - column + 2 for k in members]
    return sum(1 << place for place in places)


SHAPE = np.array([_shape(members) for members in _sets], np.uint16)


@kernel(_nrt=False)
def mask_neighbours(source, stride, out):
    """Find for every cell which neighbours are set.

    Parameters
    ----------
    source : ndarray(uint8, ndim=1)
        A framed board, row by row: 1 where set, else 0.
    stride : int
        Cells in a framed row.
    out : ndarray(uint8, ndim=1)
        As long as source.  Written: sets of neighbours as bits, except in the first and
        last ``stride + 1`` cells, which are left alone.
    """
    n = source.size - 2 * stride - 2
    a, b, c = source[0:n], source[1 : n + 1], source[2 : n + 2]
    d, e = source[stride : stride + n], source[stride + 2 : stride + 2 + n]
    two = 2 * stride
    f, g = source[two : two + n], source[two + 1 : two + 1 + n]
    h = source[two + 2 : two + 2 + n]
    into = out[stride + 1 : stride + 1 + n]
    for i in range(n):
        into[i] = (
            a[i]
            | (b[i] << 1)
            | (c[i] << 2)
            | (d[i] << 3)
            | (e[i] << 4)
            | (f[i] << 5)
            | (g[i] << 6)
            | (h[i] << 7)
        )


@kernel(_nrt=False)
def count_neighbours(source, stride, out):
    """Count for every cell the neighbours that are set.

    Parameters
    ----------
    source, stride, out
        As in ``mask_neighbours``; numbers from 0 to 8 are written to ``out``.
    """
    n = source.size - 2 * stride - 2
    a, b, c = source[0:n], source[1 : n + 1], source[2 : n + 2]
    d, e = source[stride : stride + n], source[stride + 2 : stride + 2 + n]
    two = 2 * stride
    f, g = source[two : two + n], source[two + 1 : two + 1 + n]
    h = source[two + 2 : two + 2 + n]
    into = out[stride + 1 : stride + 1 + n]
    for i in range(n):
        into[i] = a[i] + b[i] + c[i] + d[i] + e[i] + f[i] + g[i] + h[i]
