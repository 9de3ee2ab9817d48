"""Plain random boards, and games played to the end."""

import pytest

import nogues

SIZES = {"beginner": 4000, "intermediate": 1000, "expert": 400}


@pytest.mark.parametrize("name", SIZES)
def test_deal(benchmark, name):
    benchmark.group = "lay 10,000 random boards"
    size = nogues.PRESETS[name]
    made = benchmark(
        nogues.generate_random_boards, **size, seeds=range(10_000), threads=1
    )
    assert len(made) == 10_000


@pytest.mark.parametrize("name", SIZES)
def test_simulate(benchmark, name):
    benchmark.group = "games"
    games = SIZES[name]

    def play():
        return nogues.simulate(
            **nogues.PRESETS[name], start=(0, 0), seeds=range(games), threads=1
        )

    found = benchmark(play)
    if benchmark.enabled:
        seconds = benchmark.stats.stats.median
        benchmark.extra_info["microseconds_a_game"] = seconds / games * 1e6
    assert 0.3 < found.win_rate < 0.95
