"""Row groups into batches, against lists of numbers."""

import numpy as np
import pytest

from nogues.dataset.batches import Group, split, stream
from nogues.dataset.plan import Shard

SHARDS = [Shard(0, (1, 1), 0, 10), Shard(1, (1, 1), 10, 17), Shard(2, (2, 2), 0, 6)]
GROUPS = [
    Group(shard, number, min(4, shard.last - first))
    for shard in SHARDS
    for number, first in enumerate(range(shard.first, shard.last, 4))
]


def read(group):
    first = group.shard.first + 4 * group.number
    seeds = np.arange(first, first + group.rows)
    return {"seed": seeds, "tenfold": 10 * seeds}


def batches(size, shuffle=None, together=2, threads=2):
    blocks = list(split(GROUPS, shuffle, together))
    decode = lambda shard, values: (shard.start, values)  # noqa: E731
    return list(stream(read, decode, blocks, size, shuffle, threads))


@pytest.mark.parametrize("size", [1, 3, 5, 100])
@pytest.mark.parametrize("threads", [1, 3])
def test_in_order(size, threads):
    found = batches(size, threads=threads)
    for start, seeds in [((1, 1), range(17)), ((2, 2), range(6))]:
        own = [values for at, values in found if at == start]
        assert np.concatenate([v["seed"] for v in own]).tolist() == list(seeds)
        assert all(np.array_equal(v["tenfold"], 10 * v["seed"]) for v in own)
        assert {len(v["seed"]) for v in own[:-1]} <= {size}
        assert 0 < len(own[-1]["seed"]) <= size
    assert [start for start, _ in found] == sorted(start for start, _ in found)


@pytest.mark.parametrize("together", [1, 2, 9])
def test_shuffled(together):
    found = batches(3, 5, together)
    again, other = batches(3, 5, together), batches(3, 6, together)
    order = [v["seed"].tolist() for _, v in found]
    assert order == [v["seed"].tolist() for _, v in again]
    assert order != [v["seed"].tolist() for _, v in other]
    for start, seeds in [((1, 1), range(17)), ((2, 2), range(6))]:
        own = [v for at, v in found if at == start]
        assert sorted(np.concatenate([v["seed"] for v in own])) == list(seeds)
        assert all(np.array_equal(v["tenfold"], 10 * v["seed"]) for v in own)


def test_groups_are_taken_together():
    assert list(split(GROUPS, None, 3)) == [[group] for group in GROUPS]
    blocks = list(split(GROUPS, 1, 3))
    assert sorted(g for block in blocks for g in block) == sorted(GROUPS)
    assert all(len({g.shard.start for g in block}) == 1 for block in blocks)
    assert [len(block) for block in blocks] == [3, 2, 2]


def test_nothing_at_all():
    assert list(stream(read, lambda shard, values: values, [], 5, None, 2)) == []
