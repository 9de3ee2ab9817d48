"""Proofs that a board can be solved from its start, and their verification.

A proof is a list of steps.  Each step names the cells it decides and the clues that
decide them.  The verification uses nothing of the solver except the neighbour rule.  It
is pure Python, opens only cells that a step has shown to be safe, and counts with
``nogues.solving.counting``.  An opened zero does not open its neighbours: it is a clue
like any other.

The levels of a step, and what follows from the clues it names:

``elementary``
    One clue: its mines are all known, or its unknown neighbours are all mines.
``subset``
    Two clues A and B: if A needs n more mines than B and has exactly n unknown
    neighbours that B does not have, these are mines, and those that only B has are
    safe.
``complete``
    Any clues: what is the same in every layout of mines that fits them.
``mine_count``
    As ``complete``, with layouts of the whole board that have its number of mines.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, TypeAlias

from nogues.base.errors import FormatError, LimitError, MinesweeperError, ProofError
from nogues.base.parse import parse_json
from nogues.base.spec import check_cell, check_integer, check_size, neighbours_of
from nogues.base.words import number_of
from nogues.boards.board import Board
from nogues.boards.clues import check_numbers, integer_clues, wrong_clue
from nogues.kernels.codes import MINE
from nogues.solving.counting import count_layouts

FORMAT = "nogues proof 1"

#: The logics of a proof; each includes those before it.
_LOGICS = ("elementary", "subset", "complete")

#: The logic that a step of each level needs.
_LEVELS = {level: level for level in _LOGICS} | {"mine_count": "complete"}

#: How many clues a step names, if that is fixed.
_CLUES = {"elementary": 1, "subset": 2}

#: (row, column) of a cell.
Cell: TypeAlias = tuple[int, int]

#: Unknown cells, and the number of mines among them.
Constraint: TypeAlias = tuple[frozenset[int], int]


@dataclass(frozen=True, slots=True)
class Step:
    """One deduction.

    Attributes
    ----------
    level : str
        ``"elementary"``, ``"subset"``, ``"complete"`` or ``"mine_count"``.
    mine : bool
        Whether the cells are mines; otherwise they are safe.
    cells : tuple of (int, int)
        (row, column) of the cells it decides.
    clues : tuple of (int, int)
        The opened clues it uses: one, two, those of a component, or all clues with
        unknown neighbours.
    """

    level: str
    mine: bool
    cells: tuple[Cell, ...]
    clues: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Proof:
    """Why a board can be solved from its start, or how far it can be solved.

    Attributes
    ----------
    width, height : int
        Size in cells.
    mines : int
        Mines on the board.
    start : tuple of int
        (row, column) of the first click.
    logic : str
        ``"elementary"``, ``"subset"`` or ``"complete"``: the strongest level allowed.
    solvable : bool
        Whether the steps open every safe cell.
    steps : tuple of Step
        The deductions, in order.
    """

    width: int
    height: int
    mines: int
    start: Cell
    logic: str
    solvable: bool
    steps: tuple[Step, ...]

    def to_json(self) -> str:
        """Return the proof as JSON, which ``from_json`` reads.

        Examples
        --------
        >>> from nogues.solving.proof import Proof
        >>> proof = Proof(2, 1, 1, (0, 0), "elementary", True, ())
        >>> Proof.from_json(proof.to_json()) == proof
        True
        """
        fields = "width", "height", "mines", "start", "logic", "solvable"
        steps = [
            {
                "level": step.level,
                "verdict": "mine" if step.mine else "safe",
                "cells": step.cells,
                "clues": step.clues,
            }
            for step in self.steps
        ]
        head = {name: getattr(self, name) for name in fields}
        return json.dumps({"format": FORMAT, **head, "steps": steps})

    @staticmethod
    def from_json(text: str) -> Proof:
        """Read a proof; only its form is checked here, the rest by ``verify``.

        Raises
        ------
        FormatError
            If the text is not JSON, has another format, lacks a key, or has a value of
            the wrong type, a cell outside the board or an unknown level.
        """
        data = parse_json("proof", text)
        try:
            return _read(data)
        except (MinesweeperError, TypeError) as error:  # TypeError: from the checks
            raise FormatError(f"proof: {error}") from None


def verify(board: Board | Any, proof: Proof) -> bool:
    """Verify a proof step by step, independently of the solver.

    Parameters
    ----------
    board : Board or array_like of int, shape (height, width)
        The board; an array contains clues, -1 for a mine.
    proof : Proof
        The proof.

    Returns
    -------
    bool
        True; an invalid proof raises an error.

    Raises
    ------
    ProofError
        If a step does not follow (names the first one, counted from 1, and the reason),
        the proof is for another board, or its ``solvable`` is wrong.
    LimitError
        If a step takes more counting than ``nogues.solving.counting`` allows.
    MinesweeperError
        If the clues contradict the mines.
    TypeError
        If an argument is of the wrong type.

    Examples
    --------
    >>> from nogues.solving.proof import Proof, Step, verify
    >>> open_second = Step("elementary", False, ((0, 1),), ((0, 0),))
    >>> flag_third = Step("elementary", True, ((0, 2),), ((0, 1),))
    >>> steps = open_second, flag_third
    >>> verify([[0, 1, -1]], Proof(3, 1, 1, (0, 0), "elementary", True, steps))
    True
    >>> verify([[0, 1, -1]], Proof(3, 1, 1, (0, 0), "elementary", True, steps[1:]))
    Traceback (most recent call last):
    ...
    nogues.base.errors.ProofError: step 1: clue (0, 1) is not opened
    """
    if not isinstance(proof, Proof):
        raise TypeError(f"proof must be a Proof, not {type(proof).__name__}")
    clues, width, height = _clues_of(board)
    mines = clues.count(MINE)
    if (proof.width, proof.height) != (width, height):
        size = f"{proof.width}x{proof.height}"
        raise ProofError(f"proof is for a {size} board, this one is {width}x{height}")
    if proof.mines != mines:
        raise ProofError(
            f"proof is for {number_of(proof.mines, 'mine')}, the board has {mines}"
        )
    if proof.logic not in _LOGICS:
        raise ProofError(f"logic must be one of {_LOGICS}, not {proof.logic!r}")
    replay = _Replay(clues, width, height, mines)
    start = replay.index("start", proof.start)
    if clues[start] == MINE:
        raise ProofError(f"start {proof.start} is a mine")
    replay.decide([start], False)
    for number, step in enumerate(proof.steps, 1):
        try:
            replay.take(step, proof.logic)
        except (ProofError, LimitError) as error:
            raise type(error)(f"step {number}: {error}") from None
    left = len(clues) - mines - len(replay.opened)
    if proof.solvable != (left == 0):
        claim = "solvable" if proof.solvable else "not solvable"
        cells = number_of(left, "safe cell")
        raise ProofError(f"proof says {claim}, but its steps leave {cells}")
    return True


class _Replay:
    """A board after the steps so far; cells are row-major indices."""

    def __init__(self, clues: list[int], width: int, height: int, mines: int) -> None:
        self._clues, self.width, self.height = clues, width, height
        self.mines_left = mines
        self.unknown = set(range(len(clues)))
        self.opened: dict[int, int] = {}
        self.mines: set[int] = set()

    def index(self, name: str, cell: Cell) -> int:
        """Return the index of a cell, or raise an error if it is outside the board."""
        row, column = cell
        if not (0 <= row < self.height and 0 <= column < self.width):
            raise ProofError(f"{name} {cell} is outside the board")
        return row * self.width + column

    def distinct(self, name: str, cells: Collection[Cell]) -> list[int]:
        """Return the indices of cells, or raise an error if one is named twice."""
        indices = [self.index(name, cell) for cell in cells]
        if len(set(indices)) < len(indices):
            raise ProofError(f"a {name} is named twice")
        return indices

    def decide(self, cells: list[int], mine: bool) -> None:
        """Open cells, or mark them as mines."""
        self.unknown.difference_update(cells)
        if mine:
            self.mines.update(cells)
            self.mines_left -= len(cells)
        else:
            self.opened |= {cell: self._clues[cell] for cell in cells}

    def constraint(self, clue: int) -> Constraint:
        """Return the unknown neighbours of an opened clue and the mines it needs."""
        around = set(neighbours_of(clue, self.width, self.height))
        needed = self.opened[clue] - len(around & self.mines)
        return frozenset(around & self.unknown), needed

    def take(self, step: Step, logic: str) -> None:
        """Verify a step, and add the cells that it decides."""
        if step.level not in _LEVELS:
            raise ProofError(f"unknown level {step.level!r}")
        if _LOGICS.index(_LEVELS[step.level]) > _LOGICS.index(logic):
            raise ProofError(f"level {step.level} is above the proof's logic, {logic}")
        cells = self.distinct("cell", step.cells)
        clues = self.distinct("clue", step.clues)
        if not cells:
            raise ProofError("it decides no cells")
        for cell in cells:
            if cell not in self.unknown:
                raise ProofError(f"cell {self._name(cell)} is already known")
            if (self._clues[cell] == MINE) != step.mine:
                truth = "safe" if step.mine else "a mine"
                raise ProofError(f"cell {self._name(cell)} is {truth}")
        for clue in clues:
            if clue not in self.opened:
                raise ProofError(f"clue {self._name(clue)} is not opened")
        if len(clues) != (takes := _CLUES.get(step.level, len(clues))):
            raise ProofError(
                f"it names {number_of(len(clues), 'clue')}, {step.level} takes {takes}"
            )
        constraints = [self.constraint(clue) for clue in clues]
        sea = self.unknown if step.level == "mine_count" else None
        shown = _shown(step.level, step.mine, constraints, sea, self.mines_left)
        for cell in cells:
            if cell not in shown:
                verdict = "a mine" if step.mine else "safe"
                name = self._name(cell)
                raise ProofError(f"it does not follow that cell {name} is {verdict}")
        self.decide(cells, step.mine)

    def _name(self, cell: int) -> Cell:
        return divmod(cell, self.width)


def _shown(
    level: str,
    mine: bool,
    constraints: list[Constraint],
    sea: Collection[int] | None,
    mines_left: int,
) -> Collection[int]:
    """Return the cells that the constraints show to be mines, or to be safe."""
    if level == "elementary":
        ((cells, needed),) = constraints
        return cells if needed == (len(cells) if mine else 0) else ()
    if level == "subset":
        shown: set[int] = set()
        for (a, a_mines), (b, b_mines) in itertools.permutations(constraints):
            if a_mines - b_mines == len(a - b):
                shown |= a - b if mine else b - a
        return shown
    if sea is None:
        seen = frozenset[int]().union(*(cells for cells, _ in constraints))
        count = count_layouts(seen, constraints, None)
    else:
        count = count_layouts(sea, constraints, mines_left)
    if count.layouts == 0:
        raise ProofError("no layout of mines fits the clues")
    wanted = count.layouts if mine else 0
    return {cell for cell, number in count.mines.items() if number == wanted}


def _clues_of(board: Board | Any) -> tuple[list[int], int, int]:
    """Return a board's checked clues, row-major, and its size."""
    own = board.grid if isinstance(board, Board) else board
    given = integer_clues("board", own, "(height, width)")
    check_numbers("board", given)
    width, height = check_size(given.shape[1], given.shape[0])
    clues: list[int] = given.reshape(-1).tolist()
    for cell, clue in enumerate(clues):
        around = neighbours_of(cell, width, height)
        if clue != MINE and clue != sum(clues[other] == MINE for other in around):
            raise MinesweeperError(wrong_clue(divmod(cell, width), clue))
    return clues, width, height


def _read(data: Any) -> Proof:
    """Return the proof in a JSON value, or raise an error that says what is wrong."""
    _one_of("format", _get("", data, "format", str), (FORMAT,))
    width, height = check_size(_get("", data, "width"), _get("", data, "height"))
    mines = check_integer("mines", _get("", data, "mines"), 0, width * height)
    start = check_cell("start", _get("", data, "start"), width, height)
    logic = _one_of("logic", _get("", data, "logic", str), _LOGICS)
    solvable: bool = _get("", data, "solvable", bool)

    def cells_of(name: str, item: Any, key: str) -> tuple[Cell, ...]:
        given = _get(name, item, key, list)
        return tuple(check_cell(f"{name}{key}", cell, width, height) for cell in given)

    steps: list[Step] = []
    for number, item in enumerate(_get("", data, "steps", list), 1):
        name = f"step {number} "
        level = _one_of(f"{name}level", _get(name, item, "level", str), _LEVELS)
        verdict = _get(name, item, "verdict", str)
        mine = _one_of(f"{name}verdict", verdict, ("mine", "safe")) == "mine"
        cells, clues = (cells_of(name, item, key) for key in ("cells", "clues"))
        steps.append(Step(level, mine, cells, clues))
    return Proof(width, height, mines, start, logic, solvable, tuple(steps))


def _get(name: str, data: Any, key: str, kind: type = object) -> Any:
    if not isinstance(data, dict):
        raise FormatError(f"{name or 'it '}must be an object, not {data!r}")
    if key not in data:
        raise FormatError(f"{name}{key} is missing")
    if not isinstance(data[key], kind):
        wanted = kind.__name__
        raise FormatError(f"{name}{key} must be a {wanted}, not {data[key]!r}")
    return data[key]


def _one_of(name: str, value: str, allowed: Collection[str]) -> str:
    if value not in allowed:
        raise FormatError(f"{name} must be {' or '.join(allowed)}, not {value!r}")
    return value
