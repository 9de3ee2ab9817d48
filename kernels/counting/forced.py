"""What is certain of a position, beyond what one or two clues say.

First what each component says by itself; where that is nothing, what the mine count
adds (``mine_count``).  Nothing is applied here: ``solving.levels_position`` applies the
verdicts to a grid, ``solving.levels_planes`` to planes.

Cost: that of ``frontier``, forward once and backward once or twice; no weights.
"""

import numpy as np

from nogues.kernels._jit import kernel
from nogues.kernels.codes import BAD_COUNT, COMPLETE, COUNT, OK
from nogues.kernels.counting.frontier import allow_all, backward
from nogues.kernels.counting.mine_count import apply_mine_count
from nogues.kernels.counting.probabilities import find_states, forced_value


@kernel(_nrt=False)
def judge_boxes(work, boxes):
    """Write ``graph.verdict`` for every box; returns whether any is certain."""
    certain = False
    for t in range(boxes):
        sure = forced_value(work, t)
        work.graph.verdict[work.graph.order[t]] = sure
        certain |= sure >= 0
    return certain


@kernel(_nrt=False)
def check_layouts(work, states, active, left):
    """Find out whether any layout fits a position.

    Parameters
    ----------
    work, states, active, left
        As in ``find_forced``.

    Returns
    -------
    code, where : int64
        As in ``find_forced``; OK if a layout fits.
    """
    code, where, components, _, _, sea, _ = find_states(work, states, active)
    if code != OK:
        return np.int64(code), where
    if left < 0:
        return np.int64(BAD_COUNT), np.int64(0)
    code, _, _ = apply_mine_count(
        work.graph, work.layers, states, components, left, sea
    )
    return np.int64(code), np.int64(0)


@kernel(_nrt=False)
def find_forced(work, states, active, left, use_count):
    """Find all that is certain, by components or else by the mine count.

    Parameters
    ----------
    work : Workspace
        Its grid is as ``constraints.build_graph`` expects it.  Written: ``layers``, and
        ``graph`` with the verdict on every box in ``graph.verdict``.
    states : States
        Overwritten.
    active : int
        Number of listed clues.
    left : int
        Mines that are not known yet.
    use_count : bool
        Whether the mine count may be used.

    Returns
    -------
    code : int64
        OK; BAD_CLUE or BAD_COUNT where no layout fits; TOO_WIDE, MORE_STATES or
        MORE_COUNTS (see ``probabilities.grown``).
    where : int64
        Framed cell of the clue that the code is about, or 0.
    rule : int64
        COMPLETE, COUNT, or 0 where nothing is certain.
    components, boxes, frontier : int64
        Numbers of components, boxes and frontier cells.
    sea_is : int64
        What the cells of the sea are: safe (0), mined (1) or open (-1).
    """
    graph, layers = work.graph, work.layers
    zero, open_ = np.int64(0), np.int64(-1)
    code, where, components, boxes, frontier, sea, _ = find_states(work, states, active)
    if code != OK:
        return code, where, zero, components, boxes, frontier, open_
    for k in range(components):
        allow_all(graph, layers, states, k)
        backward(graph, layers, states, k)
    if judge_boxes(work, boxes):
        return OK, zero, np.int64(COMPLETE), components, boxes, frontier, open_
    if not use_count:
        return OK, zero, zero, components, boxes, frontier, open_
    code, fewest, most = apply_mine_count(graph, layers, states, components, left, sea)
    if code != OK:
        return code, zero, zero, components, boxes, frontier, open_
    for k in range(components):
        backward(graph, layers, states, k)
    certain = judge_boxes(work, boxes)
    # If even the fewest mines in the boxes are all that are left, the sea has none.
    sea_is = open_
    if sea and fewest == left:
        sea_is = zero
    elif sea and most == left - sea:
        sea_is = np.int64(1)
    rule = np.int64(COUNT) if certain or sea_is >= 0 else zero
    return OK, zero, rule, components, boxes, frontier, sea_is
