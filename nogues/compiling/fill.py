"""Fill the cache of machine code: ``nogues compile`` and ``compile_kernels``."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from nogues.base.errors import MinesweeperError
from nogues.base.progress import reporting
from nogues.base.threads import check_threads


def compile_kernels(*, threads: int | None = None, progress: Any = None) -> Path:
    """Compile all that the commands run, into the cache of machine code.

    Run it where a first call should not wait: while a container image is built, or on
    each machine of a cluster.  What the cache has already is not compiled again.

    Parameters
    ----------
    threads : int, optional
        Processes at a time.  Default: one for each core.
    progress : bool or callable, optional
        True shows a bar on stderr; a callable takes the numbers of jobs done and in
        total.

    Returns
    -------
    Path
        The folder, which other processes, users and machines with the same CPU may
        read.  ``NUMBA_CACHE_DIR`` moves it.

    Raises
    ------
    MinesweeperError
        If there is no folder to write to, or the compiler is off.

    Examples
    --------
    >>> nogues.compile_kernels()  # doctest: +SKIP
    """
    threads = check_threads(threads)
    folder = _check_folder()
    from nogues.compiling.jobs import JOBS

    with reporting(progress, len(JOBS), "jobs") as report, _pool(threads) as pool:
        runs = [pool.submit(_run, name) for name in JOBS]
        for done, run in enumerate(as_completed(runs), 1):
            run.result()
            report(done)
    return folder


def _check_folder() -> Path:
    from nogues.kernels._compile.stamp import CACHE_DIR, CACHE_IS_ON
    from nogues.kernels._jit import JIT_ENABLED

    if not JIT_ENABLED:
        raise MinesweeperError("NUMBA_DISABLE_JIT leaves nothing to compile")
    if not CACHE_IS_ON:
        raise MinesweeperError("NOGUES_CACHE=0 turns the cache off")
    if CACHE_DIR is None or not os.access(CACHE_DIR, os.W_OK):
        trouble = f"write to {CACHE_DIR}" if CACHE_DIR else "make the cache folder"
        raise MinesweeperError(
            f"cannot {trouble}; set NUMBA_CACHE_DIR to a folder to fill"
        )
    return Path(CACHE_DIR)


@contextmanager
def _pool(threads: int) -> Iterator[ThreadPoolExecutor]:
    """Yield a pool of threads; after an error or Ctrl-C, start none of what waits."""
    pool = ThreadPoolExecutor(threads)
    try:
        yield pool
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _run(name: str) -> None:
    """Do one job in a process of its own: Numba compiles one function at a time."""
    import subprocess  # slow to import, and few programs need it

    command = [sys.executable, "-m", "nogues.compiling.fill", name]
    done = subprocess.run(
        command, capture_output=True, text=True, env={**os.environ, "NOGUES_QUIET": "1"}
    )
    if done.returncode:
        last = (done.stderr.strip() or f"exit status {done.returncode}").splitlines()
        raise MinesweeperError(f"cannot compile for {name}: {last[-1]}")


if __name__ == "__main__":
    from nogues.compiling.jobs import JOBS

    JOBS[sys.argv[1]]()
