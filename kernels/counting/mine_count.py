"""What the mine count allows: counts of the components against the total.

The counts that a component can have (bits of its last state) may have gaps, so adding
fewest and most is not enough.  A component keeps a count only if the others and the sea
can make up the rest of the total.  That is a subset sum over components: sums reachable
from the front (``before``) meet sums allowed from the back (``good``).

Cost: next to nothing where the total allows every combination; else, per component, the
range of the sums times the range of its counts.
"""

import numpy as np

from nogues.kernels._jit import kernel
from nogues.kernels.bits import ONE
from nogues.kernels.codes import BAD_COUNT, OK
from nogues.kernels.counting.frontier import allow_all, last_state
from nogues.kernels.counting.states import MORE_STATES, highest_count, lowest_count


@kernel(_nrt=False)
def has_count(counts, state, count):
    """Return whether a state has the count with this index."""
    return (counts[state, count >> 6] >> np.uint64(count & 63)) & ONE != 0


@kernel(_nrt=False)
def extremes(graph, layers, states, components):
    """Return the fewest and the most mines in all boxes, whatever the total."""
    fewest = np.int64(0)
    most = np.int64(0)
    for k in range(components):
        last = last_state(graph, layers, k)
        fewest += states.low[last] + lowest_count(states.reached, last)
        most += states.low[last] + highest_count(states.reached, last)
    return fewest, most


@kernel(_nrt=False)
def apply_mine_count(graph, layers, states, components, left, sea):
    """Allow at each component's end the mine counts that the total allows.

    Parameters
    ----------
    graph, layers : Graph, Layers
        As ``forward`` leaves them.
    states : States
        As ``forward`` leaves it for all components.  Written: ``finished`` of each
        component's last state; ``sums`` is workspace.
    components : int
        Number of components.
    left : int
        Mines that are not known yet.
    sea : int
        Hidden cells that no clue sees.

    Returns
    -------
    code : int64
        OK; BAD_COUNT where no layout has this total; MORE_STATES where ``sums`` is too
        small.
    fewest, most : int64
        Fewest and most mines in all boxes: with this total where the code is OK.
    """
    for k in range(components):
        allow_all(graph, layers, states, k)
    fewest, most = extremes(graph, layers, states, components)
    if left < 0 or fewest > left or most < left - sea:
        return BAD_COUNT, fewest, most
    if most <= left and fewest >= left - sea:
        return OK, fewest, most  # the sea takes up whatever the boxes leave
    sums = most - fewest + 1
    if (components + 3) * sums > states.sums.size:
        return MORE_STATES, fewest, most
    # Sums are counted from the fewest, so they begin at 0.
    # before[k * sums + i]: the first k components can have i more than their fewest.
    before = states.sums[: (components + 1) * sums]
    before[:] = False
    before[0] = True
    reach = np.int64(1)
    for k in range(components):
        last = last_state(graph, layers, k)
        low = lowest_count(states.reached, last)
        span = highest_count(states.reached, last) - low + 1
        for j in range(span):
            if has_count(states.reached, last, low + j):
                for i in range(reach):
                    before[(k + 1) * sums + i + j] |= before[k * sums + i]
        reach += span - 1
    # Then back.  good[i]: if the components still to visit have i more than their
    # fewest, those visited and the sea can make up the rest.
    good = states.sums[(components + 1) * sums : (components + 2) * sums]
    earlier = states.sums[(components + 2) * sums : (components + 3) * sums]
    first = np.int64(-1)
    end = np.int64(-1)
    for i in range(sums):
        good[i] = fewest + i <= left and left - fewest - i <= sea
        if good[i] and before[components * sums + i]:
            first = fewest + i if first < 0 else first
            end = fewest + i
    if first < 0:
        return BAD_COUNT, fewest, most
    for k in range(components - 1, -1, -1):
        last = last_state(graph, layers, k)
        low = lowest_count(states.reached, last)
        span = highest_count(states.reached, last) - low + 1
        reach -= span - 1
        for i in range(reach):
            earlier[i] = False
        for j in range(span):
            if has_count(states.reached, last, low + j):
                kept = False
                for i in range(reach):
                    kept |= before[k * sums + i] and good[i + j]
                    earlier[i] |= good[i + j]
                # No sum of those before and no rest of those after fits this count.
                if not kept:
                    bit = ONE << np.uint64((low + j) & 63)
                    states.finished[last, (low + j) >> 6] &= ~bit
        good, earlier = earlier, good
    return OK, first, end
