"""Writing a data set: all shards that are missing, here or on a Dask cluster."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import Any

from nogues.base.errors import MinesweeperError
from nogues.base.optional import need
from nogues.base.options import LAYOUTS
from nogues.base.progress import reporting
from nogues.base.search import Between, check_search
from nogues.base.spec import check_flag, check_name, check_spec
from nogues.base.threads import check_threads
from nogues.dataset.card import CARD, card
from nogues.dataset.cluster import cluster_of, run_there
from nogues.dataset.make import check_plan, run_here
from nogues.dataset.manifest import (
    MANIFEST,
    check_known,
    has_manifest,
    write_manifest,
)
from nogues.dataset.plan import (
    Plan,
    check_metrics,
    check_runs,
    check_shard_boards,
    is_shard,
)
from nogues.dataset.read import Dataset, open_dataset
from nogues.dataset.store import DATA, Store, open_store
from nogues.kernels.codes import MAX_PASSES
from nogues.making.generate import limits_of


def write_dataset(
    path: str | os.PathLike[str],
    width: int,
    height: int,
    mines: int,
    start: tuple[int, int] | None = None,
    *,
    seeds: range | None = None,
    starts: Mapping[tuple[int, int], range] | None = None,
    logic: str = "elementary",
    use_mine_count: bool = True,
    search: str = "repair",
    safe: str | None = None,
    moves: int | None = None,
    needs: str | None = None,
    accept: Between | None = None,
    max_attempts: int | None = None,
    max_passes: int = MAX_PASSES,
    skip_failures: bool = False,
    layout: str = "packed",
    metrics: Iterable[str] | str = (),
    shard_boards: int | None = None,
    threads: int | None = None,
    progress: Any = None,
    dask: Any = None,
    storage_options: dict[str, Any] | None = None,
) -> Dataset:
    """Write boards to a folder of Parquet files, or go on where a run was stopped.

    The folder holds ``data/part-00000.parquet`` and so on, the shards; each appears
    whole or not at all, and is all there is to know about what is done.  Once all are
    there, ``manifest.json`` (their checksums) and ``README.md`` (what this is, and how
    to read it) are written.  The same call makes the same bytes, in one run or in many,
    for any number of threads or workers.

    Parameters
    ----------
    path : str or path-like
        A folder, which is made if need be, or a URL that fsspec knows, such as
        ``s3://bucket/name``.
    width, height, mines, start, logic, use_mine_count, search, safe, moves, needs, \
accept, max_attempts, max_passes
        As in ``generate_board``.
    seeds : range
        One seed a board, within 0 to 2**32, counting up by 1.
    starts : dict of (row, column) and range, optional
        Several starts, each with seeds of its own, instead of ``start`` and ``seeds``.
    skip_failures : bool, optional
        Leave seeds out for which no attempt succeeds, instead of raising.
    layout : {"packed", "clues", "seeds"}, optional
        What is stored of a board: a bit a cell (45 bytes an expert board, and the
        quickest to write and to read); its clues as they are, a byte a cell (three
        times the bytes and half the speed, for readers without nogues); or nothing but
        the seed (a few bytes), from which it is made again on reading.
    metrics : iterable of str, or "all", optional
        What to store of the measures of ``nogues.metrics``, a column each, and
        ``"start"``; there anyhow where there are several starts.
    shard_boards : int, optional
        Seeds of a shard; unless given a power of two near a 64th of all, within 16,384
        and 1,048,576 (1,024 and 65,536 but for the published search), and of 64 MB of
        boards at most.  A cluster of many workers wants more and smaller ones.
    threads : int, optional
        Threads to use, each of which makes a shard; one for each core unless given.
    progress : bool or callable, optional
        As in ``generate_boards``, about the boards that were missing.  Shards that are
        there are read first, for their checksums.
    dask : str or distributed.Client, optional
        Where to make the shards instead of here: a scheduler's address such as
        ``tcp://host:8786``, or a client.  Workers write straight to ``path``.
    storage_options : dict, optional
        What fsspec is told of a URL.

    Returns
    -------
    Dataset
        As ``open_dataset`` returns it.

    Raises
    ------
    GenerationError
        When a seed has no board; shards that are done stay.
    FormatError
        When a shard that is there is damaged: delete it, and it is made again.
    MinesweeperError
        When an argument is out of range, another run is writing to the folder, or it
        holds another data set; says where they differ.
    ImportError
        When pyarrow, Dask or the package of a URL is not installed.
    OSError
        When a shard cannot be written; those that are done stay.

    Examples
    --------
    >>> import nogues
    >>> data = nogues.write_dataset(
    ...     "expert", 30, 16, 99, seeds=range(1000), metrics=["bbbv"]
    ... )
    >>> data
    <Dataset 1,000 boards of 30x16/99 in 1 shard>
    >>> round(float(data.column("bbbv").mean()))
    160
    """
    spec = check_spec(width, height, mines, start)
    if starts is not None and start is not None:
        raise TypeError("give start and seeds, or starts, not both")
    runs = check_runs(spec, seeds, starts)
    asked = {
        "logic": logic,
        "use_mine_count": use_mine_count,
        "search": search,
        "safe": safe,
        "moves": moves,
        "needs": needs,
        "accept": accept,
    }
    specs = [spec._replace(start=run.start) for run in runs]
    wanted = [check_search(each, **asked) for each in specs]
    kept = check_name("layout", layout, LAYOUTS)
    boards = sum(run.last - run.first for run in runs)
    plan = Plan(
        spec=specs[0],
        limits=limits_of(specs[0], wanted[0], max_attempts, max_passes),
        search=wanted[0],
        runs=runs,
        layout=kept,
        metrics=check_metrics(metrics),
        shard_boards=check_shard_boards(shard_boards, boards, spec, kept, wanted[0]),
        skip_failures=check_flag("skip_failures", skip_failures),
        pyarrow=str(need("pyarrow", "parquet").__version__),
    )
    _check_mines(plan)
    pool = check_threads(threads)
    store = open_store(path, storage_options)
    with cluster_of(dask) as client, store.lock():
        there = _look_around(store, plan)
        store.prepare()
        shards = plan.shards()
        done = [shard for shard in shards if shard.name in there]
        missing = [shard for shard in shards if shard.name not in there]
        total = sum(shard.last - shard.first for shard in missing)
        with reporting(progress if total else None, total) as report:
            if client is None:
                entries = run_here(store, plan, done, missing, pool, report)
            else:
                entries = run_there(client, store, plan, done, missing, report)
            report(total)
        check_known(store, plan, entries)
        if missing or not store.exists(CARD):  # else a note that was added may stay
            size = sum(entry.bytes for entry in entries)
            rows = sum(entry.boards for entry in entries)
            store.put(CARD, card(plan, rows, size).encode())
        write_manifest(store, plan, entries)
        store.prepare()
    return open_dataset(path, storage_options=storage_options)


def _look_around(store: Store, plan: Plan) -> set[str]:
    """Return the names of the shards that are there; raise if anything else is."""
    there = store.names()
    parts = sorted(name for name in there if is_shard(name))
    if parts:
        check_plan(store, plan, parts[0])
    strange = sorted(there - {shard.name for shard in plan.shards()})
    if strange:
        raise MinesweeperError(
            f"{store.url}/{DATA} must hold shards only, not {strange[0]}"
        )
    if not parts and not has_manifest(store):
        for name in (CARD, MANIFEST):
            if store.exists(name):
                raise MinesweeperError(
                    f"path must be a new folder or a data set's: {store.url} holds a "
                    f"{name} of something else"
                )
    return there


def _check_mines(plan: Plan) -> None:
    """Raise if starts differ in how many mines fit, which one plan cannot tell."""
    search = plan.search
    counts = {run: search.mines_laid(plan.spec_at(run.start)) for run in plan.runs}
    if len(set(counts.values())) > 1:
        told = ", ".join(f"{n} from {run.start}" for run, n in counts.items())
        raise MinesweeperError(
            f"mines must fit outside the safe zone of every start, not {told}"
        )
