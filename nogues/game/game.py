"""Games: the mines are laid at the first click."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from nogues.base.between import Between
from nogues.base.errors import FormatError, LimitError, MinesweeperError
from nogues.base.looks import FLAG
from nogues.base.search import warn_of_fewer_mines
from nogues.base.spec import (
    Spec,
    check_cell,
    check_flag,
    check_integer,
    check_name,
    check_pair,
    check_size,
)
from nogues.boards.board import Board
from nogues.boards.clues import wrong_clue
from nogues.boards.position import Position
from nogues.game.first_click import Request, check_request
from nogues.game.game_text import dumps, loads
from nogues.game.rules import Cell, Play
from nogues.game.shown import in_words, shown
from nogues.kernels.codes import HIDDEN, MAX_PASSES, MINE
from nogues.solving.hints import Hint, find_hint
from nogues.solving.levels import check_logic
from nogues.solving.probability import mine_probabilities

_MOVES = ("open", "flag", "chord")
_FLAGS = ("ignore", "trust", "certain")


class Game(Play):
    """A game of Minesweeper.

    The mines are laid at the first ``open``, with that cell as the start and with the
    options of ``generate_board``.  If there is no board for this start, ``open`` raises
    the error of ``generate_board``, and the game does not change.  If the board has
    fewer mines than requested, there is a ``MinesWarning``.

    A move has no effect after the end, or if the rules do not allow it (opening a flag,
    flagging an open cell).  A cell outside the board is always an error.

    Parameters
    ----------
    width, height, mines : int
        As in ``generate_board``.
    seed : int, optional
        Any integer, taken mod 2**32 (default: a random one).
    logic, use_mine_count, safe, moves, needs, accept, max_attempts, max_passes
        As in ``generate_board``.  Random boards allow only ``safe``, as in
        ``generate_random_board``.
    search : {"repair", "uniform", "random"}, optional
        As in ``generate_board``, or ``"random"``: a plain random board, which may need
        guesses.
    relocate : bool, optional
        For random boards: lay the mines anywhere, then move those in the safe zone out
        of it; ``game.board.relocations`` lists them.

    Raises
    ------
    MinesweeperError
        If an argument is out of range, or arguments contradict each other.
    TypeError
        If an argument is of the wrong type.

    Examples
    --------
    >>> import nogues
    >>> game = nogues.Game(9, 9, 10, seed=1)
    >>> game.open((4, 4)).cells.size, game.status
    (53, 'playing')
    >>> game.flag((1, 4)), game.remaining
    (True, 9)
    >>> game.hint().text
    'The 1 at (2, 3) has all its mines: (1, 2) and (1, 3) are safe.'
    >>> game.history
    [('open', (4, 4)), ('flag', (1, 4))]
    """

    def __init__(
        self,
        width: int,
        height: int,
        mines: int,
        *,
        seed: int | None = None,
        logic: str = "elementary",
        use_mine_count: bool = True,
        search: str = "repair",
        safe: str | None = None,
        moves: int | None = None,
        needs: str | None = None,
        accept: Between | None = None,
        relocate: bool = False,
        max_attempts: int | None = None,
        max_passes: int = MAX_PASSES,
    ) -> None:
        request = check_request(
            width,
            height,
            mines,
            seed=seed,
            logic=logic,
            use_mine_count=use_mine_count,
            search=search,
            safe=safe,
            moves=moves,
            needs=needs,
            accept=accept,
            relocate=relocate,
            max_attempts=max_attempts,
            max_passes=max_passes,
        )
        super().__init__(request.width, request.height, request.mines)
        self._request: Request | None = request
        self._has_warned = False
        self._board: Board | None = None

    @classmethod
    def from_board(cls, board: Board) -> Game:
        """Return a game on an existing board; its start is only a suggestion.

        Raises
        ------
        MinesweeperError
            If the clues of the board contradict its mines.

        Examples
        --------
        >>> import nogues
        >>> board = nogues.generate_board(30, 16, 99, seed=1)
        >>> game = nogues.Game.from_board(board)
        >>> game.open(board.start).cells.size == board.opening
        True
        """
        if not isinstance(board, Board):
            raise TypeError(f"board must be a Board, not {board!r}")
        width, height = check_size(board.width, board.height)
        if board.clue.shape != (width * height,):
            raise MinesweeperError(
                f"board must have {width * height} clues, not {board.clue.shape}"
            )
        game = cls.__new__(cls)
        Play.__init__(game, width, height, board.mine_count)
        game._request = None
        game._board = board
        game._take(board.clue)
        from nogues.kernels.boards.check import first_wrong

        assert game._clue is not None
        _, wrong = first_wrong(game._clue.reshape(1, -1), width, height)
        if wrong >= 0:
            cell = divmod(int(wrong), width)
            raise MinesweeperError(wrong_clue(cell, board.grid[cell]))
        return game

    @classmethod
    def replay(
        cls,
        history: Iterable[tuple[str, Cell]],
        /,
        *size: Any,
        board: Board | None = None,
        **arguments: Any,
    ) -> Game:
        """Return a new game after the moves that ``Game.history`` lists.

        Parameters
        ----------
        history : iterable of (str, (int, int))
            ``"open"``, ``"flag"`` (which toggles a flag) or ``"chord"``, and the cell.
        *size, **arguments
            The arguments of the game, including the seed; see ``Game.arguments``.
        board : Board, optional
            The board to play on, instead of arguments.

        Raises
        ------
        MinesweeperError
            If a move has no effect, as the history is of another game; names the first
            such move, counted from 0.

        Examples
        --------
        >>> import nogues
        >>> game = nogues.Game(9, 9, 10, seed=1)
        >>> _ = game.flag((0, 0)), game.open((4, 4))
        >>> again = nogues.Game.replay(game.history, 9, 9, 10, seed=1)
        >>> str(again) == str(game)
        True
        >>> str(nogues.Game.replay(game.history, **game.arguments)) == str(game)
        True
        """
        if isinstance(history, (str, bytes)) or not isinstance(history, Iterable):
            raise TypeError(
                f"history must be pairs of a name and a cell, not {history!r}"
            )
        if board is not None and (size or arguments):
            raise TypeError("give a board or the arguments of a game, not both")
        game = cls(*size, **arguments) if board is None else cls.from_board(board)
        for k, move in enumerate(history):
            name, cell = check_pair(f"move {k}", move, "(name, cell)")
            check_name(f"move {k} name", name, _MOVES)
            at = check_cell(f"move {k}", cell, game.width, game.height)
            getattr(game, name)(at)
            if len(game._done) == k:
                raise MinesweeperError(f"move {k} has no effect: {name} at {at}")
        return game

    def _lay(self, start: Cell) -> None:
        if self._board is None:
            assert self._request is not None
            board = self._request.board(start)
            if not self._has_warned:
                spec = Spec(board.width, board.height, board.mines, board.start)
                # Seen from here: _lay, then open, then who called it.
                warn_of_fewer_mines(spec, board.search, 4)
                self._has_warned = board.mine_count < board.mines
            self._take(board.clue)
            self._board = board

    def _lift(self) -> None:
        if self._request is not None:
            self._board = self._clue = None
            self._mines = self._request.mines

    @property
    def seed(self) -> int | None:
        """The seed; for an existing board its own, which may be None."""
        given = self._board if self._request is None else self._request
        assert given is not None
        return given.seed

    @property
    def board(self) -> Board | None:
        """The whole board, hidden from the player; None until the mines are laid."""
        return self._board

    @property
    def arguments(self) -> dict[str, Any]:
        """Arguments for ``Game.replay``, which makes this game again."""
        if self._request is None:
            return {"board": self._board}
        return self._request.arguments()

    def position(self, *, flags: str = "ignore") -> Position:
        """Return what the player sees, for hints and probabilities.

        Parameters
        ----------
        flags : {"ignore", "trust", "certain"}, optional
            Whether a flag is taken as a hidden cell, as a known mine, or as a known
            mine only where that is certain.

        Examples
        --------
        >>> import nogues
        >>> game = nogues.Game(4, 1, 1, seed=1)
        >>> _ = game.open((0, 0)), game.flag((0, 3))
        >>> print(game, game.position(), game.position(flags="trust"))
        001F 001. 001F
        """
        taken = check_name("flags", flags, _FLAGS)
        cells = self._cells.copy()
        flagged = cells == FLAG
        cells[flagged] = MINE if taken == "trust" else HIDDEN
        position = Position(self._width, self._height, self.mines, cells)
        if taken == "certain" and flagged.any():
            with suppress(LimitError):
                certain = mine_probabilities(position).mine == 1
                cells[certain & flagged] = MINE
            position = Position(self._width, self._height, self.mines, cells)
        return position

    def hint(
        self, *, logic: str = "complete", use_mine_count: bool = True
    ) -> Hint | None:
        """Return something certain that is not shown yet; see ``nogues.hint``.

        Only flags on cells that are certainly mines are taken as true.  So a hint can
        point out a wrong flag, but never repeats a right one.

        Returns
        -------
        Hint or None
            None if nothing is certain, before the first ``open`` and after the end.

        Raises
        ------
        LimitError
            As in ``nogues.hint``.
        """
        if self._status != "playing":
            return None
        level = check_logic(logic)
        counting = check_flag("use_mine_count", use_mine_count)
        position = self.position(flags="certain")
        # The board itself fits, so at least one layout does.
        return find_hint(position, level, counting)

    def _repr_html_(self) -> str:
        """Return what the player sees as a table, for notebooks."""
        from nogues.base.html import table

        return table(shown(self), f"{self.width}x{self.height}, {in_words(self)}")

    def to_json(self) -> str:
        """Return the whole game as JSON, for ``from_json``.

        It contains the seed or the board, which reveal every mine.  Do not show it to
        the player.

        Examples
        --------
        >>> import nogues
        >>> game = nogues.Game(9, 9, 10, seed=1)
        >>> _ = game.open((4, 4))
        >>> nogues.Game.from_json(game.to_json())
        <Game 9x9/10 playing, 53 open, 0 flags>
        """
        made = self._board if self._request is None else self._request
        assert made is not None
        return dumps(made, self.history, self._clicks)

    @classmethod
    def from_json(cls, text: str) -> Game:
        """Return the game that ``to_json`` wrote, by playing its moves again.

        Raises
        ------
        FormatError
            If the text is not JSON, has another version, lacks a value, has a value of
            the wrong type, or contains moves that have no effect.
        """
        saved = loads(text)
        try:
            game = cls.replay(saved.moves, **saved.arguments)
            game._clicks = check_integer("clicks", saved.clicks, len(saved.moves))
        except (MinesweeperError, TypeError) as error:  # TypeError: from the checks
            raise FormatError(f"game: {error}") from None
        return game
