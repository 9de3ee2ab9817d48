"""Counting mine layouts exactly, with Python's integers.

The slow twin of the compiled counts: it shares no code with them and rounds nothing.
Cells are ids and know no grid; a clue is a set of cells and its number of mines.

Cells with the same clues form a *box*, of which only the number of mines matters, and
clues that share boxes form a *component*, counted by itself.  Its boxes are filled one
after another; the fillings that leave every clue the same residual (mines still to
find) are one *state*, and the states after a box are a *layer*.  A layer is small where
few clues are open at a time, so the order of the boxes is searched for.  A pass
forwards and one backwards over the layers give the layouts through every state, by
their number of mines.  Cells no clue sees are the *sea*: it takes the mines the
components leave.
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

#: Orders tried for a component, and the states that make one more worth its time.
MAX_ORDERS = 32
STATES_PER_ORDER = 1_000


class Count(NamedTuple):
    """What ``count_layouts`` finds.

    Attributes
    ----------
    layouts : int
        Number of layouts.
    mines : dict of int to int
        For every cell that takes part, the number of layouts in which it is a mine.
    """

    layouts: int
    mines: dict[int, int]


class Box(NamedTuple):
    """Cells with the same clues, and these by their index."""

    cells: list[int]
    clues: tuple[int, ...]


class Component(NamedTuple):
    """Clues connected by boxes; of all clues the mines, cells and clues they touch."""

    clues: list[int]
    boxes: list[Box]
    numbers: list[int]
    sizes: list[int]
    near: list[set[int]]


class Filling(NamedTuple):
    """A box as the step from one layer to the next.

    A move, for 0, 1, 2 ... mines, is the change of a state and the choices of cells.
    The ceiling is the largest residuals afterwards, the cells left to each clue, with
    the guards.
    """

    box: Box
    moves: list[tuple[int, int]]
    ceiling: int


class Layer(NamedTuple):
    """Ways to each state, packed as the sum of ``ways[base + k] << (slot * k)``.

    One sum or product of packed ways then does it for all numbers of mines.  With slot
    0 they are just added up.
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
        Number of mines among all unknown cells.  With None any number will do, and
        cells in no constraint take no part.
    max_states : int, optional
        States that may be visited, in all.

    Returns
    -------
    Count
        All zeros where the constraints contradict one another or the total.

    Raises
    ------
    LimitError
        When there are more than ``max_states`` states.

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
    """Merge equal clues and take out the cells (1 is a mine) that one clue decides.

    Without these cells components fall apart and boxes grow.  None is a contradiction.
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
    """List the clues that can be reached, the nearest first."""
    reached = [first]
    found = {first}
    for k in reached:
        reached += sorted(near[k] - found)
        found |= near[k]
    return reached


def _order(component: Component) -> list[Box]:
    """Order the boxes for few states: the best of greedy orders from several starts.

    The first start is an end of the component, the next the end farthest from it.
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
    """Sum over the layers of the product of the residuals' ranges, about the states."""
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
    """Count a component; a state is one integer, with a field of bits a residual.

    The top bit of a field is its guard.  It is clear in a state, so a change that
    subtracts too much sets it and cannot pass for another state.
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
    # Wide enough for all that is unpacked, which is part of these layouts.  What leads
    # to no layout may overlap: it is never unpacked, and sums are exact all the same.
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
                # All guards survive where nothing is below 0 or above the limit.
                if (guards + new) & (filling.ceiling - new) & guards == guards:
                    after[new] += ways * choices << slot * mines
        states += len(after)
        if states > max_states:
            raise LimitError("the position takes more states than are allowed")
        layers.append(_trim(layers[-1].base, after, slot))
    return layers


def _backwards(
    plan: list[Filling], layers: list[Layer], slot: int
) -> list[tuple[Box, Ways]]:
    """Count the layouts in which a given cell of a box is a mine, for every box.

    Their ways are those to a state, through the box, and on from there to the end.
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
        # Where the given cell is a mine, the box's other cells hold one less.
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
    """Take packed ways apart, without the zeros."""
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
    """Count the layouts of all, with ``left`` mines or, where None, any number."""
    # Forwards the ways of the components so far; backwards the layouts of all the
    # rest, by the mines in the components so far, beginning with the sea alone.
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
    """Sum the ways times the layouts that go with their mines and ``mines`` more."""
    return sum(number * layouts[m + mines] for m, number in ways.items())


def _fill_sea(cells: int, left: int, components: Ways) -> Ways:
    """Count the layouts of the sea by the mines in the components."""
    layouts = dict.fromkeys(components, 0)
    fits = [left - m for m in components if m <= left]
    if fits:
        choices = math.comb(cells, min(fits))
        for mines in range(min(fits), max(fits) + 1):
            layouts[left - mines] = choices
            # The next binomial by the ratio to this one, which is exact.
            choices = choices * (cells - mines) // (mines + 1)
    return layouts
