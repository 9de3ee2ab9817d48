"""Neighbours as bits of a byte, against NumPy."""

import numpy as np

from nogues.kernels.boards import neighbours as module


def test_tables():
    """Sets of two cells are equal exactly where their first cell and shape are."""
    ways = list(zip(module.ROWS.tolist(), module.COLUMNS.tolist(), strict=True))
    assert set(ways) == {(r, c) for r in (-1, 0, 1) for c in (-1, 0, 1)} - {(0, 0)}
    for k, (row, column) in enumerate(ways):
        assert ways[7 - k] == (-row, -column)
        assert module.BIT[k] == 1 << k
        assert module.NOT_OPPOSITE[k] == 255 - (1 << 7 - k)
    shapes = {}
    for mask in range(1, 256):
        members = [ways[k] for k in range(8) if mask >> k & 1]
        assert module.SIZE[mask] == len(members)
        assert ways[module.FIRST[mask]] == members[0]
        moved = frozenset((r - members[0][0], c - members[0][1]) for r, c in members)
        shapes.setdefault(int(module.SHAPE[mask]), set()).add(moved)
    assert all(len(seen) == 1 for seen in shapes.values())
    assert len(shapes) == len({next(iter(seen)) for seen in shapes.values()})


def test_masks_and_counts():
    rng = np.random.default_rng(3)
    for height, width in [(1, 1), (4, 7), (9, 5)]:
        page = np.zeros((height + 2, width + 2), np.uint8)
        page[1:-1, 1:-1] = rng.random((height, width)) < 0.4
        masks, counts = np.full((2, *page.shape), 99, np.uint8)
        stride = width + 2
        module.mask_neighbours(page.reshape(-1), stride, masks.reshape(-1))
        module.count_neighbours(page.reshape(-1), stride, counts.reshape(-1))
        for row in range(1, height + 1):
            for column in range(1, width + 1):
                near = [
                    int(page[row + r, column + c])
                    for r, c in zip(module.ROWS, module.COLUMNS, strict=True)
                ]
                mask = sum(bit << k for k, bit in enumerate(near))
                assert masks[row, column] == mask
                assert counts[row, column] == sum(near)
        frame = np.r_[: stride + 1, page.size - stride - 1 : page.size]
        assert (masks.reshape(-1)[frame] == 99).all()
        assert (counts.reshape(-1)[frame] == 99).all()
