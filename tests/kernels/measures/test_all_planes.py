"""Measures on planes against measures on bytes."""

import numpy as np
import pytest

import nogues
from nogues.kernels.codes import MEASURES
from nogues.kernels.measures import all_bytes, all_planes
from nogues.kernels.search.reference_planes import shape_for


@pytest.mark.parametrize(
    "size", [(30, 16, 99), (16, 16, 40), (64, 32, 300), (32, 32, 1), (1, 30, 6)]
)
def test_planes_and_bytes_agree(size):
    width, height, _ = size
    dealt = nogues.generate_random_boards(*size, seeds=range(200), safe="any")
    starts = np.arange(200, dtype=np.int32) % (width * height)
    stop = np.zeros(1, np.bool_)
    shape = shape_for(width, height)
    ours, theirs = np.zeros((2, 200, len(MEASURES)), np.int32)
    rest = (width, height, dealt.clue, starts, True, stop)
    all_bytes.measure_boards(all_bytes.new_workspace(width, height), *rest, ours)
    all_planes.measure_boards(
        shape, all_planes.new_workspace(shape, width, height), *rest, theirs
    )
    assert np.array_equal(ours, theirs)
