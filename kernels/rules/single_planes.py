"""The elementary rules on planes: all cells at once, with a bound on the sweeps.

One step fires every clue that can fire (why no counts are needed: ``sweeps``):

    near_mined, near_safe = dilate(mined), dilate(safe)
    fired   = opened & (near_mined ^ near_safe)
    safe   ^= opens = dilate(fired & near_safe) & safe
    mined  ^= dilate(fired & near_mined) & mined
    opened |= opens

Some 10 ns a step for a 512-bit plane.  The reference sweeps row by row and stops
after a number of sweeps, which the steps do not show.  So each block of eight
cells carries the latest sweep in which one of its cells can have fired at the
latest (``vector.deepen``).  While that stays within the cap, the closure is what
the reference finds; otherwise it must be solved again in order (``sweeps``).

Why the bound holds: say X fires in sweep s of the reference.  Whatever it sets is
seen in the same sweep by later rows, and by all others in sweep s + 1.  A zero that
X opens opens its neighbours at once; here it fires in a later step, at depth s or
more, and at s + 1 or more when its row is above X's, for the flood climbed a row on
its way.  So by induction along the steps no cell is decided later, counted in (sweep,
row), than its depth says.
"""

from nogues.kernels._jit import kernel
from nogues.kernels.boards.planes import (
    deepen,
    dilate,
    occupied,
    single,
    uniform_depth,
)


@kernel(_nrt=False, forceinline=True)
def open_start(shape, start, mines, board):
    """Open the start and what floods from it.

    Returns opened, safe (unknown), mined (unknown) and depth, which is 0.
    """
    opened = single(shape, start)
    safe = board & ~mines & ~opened
    zeros = ~dilate(mines)
    while True:
        opens = dilate(opened & zeros) & safe
        if not occupied(opens):
            break
        safe ^= opens
        opened |= opens
    return opened, safe, mines, uniform_depth(shape, 0)


@kernel(_nrt=False, forceinline=True)
def close(opened, safe, mined, depth):
    """Fire the rules until nothing fires, or every safe cell is open."""
    while occupied(safe):
        near_mined = dilate(mined)
        near_safe = dilate(safe)
        fired = opened & (near_mined ^ near_safe)
        if not occupied(fired):
            break
        opens = dilate(fired & near_safe) & safe
        safe ^= opens
        mined ^= dilate(fired & near_mined) & mined
        opened |= opens
        depth = deepen(depth, fired)
    return opened, safe, mined, depth
