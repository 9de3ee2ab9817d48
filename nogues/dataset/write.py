"""Writing a data set: making its missing shards, here or on a Dask cluster."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import Any

from nogues.base.between import Between
from nogues.base.errors import MinesweeperError
from nogues.base.optional import need
from nogues.base.options import LAYOUT, SKIP_FAILURES, UNIQUE
from nogues.base.progress import reporting
from nogues.base.search import ask_search, check_room, limits_of
from nogues.base.spec import check_spec
from nogues.base.threads import check_threads
from nogues.dataset.card import CARD, card
from nogues.dataset.cluster import cluster_of, run_there
from nogues.dataset.distinct import count_distinct
from nogues.dataset.make import check_plan, run_here, run_in_order
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


# Over 70 lines, most of them arguments: the rest is one sequence of steps.
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
    unique: bool = False,
    threads: int | None = None,
    progress: Any = None,
    dask: Any = None,
    storage_options: dict[str, Any] | None = None,
) -> Dataset:
    """Write boards to a folder of Parquet files, or continue an interrupted run.

    The folder holds the shards, ``data/part-00000.parquet`` and so on.  Each appears
    complete or not at all; there is no other record of progress.  When all exist,
    ``manifest.json`` (their checksums) and ``README.md`` (what the data is and how to
    read it) are written.  The same call makes the same bytes, in one run or several,
    with any number of threads or workers.

    Parameters
    ----------
    path : str or path-like
        A folder, made if it does not exist, or a URL that fsspec knows, such as
        ``s3://bucket/name``.
    width, height, mines, start, logic, use_mine_count, search, safe, moves, needs, \
accept, max_attempts, max_passes
        As in ``generate_board``.
    seeds : range
        One seed per board, within 0 to 2**32, counting up by 1.
    starts : dict of (row, column) and range, optional
        Several starts, each with its own seeds, instead of ``start`` and ``seeds``.
    skip_failures : bool, optional
        Skip seeds for which no attempt succeeds, instead of raising.  If no board is
        so dense, the data set is empty, with a ``DensityWarning``.
    layout : {"packed", "clues", "seeds"}, optional
        What is stored of a board.  ``packed``: one bit per cell (45 bytes per expert
        board, and the fastest to write and to read).  ``clues``: one byte per cell
        (three times the bytes and half the speed, for readers without nogues).
        ``seeds``: only the seed (a few bytes), from which reading makes the board.
    metrics : iterable of str, or "all", optional
        Measures of ``nogues.metrics`` to store, one column each, and ``"start"``, which
        is always stored if there are several starts.
    shard_boards : int, optional
        Seeds per shard; default: a power of two near 1/64 of all seeds, from 16,384 to
        1,048,576 (1,024 to 65,536 except for the published search), and at most 64 MB
        of boards.  For many workers, use smaller shards.
    unique : bool, optional
        Keep the first of equal boards only: small boards repeat.  Shards are made one
        after the other then, on one thread, with 8 bytes of memory per distinct board.
    threads : int, optional
        Threads to use, each of which makes a shard; default: one per core.
    progress : bool or callable, optional
        As in ``generate_boards``, for the boards that are missing.  Finished shards are
        read first, for their checksums.
    dask : str or distributed.Client, optional
        A cluster that makes the shards: a scheduler's address such as
        ``tcp://host:8786``, or a client.  Workers write directly to ``path``.
    storage_options : dict, optional
        Options of fsspec for a URL.

    Returns
    -------
    Dataset
        As ``open_dataset`` returns it.

    Raises
    ------
    GenerationError
        When a seed has no board; finished shards are kept.
    FormatError
        When a finished shard is damaged: delete it, and it is made again.
    MinesweeperError
        When an argument is out of range, another run is writing to the folder, or the
        folder holds another data set (says where they differ).
    ImportError
        When pyarrow, Dask or the package of a URL is not installed.
    OSError
        When a shard cannot be written; finished shards are kept.

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
    asked = ask_search(
        logic=logic,
        use_mine_count=use_mine_count,
        search=search,
        safe=safe,
        moves=moves,
        needs=needs,
        accept=accept,
    )
    specs = [spec._replace(start=run.start) for run in runs]
    at_starts = [asked.at(each) for each in specs]
    stored = LAYOUT.require(layout)
    boards = sum(run.last - run.first for run in runs)
    plan = Plan(
        spec=specs[0],
        limits=limits_of(specs[0], at_starts[0], max_attempts, max_passes),
        search=at_starts[0],
        runs=runs,
        layout=stored,
        metrics=check_metrics(metrics),
        shard_boards=check_shard_boards(
            shard_boards, boards, spec, stored, at_starts[0]
        ),
        skip_failures=SKIP_FAILURES.require(skip_failures),
        pyarrow=str(need("pyarrow", "parquet").__version__),
        unique=UNIQUE.require(unique),
    )
    if plan.unique and dask is not None:
        raise TypeError(
            "unique needs the shards one after the other: dask must be None"
        )
    _check_mines(plan)
    check_room(specs[0], at_starts[0])  # as at all starts, by now
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
            if plan.unique:
                entries = run_in_order(store, plan, done, missing, report)
            elif client is None:
                entries = run_here(store, plan, done, missing, pool, report)
            else:
                entries = run_there(client, store, plan, done, missing, report)
            report(total)
        check_known(store, plan, entries)
        if missing or not store.exists(CARD):  # otherwise keep what a user has added
            size = sum(entry.bytes for entry in entries)
            rows = sum(entry.boards for entry in entries)
            distinct = rows if plan.unique else count_distinct(store, plan, rows)
            store.put(CARD, card(plan, rows, size, distinct).encode())
        write_manifest(store, plan, entries)
        store.prepare()
    return open_dataset(path, storage_options=storage_options)


def _look_around(store: Store, plan: Plan) -> set[str]:
    """Return the names of the finished shards; raise if there are other files."""
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
                    f"path must be a new folder or that of a data set: {store.url} "
                    f"holds another {name}"
                )
    return there


def _check_mines(plan: Plan) -> None:
    """Raise if starts differ in how many mines fit, which one plan cannot store."""
    search = plan.search
    counts = {run: search.mines_laid(plan.spec_at(run.start)) for run in plan.runs}
    if len(set(counts.values())) > 1:
        fitting = ", ".join(f"{n} from {run.start}" for run, n in counts.items())
        raise MinesweeperError(
            f"mines must fit outside the safe zone of every start, not {fitting}"
        )
