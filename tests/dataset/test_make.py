"""Shards that are made, and shards that are there."""

import numpy as np
import pytest
from samples import plan_of

import nogues
from nogues.dataset.make import check_plan, inspect_shard, make_shard, run_here
from nogues.dataset.store import open_store


@pytest.fixture
def store(tmp_path):
    found = open_store(tmp_path / "data", None)
    found.prepare()
    return found


def test_what_is_made_is_what_is_found(store):
    plan = plan_of(range(0, 600), shard=256)
    first, second, third = plan.shards()
    told = []
    made = make_shard(store, plan, second, np.zeros(1, np.bool_), told.append)
    assert store.names() == {second.name} and sum(told) == 256
    assert inspect_shard(store, plan, second) == made
    check_plan(store, plan, second.name)
    reports = []
    done = run_here(store, plan, [second], [first, third], 2, reports.append)
    assert [entry.name for entry in done] == [shard.name for shard in plan.shards()]
    assert done[1] == made and [entry.boards for entry in done] == [256, 256, 88]
    assert reports[-1] == 600 - 256


def test_shards_of_another_plan_or_place(store):
    plan = plan_of(range(0, 600), shard=256)
    first, second, _ = plan.shards()
    make_shard(store, plan, first, np.zeros(1, np.bool_))
    other = plan_of(range(0, 601), shard=256)
    for check in (check_plan, inspect_shard):
        with pytest.raises(nogues.MinesweeperError, match="seeds"):
            check(store, other, first.name if check is check_plan else first)
    store.put(f"data/{second.name}", store.read(f"data/{first.name}"))
    with pytest.raises(nogues.FormatError, match="0 to 255, not 256 to 511"):
        inspect_shard(store, plan, second)
