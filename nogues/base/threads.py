"""Chunks of work over a pool of threads: progress, and Ctrl-C.

Kernels run without the GIL, so plain threads use all cores.  Chunks are handed out in
order, and each writes its own part of the result: what comes out does not depend on
how many threads there are.
"""

import os
import threading
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait

import numpy as np
from numpy.typing import NDArray

from nogues.base.spec import check_integer

#: Seconds between two looks at how far the work is.
TICK = 0.1


def check_threads(threads: object) -> int:
    """Return a number of threads; None means one for each core we may use."""
    if threads is not None:
        return check_integer("threads", threads, 1, 1024)
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
) -> None:
    """Call ``work(first, last)`` for every chunk of ``range(total)``.

    Parameters
    ----------
    work : callable
        Does one chunk.  Returns False to say that no later chunk need be begun;
        chunks begun before are finished.
    total, size : int
        Items in all, and in a chunk.
    threads : int
        Chunks at a time.
    stop : ndarray of bool, shape (1,)
        Set on Ctrl-C and on errors, for kernels that look at it.
    report : callable
        Told the number of items done, from the calling thread, a few times a second.
    """
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
