"""The rules of the game, slow and obvious: sets, a cell at a time; and games to try."""

from collections import deque

import numpy as np
from reference import cells_of, clues_of, neighbours

from nogues import FLAG, HIDDEN, Board, Game
from nogues.base.search import Search


def board_of(width, height, mines, start=(0, 0)):
    clue = np.array(list(clues_of(width, height, set(mines)).values()), np.int8)
    made = Search("random", 1, None, safe="any")
    count = len(set(mines))
    return Board(
        clue, width, height, count, count, start, 0, False, 1, 0, None, made, None
    )


def game_of(text):
    """Return a game on a board drawn with ``*`` for its mines."""
    rows = text.split()
    mines = [
        (r, c) for r, row in enumerate(rows) for c, x in enumerate(row) if x == "*"
    ]
    return Game.from_board(board_of(len(rows[0]), len(rows), mines))


def pairs(game, indices):
    return [divmod(int(index), game.width) for index in indices]


class Twin:
    """The rules, a set of cells at a time."""

    def __init__(self, width, height, mines):
        self.width, self.height, self.mines = width, height, set(mines)
        self.clues = clues_of(width, height, self.mines)
        self.open_cells, self.flags, self.hit = set(), set(), []
        self.status = "ready"
        self.before = []
        self.history = []

    def around(self, cell):
        return neighbours(self.width, self.height, cell)

    def save(self, name, cell):
        state = (set(self.open_cells), set(self.flags), list(self.hit), self.status)
        self.before.append(state)
        self.history.append((name, cell))

    def undo(self):
        if self.before:
            self.open_cells, self.flags, self.hit, self.status = self.before.pop()
            self.history.pop()

    def over(self):
        return self.status in ("won", "lost")

    def spread(self, name, cell, first):
        """Open cells; returns the distance of each, in opening order, and flags."""
        self.save(name, cell)
        distance = dict.fromkeys(first, 0)
        queue = deque(first)
        while queue:
            at = queue.popleft()
            if self.clues[at] == 0:
                for near in self.around(at):
                    taken = self.open_cells | self.flags | set(distance)
                    if near not in taken:
                        distance[near] = distance[at] + 1
                        queue.append(near)
        self.open_cells |= set(distance)
        self.hit = [at for at in first if at in self.mines]
        added = []
        self.status = "playing"
        if self.hit:
            self.status = "lost"
        elif set(self.clues) - self.mines <= self.open_cells:
            self.status = "won"
            added = sorted(self.mines - self.flags)
            self.flags |= self.mines
        return distance, added

    def open(self, cell):
        if self.over() or cell in self.open_cells or cell in self.flags:
            return {}, []
        return self.spread("open", cell, [cell])

    def flag(self, cell):
        if self.over() or cell in self.open_cells:
            return False
        self.save("flag", cell)
        self.flags ^= {cell}
        return True

    def chord(self, cell):
        if self.over() or cell not in self.open_cells:
            return {}, []
        around = self.around(cell)
        if sum(near in self.flags for near in around) != self.clues[cell]:
            return {}, []
        first = [n for n in around if n not in self.open_cells | self.flags]
        return self.spread("chord", cell, first) if first else ({}, [])

    def seen(self):
        return [
            self.clues[cell]
            if cell in self.open_cells
            else FLAG
            if cell in self.flags
            else HIDDEN
            for cell in cells_of(self.width, self.height)
        ]


def check_again(game, again):
    """All that can be seen of two games is equal."""
    assert repr(again) == repr(game)
    assert str(again) == str(game)
    assert again.cells.tolist() == game.cells.tolist()
    assert again.history == game.history
    assert (again.flags, again.remaining) == (game.flags, game.remaining)
    assert (again.mines, again.seed) == (game.mines, game.seed)
    assert again.hit.tolist() == game.hit.tolist()
    assert again.board == game.board
    if game.is_over:
        assert again.blast.tolist() == game.blast.tolist()
