"""The measures of a board by their definitions, and boards to try."""

import itertools

import numpy as np
from hypothesis import strategies as st

import nogues


class Twin:
    """The definitions, cell by cell."""

    def __init__(self, grid, start):
        self.height, self.width = grid.shape
        self.cells = list(itertools.product(range(self.height), range(self.width)))
        self.clue = {cell: int(grid[cell]) for cell in self.cells}
        self.safe = [cell for cell in self.cells if self.clue[cell] >= 0]
        zeros = {cell for cell in self.cells if self.clue[cell] == 0}
        areas = self.areas(zeros)
        self.openings = [set().union(*map(self.block, area)) for area in areas]
        rim = set().union(*self.openings)
        self.lonely = {cell for cell in self.safe if cell not in rim}
        sizes = [len(opening) for opening in self.openings]
        mines = [cell for cell in self.cells if self.clue[cell] < 0]
        edge = [c for c in mines if c[0] in (0, self.height - 1) or self.at_side(c)]
        row, column = self.middle(areas, sizes)
        self.found = {
            "bbbv": len(areas) + len(self.lonely),
            "openings": len(areas),
            "islands": len(self.areas(self.lonely)),
            "opening": self.opening(start),
            "largest_opening": max(sizes, default=0),
            "middle_row": row,
            "middle_column": column,
            **{
                f"numbers_{n}": sum(self.clue[c] == n for c in self.safe)
                for n in range(9)
            },
            "buried": sum(
                all(self.clue[near] < 0 for near in self.block(cell)) for cell in mines
            ),
            "edge_mines": len(edge),
            "corner_mines": sum(
                self.at_side(c) and c[0] in (0, self.height - 1) for c in edge
            ),
            "zini": self.zini(human=False),
            "hzini": self.zini(human=True),
        }

    def at_side(self, cell):
        return cell[1] in (0, self.width - 1)

    def block(self, cell):
        row, column = cell
        rows = range(max(row - 1, 0), min(row + 2, self.height))
        columns = range(max(column - 1, 0), min(column + 2, self.width))
        return set(itertools.product(rows, columns))

    def areas(self, cells):
        left, areas = sorted(cells, reverse=True), []
        seen = set()
        while left:
            todo = [left.pop()]
            if todo[0] in seen:
                continue
            seen.add(todo[0])
            area = set()
            while todo:
                cell = todo.pop()
                area.add(cell)
                new = (self.block(cell) & cells) - seen
                seen |= new
                todo.extend(new)
            areas.append(area)
        return areas

    def opening(self, start):
        if self.clue[start] < 0:
            return 0
        hit = [o for o in self.openings if start in o and self.clue[start] == 0]
        return len(hit[0]) if hit else 1

    def middle(self, areas, sizes):
        if not areas:
            return [-1, -1]
        area = areas[sizes.index(max(sizes))]
        rows, columns = (sum(axis) for axis in zip(*area, strict=True))
        n = len(area)
        return list(
            min(
                sorted(area),
                key=lambda c: (c[0] * n - rows) ** 2 + (c[1] * n - columns) ** 2,
            )
        )

    def zini(self, human):
        opened, flagged = set(), set()
        clicks = 0

        def click(cell):
            opened.add(cell)
            for opening in self.openings:
                if self.clue[cell] == 0 and cell in opening:
                    opened.update(opening)

        def saving(cell):
            block = self.block(cell)
            isolated = sum(c in self.lonely and c not in opened for c in block)
            areas = sum(
                any(self.clue[c] == 0 and c in o and c not in opened for c in block)
                for o in self.openings
            )
            mines = sum(self.clue[c] < 0 and c not in flagged for c in block)
            return isolated + areas - mines - 1 - (cell not in opened)

        if human:
            for opening in self.openings:
                opened.update(opening)
                clicks += 1
        by_columns = sorted(self.safe, key=lambda c: (c[1], c[0]))
        while len(opened) < len(self.safe):
            able = [c for c in by_columns if not human or c in opened]
            best = max(able, key=saving, default=None)
            if best is not None and saving(best) >= 0:
                if best not in opened:
                    clicks += 1
                    click(best)
                flags = {c for c in self.block(best) if self.clue[c] < 0} - flagged
                flagged |= flags
                clicks += len(flags) + 1
                for cell in self.block(best):
                    if self.clue[cell] >= 0:
                        click(cell)
            else:
                closed = (c for c in by_columns if c not in opened)
                click(next(c for c in closed if self.clue[c] == 0 or c in self.lonely))
                clicks += 1
        return clicks


@st.composite
def boards(draw):
    width, height = draw(st.integers(1, 12)), draw(st.integers(1, 9))
    share = draw(st.sampled_from([0.0, 0.1, 0.2, 0.4, 0.8, 1.0]))
    seed = draw(st.integers(0, 2**32 - 1))
    mask = np.random.default_rng(seed).random((height, width)) < share
    start = draw(st.integers(0, height - 1)), draw(st.integers(0, width - 1))
    return nogues.count_clues(mask), start
