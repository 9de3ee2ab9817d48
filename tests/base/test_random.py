"""mulberry32 and FNV-1a (their values are golden data)."""

import pytest

import nogues


def test_draws_are_floats_below_one():
    rng = nogues.create_rng(7)
    draws = [rng() for _ in range(10_000)]
    assert all(0 <= d < 1 for d in draws)
    assert abs(sum(draws) / len(draws) - 0.5) < 0.01


def test_state_goes_along():
    rng = nogues.create_rng(-1)
    assert repr(rng) == "Mulberry32(4294967295)"
    rng()
    again = nogues.create_rng(rng.state)
    assert [rng() for _ in range(5)] == [again() for _ in range(5)]


@pytest.mark.parametrize("seed", [1.0, "1", None, True])
def test_bad_seed(seed):
    with pytest.raises(TypeError, match="seed must be an integer"):
        nogues.create_rng(seed)


def test_hash_takes_code_points_not_bytes():
    # One code point beyond 16 bits: XORed whole, then multiplied once.
    assert nogues.hash_seed("💣") == ((0x811C9DC5 ^ 0x1F4A3) * 0x01000193) % 2**32
    with pytest.raises(TypeError, match="text must be a str"):
        nogues.hash_seed(b"a")
