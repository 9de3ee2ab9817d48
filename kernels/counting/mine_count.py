"""What the mine count allows: counts of the components against the total.

The components' counts, known as bits, may have gaps, so sums of fewest and most are not
enough: a component keeps a count only if the others and the sea can make up the rest.
Without need for it (the total allows every combination) nothing is computed.
"""

import numpy as np

from nogues.kernels._jit import kernel
from nogues.kernels.bits import ONE
from nogues.kernels.codes import BAD_COUNT, OK
from nogues.kernels.counting.frontier import (
    MORE_STATES,
    allow_all,
    highest_count,
    last_state,
    lowest_count,
)


@kernel(_nrt=False)
def has_count(counts, state, count):
    """Whether a state has a count, given by its index."""
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
    """Let each component's end have the counts that the total allows.

    ``left`` mines are not known yet, ``sea`` cells are in no box.  Returns a code
    (BAD_COUNT where no layout is possible), and the fewest and most mines in all boxes.
    """
    for k in range(components):
        allow_all(graph, layers, states, k)
    fewest, most = extremes(graph, layers, states, components)
    if left < 0 or fewest > left or most < left - sea:
        return BAD_COUNT, fewest, most
    if most <= left and fewest >= left - sea:
        return OK, fewest, most
    sums = most - fewest + 1
    if (components + 3) * sums > states.sums.size:
        return MORE_STATES, fewest, most
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
    # good[i]: what the components so far have, and i more, can be made up for.
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
                if not kept:
                    bit = ONE << np.uint64((low + j) & 63)
                    states.finished[last, (low + j) >> 6] &= ~bit
        good, earlier = earlier, good
    return OK, first, end
