"""Making the shards of a data set, and looking at those that are there."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from nogues.base.errors import FormatError, MinesweeperError
from nogues.base.threads import run_chunks
from nogues.dataset.footer import read_footer
from nogues.dataset.manifest import Entry, entry_of
from nogues.dataset.plan import Plan, Shard, differences
from nogues.dataset.shard import Maker, encode_shard
from nogues.dataset.store import DATA, Store


def check_plan(store: Store, plan: Plan, name: str) -> None:
    """Raise unless a folder is of this plan, going by one of its shards."""
    footer = read_footer(store, name)
    if footer.plan != plan:
        told = "; ".join(differences(footer.plan, plan))
        raise MinesweeperError(f"{store.url} holds another data set: {told}")


def inspect_shard(store: Store, plan: Plan, shard: Shard) -> Entry:
    """Return what the manifest says of a shard that is there."""
    footer = read_footer(store, shard.name)
    if footer.plan != plan:
        told = "; ".join(differences(footer.plan, plan))
        where = f"{store.url}/{DATA}/{shard.name}"
        raise MinesweeperError(f"{where} is of another data set: {told}")
    if footer.shard != shard:
        raise FormatError(
            f"{store.url}/{DATA}/{shard.name} holds seeds {footer.shard.first} to "
            f"{footer.shard.last - 1}, not {shard.first} to {shard.last - 1}"
        )
    return entry_of(shard, footer.boards, store.read(f"{DATA}/{shard.name}"))


def make_shard(
    store: Store,
    plan: Plan,
    shard: Shard,
    stop: NDArray[np.bool_],
    tell: Callable[[int], None] = lambda boards: None,
) -> Entry:
    """Make a shard and write it."""
    encoded = encode_shard(plan, shard, stop, tell)
    store.put(f"{DATA}/{shard.name}", encoded.data)
    return entry_of(shard, encoded.boards, encoded.data)


def run_here(
    store: Store,
    plan: Plan,
    done: list[Shard],
    missing: list[Shard],
    threads: int,
    report: Callable[[int], None],
) -> list[Entry]:
    """Inspect what is there and make what is missing, on threads of this process."""
    entries: dict[int, Entry] = {}
    told = np.zeros(len(missing), np.int64)  # seeds done of each; no two threads at one
    stop = np.zeros(1, np.bool_)
    if missing:  # compile here: in a worker it could not be interrupted
        Maker(plan, missing[0].start, stop).compile()

    def inspect(first: int, last: int) -> bool:
        for shard in done[first:last]:
            entries[shard.number] = inspect_shard(store, plan, shard)
        return True

    def make(first: int, last: int) -> bool:
        for k in range(first, last):

            def tell(boards: int, k: int = k) -> None:
                told[k] += boards

            shard = missing[k]
            entries[shard.number] = make_shard(store, plan, shard, stop, tell)
        return True

    run_chunks(inspect, len(done), 1, threads, stop, lambda shards: None)
    run_chunks(
        make, len(missing), 1, threads, stop, lambda shards: report(int(told.sum()))
    )
    return [entries[number] for number in sorted(entries)]
