"""New processes that compile, with a cache of their own or on a copy of the package."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import nogues

PACKAGE = Path(nogues.__file__).parent
#: Compiles one small kernel and what it calls.
COUNT = "import nogues; print(nogues.count_clues([[True, False]]).tolist())"
COUNTED = "[[-1, 1]]"


def start(code, cache, folder=None, **environment):
    """Run code in a new process; returns stdout and stderr.

    Without a cache folder it uses that of all tests.  It imports the package that is
    tested here, or the one in ``folder``.
    """
    env = {**os.environ, "PYTHONPATH": str(folder or PACKAGE.parent), **environment}
    if cache is not None:
        env["NUMBA_CACHE_DIR"] = str(cache)
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=env, cwd="/"
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip(), done.stderr


def compiled(code, cache, folder=None, **environment):
    """Run code; returns stdout, and the names of the kernels that were compiled."""
    printed, log = start(code, cache, folder, NOGUES_COMPILE_LOG="1", **environment)
    lines = [line.split(" s ", 1) for line in log.splitlines()]
    assert all(len(line) == 2 for line in lines), log
    return printed, [name.split("(")[0].strip() for _, name in lines]


def files_in(cache):
    """Return the files of code in a cache folder."""
    return sorted(Path(cache).rglob("*.code"))


def copy_package(folder):
    """Copy the package, which may then be edited; returns where to import it from."""
    shutil.copytree(PACKAGE, folder / "nogues")
    return folder
