"""The small kernels, each against plain Python: bits, planes, picks, clues, bounds."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from words import to_plane, to_words

import nogues
from nogues.kernels import bits
from nogues.kernels._jit import kernel
from nogues.kernels.boards import planes
from nogues.kernels.boards.placement import Task
from nogues.kernels.boards.rows import BOARD, MINES
from nogues.kernels.boards.select import pick
from nogues.kernels.rng import advance, below, mix
from nogues.kernels.rules.single_planes import close, open_start
from nogues.kernels.search.reference_planes import SHAPES, new_desk

# A board that people play, or nearly, for each shape.
SIZES = ((16, 16, 40), (30, 16, 85), (24, 20, 85), (50, 30, 260))

words = st.integers(1, 2**64 - 1)


@kernel()
def compiled_bits(word, n):
    return bits.popcount(word), bits.lowest_index(word), bits.nth_set_bit(word, n)


@given(words, st.data())
def test_bits(word, data):
    positions = [i for i in range(64) if word >> i & 1]
    n = data.draw(st.integers(0, len(positions) - 1))
    expected = (len(positions), positions[0], positions[n])
    value = np.uint64(word)
    assert compiled_bits(value, n) == expected
    # The portable search, compiled and plain, and the plain meanings.
    assert portable(value, n) == positions[n]
    plain = (bits.popcount(value), bits.lowest_index(value), bits.nth_set_bit(value, n))
    assert plain == expected


portable = kernel()(bits._search_nth_bit)


def test_bit_kernels_stay_in_int64():
    compiled_bits(np.uint64(5), 1)
    signature = compiled_bits.nopython_signatures[0]
    assert str(signature.return_type) == "UniTuple(int64 x 3)"


def test_rng():
    counter = np.uint32(42)
    draws = [mix(advance(counter, k)) for k in range(1, 1000)]
    from nogues import create_rng

    rng = create_rng(42)
    assert draws == [rng.uint32() for _ in draws]
    assert [below(d, 7) for d in draws] == [int(d / 2**32 * 7) for d in draws]
    assert below(np.uint32(2**32 - 1), 40_000) == 39_999


# --- planes ---


def random_planes(shape, seed, n=2, density=0.2):
    rng = np.random.default_rng(seed)
    return [(rng.random((shape.lanes, shape.bits)) < density) for _ in range(n)]


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


@kernel()
def run_pick(shape, memory, before, draw):
    return pick(shape, memory, before, draw)


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_pick(shape):
    for seed, density in enumerate((0.002, 0.05, 0.5, 1.0)):
        plane = random_planes(shape, seed, 1, density)[0]
        plane[shape.lanes // 2, 3] = True
        memory = to_words(shape, plane)
        before = np.zeros(memory.size, np.int64)
        cells = np.flatnonzero(plane.reshape(-1))
        for draw in np.random.default_rng(seed).integers(0, 2**32, 200):
            found = run_pick(shape, memory, before, np.uint32(draw))
            assert found == cells[int(draw) * cells.size >> 32]
        last = run_pick(shape, memory, before, np.uint32(2**32 - 1))
        assert last == cells[-1]


@settings(max_examples=50)
@given(st.integers(1, 140), st.integers(1, 12), st.integers(0, 2**32 - 1))
def test_clues_of_rows(width, height, seed):
    """Binary counting on words against counting cell by cell."""
    from nogues import count_clues
    from nogues.kernels.boards.clues import write_clues
    from nogues.kernels.boards.rows import MINES, block_at, new_field

    rng = np.random.default_rng(seed)
    mask = rng.random((height, width)) < rng.random()
    field = new_field(width, height, 0, 0)
    for row, column in np.argwhere(mask):
        block = block_at(row, column // 64, field.stride)
        field.planes[MINES, block] |= np.uint64(1 << int(column) % 64)
    clue = np.empty(width * height, np.int8)
    page = np.empty(width * height + 64, np.int8)
    write_clues(field, width, height, page, clue)
    padded = np.pad(mask, 1)
    windows = np.lib.stride_tricks.sliding_window_view(padded, (3, 3))
    expected = np.where(mask, -1, windows.sum(axis=(2, 3)))
    assert np.array_equal(clue.reshape(height, width), expected)
    assert np.array_equal(count_clues(mask), expected)


@kernel()
def close_from_start(shape, desk, start):
    """Solve plane MINES on planes; the cells opened and the depth as bytes."""
    mines = planes.load(shape, desk.words, MINES)
    board = planes.load(shape, desk.words, BOARD)
    opened, safe, mined, depth = open_start(shape, start, mines, board)
    opened, safe, mined, depth = close(opened, safe, mined, depth)
    planes.store(desk.words, 2, opened)
    planes.store(desk.words, 3, depth)
    return planes.occupied(safe)


@pytest.mark.parametrize(("shape", "size"), list(zip(SHAPES, SIZES, strict=True)))
def test_the_bound_on_sweeps_holds(shape, size):
    """The parallel closure opens the same cells, and its depth bounds the sweeps."""
    width, height, mines = size
    row, column = height // 2, width // 2
    task = Task(width, height, mines, row, column, 1, 60, 0)
    desk = new_desk(shape, task)
    close_calls = 0
    for seed in range(300):
        rng = np.random.default_rng(seed)
        mask = np.zeros(width * height, bool)
        mask[rng.choice(width * height, mines, replace=False)] = True
        mask = mask.reshape(height, width)
        mask[row - 1 : row + 2, column - 1 : column + 2] = False
        plane = np.zeros((shape.lanes, shape.bits), bool)
        plane[:height, :width] = mask
        desk.words[MINES] = to_words(shape, plane)
        stuck = close_from_start(shape, desk, row * shape.bits + column)
        solution = nogues.solve(
            nogues.count_clues(mask), (row, column), max_passes=10**6
        )
        opened = to_plane(shape, desk.words[2])[:height, :width]
        known = (solution.cells == nogues.SAFE).reshape(height, width)
        assert np.array_equal(opened.astype(bool), known)
        assert stuck == (not solution.solvable)
        if stuck:  # a solved board may still have flags to set
            bound = int(desk.words[3].view(np.uint8).max())
            assert solution.passes <= bound
            close_calls += bound <= solution.passes + 3
    assert close_calls > 30  # and it is a useful bound
