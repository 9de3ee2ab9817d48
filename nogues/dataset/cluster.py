"""Making the shards of a data set on a Dask cluster.

A shard is a task, which makes it and writes it where it belongs; only what the manifest
says of it comes back.  A task that is done again after its worker was lost finds the
shard there, or makes the same bytes.  Queues, retries and lost workers are Dask's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager
from typing import Any

import numpy as np

from nogues.base.errors import GenerationError, MinesweeperError
from nogues.base.optional import need
from nogues.base.search import VERSIONS
from nogues.dataset.make import inspect_shard, make_shard
from nogues.dataset.manifest import Entry
from nogues.dataset.plan import Plan, Shard
from nogues.dataset.store import DATA, Store

#: How long a scheduler is waited for.
CONNECT = "10s"


def run_there(
    client: Any,
    store: Store,
    plan: Plan,
    done: list[Shard],
    missing: list[Shard],
    report: Callable[[int], None],
) -> list[Entry]:
    """Inspect what is there and make what is missing, on a cluster."""
    distributed = need("distributed", "dask")
    entries: dict[int, Entry] = {}
    boards = 0
    wanted = {shard.number for shard in missing}
    # Not pure: a run after a lost folder must not be told that all is done.
    futures = client.map(
        one_shard, [*done, *missing], store=store, plan=plan, pure=False
    )
    shards = dict(zip(futures, [*done, *missing], strict=True))
    try:
        for future in distributed.as_completed(futures, loop=client.loop):
            shard = shards[future]
            entries[shard.number] = future.result()
            if shard.number in wanted:
                if not boards:
                    _check_shared(store, shard)
                boards += shard.last - shard.first
            report(boards)
            future.release()  # or what a lost worker told would be asked again
    except distributed.KilledWorker as error:
        raise GenerationError(
            f"{shard.name} was given up: {error} "
            "(distributed.scheduler.allowed-failures says how often)"
        ) from None
    except CancelledError as error:
        told = " ".join(str(error).split())
        raise ConnectionError(f"the cluster was lost: {told}") from None
    finally:
        pending = [future for future in futures if not future.done()]
        if pending and client.status == "running":
            client.cancel(pending)
    return [entries[number] for number in sorted(entries)]


def one_shard(shard: Shard, store: Store, plan: Plan) -> Entry:
    """Inspect or make a shard: what a worker does."""
    _check_versions(plan)
    if store.exists(f"{DATA}/{shard.name}"):
        return inspect_shard(store, plan, shard)
    return make_shard(store, plan, shard, np.zeros(1, np.bool_))


def _check_versions(plan: Plan) -> None:
    """Raise where a worker would make other bytes than the plan tells of."""
    search = plan.search
    ours = (VERSIONS[search.name, search.logic], need("pyarrow", "parquet").__version__)
    theirs = (search.version, plan.pyarrow)
    if ours != theirs:
        raise MinesweeperError(
            f"a worker has version {ours[0]} of the search and pyarrow {ours[1]}, "
            f"where the data set is of {theirs[0]} and {theirs[1]}"
        )


def _check_shared(store: Store, shard: Shard) -> None:
    """Raise if what a worker has written is not where this process looks."""
    if not store.exists(f"{DATA}/{shard.name}"):
        raise MinesweeperError(
            f"path must be one that all workers share with this process: a worker made "
            f"{shard.name}, and {store.url} has it not"
        )


@contextmanager
def cluster_of(dask: Any) -> Iterator[Any]:
    """Yield a client: the caller's own, or one of an address, or None for None."""
    if dask is None:
        yield None
        return
    distributed = need("distributed", "dask")
    if isinstance(dask, distributed.Client):
        yield dask
        return
    if not isinstance(dask, str):
        raise TypeError(
            f"dask must be an address or a distributed.Client, not {dask!r}"
        )
    if "://" not in dask:
        raise MinesweeperError(
            f"dask must be an address such as tcp://host:8786, not {dask!r}"
        )
    with distributed.Client(dask, timeout=CONNECT, set_as_default=False) as client:
        yield client
