"""Positions, what a player sees: one, or many of the same size as arrays.

As text, one line per row, with or without blanks between the cells::

    4x2/2
    1F..
    12..

``0`` to ``8`` is an open clue, ``.`` or ``H`` a hidden cell, ``F``, ``M`` or ``*`` a
known mine.  The header is ``WxH/M`` or ``WxHxM``.  A header that begins with ``# `` may
be followed by other text on its line.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, TypeVar, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nogues.base.errors import MinesweeperError
from nogues.base.looks import FLAG
from nogues.base.spec import LARGEST, check_cell, check_index, check_integer, check_size
from nogues.base.words import number_of
from nogues.boards.board import Board
from nogues.boards.clues import as_array, checked_board, open_from
from nogues.boards.consistency import Status, find_problems
from nogues.boards.position_text import read_position
from nogues.kernels.codes import HIDDEN, MINE

_FIELDS = ("width", "height", "mines", "cells")
_GLYPHS = np.frombuffer(b"012345678.F", np.uint8)  # HIDDEN and MINE index from the end


@dataclass(frozen=True, eq=False, slots=True, init=False)
class Position:
    """What a player sees of a board.

    Only the form is checked here; ``status`` says whether a layout of mines fits.

    Attributes
    ----------
    width, height : int
        Size in cells.
    mines : int
        Mines on the whole board, including known mines.
    cells : ndarray of int8, shape (width * height,)
        Row-major: 0 to 8 an open clue, ``nogues.MINE`` (-1) a known mine (a flag that
        is taken as true), ``nogues.HIDDEN`` (-2) a hidden cell.  A read-only copy of
        the argument, which may also have shape (height, width).

    Raises
    ------
    MinesweeperError
        If a number or a shape is invalid; names the first invalid cell.
    TypeError
        When an argument is of the wrong type.

    Examples
    --------
    >>> from nogues.boards.position import Position
    >>> position = Position(3, 2, 1, [[0, 1, -2], [0, 1, -2]])
    >>> position
    <Position 3x2/1, 2 hidden>
    >>> print(position)
    01.
    01.
    """

    width: int
    height: int
    mines: int
    cells: NDArray[np.int8]

    def __init__(self, width: int, height: int, mines: int, cells: ArrayLike) -> None:
        """Check and copy the arguments."""
        w, h = check_size(width, height)
        count = check_integer("mines", mines, 0)
        _fill(self, w, h, count, _check_codes(cells, w, h).reshape(w * h))

    @classmethod
    def _of(
        cls, width: int, height: int, mines: int, cells: NDArray[np.int8]
    ) -> Position:
        """Make a position from checked parts; takes over the array, read-only."""
        return _fill(object.__new__(cls), width, height, mines, cells)

    @property
    def grid(self) -> NDArray[np.int8]:
        """The cells as (height, width), no copy."""
        return self.cells.reshape(self.height, self.width)

    @property
    def hidden(self) -> NDArray[np.bool_]:
        """Where the hidden cells are: bool, shape (width * height,)."""
        mask: NDArray[np.bool_] = self.cells == HIDDEN
        return mask

    @property
    def known_mines(self) -> int:
        """Number of known mines."""
        return int(np.count_nonzero(self.cells == MINE))

    @classmethod
    def from_text(cls, text: str, mines: int | None = None) -> Position:
        """Read a position from text.

        ``mines`` is required if the text has no header.  Empty lines before and after
        the rows are ignored.

        Raises
        ------
        FormatError
            If a letter is unknown, rows differ in length, or the size is not that of
            the header; names line and column.
        MinesweeperError
            If neither text nor ``mines`` gives the number of mines, or they differ.

        Examples
        --------
        >>> from nogues.boards.position import Position
        >>> Position.from_text("1 2 .", mines=1)
        <Position 3x1/1, 1 hidden>
        """
        if not isinstance(text, str):
            raise TypeError(f"text must be a str, not {text!r}")
        rows, stated = read_position(text)
        count = stated if mines is None else check_integer("mines", mines, 0)
        if count is None:
            raise MinesweeperError(
                "mines is required: text has no header with this number, such as "
                f"{len(rows[0])}x{len(rows)}/1"
            )
        if stated not in (None, count):
            raise MinesweeperError(f"mines must be {stated} as in text, not {count}")
        return cls(len(rows[0]), len(rows), count, rows)

    def to_text(self) -> str:
        r"""Return header and rows, as ``from_text`` reads them, with a final newline.

        Examples
        --------
        >>> from nogues.boards.position import Position
        >>> Position(3, 1, 1, [1, -1, -2]).to_text()
        '3x1/1\n1F.\n'
        """
        return f"{self.width}x{self.height}/{self.mines}\n{self}\n"

    @classmethod
    def from_board(
        cls,
        board: Board,
        opened: ArrayLike | None = None,
        flagged: ArrayLike = (),
    ) -> Position:
        """Return the position of a board when some of its cells are open.

        Parameters
        ----------
        board : Board
            The board; its ``mine_count`` becomes ``mines``.
        opened : array_like, optional
            The open cells: bools of shape (width * height,) or (height, width), or
            row-major indices (default: the cells that the first click, on
            ``board.start``, opens).
        flagged : array_like, optional
            The known mines, as ``opened``.

        Raises
        ------
        MinesweeperError
            If an opened cell is a mine, a flagged cell is safe, or a cell is both
            opened and flagged, or outside the board.
        TypeError
            When an argument is of the wrong type.

        Examples
        --------
        >>> import nogues
        >>> from nogues.boards.position import Position
        >>> board = nogues.generate_board(4, 1, 1, (0, 0), seed=1)
        >>> print(Position.from_board(board), Position.from_board(board, [2], [3]))
        001. ..1F
        """
        if not isinstance(board, Board):
            raise TypeError(f"board must be a Board, not {board!r}")
        if opened is None:
            grid, (row, column) = checked_board(board, None)
            opened, _ = open_from(grid, (row, column))
            if not opened.size:  # the start is a mine, and refused as any other
                opened = [row * board.width + column]
        shown = _check_mask("opened", opened, board.width, board.height)
        flags = _check_mask("flagged", flagged, board.width, board.height)
        mine = board.mine_mask
        for wrong, message in (
            (shown & flags, "opened and flagged must have no cell in common, not {}"),
            (shown & mine, "opened must be safe cells, not the mine at {}"),
            (flags & ~mine, "flagged must be mines, not the safe cell at {}"),
        ):
            if wrong.any():
                cell = divmod(int(wrong.argmax()), board.width)
                raise MinesweeperError(message.format(cell))
        cells = np.where(shown | flags, board.clue, HIDDEN)
        return cls(board.width, board.height, board.mine_count, cells)

    def status(self) -> Status:
        """Return everything that is wrong with the position, clue by clue.

        Returns
        -------
        Status
            ``consistent``, and ``problems``: one sentence for each clue that no layout
            fits (after the clues named before it are left out), then the mine count.

        Raises
        ------
        LimitError
            If counting the layouts takes too many states.

        Examples
        --------
        >>> Position.from_text("3..", mines=1).status().problems[0].split(": ")[0]
        'no layout fits the clue 3 at (0, 0)'
        """
        return find_problems(self)

    def __eq__(self, other: object) -> bool:
        """Whether size, mines and cells are equal."""
        if not isinstance(other, Position):
            return NotImplemented
        return self._head() == other._head() and np.array_equal(self.cells, other.cells)

    def __hash__(self) -> int:
        """Hash what ``==`` compares."""
        return hash((self._head(), self.cells.tobytes()))

    def _head(self) -> tuple[int, int, int]:
        return self.width, self.height, self.mines

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle by value: one of many positions does not include the others."""
        return Position, (*self._head(), self.cells)

    def __str__(self) -> str:
        """Return the rows as text: digits, ``F`` a known mine, ``.`` hidden."""
        page = np.full((self.height, self.width + 1), ord("\n"), np.uint8)
        page[:, :-1] = _GLYPHS[self.grid]
        return page.tobytes()[:-1].decode("ascii")

    def __repr__(self) -> str:
        """Return the size, the mines and the number of hidden cells."""
        hidden = np.count_nonzero(self.hidden)
        return f"<Position {self.width}x{self.height}/{self.mines}, {hidden} hidden>"

    def _repr_html_(self) -> str:
        """Return a table for notebooks; known mines are flags."""
        from nogues.base.html import table

        return table(_flagged(self.grid), self._in_words())

    def _in_words(self) -> str:
        hidden = np.count_nonzero(self.hidden)
        size = f"{self.width}x{self.height}, {number_of(self.mines, 'mine')}"
        return f"{size}, {hidden} hidden"


@dataclass(frozen=True, eq=False, slots=True, init=False)
class Positions:
    """Many positions of the same size, as arrays.

    ``positions[k]`` is a ``Position``; a slice or an array of indices gives
    ``Positions``.  Errors are as in ``Position``, and also name the position.

    Attributes
    ----------
    width, height : int
        Size in cells, the same for all.
    mines : ndarray of int32, shape (n,)
        Mines of each position; one integer means all.  Read-only.
    cells : ndarray of int8, shape (n, width * height)
        As in ``Position``, one position per row.

    Examples
    --------
    >>> from nogues.boards.position import Positions
    >>> positions = Positions(3, 1, 1, [[1, -2, 1], [-2, 1, 0]])
    >>> positions, positions[1], len(positions[:1])
    (<Positions 2 of 3x1>, <Position 3x1/1, 1 hidden>, 1)
    """

    width: int
    height: int
    mines: NDArray[np.int32]
    cells: NDArray[np.int8]

    def __init__(
        self, width: int, height: int, mines: ArrayLike, cells: ArrayLike
    ) -> None:
        """Check and copy the arguments."""
        w, h = check_size(width, height)
        codes = _check_codes(cells, w, h, many=True)
        n = len(codes)
        _fill(self, w, h, _check_counts(mines, n), codes.reshape(n, w * h))

    @classmethod
    def _of(
        cls, width: int, height: int, mines: NDArray[np.int32], cells: NDArray[np.int8]
    ) -> Positions:
        """Make positions from checked parts; takes over the arrays, read-only."""
        return _fill(object.__new__(cls), width, height, mines, cells)

    @classmethod
    def stack(cls, positions: Iterable[Position]) -> Positions:
        """Combine one or more positions of the same size.

        Raises
        ------
        MinesweeperError
            If sizes differ; names the first that differs.

        Examples
        --------
        >>> from nogues.boards.position import Position, Positions
        >>> texts = "1 .", "F 1"
        >>> Positions.stack(Position.from_text(text, 1) for text in texts)
        <Positions 2 of 2x1>
        """
        members = list(positions)
        if not members:
            raise MinesweeperError("positions must not be empty")
        for k, member in enumerate(members):
            if not isinstance(member, Position):
                raise TypeError(f"positions must be Positions, not {member!r} at {k}")
            size, first = (f"{m.width}x{m.height}" for m in (member, members[0]))
            if size != first:
                raise MinesweeperError(
                    f"positions must have the same size, {first}, not {size} at {k}"
                )
            check_integer(f"mines of position {k}", member.mines, 0, LARGEST)
        mines = np.array([member.mines for member in members], np.int32)
        cells = np.stack([member.cells for member in members])
        return cls._of(members[0].width, members[0].height, mines, cells)

    def __len__(self) -> int:
        """Return the number of positions."""
        return len(self.cells)

    @overload
    def __getitem__(self, index: int) -> Position: ...
    @overload
    def __getitem__(self, index: slice | NDArray[Any] | list[int]) -> Positions: ...
    def __getitem__(self, index: Any) -> Position | Positions:
        """Return one position, or some of them."""
        picked = check_index("position", index, len(self))
        if isinstance(picked, int):
            return self._position(picked)
        mines, cells = self.mines[picked], self.cells[picked]
        if not cells.flags.c_contiguous:  # every second one, or backwards
            mines, cells = mines.copy(), cells.copy()
        return self._of(self.width, self.height, mines, cells)

    def _position(self, k: int) -> Position:
        mines = int(self.mines[k])
        return Position._of(self.width, self.height, mines, self.cells[k])

    def __iter__(self) -> Iterator[Position]:
        """Yield each position."""
        return map(self._position, range(len(self)))

    def __eq__(self, other: object) -> bool:
        """Whether size, mines and cells of all are equal."""
        if not isinstance(other, Positions):
            return NotImplemented
        pairs = zip(self.__reduce__()[1], other.__reduce__()[1], strict=True)
        return all(np.array_equal(a, b) for a, b in pairs)

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle by value, so that the arrays stay read-only."""
        return Positions, (self.width, self.height, self.mines, self.cells)

    def __repr__(self) -> str:
        """Return how many positions there are, and their size."""
        return f"<Positions {len(self)} of {self.width}x{self.height}>"

    def _repr_html_(self) -> str:
        """Return the first positions as tables with their numbers, for notebooks."""
        from nogues.base.html import on_page, page, table

        some = range(on_page(len(self), self.width * self.height))
        size = f"{number_of(len(self), 'position')} of {self.width}x{self.height}"
        tables = [
            table(_flagged(self[k].grid), f"number {k}: {self[k]._in_words()}")
            for k in some
        ]
        return page(tables, len(self), size)


def _flagged(grid: NDArray[np.int8]) -> NDArray[np.int8]:
    """Return a grid with flags on its known mines."""
    return np.where(grid == MINE, np.int8(FLAG), grid)


_P = TypeVar("_P", Position, Positions)


def _fill(position: _P, *parts: Any) -> _P:
    """Fill in the fields, the arrays read-only."""
    for name, part in zip(_FIELDS, parts, strict=True):
        if isinstance(part, np.ndarray):
            part.flags.writeable = False
        object.__setattr__(position, name, part)
    return position


def _array(name: str, value: object, kinds: str = "iu") -> NDArray[Any]:
    """Return value as an array of an allowed kind, or raise an error."""
    given = as_array(name, value)
    if given.size == 0 and isinstance(value, (list, tuple)):
        return given.astype(np.intp)
    if given.dtype.kind not in kinds:
        allowed = "integers or bools" if "b" in kinds else "integers"
        raise TypeError(f"{name} must be {allowed}, not {given.dtype}")
    return given


def _check_shape(name: str, given: NDArray[Any], *allowed: tuple[int, ...]) -> None:
    if given.shape not in allowed:
        shapes = " or ".join(map(str, allowed))
        raise MinesweeperError(f"{name} must be of shape {shapes}, not {given.shape}")


def _first_outside(given: NDArray[Any], low: int, high: int) -> int | None:
    """Return the row-major index of the first number outside low..high."""
    if given.size == 0 or (low <= int(given.min()) and int(given.max()) <= high):
        return None
    return int(np.argmax((given < low) | (given > high)))


def _check_codes(
    cells: object, width: int, height: int, many: bool = False
) -> NDArray[np.int8]:
    """Return a copy of cells, or raise an error that names the first invalid cell."""
    given, size = _array("cells", cells), width * height
    lead = (given.shape or (0,))[:1] if many else ()
    _check_shape("cells", given, (*lead, size), (*lead, height, width))
    k = _first_outside(given, HIDDEN, 8)
    if k is not None:
        where = f" of position {k // size}" if many else ""
        raise MinesweeperError(
            f"cells must be {HIDDEN} to 8, not {given.flat[k]} at "
            f"{divmod(k % size, width)}{where}"
        )
    return given.astype(np.int8, order="C")


def _check_counts(mines: object, n: int) -> NDArray[np.int32]:
    """Return mines, one number per position, or raise naming the first invalid one."""
    if isinstance(mines, (int, np.integer)):
        return np.full(n, check_integer("mines", mines, 0, LARGEST), np.int32)
    given = _array("mines", mines)
    _check_shape("mines", given, (n,))
    k = _first_outside(given, 0, LARGEST)
    if k is not None:
        raise MinesweeperError(
            f"mines must be 0 to {LARGEST}, not {given[k]} at position {k}"
        )
    return given.astype(np.int32, order="C")


def _check_mask(name: str, value: object, width: int, height: int) -> NDArray[np.bool_]:
    """Return a mask of the chosen cells, which are given as a mask or as indices."""
    if isinstance(value, (set, frozenset)):
        value = sorted(value)
    given, size = _array(name, value, "iub"), width * height
    if given.dtype == np.bool_:
        _check_shape(name, given, (size,), (height, width))
        return given.reshape(size)
    if given.ndim == 2 and given.shape[1] == 2:
        pairs = [check_cell(name, pair, width, height) for pair in given.tolist()]
        given = np.array([row * width + column for row, column in pairs], np.intp)
    if given.ndim != 1:
        raise TypeError(
            f"{name} must be a bool mask, row-major indices or (row, column) pairs, "
            f"not {given.dtype} of shape {given.shape}"
        )
    if given.size == size > 2 and given.max() <= 1:
        raise TypeError(f"{name} is a mask of {given.dtype}; a mask must be of bools")
    k = _first_outside(given, 0, size - 1)
    if k is not None:
        raise MinesweeperError(
            f"{name} must be indices 0 to {size - 1}, not {given[k]}"
        )
    mask = np.zeros(size, np.bool_)
    mask[given.astype(np.intp)] = True
    return mask
