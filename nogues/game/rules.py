"""The rules of the game on arrays: open, flag, chord, undo.

There is no screen or clock here, and boards may come from any source.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from nogues.base.errors import MinesweeperError
from nogues.base.looks import FLAG
from nogues.base.spec import check_cell, check_integer
from nogues.base.words import number_of
from nogues.kernels.codes import HIDDEN, MINE

Cell = tuple[int, int]

_GLYPHS = np.frombuffer(b"012345678F.*", np.uint8)  # negative codes from the end
_NONE = np.empty(0, np.int32)
_NONE.flags.writeable = False


@dataclass(frozen=True, eq=False, slots=True)
class Opened:
    """What a click opened, and the status of the game after it.

    Attributes
    ----------
    cells : ndarray of int32
        Row-major indices in opening order, breadth-first; each opened cell once,
        including mines that were hit.
    distance : ndarray of int32
        Steps to each of them from the clicked cell.  After a chord: steps from the
        nearest cell around it, which has 0 itself.
    flagged : ndarray of int32
        Mines that were flagged because the game is won.
    hit : ndarray of int32
        Mines that were opened; if there are any, the game is lost.
    status : {"ready", "playing", "won", "lost"}
        As ``Game.status``.
    """

    cells: NDArray[np.int32]
    distance: NDArray[np.int32]
    flagged: NDArray[np.int32]
    hit: NDArray[np.int32]
    status: str


class Done(NamedTuple):
    """A move that had an effect, and the hidden cells it opened or flagged."""

    name: str
    cell: Cell
    opened: NDArray[np.int32] = _NONE
    flagged: NDArray[np.int32] = _NONE


def _own(indices: NDArray[np.integer[Any]]) -> NDArray[np.int32]:
    """Return a read-only copy: undo relies on it."""
    copy = indices.astype(np.int32)
    copy.flags.writeable = False
    return copy


class Play:
    """The open and flagged cells, and the moves that change them.

    A subclass supplies the clues: ``_lay`` is called at the first ``open``.
    """

    def __init__(self, width: int, height: int, mines: int) -> None:
        self._width, self._height, self._mines = width, height, mines
        self._clue: NDArray[np.int8] | None = None
        self._cells = np.full(width * height, HIDDEN, np.int8)
        self._done: list[Done] = []
        self._flags = 0
        self._clicks = 0
        self._status = "ready"
        self._hit = _NONE

    def _lay(self, start: Cell) -> None:
        """Lay the mines for a first click, and pass the clues to ``_take``."""
        raise NotImplementedError

    def _lift(self) -> None:
        """Handle that no cell is open any more: the mines may be laid again."""

    def _take(self, clue: NDArray[np.int8]) -> None:
        """Play on the board with these clues; all its cells are hidden."""
        self._clue = np.array(clue, np.int8, order="C")
        self._mines = int(np.count_nonzero(self._clue == MINE))
        self._closed = self._clue.size - self._mines  # safe cells not yet open
        self._opened = np.empty(self._clue.size, np.int32)
        self._distance = np.empty(self._clue.size, np.int32)

    @property
    def width(self) -> int:
        """Columns."""
        return self._width

    @property
    def height(self) -> int:
        """Rows."""
        return self._height

    @property
    def mines(self) -> int:
        """Mines on the board; until they are laid, mines requested.

        A board may have fewer mines than requested; see ``Board.mine_count``.
        """
        return self._mines

    @property
    def status(self) -> str:
        """``"ready"`` (nothing is open), ``"playing"``, ``"won"`` or ``"lost"``.

        A game is won when every safe cell is open, whatever the flags.
        """
        return self._status

    @property
    def is_over(self) -> bool:
        """Whether the game is won or lost."""
        return self._status in ("won", "lost")

    @property
    def cells(self) -> NDArray[np.int8]:
        """What the player sees: int8, shape (width * height,), row-major.

        0 to 8 is an open clue, ``nogues.HIDDEN`` (-2) a hidden cell, ``nogues.FLAG``
        (-3) a flag and, in a lost game, ``nogues.MINE`` (-1) an opened mine.  A
        read-only view that follows the game.
        """
        view = self._cells.view()
        view.flags.writeable = False
        return view

    @property
    def grid(self) -> NDArray[np.int8]:
        """The cells as (height, width), no copy."""
        return self.cells.reshape(self._height, self._width)

    @property
    def flags(self) -> int:
        """Number of flags."""
        return self._flags

    @property
    def remaining(self) -> int:
        """Mines minus flags; negative if there are too many flags."""
        return self.mines - self._flags

    @property
    def history(self) -> list[tuple[str, Cell]]:
        """The moves that had an effect, without those undone."""
        return [(done.name, done.cell) for done in self._done]

    @property
    def clicks(self) -> int:
        """Number of moves until the end, including those without effect or undone.

        ``len(game.history)`` counts only moves that had an effect.
        """
        return self._clicks

    @property
    def hit(self) -> NDArray[np.int32]:
        """Mines that were opened, as row-major indices; empty unless lost."""
        return self._hit

    @property
    def mine_mask(self) -> NDArray[np.bool_]:
        """Where the mines are: bool, shape (width * height,); only after the end."""
        mask: NDArray[np.bool_] = self._clue_after("mine_mask") == MINE
        return mask

    @property
    def wrong_flags(self) -> NDArray[np.int32]:
        """Safe cells with a flag, as row-major indices; only after the end."""
        clue = self._clue_after("wrong_flags")
        wrong = (self._cells == FLAG) & (clue != MINE)
        return np.flatnonzero(wrong).astype(np.int32)

    @property
    def blast(self) -> NDArray[np.int32]:
        """Distance of each mine from the nearest one that was hit; only after the end.

        int32, shape (width * height,): steps of a chess king, -1 without a mine.  In a
        won game, -1 everywhere.
        """
        clue = self._clue_after("blast")
        far = np.full(clue.size, -1, np.int32)
        if self._hit.size:
            mines = np.flatnonzero(clue == MINE)
            rows, columns = np.divmod(mines, self._width)
            near = np.full(mines.size, max(self._width, self._height))
            for row, column in map(self._cell, self._hit.tolist()):
                steps = np.maximum(np.abs(rows - row), np.abs(columns - column))
                near = np.minimum(near, steps)
            far[mines] = near
        return far

    def open(self, cell: Cell) -> Opened:
        """Open a hidden cell without a flag; a zero opens the cells around it.

        Flagged cells do not change.  The first ``open`` lays the mines.

        Parameters
        ----------
        cell : tuple of int
            (row, column).

        Returns
        -------
        Opened

        Raises
        ------
        GenerationError, LimitError, MinesweeperError
            If no board is found for this first click; the game does not change.
        """
        at = self._index(cell)
        hidden = self._cells[at] == HIDDEN and not self.is_over
        if hidden and self._status == "ready":
            self._lay(self._cell(at))
        self._clicks += not self.is_over  # not counted if laying failed
        return self._open("open", at, [at]) if hidden else self._nothing()

    def flag(self, cell: Cell, on: bool | None = None) -> bool:
        """Set or remove a flag on a hidden cell, also before the first ``open``.

        Parameters
        ----------
        cell : tuple of int
            (row, column).
        on : bool, optional
            Whether to set or remove the flag (default: toggle it).

        Returns
        -------
        bool
            Whether anything changed.
        """
        at = self._index(cell)
        if not (on is None or isinstance(on, (bool, np.bool_))):
            raise TypeError(f"on must be True, False or None, not {on!r}")
        self._clicks += not self.is_over
        seen = int(self._cells[at])
        if self.is_over or seen not in (HIDDEN, FLAG) or on == (seen == FLAG):
            return False
        self._toggle(at)
        self._done.append(Done("flag", self._cell(at)))
        return True

    def chord(self, cell: Cell) -> Opened:
        """Open the hidden cells around an open clue that has as many flags around it.

        With fewer or more flags, nothing happens.  A wrong flag loses the game: mines
        without a flag are opened too.

        Parameters
        ----------
        cell : tuple of int
            (row, column).

        Returns
        -------
        Opened
        """
        at = self._index(cell)
        clue = self._cells[at]
        self._clicks += not self.is_over
        if clue < 0 or self.is_over:
            return self._nothing()
        row, column = self._cell(at)
        top, left = max(row - 1, 0), max(column - 1, 0)
        around = self.grid[top : row + 2, left : column + 2]
        if np.count_nonzero(around == FLAG) != clue:
            return self._nothing()
        rows, columns = np.nonzero(around == HIDDEN)
        if not rows.size:
            return self._nothing()
        return self._open("chord", at, (rows + top) * self._width + columns + left)

    def undo(self, n: int = 1) -> int:
        """Undo moves, even those that ended the game.

        After the first ``open`` is undone, the mines are laid again at the next
        ``open``, which may be at another cell.

        Parameters
        ----------
        n : int, optional
            How many; if there are fewer, all.

        Returns
        -------
        int
            Number of moves undone.

        Examples
        --------
        >>> import nogues
        >>> game = nogues.Game(9, 9, 10, seed=1)
        >>> _ = game.open((4, 4)), game.open((0, 0))
        >>> game.status, game.undo(), game.status
        ('lost', 1, 'playing')
        """
        count = min(check_integer("n", n, 1), len(self._done))
        for _ in range(count):
            done = self._done.pop()
            if done.name == "flag":
                self._toggle(done.cell[0] * self._width + done.cell[1])
                continue
            self._closed += done.opened.size - self._hit.size
            self._flags -= done.flagged.size
            self._cells[done.opened] = HIDDEN
            self._cells[done.flagged] = HIDDEN
            self._hit = _NONE
            # Only flags can come before the first open.
            ready = all(before.name == "flag" for before in self._done)
            self._status = "ready" if ready else "playing"
            if ready:
                self._lift()
        return count

    def __str__(self) -> str:
        """Return the rows as text: digits, ``F`` a flag, ``.`` hidden, ``*`` a hit."""
        page = np.full((self._height, self._width + 1), ord("\n"), np.uint8)
        page[:, :-1] = _GLYPHS[self.grid]
        return page.tobytes()[:-1].decode("ascii")

    def __repr__(self) -> str:
        """Return size, mines and status; the seed would reveal the mines."""
        size = f"{self._width}x{self._height}/{self.mines}"
        opened = np.count_nonzero(self._cells >= 0)
        flags = number_of(self._flags, "flag")
        return f"<Game {size} {self._status}, {opened} open, {flags}>"

    def _cell(self, index: int) -> Cell:
        row, column = divmod(int(index), self._width)
        return row, column

    def _index(self, cell: object) -> int:
        row, column = check_cell("cell", cell, self._width, self._height)
        return row * self._width + column

    def _clue_after(self, name: str) -> NDArray[np.int8]:
        """Return the clues, if the game is over."""
        if not self.is_over:
            raise MinesweeperError(
                f"{name} is available when the game is over, not while it is "
                f"{self._status!r}"
            )
        assert self._clue is not None
        return self._clue

    def _toggle(self, at: int) -> None:
        on = self._cells[at] != FLAG
        self._cells[at] = FLAG if on else HIDDEN
        self._flags += 1 if on else -1

    def _nothing(self) -> Opened:
        return Opened(_NONE, _NONE, _NONE, _NONE, self._status)

    def _open(self, name: str, at: int, cells: list[int] | NDArray[np.intp]) -> Opened:
        """Open hidden cells, some of which may be mines."""
        from nogues.kernels.boards.reveal import open_cells

        clue, n = self._clue, len(cells)
        assert clue is not None
        self._opened[:n] = cells
        size = (self._width, self._height)
        out = (self._opened, self._distance)
        total = open_cells(clue, *size, self._cells, *out, n)
        opened = _own(self._opened[:total])
        self._hit = _own(opened[:n][clue[opened[:n]] == MINE])
        self._closed -= total - self._hit.size
        flagged = _NONE
        self._status = "playing"
        if self._hit.size:
            self._status = "lost"
        elif not self._closed:
            self._status = "won"
            flagged = _own(np.flatnonzero(self._cells == HIDDEN))
            self._cells[flagged] = FLAG
            self._flags += flagged.size
        self._done.append(Done(name, self._cell(at), opened, flagged))
        distance = _own(self._distance[:total])
        return Opened(opened, distance, flagged, self._hit, self._status)
