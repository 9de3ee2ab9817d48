"""A session that also shows the demonstration, as the page and the widget have it.

A ``beat`` is a part of a scene: ``[ms, message]`` pairs from ``starts[beat]`` until the
next start.  The messages are those of a session, and these:

=============  =====================================================================
``"caption"``  ``text`` says what is happening
``"pointer"``  the drawn hand goes to the cell ``at``, where the next move will be
``"leave"``    mines go from the cells ``from`` to the cells ``to``
``"scan"``     a frame passes ``cells``, one per ``each`` milliseconds
``"sonar"``    a beam turns over the board, once per ``turn`` milliseconds
=============  =====================================================================
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import partial
from typing import Any, ClassVar

from nogues.base.errors import MinesweeperError
from nogues.front.answers import Message
from nogues.front.new_game import NewGame
from nogues.front.scenes import beat_of, check_scene, record
from nogues.front.session import ACTIONS, Fields, Session


class PageSession(Session):
    """A session with two more actions: to watch a scene, and to take its game over.

    ``scene`` answers with a ``beat`` of a scene and leaves the player's game alone.
    ``take_over`` makes the scene's game, as it stands at a time, the player's.

    Parameters
    ----------
    new_game, **more
        As in ``Session``.
    demo : tuple of (int, int or None), optional
        The scene with which the page begins, and its seed.

    Examples
    --------
    >>> from nogues.front.page_session import PageSession
    >>> session = PageSession()
    >>> beat = session.handle({"do": "scene", "number": 4, "beat": 0})
    >>> beat["kind"], beat["title"], [pair[1]["kind"] for pair in beat["messages"]]
    ('beat', 'Chord', ['state', 'caption', 'pointer'])
    >>> state = session.handle({"do": "take_over", "number": 4, "clock": 3000})
    >>> state["kind"], state["help"], state["remaining"]
    ('state', ['demo'], 10)
    """

    actions: ClassVar[Mapping[str, Fields]] = {
        **ACTIONS,
        "scene": (frozenset({"number"}), frozenset({"seed", "beat"})),
        "take_over": (frozenset({"number", "clock"}), frozenset({"seed"})),
    }

    def __init__(
        self,
        new_game: NewGame | None = None,
        *,
        demo: tuple[int, int | None] | None = None,
        **more: Any,
    ) -> None:
        super().__init__(new_game, **more)
        self._demo = demo

    def _scene(self, number: object, seed: object = None, beat: object = 0) -> Message:
        return beat_of(*check_scene(number, seed), beat)

    def _take_over(self, number: object, clock: object, seed: object = None) -> Message:
        """Play the moves of a scene up to a time, each at its own time."""
        recording = record(*check_scene(number, seed))
        now = _check_clock(clock)
        real = self._clock
        end = real()
        self._begin(recording.new_game)
        try:
            for at, move in recording.moves:
                if at <= now:
                    self._clock = partial(float, end - (now - at) / 1000)
                    self.handle({**move, "game": self._number})
        finally:
            self._clock = real
        self._help = {"demo"}
        return self._state()


def _check_clock(clock: object) -> float:
    if isinstance(clock, bool) or not isinstance(clock, (int, float)):
        raise TypeError(f"clock must be a number of milliseconds, not {clock!r}")
    if not math.isfinite(clock) or clock < 0:
        raise MinesweeperError(f"clock must be 0 or more milliseconds, not {clock}")
    return float(clock)
