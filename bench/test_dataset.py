"""Data sets: writing and reading compared with generating, and the cluster.

What is compared runs in turn, pair by pair.  The tables show the median of the pairs'
shares.  In memory means clues in reused buffers, on as many threads.
"""

import statistics
import time

import numpy as np
import pytest

import nogues
from nogues.base.options import check_limits
from nogues.base.search import REFERENCE
from nogues.base.spec import check_spec
from nogues.base.threads import check_threads, run_chunks
from nogues.dataset.decode import unpack
from nogues.dataset.plan import Plan, Run
from nogues.dataset.shard import encode_shard
from nogues.kernels.search.results import new_out, rows
from nogues.making.dispatch import chunk_search

ROUNDS = 5
SPEC = check_spec(30, 16, 99, None)
LIMITS = check_limits(300, 60)
CHUNK = 2048


def make_in_memory(boards, threads):
    """Make boards into one buffer per thread, and discard them."""
    stop = np.zeros(1, np.bool_)
    run = chunk_search(SPEC, LIMITS, REFERENCE, stop)

    def work(first, last):
        out = new_out(CHUNK, SPEC.cells)
        for begin in range(first, last, CHUNK):
            seeds = np.arange(begin, min(begin + CHUNK, last), dtype=np.uint32)
            run(seeds, rows(out, 0, len(seeds)))
        return True

    run_chunks(work, boards, 16 * CHUNK, threads, stop, lambda done: None)


def compare(benchmark, table, job, boards, other, this, size=0):
    """Time two jobs in turn, and fill a row of the table."""
    others, rates, shares = [], [], []

    def before():
        begin = time.perf_counter()
        other()
        others.append(boards / (time.perf_counter() - begin))

    def timed():
        begin = time.perf_counter()
        this()
        rates.append(boards / (time.perf_counter() - begin))
        shares.append(rates[-1] / others[-1])

    rounds = ROUNDS if benchmark.enabled else 1
    benchmark.pedantic(timed, setup=before, rounds=rounds)
    table[job] = {
        "other": statistics.median(others),
        "this": statistics.median(rates),
        "share": statistics.median(shares),
        "least": min(shares),
        "bytes": size,
    }
    benchmark.extra_info["share"] = table[job]["share"]


def bytes_a_board(path, boards):
    return sum(p.stat().st_size for p in path.glob("data/*")) / boards


@pytest.mark.parametrize("layout", ["packed", "clues", "seeds"])
def test_write(benchmark, dataset_table, tmp_path, layout):
    boards = 500_000 if benchmark.enabled else 20_000
    threads = check_threads(None)
    paths = iter(tmp_path / str(k) for k in range(100))
    write = {"layout": layout, "threads": threads}
    first = next(paths)
    nogues.write_dataset(first, *SPEC, seeds=range(20_000), layout=layout)
    size = bytes_a_board(first, 20_000)
    compare(
        benchmark,
        dataset_table,
        f"write {layout}",
        boards,
        lambda: make_in_memory(boards, threads),
        lambda: nogues.write_dataset(next(paths), *SPEC, seeds=range(boards), **write),
        size,
    )


@pytest.mark.parametrize("layout", ["packed", "clues"])
def test_read(benchmark, dataset_table, tmp_path, layout):
    boards = 500_000 if benchmark.enabled else 20_000
    threads = check_threads(None)
    data = nogues.write_dataset(
        tmp_path / "x", *SPEC, seeds=range(boards), layout=layout
    )

    def read():
        assert sum(len(batch) for batch in data.batches(threads=threads)) == boards

    read()
    compare(
        benchmark,
        dataset_table,
        f"read {layout}",
        boards,
        lambda: make_in_memory(boards, threads),
        read,
        bytes_a_board(tmp_path / "x", boards),
    )


def test_cluster(benchmark, dataset_table, tmp_path):
    """Two workers of one thread, compared with two threads of this process."""
    import distributed

    boards = 1_000_000 if benchmark.enabled else 20_000
    shard = 2**16 if benchmark.enabled else 2**13
    paths = iter(tmp_path / str(k) for k in range(100))
    workers = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": ":0"}
    with distributed.LocalCluster(**workers) as cluster, cluster.get_client() as client:

        def write(**options):
            options |= {"seeds": range(boards), "shard_boards": shard}
            nogues.write_dataset(next(paths), *SPEC, **options)

        write(dask=client)  # each worker compiles, or loads from the cache
        compare(
            benchmark,
            dataset_table,
            "cluster / threads",
            boards,
            lambda: write(threads=2),
            lambda: write(dask=client),
        )


def test_encode_a_shard(benchmark):
    n = 65_536 if benchmark.enabled else 2048
    run = Run(SPEC.start, 0, n)
    plan = Plan(SPEC, LIMITS, REFERENCE, (run,), "packed", (), n, False, "")
    benchmark(encode_shard, plan, plan.shards()[0], np.zeros(1, np.bool_))


def test_unpack(benchmark):
    """16,384 boards from packed mines to clues."""
    n = 16_384
    boards = nogues.generate_boards(*SPEC, seeds=range(n))
    run = Run(SPEC.start, 0, n)
    plan = Plan(SPEC, LIMITS, REFERENCE, (run,), "packed", (), n, False, "")
    values = {"mines": np.packbits(boards.mine_mask, axis=1)}
    clue, opening = np.empty_like(boards.clue), np.empty_like(boards.opening)
    benchmark(unpack, plan, SPEC.start, values, clue, opening)
    assert np.array_equal(clue, boards.clue)
