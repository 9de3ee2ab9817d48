"""A layout solved from scratch on planes, by one clue and by two.

A whole solve takes a microsecond, so the searches of our own (``shake``, ``uniform``)
try a layout by solving it from the first click; nothing is patched or undone, and what
they hand out has been certified by the same call.  The planes and the elementary step
are those of ``closure``, without its count of sweeps; the pair rule is in ``pairs``.
"""

import numpy as np

from nogues.kernels._jit import kernel
from nogues.kernels.boards.planes import dilate, neighbours, occupied
from nogues.kernels.codes import ELEMENTARY, SUBSET
from nogues.kernels.rules.pair_planes import compare_pairs, find_twins


@kernel(_nrt=False, forceinline=True)
def close_singles(opened, safe, mined, inner):
    """Fire single clues until none fires; returns opened, safe and mined.

    Only clues within ``inner`` count: of a part of a board, those whose neighbours are
    all in it.  Only these are in ``opened``, too.
    """
    while True:
        near_mined = dilate(mined)
        near_safe = dilate(safe)
        fired = opened & (near_mined ^ near_safe)
        if not occupied(fired):
            return opened, safe, mined
        opens = dilate(fired & near_safe) & safe
        safe ^= opens
        mined ^= dilate(fired & near_mined) & mined
        opened |= opens & inner


@kernel(_nrt=False)
def close_pairs(opened, safe, mined, inner, level):
    """Fire single clues, and from the subset level on pairs, until nothing changes.

    ``inner`` is as for ``close_singles``, and the board where it is all there.  Returns
    opened, safe, mined, and the level that was needed.
    """
    needed = np.int64(ELEMENTARY)
    while True:
        opened, safe, mined = close_singles(opened, safe, mined, inner)
        if level < SUBSET or not occupied(safe):
            return opened, safe, mined, needed
        opens, flags = compare_pairs(opened, safe, mined)
        if not occupied(opens | flags):
            return opened, safe, mined, needed
        needed = np.int64(SUBSET)
        safe ^= opens
        mined ^= flags
        opened |= opens & inner


@kernel(_nrt=False, forceinline=True)
def hopeless(board, zone, mines):
    """Whether no logic finishes a layout: a mine and a safe cell trade places unseen.

    Exact, but only the layouts are told where the two lie within two rows and columns
    or are both enclosed by mines.  Of random expert boards that is a third.
    """
    safe = board & ~mines
    hidden = safe & ~zone
    if occupied(find_twins(mines, safe, hidden)):
        return True
    enclosed = hidden & ~neighbours(safe)
    return occupied(enclosed) and occupied(mines & ~dilate(safe))


@kernel(_nrt=False, forceinline=True)
def find_buried(board, mines):
    """Return the mines that have no safe neighbour."""
    return mines & ~dilate(board & ~mines)
