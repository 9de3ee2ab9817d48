"""A slow twin of the levels of deduction, and random boards for it."""

import itertools

import numpy as np

from nogues.solving.counting import count_layouts

RULES = ("elementary", "subset", "complete", "mine_count")
LEVELS = RULES[:3]


class Twin:
    """A board solved by the definition of the levels; cells are (row, column)."""

    def __init__(self, clues, start, logic, use_mine_count=True):
        self.clues = clues
        height, width = clues.shape
        self.unknown = set(itertools.product(range(height), range(width)))
        self.around = {
            (r, c): {
                (y, x)
                for y in (r - 1, r, r + 1)
                for x in (c - 1, c, c + 1)
                if (y, x) != (r, c) and 0 <= y < height and 0 <= x < width
            }
            for r, c in self.unknown
        }
        self.opened, self.mines = set(), set()
        self.rounds, self.decided = dict.fromkeys(RULES, 0), dict.fromkeys(RULES, 0)
        self.total = int((clues == -1).sum())
        level = LEVELS.index(logic)
        self.open_up(start)
        while not self.finished() and (
            (level >= 1 and self.round("subset", self.pairs()))
            or (level >= 2 and self.round("complete", self.certain(None)))
            or (
                level >= 2
                and use_mine_count
                and self.round("mine_count", self.certain(self.total))
            )
        ):
            self.close()
        self.solvable = self.finished()

    def finished(self):
        return len(self.unknown) == self.total - len(self.mines)

    def decide(self, safe, mined):
        before = len(self.unknown)
        assert not safe & mined
        self.opened |= safe & self.unknown
        self.mines |= mined & self.unknown
        self.unknown -= safe | mined
        return before - len(self.unknown)

    def round(self, rule, found):
        cells = self.decide(*found)
        self.rounds[rule] += cells > 0
        self.decided[rule] += cells
        return cells

    def facts(self):
        for clue in sorted(self.opened):
            if hidden := self.around[clue] & self.unknown:
                known = len(self.around[clue] & self.mines)
                yield hidden, int(self.clues[clue]) - known

    def open_up(self, start):
        self.opened.add(start)
        self.unknown.remove(start)
        self.close(1)

    def close(self, cells=0):
        changed = True
        while changed:
            changed = 0
            for hidden, need in list(self.facts()):
                if need == 0:
                    changed += self.decide(hidden, set())
                elif need == len(hidden):
                    changed += self.decide(set(), hidden)
            cells += changed
        self.rounds["elementary"] += cells > 0
        self.decided["elementary"] += cells

    def pairs(self):
        safe, mined = set(), set()
        for (a, need_a), (b, need_b) in itertools.permutations(self.facts(), 2):
            if need_a - need_b == len(a - b):
                mined |= a - b
                safe |= b - a
        return safe, mined

    def certain(self, total):
        names = {cell: k for k, cell in enumerate(sorted(self.around))}
        facts = [({names[cell] for cell in hidden}, n) for hidden, n in self.facts()]
        cells = {names[cell] for cell in self.unknown}
        if total is None:
            cells = set().union(*(hidden for hidden, _ in facts))
        else:
            total -= len(self.mines)
        count = count_layouts(cells, facts, total)
        assert count.layouts
        cell_of = sorted(self.around)
        safe = {cell_of[k] for k, n in count.mines.items() if n == 0}
        return safe, {cell_of[k] for k, n in count.mines.items() if n == count.layouts}

    def known(self):
        height, width = self.clues.shape
        cells = np.zeros((height, width), np.int8)
        for cell in self.opened:
            cells[cell] = 1
        for cell in self.mines:
            cells[cell] = -1
        return cells.reshape(-1)


def random_clues(width, height, mines, start, n, seed, reach=1):
    """Lay mines outside the start's block, or only off the start where reach is 0."""
    rng = np.random.default_rng(seed)
    rows, columns = np.divmod(np.arange(width * height), width)
    away = np.maximum(abs(rows - start[0]), abs(columns - start[1]))
    free = np.flatnonzero(away > reach)
    mask = np.zeros((n, width * height), bool)
    for k in range(n):
        mask[k, rng.choice(free, mines, replace=False)] = True
    return clues_of(mask, width, height)


def clues_of(mask, width, height):
    """Count the clues of many layouts."""
    mask = mask.reshape(-1, height, width)
    padded = np.pad(mask.astype(np.int8), ((0, 0), (1, 1), (1, 1)))
    shifts = itertools.product(range(3), range(3))
    around = sum(padded[:, r : r + height, c : c + width] for r, c in shifts)
    return np.where(mask, -1, around).astype(np.int8)
