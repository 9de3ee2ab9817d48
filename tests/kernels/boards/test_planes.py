"""Planes in registers against NumPy."""

import numpy as np
import pytest
from words import random_planes, to_plane, to_words

from nogues.kernels._jit import kernel
from nogues.kernels.boards import planes
from nogues.kernels.search.reference_planes import SHAPES


@kernel()
def apply(shape, memory):
    a = planes.load(shape, memory, 0)
    b = planes.load(shape, memory, 1)
    planes.store(memory, 2, a & b)
    planes.store(memory, 3, a | b)
    planes.store(memory, 4, a ^ ~b)
    planes.store(memory, 5, planes.dilate(a))
    planes.store(memory, 6, planes.neighbours(a))
    planes.store(memory, 7, planes.from_left(a))
    planes.store(memory, 8, planes.from_right(a))
    planes.store(memory, 9, planes.from_above(a))
    planes.store(memory, 10, planes.from_below(a))
    return planes.occupied(a), planes.occupied(a & ~a)


def shifted(plane, down, right):
    """The plane moved down and right by -1, 0 or 1; what falls out is lost."""
    padded = np.pad(plane, 1)
    height, width = plane.shape
    return padded[1 - down :, 1 - right :][:height, :width]


@pytest.mark.parametrize("shape", SHAPES, ids=str)
@pytest.mark.parametrize("seed", range(3))
def test_planes(shape, seed):
    a, b = random_planes(shape, seed)
    memory = np.zeros((11, shape.bits * shape.lanes // 64), np.uint64)
    memory[0], memory[1] = to_words(shape, a), to_words(shape, b)
    assert apply(shape, memory) == (True, False)
    ring = np.zeros_like(a)
    for down in (-1, 0, 1):
        for right in (-1, 0, 1):
            if down or right:
                ring |= shifted(a, down, right)
    expected = [
        a & b,
        a | b,
        a ^ ~b,
        ring | a,
        ring,
        shifted(a, 0, 1),
        shifted(a, 0, -1),
        shifted(a, 1, 0),
        shifted(a, -1, 0),
    ]
    for k, plane in enumerate(expected):
        assert np.array_equal(to_plane(shape, memory[k + 2]), plane), k


@kernel()
def put_single(shape, memory, index):
    planes.store(memory, 0, planes.single(shape, index))
    return planes.occupied(planes.load(shape, memory, 0))


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_single_and_occupied(shape):
    memory = np.zeros((1, shape.bits * shape.lanes // 64), np.uint64)
    for index in range(shape.bits * shape.lanes):
        assert put_single(shape, memory, index)
        plane = to_plane(shape, memory[0]).reshape(-1)
        assert np.flatnonzero(plane).tolist() == [index]


@kernel()
def run_deepen(shape, memory, limit):
    depth = planes.load(shape, memory, 0)
    fired = planes.load(shape, memory, 1)
    after = planes.deepen(depth, fired)
    planes.store(memory, 2, after)
    planes.store(memory, 3, planes.uniform_depth(shape, limit))
    return planes.deeper_than(after, limit)


@pytest.mark.parametrize("shape", SHAPES, ids=str)
@pytest.mark.parametrize("seed", range(4))
def test_depths(shape, seed):
    rng = np.random.default_rng(seed)
    lanes, blocks = shape.lanes, shape.bits // 8
    depth = rng.integers(0, 256, (lanes, blocks)).astype(np.uint8)
    fired = random_planes(shape, seed, 1, 0.05)[0]
    memory = np.zeros((4, shape.bits * shape.lanes // 64), np.uint64)
    memory[0] = depth.reshape(-1).view(np.uint64)
    memory[1] = to_words(shape, fired)
    limit = int(rng.integers(100, 255))
    deeper = run_deepen(shape, memory, limit)

    expected = depth.copy()
    for row in range(lanes):
        for block in range(blocks):
            if not fired[row, 8 * block : 8 * block + 8].any():
                continue
            near = slice(max(block - 1, 0), block + 2)
            causes = [int(depth[row, block])]
            for r in range(max(row - 2, 0), min(row + 3, lanes)):
                latest = int(depth[r, near].max())
                causes.append(latest if r < row else min(latest + 1, 255))
            expected[row, block] = max(causes)
    assert np.array_equal(memory[2].view(np.uint8).reshape(lanes, blocks), expected)
    assert deeper == (expected > limit).any()
    assert (memory[3].view(np.uint8) == limit).all()
