"""Making the shards of a data set on a Dask cluster.

Each shard is a task.  The task makes the shard, writes it to the store, and returns
only its entry in the manifest.  A task repeated after its worker was lost finds the
shard in the store, or makes the same bytes.  Dask handles queues, retries and lost
workers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager
from typing import Any

from nogues.base.errors import GenerationError, MinesweeperError
from nogues.base.optional import need
from nogues.base.search import VERSIONS
from nogues.dataset.make import inspect_shard, make_one
from nogues.dataset.manifest import Entry
from nogues.dataset.plan import Plan, Shard
from nogues.dataset.store import DATA, Store

#: How long to wait for a scheduler.
CONNECT = "10s"


def run_there(
    client: Any,
    store: Store,
    plan: Plan,
    done: list[Shard],
    missing: list[Shard],
    report: Callable[[int], None],
) -> list[Entry]:
    """Inspect finished shards and make missing ones, on a cluster."""
    distributed = need("distributed", "dask")
    entries: dict[int, Entry] = {}
    boards = 0
    wanted = {shard.number for shard in missing}
    # Not pure: if the folder was deleted, an old result would claim that all is done.
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
            future.release()  # otherwise a lost worker's result would be computed again
    except distributed.KilledWorker as error:
        raise GenerationError(
            f"{shard.name} failed too often: {error} "
            "(distributed.scheduler.allowed-failures sets the limit)"
        ) from None
    except CancelledError as error:
        reason = " ".join(str(error).split())
        raise ConnectionError(f"the cluster was lost: {reason}") from None
    finally:
        pending = [future for future in futures if not future.done()]
        if pending and client.status == "running":
            client.cancel(pending)
    return [entries[number] for number in sorted(entries)]


def one_shard(shard: Shard, store: Store, plan: Plan) -> Entry:
    """Inspect or make a shard, on a worker."""
    _check_versions(plan)
    if store.exists(f"{DATA}/{shard.name}"):
        return inspect_shard(store, plan, shard)
    return make_one(store, plan, shard)


def _check_versions(plan: Plan) -> None:
    """Raise if this worker would not make the bytes that the plan promises."""
    search = plan.search
    ours = (VERSIONS[search.name, search.logic], need("pyarrow", "parquet").__version__)
    theirs = (search.version, plan.pyarrow)
    if ours != theirs:
        raise MinesweeperError(
            f"a worker has version {ours[0]} of the search and pyarrow {ours[1]}, "
            f"but the data set was made with {theirs[0]} and {theirs[1]}"
        )


def _check_shared(store: Store, shard: Shard) -> None:
    """Raise if this process does not see a shard that a worker wrote."""
    if not store.exists(f"{DATA}/{shard.name}"):
        raise MinesweeperError(
            f"path must be shared by this process and all workers: a worker made "
            f"{shard.name}, but {store.url} does not have it"
        )


@contextmanager
def cluster_of(dask: Any) -> Iterator[Any]:
    """Yield a client: the caller's, one connected to an address, or None for None."""
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
