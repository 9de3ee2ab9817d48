"""What the components of a position say by themselves, where states are few.

``forced`` answers every question of exact counting.  A search mostly asks one: is any
cell the same in all layouts that fit the clues?  Here that is all there is, cell by
cell instead of box by box, without mine counts except the fewest and the most.  Where a
component needs too many states, or the mine count may say more,
``solving.levels_planes`` turns to ``forced``.

A state is what the open clues still need, a field of four bits each, the highest a
guard, as in ``frontier``.  Three bits hold every need: a clue that needs 8 has fired.

Cost: 2.4 us for a stuck position of a random expert board, where ``forced`` takes 8.2
(means of 175 positions on a busy machine).  That is why this second way of counting is
kept beside it.
"""

import numpy as np

from nogues.kernels._jit import kernel
from nogues.kernels.bits import ONE, ZERO, lowest_index
from nogues.kernels.boards.neighbours import BIT, COLUMNS, NOT_OPPOSITE, ROWS, SIZE
from nogues.kernels.bundle import bundle

WIDE = np.int64(48)  # states of a layer; more are looked for elsewhere
ROOM = np.int64(8192)  # states of a component

Local = bundle(
    "Local",
    [
        # For each cell of the grid.
        "seen",  # uint8: mask of the listed clues around a hidden cell
        "left",  # uint8: mask of a clue's cells that are not decided
        "field",  # int8: bit of a clue's field; -1 before it opens
        # For each cell decided, in their order.
        "cell",  # int32: framed cell
        "layer",  # int32: the first state in which it is not decided
        "values",  # uint8: bit v is set if the cell can be v
        # For each state.
        "key",  # uint64
        "fewest",  # int32: fewest mines on a way to the state
        "most",  # int32: most mines on a way to it
        "none",  # int32: the state reached with no mine in the cell, or -1
        "mine",  # int32: the state reached with one, or -1
        "alive",  # bool: whether it can be completed
        # Others.
        "front",  # int32: open clues
        "bounds",  # int64 (2,): fewest and most mines of the components so far
    ],
)


def new_local(cells, framed):
    """Lay out the workspace for boards of one size.

    Parameters
    ----------
    cells : int
        Cells of the board.
    framed : int
        Cells of the board with its frame, ``grid.cell.size``.

    Returns
    -------
    Local
        Not initialised.
    """
    bytes_ = np.empty((2, framed), np.uint8)
    states = np.empty((4, ROOM), np.int32)
    return Local(
        bytes_[0],
        bytes_[1],
        np.empty(framed, np.int8),
        np.empty(cells, np.int32),
        np.empty(cells + 1, np.int32),
        np.empty(cells, np.uint8),
        np.empty(ROOM, np.uint64),
        states[0],
        states[1],
        states[2],
        states[3],
        np.empty(ROOM, np.bool_),
        np.empty(cells, np.int32),
        np.zeros(2, np.int64),
    )


@kernel(_nrt=False, forceinline=True)
def note_clues(grid, local, active):
    """Copy the listed clues into the workspace."""
    for i in range(local.seen.size):
        local.seen[i] = np.uint8(0)
    for u in range(active):
        at = np.int64(grid.active[u])
        local.left[at] = grid.mask[at]
        local.field[at] = -1
        rest = np.uint64(grid.mask[at])
        while rest != ZERO:
            k = lowest_index(rest)
            rest &= rest - ONE
            local.seen[at + ROWS[k] * grid.stride + COLUMNS[k]] |= BIT[7 - k]


@kernel(_nrt=False, forceinline=True)
def next_clue(local, open_clues):
    """Drop the open clues that are finished, and choose the next.

    Returns how many are left, and the one with the fewest cells to decide, or -1.
    """
    front, left = local.front, local.left
    least = np.int64(9)
    chosen = np.int64(-1)
    still = np.int64(0)
    for u in range(open_clues):
        clue = np.int64(front[u])
        size = np.int64(SIZE[left[clue]])
        front[still] = clue
        still += np.int64(size > 0)
        if 0 < size < least:
            least = size
            chosen = clue
    return still, chosen


@kernel(_nrt=False, forceinline=True)
def step(local, first, last, opens, unit, cap, guard):
    """Make the states after a cell from those before it; returns their end, or -1."""
    key, fewest, most = local.key, local.fewest, local.most
    end = np.int64(last)
    bits = guard - unit  # the need bits of the cell's fields
    for state in range(first, last):
        word = key[state] + opens
        for value in range(2):
            target = np.int64(-1)
            # A guard falls if a need fell below 0, or is more than the cells left.
            # Equal needs go on in the same way, so equal states are one.
            if word & (cap - (word & bits)) & guard == guard:
                after = word ^ guard
                # Few states: a walk along them is cheaper than a hash table.
                target = np.int64(last)
                while target < end and key[target] != after:
                    target += 1
                if target == end:
                    if end - last >= WIDE or end >= ROOM:
                        return np.int64(-1)
                    key[end] = after
                    fewest[end] = fewest[state] + value
                    most[end] = most[state] + value
                    end += 1
                else:
                    fewest[target] = min(fewest[target], fewest[state] + value)
                    most[target] = max(most[target], most[state] + value)
            if value:
                local.mine[state] = target
            else:
                local.none[state] = target
            word -= unit
    return end


@kernel(_nrt=False, forceinline=True)
def look_back(local, first, decided, end):
    """Go back through a component's layers; returns whether any cell is certain.

    Writes ``local.values`` of its cells, ``first`` to ``decided``.
    """
    alive = local.alive
    for state in range(local.layer[decided], end):
        alive[state] = True
    certain = False
    for t in range(decided - 1, first - 1, -1):
        values = np.int64(0)
        for state in range(local.layer[t], local.layer[t + 1]):
            none, mine = np.int64(local.none[state]), np.int64(local.mine[state])
            clear = none >= 0 and alive[none]
            mined = mine >= 0 and alive[mine]
            alive[state] = clear or mined
            values |= np.int64(clear) | np.int64(mined) << 1
        local.values[t] = values
        certain |= values != 3
    return certain


@kernel(_nrt=False, forceinline=True)
def decide_cells(grid, local, clue, decided, first, last, taken, open_clues):
    """Decide the cells of a clue one by one.

    ``first`` to ``last`` are the states before.  Returns the number of cells decided,
    first and last of the states after, the bits that fields take, and the number of
    open clues; last is -1 where it gives up.
    """
    left, field, stride = local.left, local.field, grid.stride
    while left[clue] and last >= 0:
        k = lowest_index(np.uint64(left[clue]))
        cell = clue + ROWS[k] * stride + COLUMNS[k]
        unit, opens, cap, freed = ZERO, ZERO, ZERO, ZERO
        rest = np.uint64(local.seen[cell])
        while rest != ZERO:
            j = lowest_index(rest)
            rest &= rest - ONE
            other = cell + ROWS[j] * stride + COLUMNS[j]
            if field[other] < 0:
                if taken == ~ZERO:
                    return decided, first, np.int64(-1), taken, open_clues
                at = lowest_index(~taken)
                taken |= np.uint64(15) << np.uint64(at)
                field[other] = at
                opens |= np.uint64(grid.need[other]) << np.uint64(at)
                local.front[open_clues] = other
                open_clues += 1
            at = np.uint64(field[other])
            left[other] &= NOT_OPPOSITE[j]
            size = np.uint64(SIZE[left[other]])
            unit |= ONE << at
            cap |= size << at
            if size == ZERO:
                freed |= np.uint64(15) << at
        guard = unit << np.uint64(3)
        local.cell[decided] = cell
        local.layer[decided] = first
        decided += 1
        first, last = (
            last,
            step(local, first, last, opens + guard, unit, cap + guard, guard),
        )
        taken &= ~freed
    return decided, first, last, taken, open_clues


@kernel(_nrt=False)
def find_locally(grid, local, active):
    """Find the cells that are certain by their components.

    Parameters
    ----------
    grid : Grid
        As ``constraints.build_graph`` expects it, and no clue needs 8 mines.
    local : Local
        Written: ``cell`` and ``values`` of each cell decided, in any order, and
        ``bounds``, the fewest and the most mines of all components together.
    active : int
        Number of listed clues.

    Returns
    -------
    decided : int64
        Number of cells decided, which are all the frontier; -1 where a component has
        too many states.
    certain : bool
        Whether any of them is certain.
    """
    note_clues(grid, local, active)
    local.bounds[:] = 0
    decided, end = np.int64(0), np.int64(0)
    certain = False
    for u in range(active):
        clue = np.int64(grid.active[u])
        if local.field[clue] >= 0:
            continue
        first, start = decided, np.int64(0)
        local.key[0] = ZERO
        local.fewest[0] = 0
        local.most[0] = 0
        end = np.int64(1)
        taken, open_clues = ZERO, np.int64(0)
        while clue >= 0:
            decided, start, end, taken, open_clues = decide_cells(
                grid, local, clue, decided, start, end, taken, open_clues
            )
            if end < 0:
                return np.int64(-1), False
            open_clues, clue = next_clue(local, open_clues)
        local.layer[decided] = start
        local.bounds[0] += local.fewest[start]
        local.bounds[1] += local.most[start]
        certain |= look_back(local, first, decided, end)
    return decided, certain
