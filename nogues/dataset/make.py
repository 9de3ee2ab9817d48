"""Making the missing shards of a data set, and inspecting the finished ones."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from nogues.base.errors import FormatError, MinesweeperError
from nogues.base.threads import run_chunks
from nogues.dataset.distinct import Seen, hashes_of, shard_hashes
from nogues.dataset.footer import read_footer
from nogues.dataset.manifest import Entry, entry_of
from nogues.dataset.plan import Plan, Shard, differences
from nogues.dataset.shard import (
    Keep,
    Maker,
    Values,
    encode_shard,
    groups_of,
    seeds_between,
    watch_of,
)
from nogues.dataset.store import DATA, Store
from nogues.making.failures import warn_hopeless
from nogues.making.watch import Watch


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
    watch: Watch | None = None,
    keep: Keep | None = None,
) -> Entry:
    """Make a shard and write it."""
    encoded = encode_shard(plan, shard, stop, advance, watch, keep)
    store.put(f"{DATA}/{shard.name}", encoded.data)
    return entry_of(shard, encoded.boards, encoded.data)


def make_one(store: Store, plan: Plan, shard: Shard) -> Entry:
    """Make a shard and write it, looking after it, for a caller that makes one."""
    made: list[Entry] = []
    stop = np.zeros(1, np.bool_)
    watch = watch_of(plan, stop)

    def make(first: int, last: int) -> bool:
        if first == last:
            Maker(plan, shard.start, stop).compile()
        else:
            made.append(make_shard(store, plan, shard, stop, watch=watch))
        return True

    run_chunks(make, 1, 1, 1, stop, watch.reporting(lambda shards: None))
    return made[0]


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
    watch = watch_of(plan, stop)
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
            if shard.number not in entries:
                entry = make_shard(store, plan, shard, stop, advance, watch)
                entries[shard.number] = entry
        return True

    look = watch.reporting(lambda shards: report(int(made.sum())))
    run_chunks(inspect, len(done), 1, threads, stop, lambda shards: None)
    watch.note_boards(sum(entry.boards for entry in entries.values()))
    run_chunks(make, len(missing), 1, threads, stop, look)
    if watch.hopeless:  # and all failures are skipped
        stop[0] = False
        run_chunks(make, len(missing), 1, threads, stop, look)
        warn_hopeless(watch)
    return [entries[number] for number in sorted(entries)]


def run_in_order(
    store: Store,
    plan: Plan,
    done: list[Shard],
    missing: list[Shard],
    report: Callable[[int], None],
) -> list[Entry]:
    """Do what ``run_here`` does, one shard after the other, without equal boards.

    What a shard holds depends on all before it, so one thread makes them.  The hashes
    of finished shards are read, or made again if their boards are not stored.
    """
    entries: list[Entry] = []
    made = np.zeros(1, np.int64)
    stop = np.zeros(1, np.bool_)
    watch = watch_of(plan, stop)
    shards = sorted([*done, *missing])
    names = {shard.name for shard in done}
    last = missing[-1].number if missing else -1
    seen = Seen()

    def advance(boards: int) -> None:
        made[0] += boards

    def work(first: int, end: int) -> bool:
        if first == end:
            Maker(plan, shards[0].start, stop).compile()
        for shard in shards[first:end]:

            def keep(values: Values, shard: Shard = shard) -> NDArray[np.bool_]:
                return seen.first(hashes_of(values, plan, shard))

            if shard.name not in names:
                entry = make_shard(store, plan, shard, stop, advance, watch, keep)
            else:
                entry = inspect_shard(store, plan, shard)
                watch.note_boards(entry.boards)
                if shard.number < last and plan.layout != "seeds":
                    for hashes in shard_hashes(store, plan, shard):
                        seen.first(hashes)
                elif shard.number < last:
                    maker = Maker(plan, shard.start, stop, watch, keep)
                    for group in groups_of(plan, shard):
                        maker.group(seeds_between(*group))
            entries.append(entry)
        return True

    look = watch.reporting(lambda shards: report(int(made[0])))
    run_chunks(work, len(shards), 1, 1, stop, look)
    if watch.hopeless:  # and all failures are skipped
        stop[0] = False
        rest = shards[len(entries) :]
        shards = rest
        run_chunks(work, len(rest), 1, 1, stop, look)
        warn_hopeless(watch)
    return entries
