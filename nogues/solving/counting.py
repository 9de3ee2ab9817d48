"""Counting mine layouts exactly, with Python's integers.

This is the slow counterpart of the compiled counts.  It shares no code with them and
does not round.  Cells are ids, without a grid.  A clue is a set of cells and the number
of mines among them.

Cells with the same clues form a *box*: only its number of mines matters.  Clues that
share boxes form a *component*, which is counted separately.  Its boxes are filled one
after another.  Fillings that leave every clue the same residual (mines still to find)
form one *state*, and the states after a box form a *layer*.  A layer is small if few
clues are open at the same time, so a good order of the boxes is searched for.  One
forward and one backward pass over the layers count the layouts through every state, by
their number of mines.  Cells that no clue sees form the *sea*, which takes the
remaining mines.
"""

from __future__ import annotations

import functools
import math
import operator
from collections import defaultdict
from collections.abc import Collection, Iterable
from typing import NamedTuple, TypeAlias

from nogues.base.errors import LimitError

#: Mines among each set of cells.
Clues: TypeAlias = dict[frozenset[int], int]

#: Number of layouts by number of mines.
Ways: TypeAlias = dict[int, int]

#: Orders tried per component, and the states that justify trying one more.
MAX_ORDERS = 32
STATES_PER_ORDER = 1_000


class Count(NamedTuple):
    """The result of ``count_layouts``.

    Attributes
    ----------
    layouts : int
        Number of layouts.
    mines : dict of int to int
        For every cell counted, the number of layouts in which it is a mine.
    """

    layouts: int
    mines: dict[int, int]


class Box(NamedTuple):
    """Cells with the same clues, and the indices of these clues."""

    cells: list[int]
    clues: tuple[int, ...]


class Component(NamedTuple):
    """Clues connected by boxes; the last three fields are those of all clues."""

    clues: list[int]
    boxes: list[Box]
    numbers: list[int]
    sizes: list[int]
    near: list[set[int]]


class Filling(NamedTuple):
    """A box as the step from one layer to the next.

    A move, for 0, 1, 2 ... mines, is the change of the state and the number of ways to
    choose the cells.  The ceiling packs the largest possible residuals after the step
    (the number of cells left to each clue) together with the guards.
    """

    box: Box
    moves: list[tuple[int, int]]
    ceiling: int


class Layer(NamedTuple):
    """Ways to each state, packed as the sum of ``ways[base + k] << (slot * k)``.

    One sum or product of packed ways then handles all numbers of mines at once.  With
    slot 0, the ways are only added up.
    """

    base: int
    packed: dict[int, int]


class ComponentCount(NamedTuple):
    """Layouts of a component, and those in which a given cell of each box is a mine."""

    states: int
    ways: Ways
    boxes: list[tuple[Box, Ways]]


def count_layouts(
    unknown: Collection[int],
    constraints: Iterable[tuple[Collection[int], int]],
    total: int | None,
    *,
    max_states: int = 2_000_000,
) -> Count:
    """Count the mine layouts that satisfy all constraints.

    Parameters
    ----------
    unknown : collection of int
        The unknown cells, by any ids.
    constraints : iterable of (collection of int, int)
        Sets of unknown cells, and the number of mines among each.
    total : int or None
        Number of mines among all unknown cells.  With None, any number is allowed, and
        cells without a constraint are not counted.
    max_states : int, optional
        States that may be visited in total.

    Returns
    -------
    Count
        All zeros if the constraints contradict each other or the total.

    Raises
    ------
    LimitError
        If there are more than ``max_states`` states.

    Examples
    --------
    Two mines in five cells, one of them in the first two, one in the second and third:

    >>> from nogues.solving.counting import count_layouts
    >>> count_layouts(range(5), [((0, 1), 1), ((1, 2), 1)], 2)
    Count(layouts=3, mines={0: 1, 1: 2, 2: 1, 3: 1, 4: 1})
    """
    given = [(frozenset(cells), number) for cells, number in constraints]
    seen = frozenset[int]().union(*(cells for cells, _ in given))
    nothing = Count(0, {c: 0 for c in unknown if total is not None or c in seen})
    settled = _settle(given)
    if settled is None:
        return nothing
    clues, known = settled
    counts: list[ComponentCount] = []
    for component in _split(clues):
        counts.append(_count_component(component, max_states))
        max_states -= counts[-1].states
        if not counts[-1].ways:
            return nothing
    sea = [cell for cell in nothing.mines if cell not in seen]
    left = None if total is None else total - sum(known.values())
    layouts, mines = _combine(counts, sea, left)
    mines |= {cell: layouts * mine for cell, mine in known.items()}
    return Count(layouts, nothing.mines | mines)


def _settle(
    given: list[tuple[frozenset[int], int]],
) -> tuple[Clues, dict[int, int]] | None:
    """Merge equal clues and remove the cells (1: a mine) that a single clue decides.

    Without these cells, components are smaller and boxes larger.  None means a
    contradiction.
    """
    known: dict[int, int] = {}
    while True:
        clues: Clues = {}
        before = len(known)
        for cells, number in given:
            rest = frozenset(cell for cell in cells if cell not in known)
            number -= sum(known.get(cell, 0) for cell in cells)
            if not 0 <= number <= len(rest) or clues.get(rest, number) != number:
                return None
            if number in (0, len(rest)):
                known |= dict.fromkeys(rest, int(number > 0))
            else:
                clues[rest] = number
        if len(known) == before:
            return clues, known
        given = list(clues.items())


def _split(clues: Clues) -> list[Component]:
    """Group cells into boxes, and clues into components."""
    clues_of: dict[int, list[int]] = defaultdict(list)
    for k, cells in enumerate(clues):
        for cell in cells:
            clues_of[cell].append(k)
    groups: dict[tuple[int, ...], list[int]] = defaultdict(list)
    for cell in sorted(clues_of):
        groups[tuple(clues_of[cell])].append(cell)

    numbers, sizes = list(clues.values()), [len(cells) for cells in clues]
    near: list[set[int]] = [set() for _ in sizes]
    for group in groups:
        for k in group:
            near[k].update(group)
    components: list[Component] = []
    component_of: dict[int, Component] = {}
    for k in range(len(sizes)):
        if k not in component_of:
            reached = _breadth_first(near, k)
            components.append(Component(reached, [], numbers, sizes, near))
            component_of |= dict.fromkeys(reached, components[-1])
    for group, members in groups.items():
        component_of[group[0]].boxes.append(Box(members, group))
    return components


def _breadth_first(near: list[set[int]], first: int) -> list[int]:
    """List the clues that can be reached, nearest first."""
    reached = [first]
    found = {first}
    for k in reached:
        reached += sorted(near[k] - found)
        found |= near[k]
    return reached


def _order(component: Component) -> list[Box]:
    """Order the boxes for few states: take the best greedy order of several starts.

    The first start is an end of the component, the second the end farthest from it.
    """
    line = _breadth_first(component.near, component.clues[-1])
    starts = [line[0], line[-1], *line[1 : -1 : 1 + len(line) // MAX_ORDERS]]
    best: list[Box] = []
    least = math.inf
    for tried, start in enumerate(starts):
        if least < STATES_PER_ORDER * tried:
            break
        order = _greedy(component, start)
        cost = _cost(component, order)
        if cost < least:
            best, least = order, cost
    return best


def _greedy(component: Component, start: int) -> list[Box]:
    """Close clue after clue: the one that opens fewest others, the oldest on ties."""
    rank: dict[int, int] = {}
    waiting, seen = [start], {start}
    while waiting:
        clue = min(waiting, key=lambda k: len(component.near[k] - seen))
        rank[clue] = len(rank)
        waiting.remove(clue)
        waiting += sorted(component.near[clue] - seen)
        seen |= component.near[clue]
    return sorted(component.boxes, key=lambda box: sorted(rank[k] for k in box.clues))


def _cost(component: Component, order: list[Box]) -> int:
    """Estimate the states: sum, over the layers, the products of residual ranges."""
    left = component.sizes.copy()
    ranges = [1] * len(left)
    total, product = 0, 1
    for box in order:
        for k in box.clues:
            left[k] -= len(box.cells)
            lowest = max(0, component.numbers[k] - (component.sizes[k] - left[k]))
            product //= ranges[k]
            ranges[k] = min(component.numbers[k], left[k]) - lowest + 1
            product *= ranges[k]
        total += product
    return total


def _count_component(component: Component, max_states: int) -> ComponentCount:
    """Count a component; a state is one integer, with one bit field per residual.

    The top bit of a field is its guard.  It is clear in a state.  A change that
    subtracts too much sets it, so the result is never mistaken for another state.
    """
    width = max(component.sizes).bit_length() + 1
    field = {k: width * index for index, k in enumerate(component.clues)}
    guards = sum(1 << shift + width - 1 for shift in field.values())
    start = sum(component.numbers[k] << shift for k, shift in field.items())
    limit = sum(component.sizes[k] << shift for k, shift in field.items())
    plan: list[Filling] = []
    for box in _order(component):
        size = len(box.cells)
        mine = sum(1 << field[k] for k in box.clues)
        limit -= mine * size
        moves = [(-mine * m, math.comb(size, m)) for m in range(size + 1)]
        plan.append(Filling(box, moves, guards + limit))
    layouts = _forwards(plan, start, guards, 0, max_states)[-1].packed.get(0)
    if layouts is None:
        return ComponentCount(0, {}, [])
    # Wide enough for every number that is unpacked: each counts some of these layouts.
    # Numbers that lead to no layout may overlap.  They are never unpacked, and sums of
    # packed numbers are still exact.
    slot = layouts.bit_length()
    layers = _forwards(plan, start, guards, slot, max_states)
    states = sum(len(layer.packed) for layer in layers)
    last = layers.pop()
    ways = _unpack(last.packed[0], slot, last.base)
    return ComponentCount(states, ways, _backwards(plan, layers, slot))


def _forwards(
    plan: list[Filling], start: int, guards: int, slot: int, max_states: int
) -> list[Layer]:
    """List the layers before and after every filling, with the ways to each state."""
    layers = [Layer(0, {start: 1})]
    states = 1
    for filling in plan:
        after: dict[int, int] = defaultdict(int)
        for state, ways in layers[-1].packed.items():
            for mines, (change, choices) in enumerate(filling.moves):
                new = state + change
                # All guards stay set if no residual is below 0 or above its limit.
                if (guards + new) & (filling.ceiling - new) & guards == guards:
                    after[new] += ways * choices << slot * mines
        states += len(after)
        if states > max_states:
            raise LimitError("the position takes more states than allowed")
        layers.append(_trim(layers[-1].base, after, slot))
    return layers


def _backwards(
    plan: list[Filling], layers: list[Layer], slot: int
) -> list[tuple[Box, Ways]]:
    """Count the layouts in which a given cell of a box is a mine, for every box.

    The ways are those to a state, times those through the box and on to the end.
    """
    result: list[tuple[Box, Ways]] = []
    after = Layer(0, {0: 1})
    for filling in reversed(plan):
        layer = layers.pop()
        past_box = [0] * len(filling.moves)
        before: dict[int, int] = {}
        for state, ways in layer.packed.items():
            onwards = 0
            for mines, (change, choices) in enumerate(filling.moves):
                rest = after.packed.get(state + change)
                if rest is not None:
                    past_box[mines] += ways * rest
                    onwards += rest * choices << slot * mines
            if onwards:
                before[state] = onwards
        # If the given cell is a mine, the other cells of the box have one mine less.
        others = len(filling.box.cells) - 1
        packed = sum(
            past_box[m] * math.comb(others, m - 1) << slot * m
            for m in range(1, len(past_box))
        )
        result.append((filling.box, _unpack(packed, slot, layer.base + after.base)))
        after = _trim(after.base, before, slot)
    return result


def _trim(base: int, packed: dict[int, int], slot: int) -> Layer:
    """Make a layer, its base raised to the fewest mines with ways."""
    if slot:
        union = functools.reduce(operator.or_, packed.values())
        unused = ((union & -union).bit_length() - 1) // slot
        packed = {state: ways >> slot * unused for state, ways in packed.items()}
        base += unused
    return Layer(base, packed)


def _unpack(packed: int, slot: int, base: int) -> Ways:
    """Unpack ways, without the zeros."""
    ways: Ways = {}
    while packed:
        if number := packed & (1 << slot) - 1:
            ways[base] = number
        packed >>= slot
        base += 1
    return ways


def _combine(
    counts: list[ComponentCount], sea: list[int], left: int | None
) -> tuple[int, dict[int, int]]:
    """Count the layouts of everything, with ``left`` mines (None: any number)."""
    # Forward: the ways of the components so far.  Backward, beginning with the sea
    # alone: the layouts of all the rest, by the mines in the components so far.
    so_far: list[Ways] = [{0: 1}]
    for count in counts:
        so_far.append(_multiply(so_far[-1], count.ways))
    if left is None:
        rest = dict.fromkeys(so_far[-1], 1)
    else:
        rest = _fill_sea(len(sea), left, so_far[-1])
    layouts = _dot(so_far[-1], rest)
    mines: dict[int, int] = {}
    if left is not None and sea:
        in_sea = sum(ways * rest[m] * (left - m) for m, ways in so_far[-1].items())
        mines |= dict.fromkeys(sea, in_sea // len(sea))
    for count, ways in zip(reversed(counts), reversed(so_far[:-1]), strict=True):
        others = {own: _dot(ways, rest, own) for own in count.ways}
        for box, own_ways in count.boxes:
            mines |= dict.fromkeys(box.cells, _dot(own_ways, others))
        rest = {m: _dot(count.ways, rest, m) for m in ways}
    return layouts, mines


def _multiply(left: Ways, right: Ways) -> Ways:
    """Combine independent ways."""
    product: Ways = defaultdict(int)
    for m, ways in left.items():
        for n, more in right.items():
            product[m + n] += ways * more
    return product


def _dot(ways: Ways, layouts: Ways, mines: int = 0) -> int:
    """Sum the ways times the layouts for their mines plus ``mines``."""
    return sum(number * layouts[m + mines] for m, number in ways.items())


def _fill_sea(cells: int, left: int, components: Ways) -> Ways:
    """Count the layouts of the sea by the mines in the components."""
    layouts = dict.fromkeys(components, 0)
    fits = [left - m for m in components if m <= left]
    if fits:
        choices = math.comb(cells, min(fits))
        for mines in range(min(fits), max(fits) + 1):
            layouts[left - mines] = choices
            # The next binomial follows from the exact ratio to this one.
            choices = choices * (cells - mines) // (mines + 1)
    return layouts
