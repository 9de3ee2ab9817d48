"""Boards in bulk and one by one, compared with the JavaScript reference.

The speed of a shared machine drifts, so what is compared runs in turn, pair by pair,
and the tables show the median of the pairs' ratios.
"""

import statistics

import pytest
from jobs import JOBS, few, make, reference_seconds, seconds

import nogues
from nogues.base.threads import check_threads

ROUNDS = 5
names = [job.name for job in JOBS]


@pytest.mark.parametrize("job", JOBS, ids=names)
def test_one_thread_beside_the_reference(benchmark, table, job):
    benchmark.group = job.name
    job = job if benchmark.enabled else few(job)
    make(job, 1, 1)  # compile outside the clock
    rates, ratios = [], []

    def reference():
        rates.append(
            job.reference_boards / reference_seconds(job, job.reference_boards)
        )

    def engine():
        rate = job.boards / seconds(make, job, job.boards, 1)
        ratios.append(rate / rates[-1])

    rounds = ROUNDS if benchmark.enabled else 1
    benchmark.pedantic(engine, setup=reference, rounds=rounds)
    row = table.setdefault(job.name, {})
    row["reference"] = statistics.median(rates)
    row["ratio"] = statistics.median(ratios)
    row["one"] = statistics.median(
        rate * ratio for rate, ratio in zip(rates, ratios, strict=True)
    )
    benchmark.extra_info["boards_per_second"] = row["one"]
    benchmark.extra_info["reference_boards_per_second"] = row["reference"]
    benchmark.extra_info["times_the_reference"] = row["ratio"]


@pytest.mark.parametrize("job", JOBS, ids=names)
def test_all_threads_beside_one(benchmark, table, job):
    benchmark.group = job.name
    job = job if benchmark.enabled else few(job)
    threads = check_threads(None)
    make(job, 1, 1)
    rates, ratios = [], []

    def one():
        rates.append(job.boards / seconds(make, job, job.boards, 1))

    def every():
        ratios.append(job.boards / seconds(make, job, job.boards, threads) / rates[-1])

    rounds = ROUNDS if benchmark.enabled else 1
    benchmark.pedantic(every, setup=one, rounds=rounds)
    row = table.setdefault(job.name, {})
    row["speedup"] = statistics.median(ratios)
    row["all"] = statistics.median(
        rate * ratio for rate, ratio in zip(rates, ratios, strict=True)
    )
    benchmark.extra_info["threads"] = threads
    benchmark.extra_info["boards_per_second"] = row["all"]
    benchmark.extra_info["times_one_thread"] = row["speedup"]


@pytest.mark.parametrize("job", JOBS, ids=names)
def test_single_board(benchmark, job):
    """Latency of one call, including the Python around the kernel."""
    benchmark.group = f"single {job.name}"
    benchmark(nogues.generate_board, *job.size, job.start, seed=1)


def test_single_board_with_rng(benchmark):
    """The search that Python drives, with the caller's generator."""
    benchmark.group = "single expert"

    def make_one():
        return nogues.generate_board(30, 16, 99, rng=nogues.create_rng(1))

    benchmark(make_one)
