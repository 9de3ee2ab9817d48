"""Workspace of the frontier: layers, states and moves; sets of mine counts.

A state's mine counts are the bits of its row of ``counts``, from its lowest upwards.
"""

import numpy as np

from nogues.kernels._jit import kernel
from nogues.kernels.bits import ONE, ZERO, highest_index, lowest_index
from nogues.kernels.bundle import bundle

# The workspace is too small: callers enlarge it (``probabilities.grown``) and begin
# again, until it has reached its limit.
# All other codes are lower.
MORE_STATES = 100
MORE_COUNTS = 101
MORE_TERMS = 102

Layers = bundle(
    "Layers",
    [
        # By layer.  A component has one layer more than boxes, so layer t of component
        # k is element t + k.
        "first",  # int64: first state of a layer
        # By position of the box in the order.
        "unit",  # uint64: one mine in the fields of the box's clues
        "opens",  # uint64: needs of the clues the box opens, and the guards
        "guard",  # uint64: guard bits of the box's clues
        "cap",  # uint64: cells these clues have left after the box, and the guards
        "most",  # int64: mines the box can have at most
        "values",  # uint64: bit v is set if the box can have v mines
    ],
)

States = bundle(
    "States",
    [
        # By state.
        "key",  # uint64: needs of the open clues
        "low",  # int32: mines at bit 0 of the counts
        "reached",  # uint64 (states, words): counts that reach the state
        "finished",  # uint64 (states, words): those of them that can be finished
        "move",  # int32: first move out of the state
        # By move.
        "target",  # int32: the state it leads to
        "value",  # int8: the mines in the box
        # Workspace.
        "table",  # int32: hash table of the states of a layer
        "sums",  # bool: what ``apply_mine_count`` works on
        # Workspace of ``marginals``: by state, the counts that can be completed.
        "least",  # int32: the first of them
        "span",  # int32: how many from the first to the last
        "offset",  # int64: where they begin in ``terms``
        "terms",  # float64
    ],
)


def new_layers(boxes):
    """Lay out the workspace ``Layers``, not initialised.

    Parameters
    ----------
    boxes : int
        Most boxes of a position.
    """
    words = np.empty((5, boxes), np.uint64)
    return Layers(
        np.empty(2 * boxes + 2, np.int64),
        words[0],
        words[1],
        words[2],
        words[3],
        np.empty(boxes, np.int64),
        words[4],
    )


def new_states(room, words, terms=0):
    """Lay out the workspace for states and moves.

    Parameters
    ----------
    room : int
        States, and moves, that fit.
    words : int
        64-bit words of mine counts per state: a state's counts span up to 64 * words.
    terms : int
        Terms of polynomials that fit; at least 16 per state.

    Returns
    -------
    States
        Not initialised.
    """
    slots = np.int64(16)
    while slots < 2 * room:
        slots *= 2
    return States(
        np.empty(room + 1, np.uint64),
        np.empty(room + 1, np.int32),
        np.empty((room + 1, words), np.uint64),
        np.empty((room + 1, words), np.uint64),
        np.empty(room + 1, np.int32),
        np.empty(room + 1, np.int32),
        np.empty(room + 1, np.int8),
        np.empty(slots, np.int32),
        np.empty(16 * room, np.bool_),
        np.empty(room + 1, np.int32),
        np.empty(room + 1, np.int32),
        np.empty(room + 2, np.int64),
        np.empty(max(16 * room, terms), np.float64),
    )


@kernel(_nrt=False)
def add_counts(counts, into, source, shift):
    """Add the counts of one state, moved up by ``shift``, to another's.

    Returns False if they do not fit; then the counts are spoilt, and the caller begins
    again with more words.

    Parameters
    ----------
    counts : ndarray(uint64, ndim=2)
        (states, words): ``states.reached``.  In place.
    into, source : int
        Rows of ``counts``.
    shift : int
        At least 0.
    """
    words = counts.shape[1]
    if words == 1:
        word = counts[source, 0]
        if shift > 63 - highest_index(word | ONE):
            return False
        counts[into, 0] |= word << np.uint64(shift)
        return True
    jump = shift >> 6
    step = np.uint64(shift & 63)
    for i in range(words):
        word = counts[source, i]
        if word == ZERO:
            continue
        last = i + jump >= words - 1
        if i + jump >= words or (last and (shift & 63) > 63 - highest_index(word)):
            return False
        counts[into, i + jump] |= word << step
        if step != ZERO and not last:
            counts[into, i + jump + 1] |= word >> (np.uint64(64) - step)
    return True


@kernel(_nrt=False)
def raise_counts(counts, state, shift):
    """Move the counts of a state up by ``shift``; False if they do not fit.

    Parameters
    ----------
    counts : ndarray(uint64, ndim=2)
        (states, words): ``states.reached``.  In place.
    state : int
        Row of ``counts``.
    shift : int
        At least 0.
    """
    words = counts.shape[1]
    for _ in range(shift):
        if counts[state, words - 1] >> np.uint64(63):
            return False
        for i in range(words - 1, 0, -1):
            carry = counts[state, i - 1] >> np.uint64(63)
            counts[state, i] = (counts[state, i] << ONE) | carry
        counts[state, 0] <<= ONE
    return True


@kernel(_nrt=False)
def lowest_count(counts, state):
    """Return the index of a state's first count, int64, or 0 if there is none.

    Parameters
    ----------
    counts : ndarray(uint64, ndim=2)
        (states, words): ``states.reached`` or ``states.finished``.
    state : int
        Row of ``counts``.
    """
    for i in range(counts.shape[1]):
        if counts[state, i] != ZERO:
            return 64 * i + lowest_index(counts[state, i])
    return np.int64(0)


@kernel(_nrt=False)
def highest_count(counts, state):
    """Return the index of a state's last count, int64, or -1 if there is none.

    Parameters
    ----------
    counts, state
        As in ``lowest_count``.
    """
    for i in range(counts.shape[1] - 1, -1, -1):
        if counts[state, i] != ZERO:
            return 64 * i + highest_index(counts[state, i])
    return np.int64(-1)
