"""One player's game as messages: input is checked, output is what the player may see.

There is no socket, screen or file here.  A message is a JSON-like dict, ``{"do":
"open", "game": 1, "at": 40}``.  So is an answer; its ``kind`` is one of:

===================  ===============================================================
``"state"``          everything that the player sees, at the start, after ``new`` or
                     after ``undo``, which adds ``undone``
``"changed"``        what a move changed
``"hint"``           what is certain, and the clues that prove it
``"probabilities"``  the probability of a mine in each hidden cell
``"link"``           how to get this board again; contains the seed
``"compiling"``      that kernels are being compiled, and an empty text afterwards;
                     answers nothing
``"error"``          what is wrong with a message; nothing has changed.  For ``new``,
                     ``field`` names the field that is wrong, if it is one
===================  ===============================================================

Mines are sent only when the game is over; the seed then, or on request.  Cells are
row-major indices.  A game's ``help`` lists what keeps it out of the best times.
A player who undoes the end of a game has seen its mines, and plays on with ``undo`` in
that list.  ``difficulty`` in the ``end`` is easy, medium, hard or guess, or None where
it takes too long to know; ``bbbv_per_second`` is 0 if no time has passed.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from nogues.base.errors import GenerationError, LimitError, MinesweeperError
from nogues.base.spec import check_flag, check_integer, check_name
from nogues.front import answers
from nogues.front.answers import Message
from nogues.front.findable import check_findable
from nogues.front.new_game import NewGame, check_new_game
from nogues.game.game import Game
from nogues.game.rules import Opened
from nogues.kernels.codes import HIDDEN
from nogues.making.daily import generate_daily_board
from nogues.solving.measures import metrics

#: Fields that the message of an action must have, and those that it may have.
Fields = tuple[frozenset[str], frozenset[str]]

#: What a player can do.
ACTIONS: Mapping[str, Fields] = {
    "hello": (frozenset(), frozenset()),
    "open": (frozenset({"game", "at"}), frozenset()),
    "flag": (frozenset({"game", "at"}), frozenset({"on"})),
    "chord": (frozenset({"game", "at"}), frozenset()),
    "new": (
        frozenset(),
        frozenset(
            {"size", "seed", "start", "logic", "search", "safe", "relocate", "daily"}
        ),
    ),
    "restart": (frozenset(), frozenset()),
    "undo": (frozenset({"game"}), frozenset()),
    "hint": (frozenset(), frozenset()),
    "probabilities": (frozenset(), frozenset()),
    "share": (frozenset(), frozenset()),
}

#: Fields of a new game that an error can be about.
NEW_FIELDS = ("width", "height", "mines", "seed", "start")

#: The same seed would fail here again, so these say what to do instead.
NOT_FOUND = "No such board was found from here.  Start elsewhere, or start a new game."
NOT_FOUND_THERE = "No such board was found from the marked cell.  Start a new game."


class Session:
    """A game, its clock, and the options of its board.

    Parameters
    ----------
    new_game : NewGame, optional
        Which boards to make; default: expert boards.
    clock : callable, optional
        Returns seconds that only increase; default: ``time.monotonic``.

    Examples
    --------
    >>> from nogues.front.session import Session
    >>> from nogues.front.new_game import check_new_game
    >>> session = Session(check_new_game({"size": "beginner", "seed": 1}))
    >>> changed = session.handle({"do": "open", "game": 1, "at": 40})
    >>> changed["kind"], changed["status"], len(changed["cells"])
    ('changed', 'playing', 53)
    >>> session.handle({"do": "open", "game": 1, "at": 99})["text"]
    'at must be 0 to 80, not 99'
    """

    actions: ClassVar[Mapping[str, Fields]] = ACTIONS

    def __init__(
        self,
        new_game: NewGame | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._clock = clock
        self._number = self._revision = 0
        self._game: Game
        self._new_game: NewGame
        #: The start of the board, required or chosen; None while the player may choose.
        self._start: tuple[int, int] | None
        self._began: float | None
        self._elapsed: float | None
        self._end: Message | None
        self._help: set[str]
        #: Whether a cell of the board was ever open, also if that was undone.
        self._is_seen: bool
        #: The demonstration that the page begins with, and its seed.
        self._demo: tuple[int, int | None] | None = None
        self._begin(check_new_game({}) if new_game is None else new_game)

    @property
    def game(self) -> Game:
        """The current game, including its mines."""
        return self._game

    def handle(self, message: object) -> Message:
        """Carry out a message and return the answer.

        A bad message raises nothing: the answer says what is wrong with it.
        """
        try:
            if not isinstance(message, dict):
                raise TypeError(f"a message must be an object, not {message!r:.80}")
            action = check_name("do", message.get("do"), tuple(self.actions))
            given = {name: value for name, value in message.items() if name != "do"}
            self._check_names(action, set(given))
            answer: Message = getattr(self, f"_{action}")(**given)
        except (MinesweeperError, TypeError) as error:  # TypeError: of the checks
            return _error(message, str(error)[:400])
        return answer

    def _check_names(self, action: str, given: set[str]) -> None:
        needed, allowed = self.actions[action]
        for name in sorted(needed - given):
            raise MinesweeperError(f"{action} must have {name}")
        for name in sorted(map(str, given - needed - allowed)):
            names = ", ".join(sorted(needed | allowed)) or "nothing"
            raise MinesweeperError(f"{action} may have {names}, not {name[:40]!r}")

    # The actions of a player, named as in ACTIONS.

    def _hello(self) -> Message:
        return self._state()

    def _open(self, game: object, at: object) -> Message:
        cell = self._place(game, at)
        if cell is None:
            return self._state()
        ready = self._game.status == "ready"
        begun = self._game.cells[self._index(cell)] == HIDDEN
        if ready and begun and self._start not in (None, cell):
            raise MinesweeperError("this board must start at the marked cell")
        try:
            opened = self._game.open(cell)
        except (GenerationError, LimitError):  # their messages contain the seed
            text = NOT_FOUND if self._start is None else NOT_FOUND_THERE
            raise MinesweeperError(text) from None
        if ready and opened.cells.size:
            self._began = self._clock()
            self._start = cell
            self._is_seen = True
        changed = self._changed("open", cell, opened)
        board = self._game.board
        if ready and board is not None and len(board.relocations):
            # Where the mines were; where they went stays hidden.
            changed["moved"] = board.relocations[:, 0].tolist()
        return changed

    def _flag(self, game: object, at: object, on: object = None) -> Message:
        cell = self._place(game, at)
        if cell is None:
            return self._state()
        wanted = None if on is None else check_flag("on", on)
        before = self._game.clicks
        done = self._game.flag(cell, wanted)
        at = self._index(cell)
        changed = self._changed("flag", cell, None, before != self._game.clicks)
        if done:
            changed["cells"] = [at]
            changed["values"] = [int(self._game.cells[at])]
            changed["distance"] = [0]
        return changed

    def _chord(self, game: object, at: object) -> Message:
        cell = self._place(game, at)
        if cell is None:
            return self._state()
        return self._changed("chord", cell, self._game.chord(cell))

    def _undo(self, game: object) -> Message:
        """Take the last move back; the time since the end does not count."""
        if check_integer("game", game, 0) != self._number:
            return self._state()
        elapsed = self._milliseconds() / 1000
        if not self._game.undo():
            raise MinesweeperError("There is nothing to undo.")
        self._help.add("undo")
        self._elapsed = self._end = self._demo = None
        if self._game.status == "ready":
            self._began = None
            self._start = self._required
        elif self._began is not None:
            self._began = self._clock() - elapsed
        self._revision += 1
        return self._state() | {"undone": True}

    def _new(self, **wanted: object) -> Message:
        new_game = check_new_game(wanted)
        check_findable(new_game)
        self._begin(new_game)
        return self._state()

    def _restart(self) -> Message:
        """Start the same seed again, from the same start if there was one."""
        was_seen = self._is_seen or "restart" in self._help
        self._begin(self._new_game._replace(seed=self._game.seed, start=self._start))
        if was_seen:
            self._help.add("restart")
        return self._state()

    def _hint(self) -> Message:
        if self._game.status == "playing":
            self._help.add("hint")
        return self._helped("hint", answers.hint(self._game, self._start))

    def _probabilities(self) -> Message:
        if self._game.status == "playing":
            self._help.add("odds")
        return self._helped("probabilities", answers.probabilities(self._game))

    def _helped(self, kind: str, fields: Message) -> Message:
        return {"kind": kind, "game": self._number, "help": sorted(self._help)} | fields

    def _share(self) -> Message:
        found = answers.link(self._new_game, self._game.seed, self._start)
        return {"kind": "link", "game": self._number} | found

    # Helpers that build the answers.

    def _begin(self, new_game: NewGame) -> None:
        if new_game.daily is not None:
            board = generate_daily_board(new_game.daily)
            self._game, self._start = Game.from_board(board), board.start
        else:
            self._game = Game(*new_game.numbers, **new_game.arguments())
            self._start = new_game.start
        self._required = self._start
        self._new_game = new_game
        self._began = None
        self._elapsed = None
        self._end = None
        self._help = set()
        self._is_seen = False
        self._demo = None
        self._number += 1
        self._revision += 1

    def _place(self, game: object, at: object) -> tuple[int, int] | None:
        """Return the cell of a message, or None if the message is for another game."""
        number = check_integer("game", game, 0)
        cells = self._game.width * self._game.height
        index = check_integer("at", at, 0, cells - 1)
        row, column = divmod(index, self._game.width)
        return (row, column) if number == self._number else None

    def _index(self, cell: tuple[int, int]) -> int:
        return answers.index_of(self._game, cell)

    def _milliseconds(self) -> int:
        """Return the time on the game's clock."""
        if self._began is None:
            return 0
        if self._elapsed is None:
            elapsed = self._clock() - self._began
            if self._game.is_over:
                self._elapsed = elapsed
        else:
            elapsed = self._elapsed
        return round(elapsed * 1000)

    def _standing(self) -> Message:
        """Return how the game stands; every answer to a move has it."""
        return {
            "game": self._number,
            "revision": self._revision,
            "status": self._game.status,
            "remaining": self._game.remaining,
            "elapsed": self._milliseconds(),
            "help": sorted(self._help),
            "end": self._ending(),
        }

    def _state(self) -> Message:
        game, new_game = self._game, self._new_game
        return {
            "kind": "state",
            "width": game.width,
            "height": game.height,
            "mines": game.mines,
            "new_game": new_game.shown(),
            "start": None if self._start is None else self._index(self._start),
            "cells": game.cells.tolist(),
            "demo": self._demo and self._demo[0],
            "demo_seed": self._demo and self._demo[1],
            **self._standing(),
        }

    def _changed(
        self,
        move: str,
        cell: tuple[int, int],
        opened: Opened | None,
        counted: bool = True,
    ) -> Message:
        cells: NDArray[Any] = np.empty(0, np.int32)
        distance = flagged = cells
        if opened is not None:
            cells, distance = opened.cells, opened.distance
            flagged = opened.flagged
        self._revision += counted
        self._demo = None
        return {
            "kind": "changed",
            "move": move,
            "at": self._index(cell),
            "cells": cells.tolist(),
            "values": self._game.cells[cells].tolist(),
            "distance": distance.tolist(),
            "flagged": flagged.tolist(),
            **self._standing(),
        }

    def _ending(self) -> Message | None:
        """Return what the player may know once the game is over, and None before."""
        if self._end is None and self._game.is_over:
            milliseconds = self._milliseconds()
            self._end = answers.ending(self._game, self._start, milliseconds)
        return self._end


def _error(message: object, text: str) -> Message:
    """Return the answer to a bad message; messages begin with what they are about."""
    answer = {"kind": "error", "text": text}
    if isinstance(message, dict) and message.get("do") == "new":
        field = re.match("[a-z]+", text)
        if field and field[0] in NEW_FIELDS:
            answer["field"] = field[0]
    return answer


def compiling(text: str) -> Message:
    """Return the message that shows a notice of the compiler; "" for none."""
    return {"kind": "compiling", "text": text and f"{text[0].upper()}{text[1:]}."}


def warm_up(new_game: NewGame) -> None:
    """Compile what such a game needs, so its first click is fast."""
    session = Session(new_game._replace(daily=None, seed=1, start=None))
    game = session.game
    session.handle({"do": "open", "game": 1, "at": game.width * game.height // 2})
    session.handle({"do": "hint"})
    session.handle({"do": "probabilities"})
    board = game.board
    if board is not None:
        metrics(board, zini=False)
        answers.difficulty(board, board.start)
