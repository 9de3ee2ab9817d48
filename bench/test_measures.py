"""Measures of boards and of the peer ms_toollib, on the same random expert boards.

The peer's three measures are its own calls for 3BV and openings and its ``Board`` for
islands; ours are one call for many boards.  As elsewhere, what is compared runs in
turn, and the tables show the median of the pairs' ratios.
"""

import statistics
import time

import ms_toollib
import pytest

import nogues

BOARDS = 20_000
PEER_BOARDS = 300
ROUNDS = 5


def peer_measures(lists):
    for board in lists:
        ms_toollib.cal_bbbv(board)
        ms_toollib.cal_op(board)
        assert ms_toollib.Board(board).isl >= 0


def peer_zini(lists):
    for board in lists:
        ms_toollib.cal_zini(board)
        ms_toollib.cal_hzini(board)


def seconds(function, *arguments, **options):
    begin = time.process_time()
    function(*arguments, **options)
    return time.process_time() - begin


@pytest.mark.parametrize("zini", [False, True], ids=["measures", "zini"])
def test_beside_the_peer(benchmark, peer_table, zini):
    benchmark.group = "measures of expert boards"
    dealt = nogues.generate_random_boards(30, 16, 99, seeds=range(BOARDS), safe="any")
    lists = dealt[:PEER_BOARDS].grid.tolist()
    plain = []
    nogues.metrics(dealt[:10], zini=zini)  # compiles outside the clock
    own, other, ratios = [], [], []

    def theirs():
        other.append(seconds(peer_zini if zini else peer_measures, lists) / PEER_BOARDS)

    def ours():
        boards = dealt[:2000] if zini else dealt
        spent = seconds(nogues.metrics, boards, zini=zini, threads=1) / len(boards)
        if zini:  # these two include all the others
            plain.append(seconds(nogues.metrics, boards, zini=False, threads=1))
            spent -= plain[-1] / len(boards)
        own.append(spent)
        ratios.append(other[-1] / spent)

    rounds = ROUNDS if benchmark.enabled else 1
    benchmark.pedantic(ours, setup=theirs, rounds=rounds)
    row = {
        "peer": statistics.median(other) * 1e6,
        "ours": statistics.median(own) * 1e6,
        "ratio": statistics.median(ratios),
        "least": min(ratios),
    }
    peer_table["greedy and human ZiNi" if zini else "3BV, openings, islands"] = row
    benchmark.extra_info.update(row)


@pytest.mark.parametrize("size", [(200, 200, 8000), (9, 9, 10)], ids=str)
def test_sizes(benchmark, size):
    benchmark.group = "measures of other boards, without ZiNi"
    boards = nogues.generate_random_boards(*size, seeds=range(20), safe="any")
    benchmark(nogues.metrics, boards, zini=False, threads=1)
