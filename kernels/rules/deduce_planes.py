"""A layout solved from scratch on planes, by one clue and by two.

A whole solve takes a microsecond, so the searches that repair or draw layouts
(``search.repair_planes``, ``search.uniform_planes``) try each by solving it from the
first click.  Nothing is patched or undone, and what they return has been certified by
the same call.  The step for single clues is that of ``single_planes``, without its
bound on sweeps; the pair rule is in ``pair_planes``.
"""

import numpy as np

from nogues.kernels._jit import kernel
from nogues.kernels.boards.planes import dilate, neighbours, occupied
from nogues.kernels.codes import ELEMENTARY, SUBSET
from nogues.kernels.rules.pair_planes import compare_pairs, find_twins
from nogues.kernels.rules.single_planes import find_firing, fire


@kernel(_nrt=False, forceinline=True)
def close_singles(opened, safe, mined, inner):
    """Fire single clues until none fires.

    Parameters
    ----------
    opened, safe, mined : plane
        Opened cells within ``inner``; unknown safe cells; unknown mines.
    inner : plane
        The cells whose clues count: of a part of a board, those that have all their
        neighbours in it.  The whole board where it is all there.

    Returns
    -------
    opened, safe, mined : plane
        The same when nothing fires any more.
    """
    while True:
        fired, near_mined, near_safe = find_firing(opened, safe, mined)
        if not occupied(fired):
            return opened, safe, mined
        opens, safe, mined = fire(fired, near_mined, near_safe, safe, mined)
        opened |= opens & inner


@kernel(_nrt=False)
def close_pairs(opened, safe, mined, inner, level):
    """Fire single clues, and from the subset level on pairs, until nothing changes.

    Parameters
    ----------
    opened, safe, mined, inner : plane
        As in ``close_singles``.
    level : int64
        ELEMENTARY, or SUBSET or more.

    Returns
    -------
    opened, safe, mined : plane
        The same when nothing changes any more, or every safe cell is open.
    needed : int64
        ELEMENTARY, or SUBSET if pairs said something.
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
    """Return whether a mine and a safe cell can trade places and no clue shows it.

    No logic finishes such a layout.  Exact for trades of one mine: the two lie within
    two rows and columns of each other, or are both enclosed by mines.  A third of
    random expert boards has such a pair.

    Parameters
    ----------
    board, zone, mines : plane
        All cells; those where no mine may lie, start included; the mines.

    Returns
    -------
    bool
        Whether there is such a pair.
    """
    # The safe cell must be one that the first click does not open for certain.
    safe = board & ~mines
    hidden = safe & ~zone
    if occupied(find_twins(mines, safe, hidden)):
        return True
    # A safe cell whose neighbours are mines, and a mine without a safe neighbour, touch
    # no clue: they may trade places however far apart they are.
    enclosed = hidden & ~neighbours(safe)
    return occupied(enclosed) and occupied(mines & ~dilate(safe))


@kernel(_nrt=False, forceinline=True)
def find_buried(board, mines):
    """Return the mines that have no safe neighbour.

    Parameters
    ----------
    board, mines : plane
        All cells, and the mines.

    Returns
    -------
    plane
        These mines.
    """
    return mines & ~dilate(board & ~mines)
