"""How the page names cells, probabilities and hints in sentences.

Rows and columns are counted from 1 here.  Where several cells are meant, the page has
marked them, and a list of places would say less.
"""

from __future__ import annotations

from collections.abc import Sequence

from nogues.base.words import number_of
from nogues.boards.position import Position
from nogues.solving.hints import Hint, Names, explain
from nogues.solving.probability import Guess

Cell = tuple[int, int]


def place(cell: Cell) -> str:
    """Return where a cell is.

    Examples
    --------
    >>> place((8, 14))
    'row 9, column 15'
    """
    return f"row {cell[0] + 1}, column {cell[1] + 1}"


def percent(probability: float) -> str:
    """Return a probability in percent; 0 and 100 % mean certain.

    Examples
    --------
    >>> percent(0.2), percent(1.0), percent(0.99999)
    ('20.0 %', '100 %', '99.9 %')
    """
    if probability in (0.0, 1.0):
        return f"{100 * probability:.0f} %"
    return f"{min(max(100 * probability, 0.1), 99.9):.1f} %"


class _Places(Names):
    """Names of cells and numbers that are marked on the page."""

    def cell(self, cell: Cell) -> str:
        return place(cell)

    def cells(self, cells: Sequence[Cell]) -> str:
        return _marked(cells)

    def clues(self, position: Position, clues: Sequence[Cell]) -> str:
        if len(clues) > 2:
            return f"the {len(clues)} marked numbers"
        return " and ".join(self.clue(position, clue) for clue in clues)


_PLACES = _Places()


def _marked(cells: Sequence[Cell]) -> str:
    return place(cells[0]) if len(cells) == 1 else f"the {len(cells)} marked cells"


def hint_text(position: Position, found: Hint) -> str:
    """Return the sentence of a hint."""
    return explain(position, found, _PLACES)


def guess_text(guess: Guess, alike: bool) -> str:
    """Return what a hint says where nothing is certain."""
    risk = percent(guess.mine)
    if alike:
        return (
            "No move is certain.  All cells away from the numbers are alike: each is "
            f"a mine with probability {risk}."
        )
    return (
        f"No move is certain.  The lowest probability of a mine is {risk}, at "
        f"{_marked(guess.cells)}."
    )


def odds_text(guess: Guess, hidden: int) -> str:
    """Return what the map of probabilities says in words."""
    if guess.mine == 0:
        are = "is" if len(guess.cells) == 1 else "are"
        return f"{number_of(len(guess.cells), 'hidden cell')} {are} certainly safe."
    risk = percent(guess.mine)
    if len(guess.cells) == hidden:
        return f"All hidden cells have the same risk: {risk}."
    return f"Lowest risk, {risk}: {_marked(guess.cells)}."
