"""Parts of the count against binomials of plain Python."""

import math

import numpy as np
import pytest

from nogues.kernels.counting.marginals import box_weights, log_choose


@pytest.mark.parametrize("n", [0, 1, 7, 60])
def test_log_choose(n):
    for k in range(n + 1):
        assert math.exp(log_choose(n, k)) == pytest.approx(math.comb(n, k))
    assert log_choose(480, 99) == pytest.approx(math.log(math.comb(480, 99)))


@pytest.mark.parametrize("tilt", [1.0, 0.25])
def test_weights_of_a_box(tilt):
    for size in range(9):
        weight = np.full(9, -1.0)
        box_weights(size, tilt, weight)
        expected = [math.comb(size, v) * tilt**v for v in range(size + 1)]
        assert weight[: size + 1].tolist() == pytest.approx(expected)
        assert (weight[size + 1 :] == -1).all()
