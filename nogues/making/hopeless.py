"""Whether a search has any hope of finding boards so dense.

Beyond some density nearly every layout fails, and a seed fails only after all its
attempts.  So once a run has searched for a while and found nothing (``watch``), this
module is asked.  The search has no hope if fewer than one seed in ``RARE`` is expected
to have a board.

Let p(m) be the share of layouts with m mines that become a board, and
s(m) = sqrt(-log p(m)).  Measured, s is straight or bends upwards: p falls like the tail
of a normal distribution, or faster.  A *probe* lays fewer mines on a board of the same
size, in the same search without ``moves``, ``needs`` and ``accept``, which only make
boards rarer.  It counts boards where they begin to be rare, and draws every straight
line s that the counts do not exclude.  If all of them end high enough at the mines that
were asked for, there is no hope.

Where a layout takes some 10 ms, a probe takes longer than a user waits.  ``KNOWN`` has
the answers of probes that had 90 s.

Near the other end, where all free cells are mines, boards are found again: a few safe
cells beside the start.  All k safe cells must be connected to the start, and there are
about ``ANIMALS``**k connected shapes.  Of C(F, k) layouts that is a share of at most
(1 + 1/ANIMALS)**-F for k = F / (1 + ANIMALS), where it is smallest.  Boards with fewer
safe cells are never called hopeless, and neither are boards so small that this share is
not small enough: those of less than some 220 cells.

``bench/hopeless.py`` compares all this with boards that are found.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from nogues.base.search import Search, is_small
from nogues.base.spec import Limits, Spec, center_of, zone_size
from nogues.kernels.codes import FOUND, PLANE_WIDTH, TOO_MANY_STATES
from nogues.making.dispatch import chunk_search

#: Seconds of a probe at most.
PROBE_SECONDS = 2.0

#: A search has no hope if fewer than one seed in so many is expected to have a board,
#: and fewer than one in as many thousands as the run has seeds.
RARE, RARER = 10**6, 1000

#: Growth of the number of connected shapes of k cells, corners included.
ANIMALS = 6.5

#: Nats by which a repair may raise the share: it tries thousands of layouts.
REPAIRED = 10

#: A density is easy if so many layouts become boards, all except one at most.
EASY = 16

#: Layouts of the first batch, and by how much batches grow.
BATCH, GROWTH = 16, 2

#: Nats of likelihood that a guess at p may lose: over 99 % confidence.
DOUBT = 4.0

#: No verdict before one layout in so many is found, or fewer, of at least 64.
SCARCE = 16

#: Probes of the repair search above the elementary level, at the subset level: the
#: least cells, then shares of the cells outside the safe zone: mines with which nearly
#: all layouts become boards, the most with which any did, and those without hope.
#: Larger boards are harder, so a row is valid for all above it.
KNOWN = (
    (480, 0.48, 0.53, 0.67),  # 30x16
    (576, 0.48, 0.53, 0.60),  # 24x24
    (2048, 0.43, 0.47, 0.55),  # 64x32
)
#: The same for boards over 64x32, whose repair changes one window at a time (70x40,
#: 200x200).
KNOWN_LARGE = ((2600, 0.32, 0.34, 0.55),)
#: Nats for which the tables are good, those of all 2**32 seeds with 1,000 attempts: the
#: best straight lines of these probes end above 50.
KNOWN_NEEDED = 37.0
#: The least side of boards of the tables.
KNOWN_SIDE = 16

#: Boards over 64x32 are probed by a piece of this side, which the same kernel takes.
PIECE = PLANE_WIDTH + 1


class Verdict(NamedTuple):
    """What a probe found.

    Attributes
    ----------
    hopeless : bool
        Whether no seed has a board.
    easy, hard : int or None
        Mines with which nearly all layouts become boards, and the most with which the
        probe found any; for the board's own size.
    """

    hopeless: bool
    easy: int | None = None
    hard: int | None = None


class _Over(Exception):
    """The time of the probe is over."""


class _Probe:
    """Tries layouts with other numbers of mines.

    Parameters
    ----------
    spec, search : Spec, Search
        What is probed; large boards by a piece of them.
    seconds : float
        How long at most.
    """

    def __init__(self, spec: Spec, search: Search, seconds: float) -> None:
        size = spec.width, spec.height
        start = spec.start
        if not is_small(spec):
            size = min(spec.width, PIECE), min(spec.height, PIECE)
            start = center_of(*size)
        self.search = search._replace(needs=None, accept=None, moves=0)
        self.piece = Spec(*size, 0, start)
        self.free = self.piece.cells - zone_size(self.piece, search.zone)
        self.whole = spec.cells - zone_size(spec, search.zone)
        self.mines = min(spec.mines, self.whole) * self.free // self.whole
        self.stop = np.zeros(1, np.bool_)
        self.timer = threading.Timer(seconds, self._end)
        self.timer.daemon = True

    def _end(self) -> None:
        self.stop[0] = True

    def on_board(self, mines: int) -> int:
        """Return a number of mines of the piece as one of the board."""
        return mines * self.whole // self.free

    def hits(self, mines: int, first: int, layouts: int) -> int:
        """Return how many of so many layouts become boards."""
        from nogues.kernels.search.results import new_out

        spec = self.piece._replace(mines=mines)
        search = chunk_search(spec, Limits(1, 60), self.search, self.stop)
        found = 0
        size = max(1, 2**20 // spec.cells)
        for begin in range(0, layouts, size):
            out = new_out(min(size, layouts - begin), spec.cells)
            seeds = np.arange(len(out.status), dtype=np.uint32) + first + begin
            search(seeds.astype(np.uint32), out)
            if self.stop[0]:
                raise _Over
            # A layout that is too much to count has come as far as a board.
            found += int(np.isin(out.status, (FOUND, TOO_MANY_STATES)).sum())
        return found

    def easy(self) -> int:
        """Return the most mines with which nearly all layouts become boards."""
        low, high = 0, self.mines
        while high - low > max(1, low // 64):
            middle = (low + high) // 2
            failed = seed = 0
            while failed < 2 and seed < EASY:
                failed += 1 - self.hits(middle, seed, 1)
                seed += 1
            low, high = (low, middle) if failed > 1 else (middle, high)
        return low

    def tries(self, easy: int) -> Iterator[dict[int, tuple[int, int]]]:
        """Yield boards found and layouts tried, by mines, after each batch.

        The mines go up as long as boards are found, then the batches grow.
        """
        counts = {easy: (EASY - 1, EASY)}
        step = max(1, self.free // 64)
        mines, batch = easy, BATCH
        while mines + step < self.mines:
            found, tried = counts.get(mines + step, (0, 0))
            new = self.hits(mines + step, tried, batch)
            counts[mines + step] = found + new, tried + batch
            yield counts
            if new:
                mines += step
            else:
                if self.hits(self.mines, batch, batch):
                    return  # boards are found
                batch *= GROWTH
                mines = max(easy, mines - step)


def excludes(counts: dict[int, tuple[int, int]], mines: int, needed: float) -> bool:
    """Whether counts exclude that -log p(mines) is below ``needed``.

    The ratio of likelihoods decides: of the best straight s that is above there, and
    of the best one that is not.
    """
    if not any(pair[1] >= max(64, SCARCE * pair[0]) for pair in counts.values()):
        return False
    m, found, tried = (
        np.array(column, float)
        for column in zip(*((m, *pair) for m, pair in counts.items()), strict=True)
    )

    zeros = np.linspace(0, m.max(), 100)[:-1, None, None]
    slopes = math.sqrt(needed) / (mines - zeros)
    part = np.geomspace(1 / 20, 20, 81)[:, None]
    nats = np.maximum(slopes * part * (m - zeros), 0.05) ** 2
    fit = ((tried - found) * np.log(-np.expm1(-nats)) - found * nats).sum(-1)
    above = part[:, 0] >= 1
    return bool(fit[:, ~above].max() < fit[:, above].max() - DOUBT)


def known(spec: Spec, search: Search, mines: int) -> Verdict | None:
    """Return what the tables say; None if they have no answer."""
    table = KNOWN if is_small(spec) else KNOWN_LARGE
    rows = [row for row in table if row[0] <= spec.cells]
    if not search.is_movable or min(spec.width, spec.height) < KNOWN_SIDE or not rows:
        return None
    _, easy, hard, hopeless = rows[-1]
    free = spec.cells - zone_size(spec, search.zone)
    if mines < hopeless * free:
        return None
    return Verdict(hopeless=True, easy=int(easy * free), hard=int(hard * free))


def probe(
    spec: Spec,
    limits: Limits,
    search: Search,
    seeds: int = 1,
    seconds: float = PROBE_SECONDS,
) -> Verdict:
    """Return whether boards so dense can be found at all.

    Parameters
    ----------
    spec, limits, search : Spec, Limits, Search
        What is searched.
    seeds : int, optional
        Seeds of the run: the more, the rarer boards must be.
    seconds : float, optional
        How long the probe may take; if it takes longer, the search has hope.
    """
    work = _Probe(spec, search, seconds)
    needed = math.log(limits.max_attempts * max(RARE, RARER * seeds))
    repaired = REPAIRED if search.name == "repair" else 0
    wall = work.free * math.log1p(1 / ANIMALS) - repaired
    if wall < needed or work.mines > work.free * ANIMALS / (1 + ANIMALS):
        return Verdict(hopeless=False)
    verdict = known(spec, search, search.mines_laid(spec))
    if verdict is not None and needed < KNOWN_NEEDED:
        return verdict
    easy = hard = None
    hopeless = False
    work.timer.start()
    try:
        easy = hard = work.easy()
        for counts in work.tries(easy):
            hard = max(m for m, (found, _) in counts.items() if found)
            hopeless = excludes(counts, work.mines, needed)
            if hopeless:
                break
    except _Over:
        pass
    finally:
        work.timer.cancel()
    return Verdict(
        hopeless,
        None if easy is None else work.on_board(easy),
        None if hard is None else work.on_board(hard),
    )
