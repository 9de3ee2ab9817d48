"""Looks after a run that may have no hope, and ends it.

A run that has found a board is left alone, and so is one that is quick.  Else one probe
(``hopeless``) decides, once: either the run goes on as if there were none, or it ends.
Boards are never changed by it.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from numpy.typing import NDArray

from nogues.base.search import Search
from nogues.base.spec import Limits, Spec
from nogues.kernels.codes import FOUND
from nogues.making.hopeless import PROBE_SECONDS, Verdict, probe

#: Seconds of a run without any board before the probe; fewer where the run has failed
#: by then, and the probe is only for the message.
PATIENCE, PATIENCE_AT_END = 0.8, 0.2

#: Seconds that a probe needs at least: with fewer left of a time limit there is none.
LEAST_SECONDS = 0.2


class Watch:
    """Looks after one run.

    Parameters
    ----------
    spec, limits, search : Spec, Limits, Search
        What is searched.
    seeds : int
        Seeds of the run.
    stop : ndarray of bool, shape (1,)
        Set if the run has no hope.
    budget : float, optional
        Milliseconds that the run may take.
    clock, ask : callable, optional
        Returns seconds; ``hopeless.probe``.
    """

    def __init__(
        self,
        spec: Spec,
        limits: Limits,
        search: Search,
        seeds: int,
        stop: NDArray[Any],
        *,
        budget: float | None = None,
        clock: Callable[[], float] = time.monotonic,
        ask: Callable[..., Verdict] = probe,
    ) -> None:
        self.spec, self.limits, self.search = spec, limits, search
        self.seeds = seeds
        self._stop = stop
        self._budget = budget
        self._clock, self._ask = clock, ask
        self._begun: float | None = None
        self._found = False
        self._running: dict[int, NDArray[Any]] = {}  # by thread
        self.verdict: Verdict | None = None

    @property
    def hopeless(self) -> bool:
        """Whether the run was ended."""
        return self.verdict is not None and self.verdict.hopeless

    @contextmanager
    def follow(self, status: NDArray[Any]) -> Iterator[None]:
        """Look at these seeds while the block searches them, in any thread."""
        thread = threading.get_ident()
        self._running[thread] = status
        try:
            yield
        finally:
            self._found = self._found or bool((status == FOUND).any())
            del self._running[thread]

    def note_boards(self, boards: int) -> None:
        """Say that an earlier run found so many boards."""
        self._found = self._found or boards > 0

    def reporting(self, report: Callable[[int], None]) -> Callable[[int], None]:
        """Return a function that reports and looks; ``threads.run_chunks`` calls it."""

        def look(done: int) -> None:
            report(done)
            self.look()

        return look

    def look(self, patience: float = PATIENCE) -> None:
        """End the run if it has searched for so long without hope."""
        now = self._clock()
        if self._begun is None:
            self._begun = now
        if self.verdict is not None or now - self._begun < patience:
            return
        from nogues.kernels._jit import JIT_ENABLED  # imports Numba

        if self._any_found() or not JIT_ENABLED:
            return
        left = PROBE_SECONDS
        if self._budget is not None:
            left = min(left, self._budget / 1000 - (now - self._begun))
        if left < LEAST_SECONDS:
            return
        verdict = self._ask(self.spec, self.limits, self.search, self.seeds, left)
        if verdict.hopeless and self._any_found():
            verdict = verdict._replace(hopeless=False)
        self.verdict = verdict
        if verdict.hopeless:
            self._stop[0] = True

    def _any_found(self) -> bool:
        running = [*self._running.values()]
        self._found = self._found or any((part == FOUND).any() for part in running)
        return self._found

    def reason(self) -> str:
        """Return why there is no board, for a run that was ended."""
        search = self.search
        return (
            f"no board of {self.spec} with start {self.spec.start}: too dense for "
            f"search={search.name!r} with logic={search.logic!r}. {self.densities()}, "
            "and not one seed in a million is expected to have a board here"
        )

    @property
    def is_denser(self) -> bool:
        """Whether boards so dense are rare, as far as is known."""
        hard = None if self.verdict is None else self.verdict.hard
        return hard is not None and self.spec.mines > hard

    def densities(self) -> str:
        """Return which boards are found, or "" if that is not known."""
        verdict, spec = self.verdict, self.spec
        if verdict is None or verdict.easy is None or verdict.hard is None:
            return ""
        size = f"{spec.width}x{spec.height}"
        easy, hard = verdict.easy, verdict.hard
        return (
            f"Boards of {size} are found at once up to about {easy} mines "
            f"({easy / spec.cells:.0%} of the cells), rarely above {hard}"
        )
