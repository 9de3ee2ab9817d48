"""Components, and the order in which their boxes are decided.

A clue is *open* from the first of its boxes that is decided to the last.  A state of
exact counting holds what every open clue still needs, so few clues should be open at a
time.  The order is greedy: finish the open clue that opens the fewest others and has
the fewest boxes left, again and again.  Where it starts matters more than how it goes
on, so a component whose estimate of states is high gets more starts, and the cheapest
order is kept.

Cost: for each box, a look at all open clues and their boxes.  The hardest components
pay for 32 orders, and their states cost far more.
"""

import numpy as np

from nogues.kernels._jit import kernel
from nogues.kernels.bits import ONE, highest_index

# How many starts, and for how many states as estimated they are worth it.
FEW_STARTS = 8
MANY_STARTS = 32
HARD = 2_000.0
VERY_HARD = 1_000_000.0
SMALL = 40  # boxes of a component that needs no second try
IMPOSSIBLE = 1e300


@kernel(_nrt=False, forceinline=True)
def reach(graph, start):
    """List the clues of one component in ``graph.queue``, breadth-first from a clue.

    Marks them in ``graph.visited``.  Returns how many there are.
    """
    queue, visited = graph.queue, graph.visited
    head = 0
    tail = 1
    queue[0] = start
    visited[start] = 1
    while head < tail:
        clue = queue[head]
        head += 1
        for q in range(graph.clue_degree[clue]):
            box = graph.clue_boxes[clue, q]
            for p in range(graph.box_degree[box]):
                other = graph.box_clues[box, p]
                if not visited[other]:
                    visited[other] = 1
                    queue[tail] = other
                    tail += 1
    return tail


@kernel(_nrt=False, forceinline=True)
def choose_clue(graph, open_clues):
    """Return the open clue to finish next: the oldest of the cheapest.

    The price of a clue is 3 for each box still to decide, and 10 for each clue, counted
    once per box, that this would open.
    """
    best = np.int64(1) << 60
    chosen = np.int64(-1)
    for u in range(open_clues):
        clue = np.int64(graph.front[u])
        price = np.int64(0)
        for q in range(graph.clue_degree[clue]):
            box = graph.clue_boxes[clue, q]
            if not graph.done[box]:
                price += 3
                for p in range(graph.box_degree[box]):
                    price += 10 * np.int64(graph.opened[graph.box_clues[box, p]] == 0)
        # On a tie the oldest: it has held its field of the state for longest.
        price = (price << 24) + np.int64(graph.opened[clue])
        if price < best:
            best = price
            chosen = clue
    return chosen


@kernel(_nrt=False, forceinline=True)
def choose_box(graph, clue):
    """Return the box of a clue to decide next: opens few clues, closes many."""
    best = np.int64(1) << 60
    chosen = np.int64(-1)
    for q in range(graph.clue_degree[clue]):
        box = np.int64(graph.clue_boxes[clue, q])
        if not graph.done[box]:
            price = np.int64(0)
            for p in range(graph.box_degree[box]):
                other = graph.box_clues[box, p]
                price += np.int64(graph.opened[other] == 0)
                price -= np.int64(graph.left[other] == 1)
            if price < best:
                best = price
                chosen = box
    return chosen


@kernel(_nrt=False)
def order_from(graph, start, members, first, order):
    """Order the boxes of a component, starting with one of its clues.

    The component's clues are the first ``members`` of ``graph.queue``.  Its boxes, for
    which ``graph.done`` must be 0, are written into ``order`` from position ``first``
    on.  Returns the position after the last.
    """
    left, opened, front = graph.left, graph.opened, graph.front
    for u in range(members):
        clue = graph.queue[u]
        left[clue] = graph.clue_degree[clue]
        opened[clue] = 0
    place = np.int64(first)
    front[0] = start
    opened[start] = place + 1
    open_clues = np.int64(1)
    while open_clues:
        clue = choose_clue(graph, open_clues)
        while left[clue] > 0:
            box = choose_box(graph, clue)
            graph.done[box] = 1
            order[place] = box
            place += 1
            for p in range(graph.box_degree[box]):
                other = graph.box_clues[box, p]
                left[other] -= 1
                if opened[other] == 0:
                    opened[other] = place
                    front[open_clues] = other
                    open_clues += 1
        # Drop what is finished: other clues may have been finished on the way.
        still = np.int64(0)
        for u in range(open_clues):
            if left[front[u]] > 0:
                front[still] = front[u]
                still += 1
        open_clues = still
    return place


@kernel(_nrt=False)
def field_width(need):
    """Return the bits of a clue's field in a state: those of its need, and a guard.

    Parameters
    ----------
    need : int
        Mines that the clue needs.

    Returns
    -------
    int64
        Bits, 2 or more.
    """
    return 2 + highest_index(np.uint64(need) | ONE)


@kernel(_nrt=False)
def estimate(graph, first, end, order):
    """Estimate the states of an order from above.

    The estimate of a layer is the product of the ranges of needs of the open clues.
    Returns the sum over all layers, or IMPOSSIBLE if the fields of the open clues do
    not fit in 64 bits.
    """
    before, after = graph.cells_left, graph.left  # cells decided, cells to come
    for t in range(first, end):
        box = order[t]
        for p in range(graph.box_degree[box]):
            before[graph.box_clues[box, p]] = 0
            after[graph.box_clues[box, p]] = 0
    for t in range(first, end):
        box = order[t]
        for p in range(graph.box_degree[box]):
            after[graph.box_clues[box, p]] += graph.size[box]
    states = 1.0
    total = 0.0
    bits = np.int64(0)
    for t in range(first, end):
        box = order[t]
        size = np.int64(graph.size[box])
        closed = np.int64(0)
        for p in range(graph.box_degree[box]):
            clue = graph.box_clues[box, p]
            need = np.int64(graph.need[clue])
            decided = np.int64(before[clue])
            come = np.int64(after[clue])
            if decided == 0:
                bits += field_width(need)
            if come == size:
                closed += field_width(need)
            # Before this box the clue needs between what its decided cells could
            # not hold and what the cells to come can: replace that range by the next.
            states /= min(need, come) - max(0, need - decided) + 1
            decided += size
            come -= size
            before[clue] = decided
            after[clue] = come
            states *= max(1, min(need, come) - max(0, need - decided) + 1)
        if bits > 64:
            return IMPOSSIBLE
        bits -= closed
        total += states
    return total


@kernel(_nrt=False)
def improve(graph, members, first, end):
    """Try other starts for one component and keep the cheapest order.

    The harder the order that ``graph.order`` holds, the more starts are tried.
    """
    trial = graph.verdict  # there are no verdicts yet
    best = estimate(graph, first, end, graph.order)
    for attempt in range(1, min(members, MANY_STARTS)):
        if best <= (HARD if attempt < FEW_STARTS else VERY_HARD):
            break
        for t in range(first, end):
            graph.done[graph.order[t]] = 0
        # A multiplicative hash: starts spread over the component, the same each time.
        start = graph.queue[(attempt * 0x9E3779B1 >> 7) % members]
        order_from(graph, start, members, first, trial)
        states = estimate(graph, first, end, trial)
        if states < best:
            best = states
            for t in range(first, end):
                graph.order[t] = trial[t]


@kernel(_nrt=False)
def plan(graph, clues, boxes):
    """Split the graph into components and order the boxes of each.

    Parameters
    ----------
    graph : Graph
        As ``build_graph`` leaves it.  Written: component k has the boxes
        ``order[starts[k]:starts[k + 1]]``, in the order in which they are decided.
    clues, boxes : int
        Numbers of clues and of boxes.

    Returns
    -------
    components : int64
        Number of components.
    """
    for clue in range(clues):
        graph.visited[clue] = 0
    for box in range(boxes):
        graph.done[box] = 0
    place = np.int64(0)
    components = np.int64(0)
    for clue in range(clues):
        if not graph.visited[clue]:
            graph.starts[components] = place
            components += 1
            members = reach(graph, clue)
            last = graph.queue[members - 1]  # the far end of the component
            end = order_from(graph, last, members, place, graph.order)
            if end - place > SMALL:
                improve(graph, members, place, end)
            place = end
    graph.starts[components] = place
    return components
