"""The published search on rows against the one on planes."""

import numpy as np
import pytest
from search_twin import search

from nogues.base.spec import Limits


@pytest.mark.parametrize("max_passes", [1, 4, 20, 60, 100, 254, 255, 1000, 2**31 - 1])
def test_engines_agree_on_caps(max_passes):
    """The bound on sweeps is a byte; caps at and beyond its ends are exact too."""
    for width, height, mines in ((16, 16, 45), (30, 16, 99), (50, 30, 300)):
        spec = width, height, mines, (height // 2, width // 2)
        for seed in range(40):
            limits = Limits(2, max_passes)
            planes = search(spec, seed, limits)
            rows = search(spec, seed, limits, "rows")
            assert planes[1:3] == rows[1:3]
            if planes[1]:
                assert np.array_equal(planes[0], rows[0])
