"""Boards: one, or many of one size as arrays."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Any, BinaryIO, overload

import numpy as np
from numpy.typing import NDArray

from nogues.archive import COLUMNS, read, write
from nogues.files import atomic_file
from nogues.kernels.codes import MINE
from nogues.spec import Limits, Spec, check_index


@dataclass(frozen=True, eq=False, slots=True)
class Board:
    """One board, and how it was found.

    Attributes
    ----------
    clue : ndarray of int8, shape (width * height,)
        Row-major: -1 a mine, else the number of mines around the cell.  Read-only.
    width, height : int
        Size in cells.
    mines : int
        Mines asked for.
    mine_count : int
        Mines laid: fewer than asked for where they do not fit outside the safe zone.
    start : tuple of int
        (row, column) of the first click.
    opening : int
        Cells the first click opens.
    solvable : bool
        Whether the solver finished the board from the start, within the
        ``max_passes`` it was made with.
    attempts : int
        Placements tried, this one included.
    repairs : int
        Mines moved in this placement.
    seed : int or None
        Seed that makes the board again, with the same limits; None when the draws
        came from elsewhere.  Of a search against the clock it is no promise.
    """

    clue: NDArray[np.int8]
    width: int
    height: int
    mines: int
    mine_count: int
    start: tuple[int, int]
    opening: int
    solvable: bool
    attempts: int
    repairs: int
    seed: int | None

    def __post_init__(self) -> None:
        """Make the board's own view of the clues read-only."""
        clue = self.clue.view()
        clue.flags.writeable = False
        object.__setattr__(self, "clue", clue)

    @property
    def grid(self) -> NDArray[np.int8]:
        """The clues as (height, width), no copy."""
        return self.clue.reshape(self.height, self.width)

    @property
    def mine_mask(self) -> NDArray[np.bool_]:
        """Where the mines are: bool, shape (width * height,)."""
        mask: NDArray[np.bool_] = self.clue == MINE
        return mask

    def __eq__(self, other: object) -> bool:
        """Whether everything about the two boards is equal."""
        if not isinstance(other, Board):
            return NotImplemented
        return self._head() == other._head() and np.array_equal(self.clue, other.clue)

    def __hash__(self) -> int:
        """Hash what ``==`` compares."""
        return hash((self._head(), self.clue.tobytes()))

    def _head(self) -> tuple[Any, ...]:
        return tuple(getattr(self, f.name) for f in fields(self)[1:])

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle by value; a board of many does not take the others along."""
        return Board, (self.clue.copy(), *self._head())

    def __str__(self) -> str:
        """Return the rows as text: ``*`` a mine, digits the clues."""
        return rows_of(self.grid)

    def __repr__(self) -> str:
        """Return the size, start and seed."""
        solvable = "" if self.solvable else ", not solvable"
        return (
            f"<Board {self.width}x{self.height}/{self.mines} start={self.start} "
            f"seed={self.seed}{solvable}>"
        )

    def _repr_html_(self) -> str:
        """Return a table in the classic number colours, for notebooks."""
        from nogues.html import table

        size = f"{self.width}x{self.height}, {self.mine_count} mines"
        caption = f"{size}, start {self.start}, seed {self.seed}"
        return table(self.grid, self.start, caption)


@dataclass(frozen=True, eq=False, slots=True)
class Boards:
    """Many boards of one size and start, as arrays.

    ``boards[k]`` is a ``Board``; a slice or an array of indices gives ``Boards``.

    Attributes
    ----------
    clue : ndarray of int8, shape (n, width * height)
        The clues, a board a row.
    seed : ndarray of uint32, shape (n,)
        The seed of each board.
    attempts, repairs, opening, mine_count : ndarray of int32, shape (n,)
        As in ``Board``.
    width, height, mines, start
        As in ``Board``, one for all.
    failed_seeds : ndarray of uint32, shape (m,)
        Seeds that were left out because no attempt succeeded.  Parts of the boards,
        ``boards[i:j]``, have none.
    max_attempts, max_passes : int
        The limits the boards were made with.

    Examples
    --------
    >>> import nogues
    >>> boards = nogues.generate_boards(9, 9, 10, seeds=range(100))
    >>> boards.clue.shape, boards[7].seed, len(boards[10:20])
    ((100, 81), 7, 10)
    """

    clue: NDArray[np.int8]
    width: int
    height: int
    mines: int
    start: tuple[int, int]
    seed: NDArray[np.uint32]
    attempts: NDArray[np.int32]
    repairs: NDArray[np.int32]
    opening: NDArray[np.int32]
    mine_count: NDArray[np.int32]
    failed_seeds: NDArray[np.uint32]
    max_attempts: int
    max_passes: int

    @property
    def grid(self) -> NDArray[np.int8]:
        """The clues as (n, height, width), no copy."""
        return self.clue.reshape(len(self), self.height, self.width)

    @property
    def mine_mask(self) -> NDArray[np.bool_]:
        """Where the mines are: bool, shape (n, width * height)."""
        mask: NDArray[np.bool_] = self.clue == MINE
        return mask

    @property
    def solvable(self) -> NDArray[np.bool_]:
        """Whether the solver finished each board: all True here."""
        return np.ones(len(self), np.bool_)

    def __len__(self) -> int:
        """Return the number of boards."""
        return len(self.clue)

    @overload
    def __getitem__(self, index: int) -> Board: ...
    @overload
    def __getitem__(self, index: slice | NDArray[Any] | list[int]) -> Boards: ...
    def __getitem__(self, index: Any) -> Board | Boards:
        """Return one board, or some of them."""
        picked = check_index("board", index, len(self))
        return self._board(picked) if isinstance(picked, int) else self._some(picked)

    def _board(self, k: int) -> Board:
        return Board(
            self.clue[k],
            self.width,
            self.height,
            self.mines,
            int(self.mine_count[k]),
            self.start,
            int(self.opening[k]),
            True,
            int(self.attempts[k]),
            int(self.repairs[k]),
            int(self.seed[k]),
        )

    def _some(self, index: slice | NDArray[Any]) -> Boards:
        return Boards(
            self.clue[index],
            self.width,
            self.height,
            self.mines,
            self.start,
            self.seed[index],
            self.attempts[index],
            self.repairs[index],
            self.opening[index],
            self.mine_count[index],
            self.failed_seeds[:0],
            self.max_attempts,
            self.max_passes,
        )

    def __iter__(self) -> Iterator[Board]:
        """Yield each board."""
        return map(self._board, range(len(self)))

    def __eq__(self, other: object) -> bool:
        """Whether everything about the boards is equal."""
        if not isinstance(other, Boards):
            return NotImplemented
        pairs = ((getattr(self, f.name), getattr(other, f.name)) for f in fields(self))
        return all(np.array_equal(a, b) for a, b in pairs)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        """Return how many boards there are, and their size."""
        size = f"{self.width}x{self.height}/{self.mines}"
        failed = f", {len(self.failed_seeds)} failed" if len(self.failed_seeds) else ""
        return f"<Boards {len(self)} of {size} start={self.start}{failed}>"

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the boards to a ``.npz`` file, which appears whole or not at all.

        Arrays are stored as they are (``numpy.load(path)["clue"]`` reads them without
        nogues), and the spec and the search's version are written beside them.

        Raises
        ------
        OSError
            When the file cannot be written; what was there before stays.
        """
        with atomic_file(path) as file:
            self.write(file)

    def write(self, file: BinaryIO) -> None:
        """Write the boards to an open binary file, as ``save`` does."""
        spec = Spec(self.width, self.height, self.mines, self.start)
        limits = Limits(self.max_attempts, self.max_passes)
        write(file, spec, limits, {name: getattr(self, name) for name in COLUMNS})

    @staticmethod
    def load(path: str | os.PathLike[str]) -> Boards:
        """Read boards that ``save`` wrote.

        Raises
        ------
        FormatError
            When the file is damaged, cut short, or not such a file.
        OSError
            When it cannot be read.
        """
        spec, limits, columns = read(path)
        return Boards(**spec._asdict(), **limits._asdict(), **columns)


def rows_of(grid: NDArray[np.int8]) -> str:
    """Return a (height, width) grid of clues as text, a line a row."""
    glyphs = np.frombuffer(b"012345678*", np.uint8)
    height, width = grid.shape
    page = np.full((height, width + 1), ord("\n"), np.uint8)
    page[:, :-1] = glyphs[grid]  # clue -1 takes the last glyph
    return page.tobytes()[:-1].decode("ascii")
