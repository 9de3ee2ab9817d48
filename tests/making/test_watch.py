"""Ending a run that has no hope: only where nothing was found, and once."""

import time

import numpy as np
import pytest
from messages import raises

import nogues
from nogues import DensityWarning, GenerationError
from nogues.base.search import check_search
from nogues.base.spec import Limits, check_spec
from nogues.kernels.codes import FOUND, NOT_BEGUN, NOT_FOUND
from nogues.making.hopeless import Verdict
from nogues.making.watch import PATIENCE, Watch

SPEC = check_spec(30, 16, 320, None)
SEARCH = check_search(SPEC, logic="complete")
NO_HOPE = Verdict(hopeless=True, easy=226, hard=249)
REASON = (
    "no board of 30x16/320 with start (8, 15): too dense for search='repair' with "
    "logic='complete'. Boards of 30x16 are found at once up to about 226 mines (47% of "
    "the cells), rarely above 249, and not one seed in a million is expected to have a "
    "board here"
)


class Clock:
    """Seconds that a test sets, and what a probe would answer."""

    def __init__(self, verdict=NO_HOPE, **options):
        self.now = 100.0
        self.asked = []
        self.stop = np.zeros(1, np.bool_)
        self.verdict = verdict
        self.watch = Watch(
            *(SPEC, Limits(1000, 60), SEARCH, 5, self.stop),
            clock=lambda: self.now,
            ask=self.ask,
            **options,
        )

    def ask(self, *arguments):
        self.asked.append(arguments[-1])
        return self.verdict

    def look(self, seconds):
        self.now = 100 + seconds
        self.watch.look()
        return bool(self.stop[0])


def test_patience():
    clock = Clock()
    assert not clock.look(0) and not clock.look(PATIENCE - 0.1) and not clock.asked
    assert clock.look(PATIENCE + 0.1) and clock.watch.hopeless
    assert clock.watch.reason() == REASON
    clock.look(PATIENCE + 10)
    assert len(clock.asked) == 1


@pytest.mark.parametrize("ended", [False, True])
def test_a_run_that_has_found_a_board_goes_on(ended):
    clock = Clock()
    clock.look(0)
    status = np.full(3, NOT_FOUND, np.int8)
    with clock.watch.follow(status):
        status[1] = FOUND
        if not ended:
            assert not clock.look(9)
    assert not clock.look(10) and not clock.asked
    earlier = Clock()
    earlier.watch.note_boards(1)
    earlier.look(0)
    assert not earlier.look(9) and not earlier.asked


def test_a_board_that_is_found_during_the_probe_counts():
    clock = Clock()
    status = np.full(1, NOT_BEGUN, np.int8)
    clock.watch._ask = lambda *arguments: (status.fill(FOUND), NO_HOPE)[1]
    clock.look(0)
    with clock.watch.follow(status):
        assert not clock.look(9) and not clock.watch.hopeless


def test_hope():
    clock = Clock(Verdict(hopeless=False, easy=226, hard=249))
    clock.look(0)
    assert not clock.look(9) and not clock.watch.hopeless and clock.watch.is_denser
    assert Clock(Verdict(hopeless=False)).watch.densities() == ""


def test_a_time_limit_is_kept():
    clock = Clock(budget=1500.0)
    clock.look(0)
    assert clock.look(1.0) and clock.asked == [0.5]
    late = Clock(budget=1500.0)
    late.look(0)
    assert not late.look(1.4) and not late.asked


OPTIONS = {"logic": "complete"}


def test_one_board_fails_early():
    nogues.generate_board(30, 16, 99, seed=1, **OPTIONS)  # compiles
    begin = time.perf_counter()
    with raises(GenerationError, REASON):
        nogues.generate_board(30, 16, 320, seed=1, max_attempts=10**5, **OPTIONS)
    assert time.perf_counter() - begin < 30  # it would be 350 s


def test_many_boards_fail_early():
    with raises(GenerationError, REASON):
        nogues.generate_boards(30, 16, 320, seeds=range(1000), **OPTIONS)
    with pytest.warns(DensityWarning, match="all 1,000 seeds are left out$"):
        boards = nogues.generate_boards(
            30, 16, 320, seeds=range(1000), skip_failures=True, **OPTIONS
        )
    assert len(boards) == 0
    assert np.array_equal(boards.failed_seeds, np.arange(1000))


def test_data_sets_fail_early(tmp_path):
    options = {"seeds": range(5000), "shard_boards": 1024, **OPTIONS}
    with raises(GenerationError, REASON):
        nogues.write_dataset(tmp_path / "x", 30, 16, 320, **options)
    with pytest.warns(DensityWarning, match="all 5,000 seeds are left out$"):
        data = nogues.write_dataset(
            tmp_path / "x", 30, 16, 320, skip_failures=True, **options
        )
    assert (len(data), data.seeds, data.shards) == (0, 5000, 5)


def test_a_failure_that_is_slow_says_which_boards_are_found():
    message = r"layouts for seed 1 \(0 accepted of [\d,]+ tried\)\. Boards of 30x16 "
    with pytest.raises(GenerationError, match=message):
        nogues.generate_board(30, 16, 175, seed=1, search="uniform", **OPTIONS)
