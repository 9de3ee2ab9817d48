"""Distinct boards of a data set, by hashes of their layouts.

Small boards repeat: of 4x4 boards with 3 mines there are 25.  A hash has 64 bits, so
memory is 8 bytes per distinct board.  That two of 10**8 different layouts share a hash
has a chance of 1 in 3,700; a board would be taken for a repetition then.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nogues.base.spec import zone_size
from nogues.dataset.columns import BOARD_COLUMNS, columns_of
from nogues.dataset.footer import footer_of, open_parquet
from nogues.dataset.plan import Plan, Shard
from nogues.dataset.read import read_group
from nogues.dataset.store import DATA, Store

Hashes = NDArray[np.uint64]

#: With more boards than this, distinct ones are not counted.
MOST_COUNTED = 10**8

#: An odd number with the digits of the golden ratio, and one of pi.
_STEP, _MIX = np.uint64(0x9E3779B97F4A7C15), np.uint64(0x243F6A8885A308D3)
_SHIFT = np.uint64(29)


def hashes_of(values: dict[str, NDArray[Any]], plan: Plan, shard: Shard) -> Hashes:
    """Return a hash per row of ``mines`` or ``clue``: of the layout and the start."""
    mines = values.get("mines")
    if mines is None:
        mines = np.packbits(values["clue"] < 0, axis=1)
    words = np.zeros((len(mines), -(-mines.shape[1] // 8) * 8), np.uint8)
    words[:, : mines.shape[1]] = mines
    start = shard.start[0] * plan.spec.width + shard.start[1]
    # Mixed: a start is not to undo a mine.
    hashes = np.full(len(mines), start + 1, np.uint64) * _STEP
    for column in words.view("<u8").T:
        hashes = (hashes ^ column.astype(np.uint64)) * _STEP
        hashes = (hashes ^ (hashes >> _SHIFT)) * _MIX
        hashes ^= hashes >> _SHIFT
    return hashes


class Seen:
    """Hashes seen so far, in sorted runs of increasing size: adding is quick."""

    def __init__(self) -> None:
        self._runs: list[Hashes] = []

    def __len__(self) -> int:
        """Return the number of distinct hashes."""
        return sum(map(len, self._runs))

    def first(self, hashes: Hashes) -> NDArray[np.bool_]:
        """Return which are seen for the first time, and remember them."""
        new = np.zeros(len(hashes), np.bool_)
        run, index = np.unique(hashes, return_index=True)
        known = np.zeros(len(run), np.bool_)
        for other in self._runs:
            at = np.minimum(np.searchsorted(other, run), len(other) - 1)
            known |= other[at] == run
        new[index[~known]] = True
        run = run[~known]
        if len(run):
            while self._runs and len(self._runs[-1]) <= 2 * len(run):
                run = np.sort(np.concatenate([self._runs.pop(), run]))
            self._runs.append(run)
        return new


def may_repeat(plan: Plan, boards: int) -> bool:
    """Whether it is likely that two of so many boards are equal."""
    spec = plan.spec
    mines = plan.search.mines_laid(spec)
    free = spec.cells - zone_size(spec, plan.search.zone)
    layouts = (
        math.lgamma(free + 1) - math.lgamma(mines + 1) - math.lgamma(free - mines + 1)
    )
    return boards > 1 and layouts < 2 * math.log(boards) + 3


def is_countable(plan: Plan, boards: int) -> bool:
    """Whether layouts are stored, and not too many."""
    return plan.layout in BOARD_COLUMNS and boards <= MOST_COUNTED


def shard_hashes(store: Store, plan: Plan, shard: Shard) -> list[Hashes]:
    """Read a finished shard; return the hashes of each row group."""
    wanted = BOARD_COLUMNS[plan.layout]
    columns = [column for column in columns_of(plan) if column.name == wanted]
    name = f"{DATA}/{shard.name}"
    with store.open(name) as file:
        source = open_parquet(file, f"{store.url}/{name}")
        groups = range(len(footer_of(source).groups))
        return [hashes_of(read_group(source, k, columns), plan, shard) for k in groups]


def count_distinct(store: Store, plan: Plan, boards: int) -> int | None:
    """Return the distinct boards of a finished data set, for its card.

    None if they are not counted: where all are expected to be distinct.
    """
    if not (is_countable(plan, boards) and may_repeat(plan, boards)):
        return None
    seen = Seen()
    for shard in plan.shards():
        for hashes in shard_hashes(store, plan, shard):
            seen.first(hashes)
    return len(seen)
