"""States, layer by layer: which mines the open clues may still need.

Boxes are decided one after the other.  A state is the need of every open clue, each in
its own field of a 64-bit word under a guard bit.  Putting v mines in a box subtracts v
from all its clues at once, and one test says whether every need stays between 0 and the
cells its clue has left.  Equal states are merged: what follows depends on the needs
alone.  Each state has the set of mine counts that reach it, as bits from ``low`` on.

``forward`` finds all states and moves of a component.  ``backward`` goes back from the
counts that are allowed at the end and finds the values every box can take.  No floats
are used, so a cell is certain exactly where all layouts agree.

Cost: some 20 ns per move; an expert position has about a hundred.
"""

import numpy as np

from nogues.kernels._jit import kernel
from nogues.kernels.bits import ONE, ZERO
from nogues.kernels.codes import BAD_CLUE, OK, TOO_WIDE
from nogues.kernels.counting.elimination_order import field_width
from nogues.kernels.counting.states import (
    MORE_COUNTS,
    MORE_STATES,
    add_counts,
    raise_counts,
)


@kernel(_nrt=False)
def lay_fields(graph, layers, component):
    """Give every clue bits of the state while it is open.

    Parameters
    ----------
    graph : Graph
        As ``plan`` leaves it; ``left``, ``cells_left`` and ``slot`` are overwritten.
    layers : Layers
        Written for the component's boxes, by position in the order: unit, opens, guard,
        cap and most.
    component : int
        Number of the component.

    Returns
    -------
    code, clue : int64
        OK; BAD_CLUE where a clue needs more mines than it has cells; TOO_WIDE where the
        fields of the open clues do not fit in 64 bits.  The clue the code is about.
    """
    order, left, cells_left, slot = (
        graph.order,
        graph.left,
        graph.cells_left,
        graph.slot,
    )
    start, end = graph.starts[component], graph.starts[component + 1]
    for t in range(start, end):
        box = order[t]
        for p in range(graph.box_degree[box]):
            clue = graph.box_clues[box, p]
            left[clue] = graph.clue_degree[clue]
            cells_left[clue] = 0
            slot[clue] = -1
    for t in range(start, end):
        box = order[t]
        for p in range(graph.box_degree[box]):
            cells_left[graph.box_clues[box, p]] += graph.size[box]
    taken = ZERO
    for t in range(start, end):
        box = order[t]
        size = np.int64(graph.size[box])
        most = size
        unit, opens, guard, cap, freed = ZERO, ZERO, ZERO, ZERO, ZERO
        for p in range(graph.box_degree[box]):
            clue = np.int64(graph.box_clues[box, p])
            need = np.int64(graph.need[clue])
            most = min(most, need)  # so no subtraction borrows beyond the guard
            width = field_width(need)
            field = (ONE << np.uint64(width)) - ONE
            if slot[clue] < 0:  # its first box: it opens
                if need > cells_left[clue]:
                    return BAD_CLUE, clue
                at = np.int64(0)
                while at + width <= 64 and (taken >> np.uint64(at)) & field != ZERO:
                    at += 1
                if at + width > 64:
                    return TOO_WIDE, clue
                taken |= field << np.uint64(at)
                slot[clue] = at
                opens |= np.uint64(need) << np.uint64(at)
            at = np.int64(slot[clue])
            cells_left[clue] -= size
            left[clue] -= 1
            unit |= ONE << np.uint64(at)
            guard |= ONE << np.uint64(at + width - 1)
            cap |= np.uint64(min(np.int64(cells_left[clue]), need)) << np.uint64(at)
            if left[clue] == 0:
                freed |= field << np.uint64(at)
        # Freed only now: the box tests all its clues at once, in fields of their own.
        # A finished clue needs 0 (its cap), so its field is clear for the next one.
        taken &= ~freed
        layers.unit[t] = unit
        layers.opens[t] = opens | guard
        layers.guard[t] = guard
        layers.cap[t] = cap | guard
        layers.most[t] = most
    return OK, np.int64(0)


@kernel(_nrt=False, forceinline=True)
def slot_of(states, key, drop, slots):
    """Return the slot of a key in the hash table, or the free slot where it belongs."""
    # Half of the slots are free at least, so the probe ends.
    at = np.int64((key * np.uint64(0x9E3779B97F4A7C15)) >> drop)
    while states.table[at] >= 0 and states.key[states.table[at]] != key:
        at = (at + 1) & (slots - 1)
    return at


@kernel(_nrt=False, forceinline=True)
def clear_table(states, needed):
    """Empty as much of the hash table as a layer needs.

    Returns the number of slots, twice the states at least, and the shift that turns a
    hash into a slot.
    """
    slots = np.int64(16)
    drop = np.int64(60)
    while slots < 2 * needed:
        slots *= 2
        drop -= 1
    for i in range(slots):
        states.table[i] = -1
    return slots, np.uint64(drop)


@kernel(_nrt=False, forceinline=True)
def begin_component(states, end):
    """Add the state in which nothing is decided, as number ``end``."""
    states.key[end] = ZERO
    states.low[end] = 0
    states.reached[end, 0] = ONE
    for i in range(1, states.reached.shape[1]):
        states.reached[end, i] = ZERO


@kernel(_nrt=False, forceinline=True)
def meet(states, state, source, low):
    """Add the counts of ``source``, moved to begin at ``low``, to an existing state.

    Returns False if they do not fit.
    """
    shift = low - np.int64(states.low[state])
    if shift < 0:
        if not raise_counts(states.reached, state, -shift):
            return False
        states.low[state] = low
        shift = np.int64(0)
    return add_counts(states.reached, state, source, shift)


@kernel(_nrt=False, forceinline=True)
def decide_box(layers, states, t, first, end, moves):
    """Make the states after box t from those before it, ``first`` to ``end``.

    Returns a code, the number of states, and the number of moves.
    """
    key, low, reached = states.key, states.low, states.reached
    most = layers.most[t]
    # The most that can come of it: checked once, so that the loop need not.
    needed = (end - first) * (most + 1)
    room = key.size - 1
    if moves + needed > room or end + needed + 1 > room:
        return MORE_STATES, end, moves
    slots, drop = clear_table(states, needed)
    unit, guard, cap = layers.unit[t], layers.guard[t], layers.cap[t]
    bits = guard - unit  # the need bits of the fields: guard minus one in each
    opens = layers.opens[t]
    states_end = np.int64(end)
    for source in range(first, end):
        states.move[source] = moves
        word = key[source] + opens
        count = np.int64(low[source])
        for value in range(most + 1):
            # A need below 0 has borrowed from its guard in ``word``; a need above the
            # cells left borrows from the guard in ``cap``.  Either way the guard is
            # clear, and no layout goes on from here.
            if word & (cap - (word & bits)) & guard == guard:
                after = word ^ guard
                at = slot_of(states, after, drop, slots)
                state = np.int64(states.table[at])
                if state < 0:
                    state = states_end
                    states_end += 1
                    states.table[at] = state
                    key[state] = after
                    low[state] = count
                    for i in range(reached.shape[1]):
                        reached[state, i] = reached[source, i]
                elif not meet(states, state, source, count):
                    return MORE_COUNTS, states_end, moves
                states.target[moves] = state
                states.value[moves] = value
                moves += 1
            word -= unit
            count += 1
    return OK, states_end, moves


@kernel(_nrt=False)
def forward(graph, layers, states, component, end, moves):
    """Find the states and moves of a component.

    Parameters
    ----------
    graph : Graph
        As ``plan`` leaves it.
    layers : Layers
        As ``lay_fields`` leaves it for this component.  Written: ``first``.
    states : States
        Written from the ends on: key, low, reached and move of each state, target and
        value of each move.
    component : int
        Number of the component; those before it are done.
    end, moves : int
        Numbers of states and of moves that are there.

    Returns
    -------
    code : int64
        OK; BAD_CLUE where no layout fits; MORE_STATES or MORE_COUNTS where the
        workspace is too small.
    end, moves : int64
        Numbers of states and of moves after it.
    t : int64
        Position in the order of the box at which it stopped.
    """
    start, stop = graph.starts[component], graph.starts[component + 1]
    if end + 2 > states.key.size - 1:
        return MORE_STATES, end, moves, start
    begin_component(states, end)
    layers.first[start + component] = end
    end += 1
    for t in range(start, stop):
        first = layers.first[t + component]
        layers.first[t + component + 1] = end
        before = end
        code, end, moves = decide_box(layers, states, t, first, end, moves)
        if code == OK and end == before:
            code = BAD_CLUE
        if code != OK:
            return code, end, moves, t
    states.move[end - 1] = moves
    layers.first[stop + component + 1] = end
    return OK, end, moves, stop


@kernel(_nrt=False, forceinline=True)
def lowered(counts, state, word, shift):
    """Return word ``word`` of a state's counts, moved down by ``shift``."""
    at = word + (shift >> 6)
    step = np.uint64(shift & 63)
    if at >= counts.shape[1]:
        return ZERO
    result = counts[state, at] >> step
    if step != ZERO and at + 1 < counts.shape[1]:
        result |= counts[state, at + 1] << (np.uint64(64) - step)
    return result


@kernel(_nrt=False)
def backward(graph, layers, states, component):
    """Find which counts of each state can be completed, and what each box can be.

    Parameters
    ----------
    graph, layers : Graph, Layers
        As ``forward`` leaves them.  Written: ``layers.values`` of the component.
    states : States
        As ``forward`` leaves it; ``finished`` of the component's last state holds the
        counts that are allowed at its end.  Written: ``finished`` of its other states.
    component : int
        Number of the component.
    """
    low, reached, finished, move = (
        states.low,
        states.reached,
        states.finished,
        states.move,
    )
    words = reached.shape[1]
    start, stop = graph.starts[component], graph.starts[component + 1]
    for t in range(stop - 1, start - 1, -1):
        values = ZERO
        for state in range(
            layers.first[t + component], layers.first[t + component + 1]
        ):
            for i in range(words):
                finished[state, i] = ZERO
            for m in range(move[state], move[state + 1]):
                target = np.int64(states.target[m])
                value = np.int64(states.value[m])
                # A count here is that of the target less the mines of the move: what
                # both have is reached from the start and completed to the end.
                shift = np.int64(low[state]) + value - np.int64(low[target])
                for i in range(words):
                    both = reached[state, i] & lowered(finished, target, i, shift)
                    finished[state, i] |= both
                    values |= np.uint64(both != ZERO) << np.uint64(value)
        layers.values[t] = values


@kernel(_nrt=False)
def last_state(graph, layers, component):
    """Return the number (int64) of the state in which a component is all decided.

    Parameters
    ----------
    graph, layers, component
        As in ``backward``.
    """
    return layers.first[graph.starts[component + 1] + component]


@kernel(_nrt=False)
def allow_all(graph, layers, states, component):
    """Allow every mine count that the component can have, for ``backward``.

    Parameters
    ----------
    graph, layers, states, component
        As in ``backward``.  Written: ``states.finished`` of the last state only.
    """
    last = last_state(graph, layers, component)
    for i in range(states.reached.shape[1]):
        states.finished[last, i] = states.reached[last, i]
