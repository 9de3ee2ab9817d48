"""The searches beyond the published one, compared with peers: speed and boards.

As in ``test_generate``, what is compared runs in turn, and the median of the pairs'
ratios counts; here it is CPU time, one thread.  The peers are sgt-mines, with its own
seeds and starts, and ms_toollib.  Both may need more than pairs of clues to finish
their boards, so they are compared with our complete level.
"""

import statistics
import time
from itertools import count

import numpy as np
import pytest
from peers import Laid, by_adjusting, by_rejection, quality, sgt_mines

import nogues

EXPERT = (30, 16, 99)
ROUNDS = 5
NEW_SEEDS = 1_000_000  # no board of these seeds has been made before
KEPT_CELLS = 4_000_000  # of the boards of a round, to be measured

# Mines: boards per pair of sgt-mines, of ours without moves, and with the default ones.
DENSE = {
    99: (60, 40_000, 1_500),
    130: (35, 9_000, 700),
    150: (30, 4_000, 550),
    170: (8, 1_800, 450),
    190: (2, 700, 320),
}
DENSE_ROUNDS = {170: 7, 190: 11}  # the times of sgt-mines vary tenfold
MOVES = {"repair, moves=0": {"moves": 0}, "repair": {}}

# Size: boards per pair of sgt-mines and of ours.
LARGE = {(100, 100, 2000): (3, 1_500), (200, 200, 8000): (1, 250)}

UNIFORM = {
    "elementary": (99, 700),
    "subset": (99, 20_000),
    "complete": (99, 12_000),
    "complete, 120 mines": (120, 400),
}


def start_of(size):
    return (size[1] // 2, size[0] // 2)


def ours(size, boards, first=0, **options):
    """Make our boards on one thread; return them with CPU seconds, and as made."""
    options = {"logic": "complete", **options}
    seeds = range(first, first + boards)
    begin = time.process_time()
    made = nogues.generate_boards(*size, seeds=seeds, threads=1, **options)
    seconds = time.process_time() - begin
    return laid(made, seconds), made


def laid(boards, seconds=0.0):
    shape = (len(boards), boards.height, boards.width)
    return Laid(
        seconds, boards.clue.reshape(shape), np.array([boards.start] * len(boards))
    )


def join(parts):
    clue = np.concatenate([part.clue for part in parts])
    return quality(clue, np.concatenate([part.start for part in parts]))


def name_of(size):
    return "{}x{}/{}".format(*size)


class Pairs:
    """Runs a peer and us in turn, and reports speed and boards."""

    def __init__(self, peer, size, boards, **options):
        self.peer, self.size, self.options = peer, size, options
        self.peer_boards, self.boards = boards
        self.own, self.other, self.ratios = [], [], []
        self.peer_made, self.made, self.tried = [], [], 0
        ours(size, 1, **options)  # compile outside the clock

    def theirs(self):
        made = self.peer(self.size, self.peer_boards, len(self.other) + 1)
        self.other.append(made.seconds / self.peer_boards)
        self.peer_made.append(made)

    def mine(self):
        first = len(self.own) * self.boards
        made, boards = ours(self.size, self.boards, first, **self.options)
        self.own.append(made.seconds / self.boards)
        self.ratios.append(self.other[-1] / self.own[-1])
        self.tried += int(boards.attempts.sum())
        kept = KEPT_CELLS // (self.size[0] * self.size[1])
        self.made.append(Laid(made.seconds, made.clue[:kept], made.start[:kept]))

    def run(self, benchmark, rounds):
        benchmark.pedantic(
            self.mine, setup=self.theirs, rounds=rounds if benchmark.enabled else 1
        )
        benchmark.extra_info["microseconds"] = statistics.median(self.own) * 1e6
        benchmark.extra_info["peer_microseconds"] = statistics.median(self.other) * 1e6
        benchmark.extra_info["times_the_peer"] = statistics.median(self.ratios)
        benchmark.extra_info["least_times_the_peer"] = min(self.ratios)
        benchmark.extra_info["acceptance"] = len(self.own) * self.boards / self.tried

    def report(self, benchmark, tables, search, peer):
        size = name_of(self.size)
        info = benchmark.extra_info
        tables.speed[size, search, peer] = {
            "peer": info["peer_microseconds"],
            "ours": info["microseconds"],
            "ratio": info["times_the_peer"],
            "least": info["least_times_the_peer"],
        }
        tables.quality.setdefault((size, peer), join(self.peer_made))
        found = join(self.made)
        tables.quality.setdefault((size, search), found)
        info.update(found)


def few(benchmark, *boards):
    """Return how many boards to make: ``boards``, or one where nothing is timed."""
    return boards if benchmark.enabled else (1,) * len(boards)


@pytest.mark.parametrize("search", MOVES, ids=["without-moves", "usual"])
@pytest.mark.parametrize("mines", DENSE)
def test_repair_against_sgt_mines(benchmark, search_tables, mines, search):
    benchmark.group = f"complete, 30x16/{mines}"
    size = (30, 16, mines)
    peer_boards, without, usual = DENSE[mines]
    boards = usual if search == "repair" else without
    pairs = Pairs(sgt_mines, size, few(benchmark, peer_boards, boards), **MOVES[search])
    pairs.run(benchmark, DENSE_ROUNDS.get(mines, ROUNDS))
    pairs.report(benchmark, search_tables, search, "sgt-mines")


PEERS = {
    "sgt-mines": (sgt_mines, 60),
    "laymine_solvable": (by_rejection, 40),
    "laymine_solvable_adjust": (by_adjusting, 60),
}


@pytest.mark.parametrize("peer", PEERS)
def test_uniform_against(benchmark, search_tables, peer):
    benchmark.group = "uniform, complete, 30x16/99"
    make, peer_boards = PEERS[peer]
    boards = UNIFORM["complete"][1]
    pairs = Pairs(make, EXPERT, few(benchmark, peer_boards, boards), search="uniform")
    pairs.run(benchmark, ROUNDS)
    pairs.report(benchmark, search_tables, "uniform", peer)


@pytest.mark.parametrize("size", LARGE, ids=name_of)
def test_large_against_sgt_mines(benchmark, search_tables, size):
    benchmark.group = f"complete, {name_of(size)}"
    pairs = Pairs(sgt_mines, size, few(benchmark, *LARGE[size]))
    pairs.run(benchmark, DENSE_ROUNDS[190])
    pairs.report(benchmark, search_tables, "repair", "sgt-mines")


@pytest.mark.parametrize("name", UNIFORM)
def test_uniform(benchmark, name):
    """A chunk of boards by rejection, and the share of layouts that are accepted."""
    benchmark.group = "uniform, 30x16"
    mines, usual = UNIFORM[name]
    (boards,) = few(benchmark, usual)
    logic = name.split(",")[0]
    options = {"logic": logic, "search": "uniform"}
    ours((30, 16, mines), 1, **options)
    made, found = benchmark.pedantic(
        ours,
        ((30, 16, mines), boards),
        options,
        rounds=ROUNDS if benchmark.enabled else 1,
    )
    benchmark.extra_info["microseconds"] = made.seconds / boards * 1e6
    benchmark.extra_info["acceptance"] = boards / int(found.attempts.sum())


def test_million_cells(benchmark):
    """One board of 1000x1000 cells; the peers take minutes."""
    benchmark.group = "single, complete"
    nogues.generate_board(70, 40, 560, logic="complete", seed=0)  # the same kernel
    seeds = count(1)

    def make_one():
        return nogues.generate_board(
            1000, 1000, 200_000, logic="complete", seed=next(seeds)
        )

    board = benchmark.pedantic(make_one, rounds=ROUNDS if benchmark.enabled else 1)
    assert board.solvable


@pytest.mark.parametrize(
    "mines, options",
    [(99, {}), (99, {"needs": "complete"}), (170, {})],
    ids=["expert", "expert-needs-complete", "170-mines"],
)
def test_single_dense_board(benchmark, mines, options):
    """Latency of one call, a new seed each."""
    benchmark.group = "single, complete"
    options = {"logic": "complete", **options}
    nogues.generate_board(30, 16, mines, seed=0, **options)
    seeds = count(1)

    def make_one():
        return nogues.generate_board(30, 16, mines, seed=next(seeds), **options)

    board = benchmark.pedantic(make_one, rounds=201 if benchmark.enabled else 1)
    assert board.solvable
    if "needs" in options:
        assert board.needs in ("complete", "mine_count")


def published(size, boards):
    return nogues.generate_boards(*size, seeds=seeds_of(boards), threads=1)


def random(size, boards):
    return nogues.generate_random_boards(
        *size, start_of(size), seeds=seeds_of(boards), safe="block", threads=1
    )


def complete(**options):
    def make(size, boards):
        return nogues.generate_boards(
            *size, seeds=seeds_of(boards), logic="complete", threads=1, **options
        )

    return make


def long_chain(size, boards):
    return complete(moves=20 * size[2])(size, boards)


def seeds_of(boards):
    return range(NEW_SEEDS, NEW_SEEDS + boards)


# Makers: boards at 99 and at 120 mines, a few seconds at most.
MAKERS = {
    "random": (random, 50_000, 50_000),
    "uniform": (complete(search="uniform"), 50_000, 3_000),
    "repair, 20 moves a mine": (long_chain, 1_000, 700),
    "repair": (complete(), 8_000, 5_000),
    "repair, moves=0": (complete(moves=0), 50_000, 50_000),
    "published search": (published, 50_000, 50_000),
    "sgt-mines": (lambda size, boards: sgt_mines(size, boards, 1), 300, 200),
}


@pytest.mark.parametrize("mines", [99, 120])
@pytest.mark.parametrize("name", MAKERS)
def test_quality(benchmark, search_tables, name, mines):
    """Where the mines lie, and how much work the boards are; also timed."""
    benchmark.group = f"quality, 30x16/{mines}"
    make, *numbers = MAKERS[name]
    (boards,) = few(benchmark, numbers[mines == 120])
    size = (30, 16, mines)
    made = benchmark.pedantic(make, (size, boards), rounds=1)
    if isinstance(made, nogues.Boards):
        made = laid(made)
    row = join([made])
    search_tables.quality[name_of(size), name] = row
    benchmark.extra_info.update(row)
