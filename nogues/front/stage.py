"""A stage: a real session with a clock of its own, whose messages are recorded.

A script (``scripts``) plays on it.  The result is a ``Recording``: timed messages, in
beats.  A beat begins with what it reveals, so whoever has the beats up to a moment has
seen all that they reveal.
"""

from __future__ import annotations

from typing import NamedTuple

from nogues.front.answers import Message
from nogues.front.new_game import NewGame, check_new_game
from nogues.front.session import Session
from nogues.game.game import Game

#: Milliseconds that the drawn hand takes to a cell.
GLIDE = 500


class Recording(NamedTuple):
    """A scene that was played.

    ``messages`` are pairs of milliseconds and a message, in order; ``moves`` are those
    that a player's session can repeat.  Beat k begins at ``starts[k]``.
    """

    new_game: NewGame
    messages: tuple[tuple[float, Message], ...]
    moves: tuple[tuple[float, Message], ...]
    starts: tuple[float, ...]
    until: float

    def beat(self, k: int) -> list[tuple[float, Message]]:
        """Return the messages of a beat."""
        end = self.starts[k + 1] if k + 1 < len(self.starts) else self.until + 1
        return [pair for pair in self.messages if self.starts[k] <= pair[0] < end]


class Stage:
    """Plays a game move by move; times are milliseconds.

    Examples
    --------
    >>> stage = Stage(size="beginner", seed=1)
    >>> stage.show()
    >>> stage.wait(1000)
    >>> changed = stage.go("open", 40)
    >>> [(ms, message["kind"]) for ms, message in stage.recording().messages]
    [(0.0, 'state'), (1000.0, 'pointer'), (1500.0, 'changed')]
    """

    def __init__(self, **options: object) -> None:
        self.now = 0.0
        self._new_game = check_new_game(options)
        self._session = Session(self._new_game, lambda: self.now / 1000)
        self._messages: list[tuple[float, Message]] = []
        self._moves: list[tuple[float, Message]] = []
        self._starts = [0.0]

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self._session.game

    def handle(self, **message: object) -> Message:
        """Return the session's answer, which is not recorded."""
        answer = self._session.handle(message)
        assert answer["kind"] != "error", answer
        return answer

    def quietly(self, do: str, cells: list[int]) -> None:
        """Make moves that nobody sees; ``show`` shows what became of them."""
        for at in cells:
            self._move(do, at)

    def show(self) -> None:
        """Send everything that the player sees."""
        self.tell(**self.handle(do="hello"))

    def wait(self, milliseconds: float) -> None:
        """Let time pass."""
        self.now += milliseconds

    def beat(self) -> None:
        """Begin a beat now."""
        if self.now > self._starts[-1]:
            self._starts.append(self.now)

    def tell(self, **message: object) -> None:
        """Record a message."""
        self._messages.append((self.now, message))

    def say(self, text: str) -> None:
        """Say what is happening."""
        self.tell(kind="caption", text=text)

    def ask(self, do: str) -> Message:
        """Ask for a hint or for probabilities, in a beat of its own."""
        self.beat()
        answer = self.handle(do=do)
        self.tell(**answer)
        return answer

    def go(self, do: str, at: int, glide: float = GLIDE) -> Message:
        """Glide to a cell and make a move there, with which a beat begins."""
        self.tell(kind="pointer", at=at)
        self.wait(glide)
        self.beat()
        return self.act(do, at)

    def act(self, do: str, at: int, *, without: str | None = None) -> Message:
        """Make a move at once, in the beat that has begun.

        ``without`` is a field of the answer that the script shows in its own way.
        """
        answer = self._move(do, at)
        self.tell(**{name: value for name, value in answer.items() if name != without})
        return answer

    def recording(self) -> Recording:
        """Return what was played up to now."""
        messages, moves = tuple(self._messages), tuple(self._moves)
        return Recording(self._new_game, messages, moves, tuple(self._starts), self.now)

    def _move(self, do: str, at: int) -> Message:
        move = {"do": do, "at": at}
        self._moves.append((self.now, move))
        return self.handle(**move, game=1)
