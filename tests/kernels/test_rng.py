"""The compiled generator against the one in Python."""

import numpy as np

from nogues.kernels.rng import advance, below, mix


def test_rng():
    counter = np.uint32(42)
    draws = [mix(advance(counter, k)) for k in range(1, 1000)]
    from nogues import create_rng

    rng = create_rng(42)
    assert draws == [rng.uint32() for _ in draws]
    assert [below(d, 7) for d in draws] == [int(d / 2**32 * 7) for d in draws]
    assert below(np.uint32(2**32 - 1), 40_000) == 39_999
