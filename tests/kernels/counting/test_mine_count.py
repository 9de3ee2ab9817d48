"""Sets of counts as bits of words."""

import numpy as np

from nogues.kernels.counting.mine_count import has_count


def test_has_count():
    counts = np.zeros((2, 2), np.uint64)
    held = {0, 5, 63, 64, 127}
    for count in held:
        counts[1, count // 64] |= np.uint64(1 << count % 64)
    for count in range(128):
        assert bool(has_count(counts, 1, np.int64(count))) == (count in held)
        assert not has_count(counts, 0, np.int64(count))
