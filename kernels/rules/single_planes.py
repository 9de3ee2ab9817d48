"""The elementary rules on planes: all cells at once, with a bound on the sweeps.

One step finds every clue that can fire, ``opened & (dilate(mined) ^ dilate(safe))``,
and fires all of them at once: ``find_firing`` and ``fire``, of which ``deduce_planes``
is made, too.

No clue is counted, because the planes know the truth: a clue has all its mines known
exactly if no unknown mine is near it, and needs all its unknown cells exactly if no
unknown safe cell is.  Some 10 ns a step for a 512-bit plane.

The reference sweeps row by row and stops after a number of sweeps, which the steps do
not show.  So each block of eight cells carries the latest sweep in which one of its
cells can have fired (``planes.deepen``).  While that stays within the cap, the closure
is what the reference finds; otherwise it must be solved again in order
(``single_rows``).

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

    Parameters
    ----------
    shape : Shape
        Size class of the planes.
    start : int
        Bit position of the start, ``row * shape.bits + column``; not a mine.
    mines, board : plane
        The mines, and all cells that there are.

    Returns
    -------
    opened, safe, mined : plane
        Opened cells; unknown safe cells; unknown mines, which are all of them.
    depth : plane
        The sweeps so far, one byte per block of eight cells: 0.
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
def find_firing(opened, safe, mined):
    """Return the clues that can fire, and what lies near unknown cells.

    Parameters
    ----------
    opened, safe, mined : plane
        Opened cells whose clues count; unknown safe cells; unknown mines.

    Returns
    -------
    fired : plane
        The clues that can fire.
    near_mined, near_safe : plane
        The unknown mines and the cells around them; the same of unknown safe cells.
    """
    near_mined = dilate(mined)
    near_safe = dilate(safe)
    return opened & (near_mined ^ near_safe), near_mined, near_safe


@kernel(_nrt=False, forceinline=True)
def fire(fired, near_mined, near_safe, safe, mined):
    """Fire clues.

    Parameters
    ----------
    fired, near_mined, near_safe : plane
        As ``find_firing`` returns them.
    safe, mined : plane
        Unknown safe cells and unknown mines, as ``find_firing`` took them.

    Returns
    -------
    opens, safe, mined : plane
        The cells that are opened; ``safe`` and ``mined`` without what was decided.
    """
    # A clue that fires is near one kind only, and decides all that is near it.
    opens = dilate(fired & near_safe) & safe
    flags = dilate(fired & near_mined) & mined
    return opens, safe ^ opens, mined ^ flags


@kernel(_nrt=False, forceinline=True)
def close(opened, safe, mined, depth):
    """Fire the rules until nothing fires, or every safe cell is open.

    Parameters
    ----------
    opened, safe, mined, depth : plane
        As ``open_start`` returns them.

    Returns
    -------
    opened, safe, mined : plane
        The same when it ended.  If it ended because all is open, mines that the rules
        would flag may still be in ``mined``.
    depth : plane
        Per block, a bound on the sweep in which one of its cells fired last.
    """
    while occupied(safe):
        fired, near_mined, near_safe = find_firing(opened, safe, mined)
        if not occupied(fired):
            break
        opens, safe, mined = fire(fired, near_mined, near_safe, safe, mined)
        opened |= opens
        depth = deepen(depth, fired)
    return opened, safe, mined, depth
