"""The games of a page's visitors: found by a random name, a limited number at a time.

A name is a secret: who has it, plays that game.  Two tabs with one name see one game.
"""

from __future__ import annotations

import asyncio
import re
import secrets
from collections import OrderedDict
from collections.abc import Awaitable, Callable

from nogues.base.errors import LimitError
from nogues.front.session import Message, Session
from nogues.front.wishes import Wishes

#: Games that are kept; the one that nobody has looked at for longest goes first.
MOST_SESSIONS = 64
#: Tabs that look at one game.
MOST_TABS = 8

Send = Callable[[Message], Awaitable[None]]

_NAME = re.compile(r"[A-Za-z0-9_-]{22}", re.ASCII)


class Seat:
    """A session, and the tabs that look at it."""

    def __init__(self, name: str, session: Session) -> None:
        self.name = name
        self.session = session
        self.tabs: list[Send] = []
        self._turn = asyncio.Lock()

    async def answer(self, message: object, tab: Send) -> None:
        """Answer to the tab that asked, and tell the others what has changed."""
        async with self._turn:
            # Not here: a search can take a while, and others play meanwhile.
            told = await asyncio.to_thread(self.session.handle, message)
            asked_only = told["kind"] not in ("state", "changed") or (
                isinstance(message, dict) and message.get("do") == "hello"
            )
            for other in [tab] if asked_only else list(self.tabs):
                try:
                    await other(told)
                except Exception:
                    if other is tab:
                        raise  # another tab's socket is its own handler's affair


class Hub:
    """All seats, the last used at the end."""

    def __init__(self, wishes: Wishes, most: int = MOST_SESSIONS) -> None:
        self._wishes = wishes
        self._most = most
        self._seats: OrderedDict[str, Seat] = OrderedDict()

    def __len__(self) -> int:
        """Return how many games are kept."""
        return len(self._seats)

    def sit(self, name: str | None, tab: Send) -> Seat:
        """Return the seat of a name, or a new one, with this tab at it.

        Raises
        ------
        LimitError
            When all seats are taken, or too many tabs are at this one.
        """
        known = name is not None and _NAME.fullmatch(name) and self._seats.get(name)
        seat = known or self._new()
        if len(seat.tabs) >= MOST_TABS:
            raise LimitError(f"at most {MOST_TABS} tabs can show one game")
        self._seats.move_to_end(seat.name)
        seat.tabs.append(tab)
        return seat

    def leave(self, seat: Seat, tab: Send) -> None:
        """Take a tab away; the game stays for when it comes back."""
        seat.tabs.remove(tab)

    def _new(self) -> Seat:
        while len(self._seats) >= self._most:
            empty = next((n for n, seat in self._seats.items() if not seat.tabs), None)
            if empty is None:
                raise LimitError(f"at most {self._most} games can be played at once")
            del self._seats[empty]
        seat = Seat(secrets.token_urlsafe(16), Session(self._wishes))
        self._seats[seat.name] = seat
        return seat
