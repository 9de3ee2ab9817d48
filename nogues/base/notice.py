"""Says that kernels are being compiled, once that has taken more than a second.

The notice is one line and is gone when compiling ends.  Where it is shown:

- where a caller asks for it (``Notice.shown_by``): progress bar, page, widget;
- else in a notebook, in the output of the cell;
- else on stderr, if that is a terminal.  A pipe or a file gets nothing, nor does
  anything that a program has put in the place of ``sys.stderr``.

It is never on stdout.  ``NOGUES_QUIET=1`` in the environment, or ``nogues --quiet``,
turns it off on stderr and in notebooks, and progress bars with it.

This is imported with the package, so it must stay light.
"""

from __future__ import annotations

import atexit
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from nogues.kernels._compile import watch

#: Seconds of compiling before the notice comes, and of a pause that starts them anew.
DELAY = 1.0

#: Shows a text in place of the one before; "" for none.
Place = Callable[[str], object]


def is_quiet() -> bool:
    """Whether nothing but errors is wanted."""
    return os.environ.get("NOGUES_QUIET", "0") not in ("", "0")


def be_quiet() -> None:
    """Ask this process, and those that it starts, to be quiet."""
    os.environ["NOGUES_QUIET"] = "1"


class Notice:
    """Listens to the compiler; call it with True at the start and False at the end.

    A command compiles several kernels in a row, so their seconds add up.  Compiling
    goes on in any thread, one kernel at a time.

    Parameters
    ----------
    clock : callable, optional
        Returns seconds that only increase.
    make_timer : callable, optional
        Takes seconds, a function and its arguments, as ``threading.Timer`` does.
    """

    def __init__(
        self,
        clock: Callable[[], float] = time.monotonic,
        make_timer: Callable[[float, Callable[..., None], Any], Any] = threading.Timer,
    ) -> None:
        self._clock = clock
        self._make_timer = make_timer
        self._is_closed = False
        self.forget()

    def forget(self) -> None:
        """Start anew, as in a forked process, whose parent has the line and timer."""
        self._lock = threading.RLock()  # a signal handler may compile, too
        self._places: list[Place] = []
        self._default: list[Place] = []  # for when there are none
        self._shown: list[Place] = []
        self._timer: Any = None
        self._is_due = False
        self._begun: float | None = None
        self._ended = self._spent = 0.0

    def __call__(self, is_compiling: bool) -> None:
        """Compiling starts, or has ended."""
        with self._lock:
            self._stop()
            now = self._clock()
            if is_compiling:
                if now - self._ended > DELAY:
                    self._spent = 0.0
                self._begun = now
                self._wait(DELAY - self._spent)
            elif self._begun is not None:
                self._spent += now - self._begun
                self._begun, self._ended = None, now

    def close(self) -> None:
        """Show nothing from now on: the process ends; a thread may still compile."""
        with self._lock:
            self._is_closed = True
            self._stop()

    @contextmanager
    def shown_by(self, place: Place) -> Iterator[None]:
        """Show the notice in a place for a while, and not on stderr.

        Parameters
        ----------
        place : callable
            Called with the text, and with "" when compiling ends; in any thread.
        """
        with self._lock:
            self._places.append(place)
            self._show()
        try:
            yield
        finally:
            with self._lock:
                if place in self._places:  # a forked process has forgotten it
                    self._places.remove(place)
                self._show()

    def _wait(self, seconds: float) -> None:
        if self._is_closed:
            return
        if seconds <= 0:
            self._is_due = True
            self._show()
            return
        # Kernels compile without the GIL for most of the time, so a timer runs.
        due = threading.Event()
        self._timer = self._make_timer(seconds, self._come, [due])
        self._timer.due = due
        self._timer.daemon = True
        with suppress(RuntimeError):  # no more threads, or the interpreter ends
            self._timer.start()

    def _come(self, due: object) -> None:
        with self._lock:
            # Cancelling can come too late for a timer that waits for the lock.
            if self._timer is not None and self._timer.due is due:
                self._is_due = True
                self._show()

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None
        self._is_due = False
        self._show()

    def _show(self) -> None:
        """Show the text where it belongs now, and nowhere else."""
        if not self._is_due:
            wanted = self._default = []
        elif self._places:
            wanted = list(self._places)
        else:
            wanted = self._default = self._default or _find_places()
        shown, self._shown = self._shown, wanted
        for place in shown:
            if place not in wanted:
                _put(place, "")
        for place in wanted:
            if place not in shown:
                _put(place, _describe())


def _put(place: Place, text: str) -> None:
    with suppress(Exception):  # closed, or gone: compiling must go on
        place(text)


def _describe() -> str:
    # Loaded by now, as the compiler is at work.
    from nogues.kernels._compile.stamp import CACHE_DIR

    if CACHE_DIR is None:
        return "compiling kernels for this process; the cache is off"
    if not os.access(CACHE_DIR, os.W_OK):
        return "compiling kernels for this process; the cache folder is read-only"
    return "compiling kernels for this machine; this happens once"


def _find_places() -> list[Place]:
    if is_quiet():
        return []
    shell: Any = sys.modules.get("IPython")
    shell = shell and shell.get_ipython()
    if getattr(shell, "kernel", None) is not None:
        return [_InCell()]
    own: Any = sys.__stderr__
    with suppress(ValueError):  # closed
        if own is not None and sys.stderr is own and own.isatty():
            return [_OnTerminal(own)]
    return []


class _OnTerminal:
    """A line that is erased with spaces, which every terminal understands."""

    def __init__(self, stream: Any) -> None:
        self._stream = stream
        self._written = 0

    def __call__(self, text: str) -> None:
        line = f"nogues: {text}" if text else ""
        # A line that wraps could not be erased.  Some terminals do not know their size.
        columns = os.get_terminal_size(self._stream.fileno()).columns or 80
        line = line[: columns - 1]
        blank = " " * min(self._written, columns - 1)
        self._stream.write(f"\r{blank}\r{line}" if blank else f"\r{line}")
        self._stream.flush()
        # Ctrl-C adds two letters, ^C.
        self._written = len(line) + 2 if line else 0


class _InCell:
    """The output of the cell that runs."""

    def __init__(self) -> None:
        self._handle: Any = None

    def __call__(self, text: str) -> None:
        line = f"nogues: {text}" if text else ""
        data = {"text/plain": line, "text/html": line}
        if self._handle is None:
            display = sys.modules["IPython.display"].display
            self._handle = display(data, raw=True, display_id=True)
        else:
            self._handle.update(data, raw=True)


notice = Notice()


def install() -> None:
    """Listen to the compiler from now on."""
    watch.listeners.append(notice)
    atexit.register(notice.close)
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=notice.forget)
