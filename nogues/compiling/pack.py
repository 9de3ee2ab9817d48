"""Compile into a file that a wheel carries: ``python -m nogues.compiling.pack``.

``setup.py`` calls it when the environment asks for it::

    NOGUES_PACK=x86-64-v3,x86-64-v4 python -m pip wheel --no-deps .
"""

from __future__ import annotations

import argparse
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from nogues.base.threads import check_threads


def pack(levels: list[str], folder: Path) -> Path:
    """Compile all that the commands run for some CPU levels; return the file.

    Parameters
    ----------
    levels : list of str
        Names such as ``x86-64-v3``.  This machine need not be of that level.
    folder : Path
        Where the file goes.

    Returns
    -------
    Path
        The file.  It is for this version of nogues, Python, Numba and platform.
    """
    from nogues.compiling.jobs import JOBS
    from nogues.kernels._compile.pack import (
        compile_for_level,
        list_entries,
        write,
    )

    for job in JOBS.values():
        job()
    entries = list_entries()
    with ThreadPoolExecutor(check_threads(None)) as pool:
        records = pool.map(lambda level: compile_for_level(level, entries), levels)
        return write(folder, dict(zip(levels, records, strict=True)))


def main() -> None:
    """Run the command."""
    from nogues.kernels._compile.ready import FOLDER, levels_here

    known = levels_here()
    parser = argparse.ArgumentParser(prog="python -m nogues.compiling.pack")
    parser.add_argument("levels", nargs="+", choices=known, metavar="LEVEL")
    parser.add_argument("--folder", type=Path, default=FOLDER)
    asked = parser.parse_args()
    path = pack(asked.levels, asked.folder)
    print(f"{path}: {path.stat().st_size:,} bytes", file=sys.stderr)


if __name__ == "__main__":
    main()
