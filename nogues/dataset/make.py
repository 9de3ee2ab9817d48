"""Making the missing shards of a data set, and inspecting the finished ones."""

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
    """Raise if one shard of a folder belongs to another plan."""
    footer = read_footer(store, name)
    if footer.plan != plan:
        text = "; ".join(differences(footer.plan, plan))
        raise MinesweeperError(f"{store.url} holds another data set: {text}")


def inspect_shard(store: Store, plan: Plan, shard: Shard) -> Entry:
    """Return the manifest entry of a finished shard."""
    footer = read_footer(store, shard.name)
    if footer.plan != plan:
        text = "; ".join(differences(footer.plan, plan))
        where = f"{store.url}/{DATA}/{shard.name}"
        raise MinesweeperError(f"{where} belongs to another data set: {text}")
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
    advance: Callable[[int], None] = lambda boards: None,
) -> Entry:
    """Make a shard and write it."""
    encoded = encode_shard(plan, shard, stop, advance)
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
    """Inspect finished shards and make missing ones, on threads of this process."""
    entries: dict[int, Entry] = {}
    made = np.zeros(len(missing), np.int64)  # seeds done per shard, each by one thread
    stop = np.zeros(1, np.bool_)
    if missing:  # compile here: a worker's compilation could not be interrupted
        Maker(plan, missing[0].start, stop).compile()

    def inspect(first: int, last: int) -> bool:
        for shard in done[first:last]:
            entries[shard.number] = inspect_shard(store, plan, shard)
        return True

    def make(first: int, last: int) -> bool:
        for k in range(first, last):

            def advance(boards: int, k: int = k) -> None:
                made[k] += boards

            shard = missing[k]
            entries[shard.number] = make_shard(store, plan, shard, stop, advance)
        return True

    run_chunks(inspect, len(done), 1, threads, stop, lambda shards: None)
    run_chunks(
        make, len(missing), 1, threads, stop, lambda shards: report(int(made.sum()))
    )
    return [entries[number] for number in sorted(entries)]
