"""The games of the page's visitors, each under a random name.

A name is a secret: whoever has it can play that game.  Tabs with the same name show
the same game.  The number of games is limited.
"""

from __future__ import annotations

import asyncio
import re
import secrets
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor

from nogues.base.errors import LimitError
from nogues.base.words import number_of
from nogues.front.answers import Message
from nogues.front.new_game import NewGame
from nogues.front.page_session import PageSession

#: Games that are kept.  When there are more, the least recently used one is dropped.
MOST_SESSIONS = 64
#: Tabs that can show one game.
MOST_TABS = 8

Send = Callable[[Message], Awaitable[None]]

_NAME = re.compile(r"[A-Za-z0-9_-]{22}", re.ASCII)


#: A search or a compilation takes a while, and all others go on playing meanwhile.
_THREADS = ThreadPoolExecutor(MOST_SESSIONS, thread_name_prefix="game")


class Room:
    """A session and the tabs that show it."""

    def __init__(self, name: str, session: PageSession) -> None:
        self.name = name
        self.session = session
        self.tabs: list[Send] = []
        self._turn = asyncio.Lock()
        self._seen, self._since = self._look()

    def _look(self) -> tuple[Message, float]:
        """Return what the player sees, and the time."""
        return self.session.handle({"do": "hello"}), time.monotonic()

    def _handle(self, message: object) -> Message:
        answer = self.session.handle(message)
        self._seen, self._since = self._look()
        return answer

    async def answer(self, message: object, tab: Send) -> None:
        """Answer the tab that asked, and send changes to the other tabs too.

        A tab that is opened while the session is busy gets the state before, at once;
        the change that is being made comes to all tabs.
        """
        is_hello = isinstance(message, dict) and message == {"do": "hello"}
        if is_hello and self._turn.locked():
            await tab(self._seen_now())
            return
        async with self._turn:
            loop = asyncio.get_running_loop()
            answer = await loop.run_in_executor(_THREADS, self._handle, message)
            asked_only = is_hello or answer["kind"] not in ("state", "changed")
            for other in [tab] if asked_only else list(self.tabs):
                try:
                    await other(answer)
                except Exception:
                    if other is tab:
                        raise  # another tab's handler deals with its own socket

    def _seen_now(self) -> Message:
        """Return the last state, with the clock as it is now."""
        seen = self._seen
        if seen["status"] != "playing":
            return seen
        passed = round(1000 * (time.monotonic() - self._since))
        return seen | {"elapsed": seen["elapsed"] + passed}


class Hub:
    """All rooms, in order of last use."""

    def __init__(
        self,
        new_game: NewGame,
        most: int = MOST_SESSIONS,
        demo: tuple[int, int | None] | None = None,
    ) -> None:
        self._new_game = new_game
        self._demo = demo
        self._most = most
        self._rooms: OrderedDict[str, Room] = OrderedDict()

    def __len__(self) -> int:
        """Return how many games are kept."""
        return len(self._rooms)

    def join(self, name: str | None, tab: Send) -> Room:
        """Return the room of a name, or a new one, with this tab added.

        Raises
        ------
        LimitError
            When all rooms are in use, or too many tabs show this one.
        """
        known = name is not None and _NAME.fullmatch(name) and self._rooms.get(name)
        room = known or self._new()
        if len(room.tabs) >= MOST_TABS:
            raise LimitError(
                f"one game can be open in at most {number_of(MOST_TABS, 'tab')}"
            )
        self._rooms.move_to_end(room.name)
        room.tabs.append(tab)
        return room

    def leave(self, room: Room, tab: Send) -> None:
        """Remove a tab; the game is kept in case it comes back."""
        room.tabs.remove(tab)

    def _new(self) -> Room:
        while len(self._rooms) >= self._most:
            empty = next((n for n, room in self._rooms.items() if not room.tabs), None)
            if empty is None:
                raise LimitError(
                    f"the server keeps at most {number_of(self._most, 'game')}"
                )
            del self._rooms[empty]
        room = Room(
            secrets.token_urlsafe(16), PageSession(self._new_game, demo=self._demo)
        )
        self._rooms[room.name] = room
        return room
