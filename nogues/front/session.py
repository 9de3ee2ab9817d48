"""One player's game as messages: input is checked, output is what the player may see.

There is no socket, screen or file here.  A message is a JSON-like dict, ``{"do":
"open", "game": 1, "at": 40}``.  So is an answer; its ``kind`` is one of:

===================  ===============================================================
``"state"``          everything that the player sees, at the start or after ``new``
``"changed"``        what a move changed
``"hint"``           what is certain, and the clues that prove it
``"probabilities"``  the probability of a mine in each hidden cell
``"link"``           how to get this board again; contains the seed
``"compiling"``      that kernels are being compiled, and an empty text afterwards;
                     answers nothing
``"error"``          what is wrong with a message; nothing has changed
===================  ===============================================================

Mines are sent only when the game is over; the seed then, or on request.  Cells are
row-major indices.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import urlencode

import numpy as np
from numpy.typing import NDArray

from nogues.base.errors import GenerationError, LimitError, MinesweeperError
from nogues.base.spec import check_flag, check_integer, check_name
from nogues.front.new_game import NewGame, check_new_game
from nogues.game.game import Game
from nogues.game.rules import FLAG, Opened
from nogues.kernels.codes import HIDDEN
from nogues.making.daily import generate_daily_board
from nogues.solving.measures import metrics
from nogues.solving.probability import best_guess, mine_probabilities

Message = dict[str, Any]

#: What a player can do, with the fields that its message must and may have.
ACTIONS: Mapping[str, tuple[frozenset[str], frozenset[str]]] = {
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
    "hint": (frozenset(), frozenset()),
    "probabilities": (frozenset(), frozenset()),
    "share": (frozenset(), frozenset()),
}

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
            action = check_name("do", message.get("do"), tuple(ACTIONS))
            given = {name: value for name, value in message.items() if name != "do"}
            self._check_names(action, set(given))
            answer: Message = getattr(self, f"_{action}")(**given)
        except (MinesweeperError, TypeError) as error:  # TypeError: of the checks
            return {"kind": "error", "text": str(error)[:400]}
        return answer

    @staticmethod
    def _check_names(action: str, given: set[str]) -> None:
        needed, allowed = ACTIONS[action]
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

    def _new(self, **wanted: object) -> Message:
        self._begin(check_new_game(wanted))
        return self._state()

    def _restart(self) -> Message:
        """Start the same seed again, from the same start if there was one."""
        self._begin(self._new_game._replace(seed=self._game.seed, start=self._start))
        return self._state()

    def _hint(self) -> Message:
        game = self._game
        answer: Message = {"kind": "hint", "game": self._number, "clues": []}
        if game.is_over:
            return answer | {"of": "none", "cells": [], "text": "The game is over."}
        if game.status == "ready":
            at = self._start or (game.height // 2, game.width // 2)
            text = "Start here." if self._start else "Start anywhere, for example here."
            return answer | {"of": "safe", "cells": [self._index(at)], "text": text}
        found = game.hint()
        if found is None:
            guess = best_guess(game.position())
            text = (
                "No move is certain.  The lowest probability of a mine is "
                f"{_percent(guess.mine)}, at {_cells(guess.cells)}."
            )
            cells = [self._index(cell) for cell in guess.cells]
            return answer | {"of": "guess", "cells": cells, "text": text}
        return answer | {
            "of": found.kind,
            "cells": [self._index(cell) for cell in found.cells],
            "clues": [self._index(cell) for cell in found.clues],
            "rule": found.logic,
            "text": found.text,
        }

    def _probabilities(self) -> Message:
        game = self._game
        answer: Message = {"kind": "probabilities", "game": self._number}
        if game.is_over:
            return answer | {"mine": [], "best": [], "text": "The game is over."}
        position = game.position()
        found = mine_probabilities(position)
        # 0 and 1 mean certain, so no other value may be rounded to them.
        near = np.clip(found.mine, 1e-4, 1 - 1e-4).round(4)
        sure = (found.mine == 0) | (found.mine == 1)
        mine = np.where(sure, found.mine, near)
        hidden = np.flatnonzero(found.hidden)
        guess = best_guess(position)
        best = [self._index(cell) for cell in guess.cells]
        if len(best) == hidden.size:
            best, text = (
                [],
                f"All hidden cells have the same risk: {_percent(guess.mine)}.",
            )
        else:
            text = f"Lowest risk, {_percent(guess.mine)}: {_cells(guess.cells)}."
        return answer | {
            "cells": hidden.tolist(),
            "mine": mine[hidden].tolist(),
            "best": best,
            "text": text,
        }

    def _share(self) -> Message:
        w = self._new_game
        query: Message = {}
        if w.daily is not None:
            query = {"daily": w.daily}
            code = f"nogues.Widget(daily={w.daily!r})"
        else:
            query = {"size": w.size, "seed": self._game.seed}
            call = [*map(str, w.numbers), f"seed={self._game.seed}"]
            if self._start is not None:
                query["start"] = f"{self._start[0]},{self._start[1]}"
                call.append(f"start={self._start}")
            for name, value in w.changed_options().items():
                query[name] = value
                call.append(f"{name}={value!r}")
            code = f"nogues.Widget({', '.join(call)})"
        return {
            "kind": "link",
            "game": self._number,
            "query": urlencode(query, safe="/,"),
            "code": code,
        }

    # Helpers that build the answers.

    def _begin(self, new_game: NewGame) -> None:
        if new_game.daily is not None:
            board = generate_daily_board(new_game.daily)
            self._game, self._start = Game.from_board(board), board.start
        else:
            self._game = Game(*new_game.numbers, **new_game.arguments())
            self._start = new_game.start
        self._new_game = new_game
        self._began = None
        self._elapsed = None
        self._end = None
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
        return cell[0] * self._game.width + cell[1]

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
        game = self._game
        if not game.is_over:
            return None
        if self._end is None:
            board = game.board
            assert board is not None
            bbbv = metrics(board, zini=False)["bbbv"]
            solved = _solved(board.clue, game.cells, game.width)
            mines = np.flatnonzero(game.mine_mask)
            self._end = {
                "mines": mines.tolist(),
                "blast": game.blast[mines].tolist(),
                "wrong": game.wrong_flags.tolist(),
                "hit": game.hit.tolist(),
                "bbbv": bbbv,
                "solved": solved,
                "clicks": game.clicks,
                "efficiency": round(solved / max(game.clicks, 1), 4),
                "flags": int(np.count_nonzero(game.cells == FLAG)),
                "seed": game.seed,
            }
        return self._end


def _solved(clue: NDArray[Any], cells: NDArray[Any], width: int) -> int:
    """Return how much of a board's 3BV the open cells account for."""
    zeros = np.pad(clue.reshape(-1, width) == 0, 1)
    near = np.lib.stride_tricks.sliding_window_view(zeros, (3, 3)).any(axis=(2, 3))
    begun = np.flatnonzero((clue == 0) & (cells == 0))
    alone = np.count_nonzero((cells > 0) & (cells < 9) & ~near.ravel())
    left = zeros.ravel()
    wide = width + 2
    steps = [row * wide + column for row in (-1, 0, 1) for column in (-1, 0, 1)]
    openings = 0
    for at in ((begun // width + 1) * wide + begun % width + 1).tolist():
        openings += int(left[at])
        found = [at] if left[at] else []
        while found:
            here = found.pop()
            if left[here]:
                left[here] = False
                found += [here + step for step in steps if left[here + step]]
    return int(alone) + openings


def _percent(probability: float) -> str:
    """Return a probability in percent; 0 and 100 % mean certain."""
    if probability in (0.0, 1.0):
        return f"{probability:.0%}".replace("%", " %")
    return f"{min(max(100 * probability, 0.1), 99.9):.1f} %"


def _cells(cells: tuple[tuple[int, int], ...], most: int = 6) -> str:
    names = [str(cell) for cell in cells[:most]]
    more = len(cells) - len(names)
    return ", ".join(names) + (f" and {more} more" if more else "")


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
