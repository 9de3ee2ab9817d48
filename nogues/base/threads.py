"""Chunks of work over a pool of threads: progress, time limits and Ctrl-C.

Kernels run without the GIL, so plain threads use all cores.  Chunks are handed out in
order, and each writes its own part of the result: what comes out does not depend on
how many threads there are.
"""

import os
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from contextlib import contextmanager

import numpy as np
from numpy.typing import NDArray

from nogues.base.options import THREADS

#: Seconds between two looks at how far the work is.
TICK = 0.1


def check_threads(threads: object) -> int:
    """Return a number of threads; None means one for each core we may use."""
    if threads is not None:
        return int(THREADS.require(threads))
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def run_chunks(
    work: Callable[[int, int], bool],
    total: int,
    size: int,
    threads: int,
    stop: NDArray[np.bool_],
    report: Callable[[int], None],
    *,
    inline: bool = False,
    budget: float | None = None,
) -> bool:
    """Call ``work(first, last)`` for every chunk of ``range(total)``.

    The first call is ``work(0, 0)``, in the calling thread: it compiles what there is
    to compile.  A worker could not be interrupted while it compiles.

    Parameters
    ----------
    work : callable
        Does one chunk.  Returns False to say that no later chunk need be begun;
        chunks begun before are finished.
    total, size : int
        Items in all, and at most in a chunk.  Chunks are smaller where the threads
        would not share the items evenly.
    threads : int
        Chunks at a time.
    stop : ndarray of bool, shape (1,)
        Set on Ctrl-C, on errors and when the time is over, for kernels that look at
        it.
    report : callable
        Called with the number of items done, from the calling thread, a few times a
        second, and with ``total`` at the end.
    inline : bool, optional
        Do everything in one call, in the calling thread: for work that takes less time
        than starting a thread.  Ctrl-C waits until it is done.
    budget : float, optional
        Milliseconds for the whole work, compiling not counted; not for inline work.

    Returns
    -------
    bool
        Whether the time was over before the work was done.
    """
    expired = False
    work = _without_warnings(work)
    if inline:
        work(0, total)
    elif total:
        work(0, 0)
        size = max(1, min(size, -(-total // threads)))
        with _time_limit(budget, stop) as over:
            _share_out(work, total, size, min(threads, -(-total // size)), stop, report)
        expired = over.is_set()
    if not expired:
        report(total)
    return expired


def _without_warnings(work: Callable[[int, int], bool]) -> Callable[[int, int], bool]:
    """Let integers wrap: without the JIT, NumPy warns where they do, in each thread."""

    def quiet(first: int, last: int) -> bool:
        with np.errstate(over="ignore"):
            return work(first, last)

    return quiet


def _share_out(
    work: Callable[[int, int], bool],
    total: int,
    size: int,
    threads: int,
    stop: NDArray[np.bool_],
    report: Callable[[int], None],
) -> None:
    """Run chunks of ``size`` items on a pool of threads; arguments as above."""
    lock = threading.Lock()
    begun = 0
    done = 0

    def worker() -> None:
        nonlocal begun, done
        while True:
            with lock:
                first = begun
                if first >= total or stop[0]:
                    return
                begun = last = min(first + size, total)
            go_on = work(first, last)
            with lock:
                done += last - first
                if not go_on:
                    begun = total

    with ThreadPoolExecutor(threads, "nogues") as pool:
        try:
            pending = {pool.submit(worker) for _ in range(threads)}
            while pending:
                ended, pending = wait(pending, TICK, FIRST_COMPLETED)
                for future in ended:
                    future.result()
                report(done)
        except BaseException:
            stop[0] = True
            raise


@contextmanager
def _time_limit(
    budget: float | None, stop: NDArray[np.bool_]
) -> Iterator[threading.Event]:
    """Set stop, and the event that is yielded, after so many milliseconds."""
    over = threading.Event()
    if budget is None:
        yield over
        return

    def end() -> None:
        over.set()
        stop[0] = True

    timer = threading.Timer(min(budget / 1000, threading.TIMEOUT_MAX), end)
    timer.daemon = True
    timer.start()
    try:
        yield over
    finally:
        timer.cancel()
