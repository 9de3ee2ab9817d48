"""Hints: what is certain in a position, by the simplest rule, and why."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from nogues.base.errors import LimitError
from nogues.base.spec import LARGEST, check_flag, neighbours_of
from nogues.base.words import number_of
from nogues.boards.consistency import raise_reported
from nogues.boards.position import Position
from nogues.kernels.codes import BAD_CLUE, BAD_COUNT, HIDDEN, MAX_STATES, MINE, OK
from nogues.solving.counting import Count, count_layouts
from nogues.solving.levels import check_logic, read_steps
from nogues.solving.proof import Step

Cell = tuple[int, int]

#: A hint by the mine count with more clues than this is not reduced.
MOST_CLUES = 40
#: A sentence lists at most this many cells.
MOST_CELLS = 64


class Hint(NamedTuple):
    """What is certain in a position.

    Attributes
    ----------
    kind : {"safe", "mine"}
        What the cells are.
    cells : tuple of (int, int)
        (row, column) of hidden cells.
    clues : tuple of (int, int)
        The clues that force it; a hint by the mine count may have none.
    logic : {"elementary", "subset", "complete", "mine_count"}
        The rule: one clue, two clues, several clues, or clues and the mine count.
    text : str
        The hint as a sentence; cells are (row, column), counted from 0.
    """

    kind: str
    cells: tuple[Cell, ...]
    clues: tuple[Cell, ...]
    logic: str
    text: str


def hint(
    position: Position, *, logic: str = "complete", use_mine_count: bool = True
) -> Hint | None:
    """Return something that is certain, by the simplest rule that applies.

    Rules are tried in the order of ``Hint.logic``; safe cells come before mines.

    Parameters
    ----------
    position : Position
        What the player sees.  Known mines are taken as true.
    logic : {"elementary", "subset", "complete"}, optional
        The strongest rules to use.
    use_mine_count : bool, optional
        Whether the complete level may use the number of mines.

    Returns
    -------
    Hint or None
        None if nothing is certain; then see ``best_guess``.

    Raises
    ------
    ContradictionError
        If no layout fits the position; names the clue or the mine count.
    LimitError
        If no simple rule applies and the complete level takes too many states.

    Examples
    --------
    >>> import nogues
    >>> found = nogues.hint(nogues.Position(3, 1, 1, [1, -2, 1]))
    >>> found.kind, found.cells, found.clues, found.logic
    ('mine', ((0, 1),), ((0, 0),), 'elementary')
    >>> found.text
    'The 1 at (0, 0) needs a mine in its only hidden neighbour: (0, 1).'
    """
    if not isinstance(position, Position):
        raise TypeError(f"position must be a Position, not {position!r}")
    level = check_logic(logic)
    counting = check_flag("use_mine_count", use_mine_count)
    _check_layouts(position)
    return find_hint(position, level, counting)


def find_hint(position: Position, level: int, use_mine_count: bool) -> Hint | None:
    """Return what ``hint`` does, for a position that at least one layout fits."""
    steps = _steps(position, level, use_mine_count)
    if not steps:
        return None
    step = next((step for step in steps if not step.mine), steps[0])
    if step.level in ("complete", "mine_count"):
        step = _reduce(position, step)
    kind = "mine" if step.mine else "safe"
    return Hint(kind, step.cells, step.clues, step.level, _sentence(position, step))


def _check_layouts(position: Position) -> None:
    """Raise an error where no layout fits; not where that takes too many states."""
    from nogues.kernels.rules.trace import new_log
    from nogues.kernels.solving.levels_position import ONLY_CHECK

    code, cell = _deduce(position, ONLY_CHECK, True, new_log(dry=True)).tolist()
    if code in (BAD_CLUE, BAD_COUNT):  # a simple rule may still apply for others
        raise_reported(position, code, cell, MAX_STATES)


def _steps(position: Position, level: int, use_mine_count: bool) -> tuple[Step, ...]:
    """Return every step of the simplest rule that applies."""
    from nogues.kernels.rules.trace import new_log, overflowed

    room = 16 * position.cells.size + 64
    while True:
        log = new_log(room, room, room, dry=True)
        report = _deduce(position, level, use_mine_count, log)
        if not overflowed(log):
            break
        room *= 4
    if report[0] != OK:
        raise LimitError(f"{position!r} takes more than {MAX_STATES} states to count")
    return read_steps(log, position.width)


def _deduce(
    position: Position, level: int, use_mine_count: bool, log: Any
) -> NDArray[np.int64]:
    """Call the kernel ``deduce_once``; returns its report."""
    from nogues.kernels.solving.levels_position import deduce_once

    report = np.zeros(2, np.int64)
    with np.errstate(over="ignore"):  # a hash wraps; without the JIT, NumPy warns
        deduce_once(
            position.cells,
            position.width,
            position.height,
            min(position.mines, LARGEST),
            level,
            use_mine_count,
            MAX_STATES,
            log,
            report,
        )
    return report


def _near(position: Position, cell: Cell) -> list[Cell]:
    width, height = position.width, position.height
    around = neighbours_of(cell[0] * width + cell[1], width, height)
    return [divmod(at, width) for at in around]


def _hidden(position: Position, clue: Cell) -> list[Cell]:
    grid = position.grid
    return [cell for cell in _near(position, clue) if grid[cell] == HIDDEN]


def _need(position: Position, clue: Cell) -> int:
    grid = position.grid
    known = sum(grid[cell] == MINE for cell in _near(position, clue))
    return int(grid[clue]) - int(known)


def _count(position: Position, clues: Sequence[Cell], counted: bool) -> Count:
    """Count the layouts that fit some clues, with or without the mine count."""
    width = position.width

    def index(cell: Cell) -> int:
        return cell[0] * width + cell[1]

    constraints = [
        ([index(cell) for cell in _hidden(position, clue)], _need(position, clue))
        for clue in clues
    ]
    if counted:
        unknown = np.flatnonzero(position.cells == HIDDEN).tolist()
        left = position.mines - position.known_mines
        return count_layouts(unknown, constraints, left)
    seen = {cell for cells, _ in constraints for cell in cells}
    return count_layouts(seen, constraints, None)


def _forced(count: Count, at: int, mine: bool) -> bool:
    return at in count.mines and count.mines[at] == (count.layouts if mine else 0)


def _reduce(position: Position, step: Step) -> Step:
    """Leave out clues that the first cell of a step does not need.

    First, take clues near the cell, up to the smallest distance that suffices.  Then
    leave out one clue after another, the farthest first.
    """
    target = step.cells[0]
    at = target[0] * position.width + target[1]
    counted = step.level == "mine_count"

    def distance(clue: Cell) -> int:
        return max(abs(clue[0] - target[0]), abs(clue[1] - target[1]))

    clues = sorted(step.clues, key=distance)
    if counted and len(clues) > MOST_CLUES:
        return step
    if not counted:
        for reach in range(1, max(position.width, position.height) + 1):
            close = [clue for clue in clues if distance(clue) <= reach]
            if _forced(_count(position, close, False), at, step.mine):
                clues = close
                break
    for clue in reversed(clues):
        fewer = [other for other in clues if other != clue]
        if _forced(_count(position, fewer, counted), at, step.mine):
            clues = fewer
    count = _count(position, clues, counted)
    cells = tuple(
        (row, column)
        for row, column in step.cells
        if _forced(count, row * position.width + column, step.mine)
    )
    return Step(step.level, step.mine, cells, tuple(sorted(clues)))


class Names:
    """How a sentence names cells; a page may name them in another way."""

    def cell(self, cell: Cell) -> str:
        """Return the name of one cell."""
        return str(cell)

    def cells(self, cells: Sequence[Cell]) -> str:
        """Return the names of cells, at least one."""
        names = [self.cell(cell) for cell in cells]
        if len(names) > MOST_CELLS:
            more = len(names) - MOST_CELLS
            return ", ".join(names[:MOST_CELLS]) + f" and {more} more"
        if len(names) == 1:
            return names[0]
        return ", ".join(names[:-1]) + " and " + names[-1]

    def clue(self, position: Position, clue: Cell) -> str:
        """Return the name of one open number."""
        return f"the {position.grid[clue]} at {self.cell(clue)}"

    def clues(self, position: Position, clues: Sequence[Cell]) -> str:
        """Return the names of open numbers, at least one."""
        return ", ".join(self.clue(position, clue) for clue in clues)


_NAMES = Names()


def explain(position: Position, found: Hint, names: Names) -> str:
    """Return the sentence of a hint of ``find_hint``, with other names."""
    step = Step(found.logic, found.kind == "mine", found.cells, found.clues)
    return _sentence(position, step, names)


def _are(cells: Sequence[Cell], mine: bool, names: Names) -> str:
    if len(cells) == 1:
        return f"{names.cells(cells)} is {'a mine' if mine else 'safe'}"
    return f"{names.cells(cells)} are {'mines' if mine else 'safe'}"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _sentence(position: Position, step: Step, names: Names = _NAMES) -> str:
    """Explain a step in a sentence."""
    found = _are(step.cells, step.mine, names)
    if step.level == "elementary":
        (clue,) = step.clues
        name = _capital(names.clue(position, clue))
        if not step.mine:
            return f"{name} has all its mines: {found}."
        if len(step.cells) == 1:
            cell = names.cells(step.cells)
            return f"{name} needs a mine in its only hidden neighbour: {cell}."
        return f"{name} needs all its hidden neighbours: {found}."
    if step.level == "subset":
        return _pair_sentence(position, step, found, names)
    left = position.mines - position.known_mines
    counted = f"{number_of(left, 'mine')} left"
    if len(step.cells) == 1:
        other = f"this were {'safe' if step.mine else 'a mine'}"
    else:
        other = f"any of these were {'safe' if step.mine else 'mines'}"
    if not step.clues:
        return f"With {counted}: {found}."
    fits = names.clues(position, step.clues)
    if step.level == "complete":
        return f"No layout fits {fits} together if {other}: {found}."
    return f"With {counted}, no layout fits {fits} if {other}: {found}."


def _pair_sentence(position: Position, step: Step, found: str, names: Names) -> str:
    first, second = step.clues
    if _need(position, first) < _need(position, second):
        first, second = second, first
    needs, other = _need(position, first), _need(position, second)
    own = set(_hidden(position, first)) - set(_hidden(position, second))
    if needs - other != len(own):  # equal needs: swap the clues
        first, second = second, first
        own = set(_hidden(position, first)) - set(_hidden(position, second))
    a, b = names.clue(position, first), names.clue(position, second)
    if not own:
        return (
            f"All mines that {a} still needs are among the hidden neighbours of {b}, "
            f"which needs no more: {found}."
        )
    return (
        f"{_capital(a)} needs {needs - other} more than {b}, and has just as many "
        f"hidden neighbours of its own: {found}."
    )
