"""Boards: one board, or many of the same size as arrays."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, fields
from typing import Any, BinaryIO, overload

import numpy as np
from numpy.typing import NDArray

from nogues.base.errors import MinesweeperError
from nogues.base.files import atomic_file
from nogues.base.search import REFERENCE, Search, default_attempts
from nogues.base.spec import Limits, Spec, check_index
from nogues.base.words import number_of
from nogues.boards.archive import COLUMNS, MORE_COLUMNS, Head, read, read_open, write
from nogues.kernels.codes import MAX_PASSES, MINE, RULES


def _no_relocations() -> NDArray[np.int32]:
    return np.empty((0, 2), np.int32)


def _freeze(boards: Board | Boards, arrays: tuple[str, ...]) -> None:
    """Replace arrays by read-only views: they belong to what else is said."""
    for name in arrays:
        value = getattr(boards, name)
        if value.flags.writeable:
            view = value.view()
            view.flags.writeable = False
            object.__setattr__(boards, name, view)


@dataclass(frozen=True, eq=False, slots=True)
class Board:
    """One board, and how it was made.

    Attributes
    ----------
    clue : ndarray of int8, shape (width * height,)
        Row-major: -1 a mine, else the number of mines around the cell.  Read-only.
    width, height : int
        Size in cells.
    mines : int
        Mines requested; if mines were laid by density, the mines laid.
    mine_count : int
        Mines laid.  The published search lays fewer than requested if they do not fit
        outside its safe zone.
    start : tuple of int
        (row, column) of the first click.
    opening : int
        Cells the first click opens; 0 if it is a mine.
    solvable : bool
        Whether the search's level solved the board from the start.  The published
        search allowed ``max_passes`` sweeps, other searches any number.  False for
        random boards and boards from other sources: they are not solved, so not marked
        solvable.
    attempts : int
        Layouts tried, including this one; 0 if unknown.
    repairs : int
        Mines moved in this layout.
    seed : int or None
        Seed that makes the same board again, with the same limits; None if the draws
        came from another source.  With a time budget, the seed may not repeat the
        board.
    search : Search
        The search that made the board, and its options.
    needs : str or None
        The strongest rule that the board needs: ``"elementary"``, ``"subset"``,
        ``"complete"`` or ``"mine_count"``; None if it was not solved.
    relocations : ndarray of int32, shape (k, 2)
        Mines that were moved away from the first click: row-major indices, from and
        to; see ``generate_random_boards``.  Read-only.
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
    search: Search = REFERENCE
    needs: str | None = None
    relocations: NDArray[np.int32] = field(default_factory=_no_relocations)

    def __post_init__(self) -> None:
        """Keep read-only views of the arrays."""
        _freeze(self, ("clue", "relocations"))

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
        return (
            self._head() == other._head()
            and np.array_equal(self.clue, other.clue)
            and np.array_equal(self.relocations, other.relocations)
        )

    def __hash__(self) -> int:
        """Hash what ``==`` compares."""
        return hash((self._head(), self.clue.tobytes(), self.relocations.tobytes()))

    def _head(self) -> tuple[Any, ...]:
        """Return all fields except the arrays."""
        return tuple(getattr(self, f.name) for f in fields(self)[1:-1])

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle by value: one of many boards does not include the others."""
        return Board, (self.clue.copy(), *self._head(), self.relocations.copy())

    def __str__(self) -> str:
        """Return the rows as text: ``*`` a mine, digits the clues."""
        return rows_of(self.grid)

    def __repr__(self) -> str:
        """Return the size, start and seed, and what is not the default."""
        more = _made(self.search)
        if self.mine_count != self.mines:
            more = f" mine_count={self.mine_count}{more}"
        if not (self.solvable or self.search.logic is None):
            more += ", not solvable"
        return (
            f"<Board {self.width}x{self.height}/{self.mines} start={self.start} "
            f"seed={self.seed}{more}>"
        )

    def _repr_html_(self) -> str:
        """Return a table in the classic number colours, for notebooks."""
        from nogues.base.html import table

        size = f"{self.width}x{self.height}, {number_of(self.mine_count, 'mine')}"
        seed = "" if self.seed is None else f", seed {self.seed}"
        return table(self.grid, f"{size}, start {self.start}{seed}", self.start)


def _made(search: Search) -> str:
    """Return the level and the search where they are not the defaults."""
    logic = "" if search.logic in (None, "elementary") else f" logic={search.logic}"
    return logic + ("" if search.name == "repair" else f" search={search.name}")


@dataclass(frozen=True, eq=False, slots=True)
class Boards:
    """Many boards of the same size and start, as arrays.

    ``boards[k]`` is a ``Board``; a slice or an array of indices gives ``Boards``.  All
    arrays are read-only; ``boards.clue.copy()`` can be changed.

    Attributes
    ----------
    clue : ndarray of int8, shape (n, width * height)
        The clues, one board per row.
    seed : ndarray of uint32, shape (n,)
        The seed of each board; 0 for boards from other sources, which have none.
    attempts, repairs, opening, mine_count : ndarray of int32, shape (n,)
        As in ``Board``.  ``len(boards) / boards.attempts.sum()`` is the acceptance
        rate: the share of attempts (in a uniform search, of layouts) that gave a board.
        Seeds that failed do not count.
    width, height, start
        As in ``Board``, the same for all.
    mines : int or None
        Mines requested; None if mines were laid by density, or if boards from other
        sources differ.
    failed_seeds : ndarray of uint32, shape (m,)
        Seeds left out because no attempt succeeded.  A part, ``boards[i:j]``, has none.
    max_attempts, max_passes : int
        The limits of the search.
    search : Search
        The search that made the boards, and its options.
    needs : ndarray of int8, shape (n,)
        The strongest rule that each board needs: an index into elementary, subset,
        complete, mine count; -1 if boards were not solved.
    relocations : ndarray of int32, shape (n, most, 2)
        As in ``Board``, padded with -1.

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
    mines: int | None
    start: tuple[int, int]
    seed: NDArray[np.uint32]
    attempts: NDArray[np.int32]
    repairs: NDArray[np.int32]
    opening: NDArray[np.int32]
    mine_count: NDArray[np.int32]
    failed_seeds: NDArray[np.uint32]
    max_attempts: int
    max_passes: int
    search: Search
    needs: NDArray[np.int8]
    relocations: NDArray[np.int32]

    def __post_init__(self) -> None:
        """Keep read-only views of the arrays."""
        _freeze(self, (*COLUMNS, *MORE_COLUMNS))

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
        """Whether each was solved: all True, except for random or given boards."""
        return np.full(len(self), self.search.logic is not None)

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
        count = int(self.mine_count[k])
        needs = int(self.needs[k])
        moved = self.relocations[k]
        return Board(
            self.clue[k],
            self.width,
            self.height,
            count if self.mines is None else self.mines,
            count,
            self.start,
            int(self.opening[k]),
            self.search.logic is not None,
            int(self.attempts[k]),
            int(self.repairs[k]),
            None if self.search.name == "given" else int(self.seed[k]),
            self.search,
            None if needs < 0 else RULES[needs],
            moved[moved[:, 0] >= 0] if moved.size else moved,
        )

    @classmethod
    def stack(cls, boards: Iterable[Board]) -> Boards:
        """Combine one or more boards of the same size, start and search.

        Their limits are unknown and set to the defaults of the search.

        Raises
        ------
        MinesweeperError
            If a board differs from the first, has no seed, or was not solved; names
            the first such board.
        TypeError
            If an item is not a board.

        Examples
        --------
        >>> import nogues
        >>> boards = nogues.generate_boards(9, 9, 10, seeds=range(3))
        >>> nogues.Boards.stack(boards) == boards
        True
        """
        members = list(boards)
        if not members:
            raise MinesweeperError("boards must not be empty")
        for k, member in enumerate(members):
            if not isinstance(member, Board):
                raise TypeError(f"boards must be Boards, not {member!r} at {k}")
        head, given = members[0], members[0].search.name == "given"
        free = given and any(member.mines != head.mines for member in members)
        mines = None if free or head.search.density is not None else head.mines
        for k, member in enumerate(members):
            for name in ("width", "height", "start", "search", "mines"):
                own, first = getattr(member, name), getattr(head, name)
                if own != first and not (name == "mines" and mines is None):
                    raise MinesweeperError(
                        f"boards must have one {name}, {first}, not {own} at {k}"
                    )
            if member.seed is None and not given:
                raise MinesweeperError(f"boards must have a seed, not None at {k}")
            if member.solvable != (head.search.logic is not None):
                raise MinesweeperError(
                    f"boards must be solvable, but the one at {k} is not"
                )
        most = max(len(member.relocations) for member in members)
        moved = np.full((len(members), most, 2), -1, np.int32)
        for k, member in enumerate(members):
            moved[k, : len(member.relocations)] = member.relocations

        def column(name: str, dtype: type = np.int32) -> NDArray[Any]:
            return np.array([getattr(member, name) or 0 for member in members], dtype)

        rules = [None, *RULES]
        spec = Spec(head.width, head.height, head.mine_count, head.start)
        return cls(
            clue=np.stack([member.clue for member in members]),
            width=head.width,
            height=head.height,
            mines=mines,
            start=head.start,
            seed=column("seed", np.uint32),
            attempts=column("attempts"),
            repairs=column("repairs"),
            opening=column("opening"),
            mine_count=column("mine_count"),
            failed_seeds=np.empty(0, np.uint32),
            max_attempts=default_attempts(spec, head.search),
            max_passes=MAX_PASSES,
            search=head.search,
            needs=np.array([rules.index(m.needs) - 1 for m in members], np.int8),
            relocations=moved,
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
            self.search,
            self.needs[index],
            self.relocations[index],
        )

    def __iter__(self) -> Iterator[Board]:
        """Yield each board."""
        return map(self._board, range(len(self)))

    def __eq__(self, other: object) -> bool:
        """Whether everything about the boards is equal."""
        if not isinstance(other, Boards):
            return NotImplemented
        pairs = ((getattr(self, f.name), getattr(other, f.name)) for f in fields(self))
        return all(
            np.array_equal(a, b) if isinstance(a, np.ndarray) else a == b
            for a, b in pairs
        )

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle by value, so that the arrays stay read-only."""
        return Boards, tuple(getattr(self, f.name) for f in fields(self))

    def __repr__(self) -> str:
        """Return how many boards there are, and their size."""
        size = f"{self.width}x{self.height}"
        density = self.search.density
        size += "" if density is None else f" density={density}"
        size += "" if self.mines is None else f"/{self.mines}"
        failed = f", {len(self.failed_seeds)} failed" if len(self.failed_seeds) else ""
        made = _made(self.search)
        laid = np.unique(self.mine_count)
        if self.mines is not None and laid.size == 1 and laid[0] != self.mines:
            made = f" mine_count={laid[0]}{made}"
        return f"<Boards {len(self)} of {size} start={self.start}{made}{failed}>"

    def _repr_html_(self) -> str:
        """Return the first boards as tables with their seeds, for notebooks."""
        from nogues.base.html import on_page, page, table

        def below(board: Board) -> str:
            return "no seed" if board.seed is None else f"seed {board.seed}"

        some = self[: on_page(len(self), self.width * self.height)]
        size = f"{number_of(len(self), 'board')} of {self.width}x{self.height}"
        mines = "" if self.mines is None else f", {number_of(self.mines, 'mine')}"
        return page(
            [table(board.grid, below(board), board.start) for board in some],
            len(self),
            f"{size}{mines}, start {self.start}",
        )

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the boards to a ``.npz`` file, which appears whole or not at all.

        Arrays are stored unchanged: ``numpy.load(path)["clue"]`` reads them without
        nogues.  The size, the search and its version are stored with them.

        Raises
        ------
        OSError
            If the file cannot be written; an existing file does not change.
        """
        with atomic_file(path) as file:
            self.write(file)

    def write(self, file: BinaryIO) -> None:
        """Write the boards to an open binary file, as ``save`` does."""
        spec = Spec(self.width, self.height, self.mines or 0, self.start)
        limits = Limits(self.max_attempts, self.max_passes)
        head = Head(spec, limits, self.search, self.mines is None)
        columns = [*COLUMNS, *MORE_COLUMNS]
        write(file, head, {name: getattr(self, name) for name in columns})

    @staticmethod
    def load(path: str | os.PathLike[str]) -> Boards:
        """Read boards that ``save`` wrote.

        Raises
        ------
        FormatError
            If the file is damaged, truncated, or does not contain boards.
        OSError
            If it cannot be read.
        """
        return _unpacked(*read(path))

    @staticmethod
    def read(file: BinaryIO) -> Boards:
        """Read boards from an open binary file that can seek, as ``load`` does."""
        return _unpacked(*read_open(file, "the file"))


def _unpacked(head: Head, columns: dict[str, Any]) -> Boards:
    """Return the boards of a file."""
    spec, limits, search, by_density = head
    size = spec._asdict() | {"mines": None if by_density else spec.mines}
    return Boards(**size, **limits._asdict(), search=search, **columns)


def rows_of(grid: NDArray[np.int8]) -> str:
    """Return a (height, width) grid of clues as text, one line per row."""
    glyphs = np.frombuffer(b"012345678*", np.uint8)
    height, width = grid.shape
    page = np.full((height, width + 1), ord("\n"), np.uint8)
    page[:, :-1] = glyphs[grid]  # clue -1 takes the last glyph
    return page.tobytes()[:-1].decode("ascii")
