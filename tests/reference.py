"""The published search, slow and obvious: sets, lists and one cell at a time.

Shares nothing with the package.  A cell is a (row, column) pair.
"""

from collections import deque

MASK = 0xFFFFFFFF


class Mulberry:
    def __init__(self, seed):
        self.state = seed & MASK
        self.draws = 0

    def __call__(self):
        self.draws += 1
        self.state = (self.state + 0x6D2B79F5) & MASK
        t = self.state
        t = ((t ^ (t >> 15)) * (1 | t)) & MASK
        t = ((t + (((t ^ (t >> 7)) * (61 | t)) & MASK)) ^ t) & MASK
        return (t ^ (t >> 14)) / 4294967296


def neighbours(width, height, cell):
    row, column = cell
    return [
        (r, c)
        for r in (row - 1, row, row + 1)
        for c in (column - 1, column, column + 1)
        if (r, c) != cell and 0 <= r < height and 0 <= c < width
    ]


def cells_of(width, height):
    return [(r, c) for r in range(height) for c in range(width)]


def clues_of(width, height, mines):
    return {
        cell: -1
        if cell in mines
        else sum(n in mines for n in neighbours(width, height, cell))
        for cell in cells_of(width, height)
    }


def reveal(width, height, mines, start):
    """Cells in opening order with their distance."""
    if start in mines:
        return []
    clue = clues_of(width, height, mines)
    distance = {start: 0}
    queue = deque([start])
    while queue:
        cell = queue.popleft()
        if clue[cell] == 0:
            for n in neighbours(width, height, cell):
                if n not in distance:
                    distance[n] = distance[cell] + 1
                    queue.append(n)
    return list(distance.items())


def solve(width, height, mines, start, max_passes=60):
    """Return opened cells, flagged cells and passes."""
    opened, flagged = set(), set()
    if start in mines:
        return opened, flagged, 0
    clue = clues_of(width, height, mines)

    def click(cell):
        todo = [cell]
        opened.add(cell)
        while todo:
            here = todo.pop()
            if clue[here] == 0:
                for n in neighbours(width, height, here):
                    if n not in opened and n not in flagged:
                        opened.add(n)
                        todo.append(n)

    click(start)
    passes = 0
    while passes < max_passes:
        changed = False
        for cell in cells_of(width, height):
            if cell not in opened or clue[cell] == 0:
                continue
            near = neighbours(width, height, cell)
            flags = [n for n in near if n in flagged]
            unknown = [n for n in near if n not in flagged and n not in opened]
            if not unknown:
                continue
            if len(flags) == clue[cell]:
                for n in unknown:
                    if n not in opened:
                        click(n)
                changed = True
            elif len(flags) + len(unknown) == clue[cell]:
                flagged.update(unknown)
                changed = True
        if not changed:
            break
        passes += 1
    return opened, flagged, passes


def is_safe(cell, start, safe="diamond"):
    """Whether a cell is in a safe zone."""
    down, across = abs(cell[0] - start[0]), abs(cell[1] - start[1])
    return {
        "diamond": down + across <= 2,
        "block": down <= 1 and across <= 1,
        "cell": cell == start,
        "any": False,
    }[safe]


def generate(
    width,
    height,
    mines,
    start,
    draw,
    max_attempts=300,
    max_passes=60,
    safe="diamond",
    accepted=lambda layout: True,
):
    """Return (mine set, attempts, repairs), or None where all attempts fail."""
    everything = cells_of(width, height)

    def in_zone(cell):
        return is_safe(cell, start, safe)

    def below(n):
        return int(draw() * n)

    candidates = [cell for cell in everything if not in_zone(cell)]
    count = min(mines, len(candidates))
    for attempt in range(1, max_attempts + 1):
        order = list(candidates)
        for k in range(count):
            other = k + below(len(order) - k)
            order[k], order[other] = order[other], order[k]
        layout = set(order[:count])
        if any(
            near and all(n in layout for n in near)
            for cell in everything
            if cell not in layout
            for near in [neighbours(width, height, cell)]
        ):
            continue
        for repairs in range(101):
            opened, flagged, _ = solve(width, height, layout, start, max_passes)
            if len(opened) == len(everything) - count:
                if accepted(layout):
                    return layout, attempt, repairs
                break
            if repairs == 100:
                break
            unknown = [c for c in everything if c not in opened and c not in flagged]
            touching = {
                c
                for c in unknown
                if any(n in opened for n in neighbours(width, height, c))
            }
            frontier = [c for c in unknown if c in layout and c in touching]
            hidden = [c for c in unknown if c not in layout and not in_zone(c)]
            if not frontier or not hidden:
                break
            remote = [c for c in hidden if c not in touching]
            source = frontier[below(len(frontier))]
            pool = remote or hidden
            target = pool[below(len(pool))]
            layout.remove(source)
            layout.add(target)
    return None


def measure(width, height, mines, start):
    """Opening, 3BV, openings and buried mines of a layout."""
    clue = clues_of(width, height, mines)
    zeros = {cell for cell in clue if clue[cell] == 0}
    beside = {n for cell in zeros for n in neighbours(width, height, cell)}
    lone = [c for c in clue if clue[c] > 0 and c not in beside]
    openings, left = 0, set(zeros)
    while left:
        openings += 1
        todo = [left.pop()]
        while todo:
            near = left.intersection(neighbours(width, height, todo.pop()))
            left -= near
            todo += near
    buried = [c for c in mines if mines.issuperset(neighbours(width, height, c))]
    return {
        "opening": len(reveal(width, height, mines, start)),
        "bbbv": openings + len(lone),
        "openings": openings,
        "buried": len(buried),
    }
