"""Compare the verdicts of ``nogues.making.hopeless`` with boards that are found.

    python bench/hopeless.py [seconds of a probe]

For each search and number of mines: how many layouts become boards, of so many, and the
verdict of a probe.  A verdict is wrong if it says that there is no hope where any seed
has a board.  The exit status is 1 then.
"""

from __future__ import annotations

import sys
import time

import numpy as np

from nogues.base.search import check_search, limits_of
from nogues.base.spec import check_spec
from nogues.kernels.codes import FOUND
from nogues.kernels.search.results import new_out
from nogues.making.dispatch import chunk_search
from nogues.making.hopeless import PROBE_SECONDS, probe

SEARCHES = (
    ("repair", "elementary"),
    ("repair", "subset"),
    ("uniform", "elementary"),
    ("uniform", "complete"),
)
SIZES = ((9, 9), (16, 16), (18, 18), (30, 16), (24, 24))
SECONDS = 1.0  # of trying layouts


def share(spec, search, limits):
    """Return boards found, and layouts tried in some seconds."""
    search = search._replace(moves=0)
    run = chunk_search(spec, limits._replace(max_attempts=1), search, np.zeros(1, bool))
    end = time.perf_counter() + SECONDS
    found = tried = 0
    while time.perf_counter() < end:
        out = new_out(64, spec.cells)
        run(np.arange(tried, tried + 64, dtype=np.uint32), out)
        found += int((out.status == FOUND).sum())
        tried += 64
    return found, tried


def main() -> int:
    """Print a line for each search, size and number of mines."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else PROBE_SECONDS
    wrong = 0
    for name, logic in SEARCHES:
        for width, height in SIZES:
            cells = width * height
            for mines in range(cells // 5, cells - 13, max(1, cells // 20)):
                spec = check_spec(width, height, mines, None)
                search = check_search(spec, search=name, logic=logic)
                limits = limits_of(spec, search, None, 60)
                found, tried = share(spec, search, limits)
                verdict = probe(spec, limits, search, 1, seconds)
                bad = verdict.hopeless and found > 0
                wrong += bad
                print(
                    f"{spec} {name} {logic}: {found} of {tried}"
                    f"{', no hope' * verdict.hopeless}{', WRONG' * bad}",
                    flush=True,
                )
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
