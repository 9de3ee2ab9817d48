"""Marginals: the probability of a mine in each box, by weighing the states.

Every state has a polynomial: the weight of the layouts that reach it, by mine count.
``count_ways`` computes them layer by layer.  The ends of the components are multiplied
and weighted with the ways to fill the sea.  ``backpropagate`` goes back with the
derivative of the total and reads off the expected mines of every box.  All terms are
positive, so nothing cancels: the results are right to a few units in the last place.

Binomials overflow float64 beyond a thousand cells.  So layers are rescaled, the sea is
counted relative to its most likely filling, and on large boards every mine weighs
``tilt`` (a power of two near the density), which divides out.

Cost: for each move, the terms of its state; forward and back.
"""

import math

import numpy as np

from nogues.kernels._jit import kernel
from nogues.kernels.codes import OK, TOO_MUCH
from nogues.kernels.counting.frontier import last_state
from nogues.kernels.counting.states import MORE_TERMS, highest_count, lowest_count

BINOMIAL = np.array(
    [[float(math.comb(n, k)) for k in range(9)] for n in range(9)], np.float64
)
RESCALE_BITS = 400.0  # powers of two that a layer may grow by unchecked
TINY = 1e-250  # a total below has lost terms to underflow


@kernel(_nrt=False)
def lay_polynomials(states, end, low, length, offset):
    """Assign each state the terms of its polynomial: the counts that can be completed.

    Writes ``low`` and ``length``, int32 (states,), and ``offset``, int64 (states + 1,).
    Returns the number of all terms.
    """
    terms = np.int64(0)
    for state in range(end):
        offset[state] = terms
        last = highest_count(states.finished, state)
        if last < 0:
            length[state] = 0
            low[state] = 0
            continue
        first = lowest_count(states.finished, state)
        low[state] = states.low[state] + first
        length[state] = last - first + 1
        terms += last - first + 1
    offset[end] = terms
    return terms


@kernel(_nrt=False)
def rescale(terms, first, end):
    """Divide ``terms[first:end]`` by their largest; returns its natural logarithm."""
    largest = 0.0
    for i in range(first, end):
        largest = max(largest, terms[i])
    if largest == 0.0:
        return 0.0
    factor = 1.0 / largest
    for i in range(first, end):
        terms[i] *= factor
    return math.log(largest)


@kernel(_nrt=False)
def box_weights(size, tilt, weight):
    """Write into ``weight`` the ways to have v mines in a box, times ``tilt ** v``."""
    power = 1.0
    for v in range(size + 1):
        weight[v] = BINOMIAL[size, v] * power
        power *= tilt


@kernel(_nrt=False)
def count_ways(graph, layers, states, k, low, length, offset, ways, tilt, weight):
    """Compute the polynomials of component k, forward.

    Parameters
    ----------
    low, length, offset
        As ``lay_polynomials`` writes them.
    ways : ndarray(float64, ndim=1)
        (terms,), zeros.  Written: the terms of all states of the component.
    tilt : float
        Weight of a mine, a power of two.
    weight : ndarray(float64, ndim=1)
        (9,), workspace.

    Returns
    -------
    log_scale : float64
        Natural logarithm of what the terms of the last state have been divided by.
    """
    start, stop = graph.starts[k], graph.starts[k + 1]
    move, target, value = states.move, states.target, states.value
    ways[offset[layers.first[start + k]]] = 1.0
    log_scale = 0.0
    grown = 0.0
    step = 1.0 + abs(math.log2(tilt))
    for t in range(start, stop):
        size = np.int64(graph.size[graph.order[t]])
        box_weights(size, tilt, weight)
        for state in range(layers.first[t + k], layers.first[t + k + 1]):
            terms = np.int64(length[state])
            if terms == 0:
                continue
            source = offset[state]
            for m in range(move[state], move[state + 1]):
                into = np.int64(target[m])
                v = np.int64(value[m])
                shift = np.int64(low[state]) + v - np.int64(low[into])
                place = offset[into] + shift
                for i in range(max(0, -shift), min(terms, length[into] - shift)):
                    ways[place + i] += weight[v] * ways[source + i]
        # A box adds at most 2**size ways, and its mines weigh tilt**size.  The last
        # layer is rescaled below in any case.
        grown += size * step
        if grown > RESCALE_BITS and t + 1 < stop:
            grown = 0.0
            first, end = layers.first[t + k + 1], layers.first[t + k + 2]
            log_scale += rescale(ways, offset[first], offset[end])
    last = layers.first[stop + k]
    return log_scale + rescale(ways, offset[last], offset[last + 1])


@kernel(_nrt=False)
def backpropagate(
    graph, layers, states, k, low, length, offset, ways, back, tilt, weight, mean
):
    """Compute the derivatives of the total by the terms of component k, backward.

    Parameters
    ----------
    low, length, offset, ways, tilt, weight
        As in ``count_ways``, which has written ``ways``.
    back : ndarray(float64, ndim=1)
        (terms,).  Holds the derivatives at the component's last state, and zeros for
        its others; these are written.
    mean : ndarray(float64, ndim=1)
        (boxes,).  Written: the probability that a cell of the box is a mine.
    """
    start, stop = graph.starts[k], graph.starts[k + 1]
    move, target, value = states.move, states.target, states.value
    grown = 0.0
    step = 1.0 + abs(math.log2(tilt))
    for t in range(stop - 1, start - 1, -1):
        size = np.int64(graph.size[graph.order[t]])
        box_weights(size, tilt, weight)
        total = 0.0
        mines = 0.0
        first, end = layers.first[t + k], layers.first[t + k + 1]
        for state in range(first, end):
            terms = np.int64(length[state])
            if terms == 0:
                continue
            source = offset[state]
            for m in range(move[state], move[state + 1]):
                into = np.int64(target[m])
                v = np.int64(value[m])
                shift = np.int64(low[state]) + v - np.int64(low[into])
                place = offset[into] + shift
                layouts = 0.0
                for i in range(max(0, -shift), min(terms, length[into] - shift)):
                    after = back[place + i]
                    back[source + i] += weight[v] * after
                    layouts += after * ways[source + i]
                total += weight[v] * layouts
                mines += weight[v] * layouts * v
        # The ratio needs no scale: mines and total have the same.
        mean[graph.order[t]] = mines / (total * size)
        grown += size * step
        if grown > RESCALE_BITS:
            grown = 0.0
            rescale(back, offset[first], offset[end])


@kernel(_nrt=False)
def log_choose(n, k):
    """Return the natural logarithm of the number of ways to choose k of n."""
    return math.lgamma(n + 1.0) - math.lgamma(k + 1.0) - math.lgamma(n - k + 1.0)


@kernel(_nrt=False)
def fill_sea(sea, left, fewest, tilt, weight):
    """Write the ways to fill the sea if the boxes have ``fewest`` + i mines.

    ``weight[i]`` is relative to the largest, which is found by walking the ratio of
    neighbours.  Returns the first and the last possible i, and the natural logarithm of
    the scale.
    """
    first = max(np.int64(0), left - sea - fewest)
    last = min(np.int64(weight.size - 1), left - fewest)
    peak = first
    while peak < last:
        in_sea = left - fewest - peak
        # A mine more in the boxes, and one fewer in the sea, multiplies the ways by
        # in_sea / (sea - in_sea + 1) / tilt.  That falls with each, so one peak.
        if in_sea <= (sea - in_sea + 1.0) * tilt:
            break
        peak += 1
    weight[peak] = 1.0
    for i in range(peak + 1, last + 1):
        in_sea = left - fewest - i
        weight[i] = weight[i - 1] * ((in_sea + 1.0) / (sea - in_sea)) / tilt
    for i in range(peak - 1, first - 1, -1):
        in_sea = left - fewest - i
        weight[i] = weight[i + 1] * ((sea - in_sea + 1.0) / in_sea) * tilt
    scale = log_choose(sea, left - fewest - peak) - (fewest + peak) * math.log(tilt)
    return first, last, scale


@kernel(_nrt=False)
def clear(terms, first, end):
    """Set ``terms[first:end]`` to 0."""
    for i in range(first, end):
        terms[i] = 0.0


@kernel(_nrt=False)
def compute_marginals(graph, layers, states, components, end, left, sea, tilt, mean):
    """Compute the probability of a mine in every box, and in the sea.

    Parameters
    ----------
    graph, layers : Graph, Layers
        As ``frontier.backward`` leaves them.
    states : States
        As ``frontier.backward`` leaves it: ``finished`` holds what the total allows.
        The workspace of this module is written.
    components, end : int
        Numbers of components and of states.
    left : int
        Mines that are not known yet.
    sea : int
        Hidden cells that no clue sees.
    tilt : float
        Weight of a mine, a power of two.
    mean : ndarray(float64, ndim=1)
        (boxes,).  Written: the probability that a cell of the box is a mine.

    Returns
    -------
    code : int64
        OK; MORE_TERMS where the workspace is too small; TOO_MUCH where too much was
        lost to underflow with this tilt.
    mine_in_sea : float64
        Probability that a cell of the sea is a mine; 0.5 where there is no sea.
    log_layouts : float64
        Natural logarithm of the number of layouts.
    """
    # Over 70 lines: the way back undoes ``at`` and ``reach`` of the way forward step by
    # step, and shares its arrays; cut in two it would pass a dozen of them.
    low, length, offset = states.least, states.span, states.offset
    terms = lay_polynomials(states, end, low, length, offset)
    size = np.int64(1)
    reach = np.int64(1)
    fewest = np.int64(0)
    for k in range(components):
        last = last_state(graph, layers, k)
        fewest += low[last]
        reach += length[last] - 1
        size += reach
    room = states.terms
    all_terms = 2 * terms + size
    if all_terms + 2 * reach + 9 > room.size:
        return np.int64(MORE_TERMS), 0.0, 0.0
    clear(room, 0, all_terms)
    ways = room[:terms]
    back = room[terms : 2 * terms]
    # The products of the first k components, one after the other.
    product = room[2 * terms : all_terms]
    rest = room[all_terms : all_terms + reach]
    earlier = room[all_terms + reach : all_terms + 2 * reach]
    weight = room[all_terms + 2 * reach :]
    log_scale = 0.0
    for k in range(components):
        log_scale += count_ways(
            graph, layers, states, k, low, length, offset, ways, tilt, weight
        )
    product[0] = 1.0
    at = np.int64(0)
    reach = np.int64(1)
    for k in range(components):
        last = last_state(graph, layers, k)
        into = at + reach
        for j in range(length[last]):
            factor = ways[offset[last] + j]
            for i in range(reach):
                product[into + i + j] += factor * product[at + i]
        at = into
        reach += length[last] - 1
        log_scale += rescale(product, at, at + reach)
    clear(rest, 0, reach)
    first, final, log_sea = fill_sea(sea, left, fewest, tilt, rest)
    total = 0.0
    in_sea = 0.0
    for i in range(first, final + 1):
        both = product[at + i] * rest[i]
        total += both
        in_sea += both * (left - fewest - i)
    if not total > TINY:
        return np.int64(TOO_MUCH), 0.0, 0.0
    # Back: what the sea and the later components make of each count.
    for k in range(components - 1, -1, -1):
        last = last_state(graph, layers, k)
        span = np.int64(length[last])
        reach -= span - 1
        at -= reach
        clear(earlier, 0, reach)
        for j in range(span):
            factor = ways[offset[last] + j]
            after = 0.0
            for i in range(reach):
                after += product[at + i] * rest[i + j]
                earlier[i] += factor * rest[i + j]
            back[offset[last] + j] = after
        rest, earlier = earlier, rest
        rescale(rest, 0, reach)
        rescale(back, offset[last], offset[last + 1])
        backpropagate(
            graph,
            layers,
            states,
            k,
            low,
            length,
            offset,
            ways,
            back,
            tilt,
            weight,
            mean,
        )
    mine_in_sea = in_sea / total / sea if sea else 0.5
    return np.int64(OK), mine_in_sea, math.log(total) + log_scale + log_sea
