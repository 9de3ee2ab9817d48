"""Footers of shards say which plan and seeds they are of."""

import io
import json

import numpy as np
import pyarrow.parquet as pq
import pytest
from samples import plan_of

import nogues
from nogues.dataset.columns import columns_of, schema_of
from nogues.dataset.footer import SHARD_KEY, footer_of, open_parquet, to_metadata
from nogues.dataset.shard import encode_shard


def footer(metadata):
    plan = plan_of()
    schema = schema_of(columns_of(plan)).with_metadata(metadata)
    file = io.BytesIO()
    pq.write_table(schema.empty_table(), file)
    return footer_of(open_parquet(file, "here"))


def test_there_and_back():
    plan = plan_of()
    shard = plan.shards()[1]
    found = footer(to_metadata(plan, shard, 0, "digest"))
    assert (found.plan, found.shard) == (plan, shard)
    assert (found.boards, found.sha256) == (0, "digest")
    assert sum(found.groups) == 0


def test_what_is_no_footer():
    plan = plan_of()
    metadata = to_metadata(plan, plan.shards()[0], 0, "digest")
    about = json.loads(metadata[SHARD_KEY])
    wrong = [
        {},
        metadata | {SHARD_KEY: "{}"},
        metadata | {SHARD_KEY: json.dumps(about | {"seeds": [1]})},
        metadata | {SHARD_KEY: json.dumps(about | {"boards": 1})},
        to_metadata(plan_of(layout="clues"), plan.shards()[0], 0, "digest"),
    ]
    for one in wrong:
        with pytest.raises(nogues.FormatError, match=r"^here "):
            footer(one)
    with pytest.raises(nogues.FormatError, match=r"^here "):
        open_parquet(io.BytesIO(b"no parquet"), "here")


def test_the_footer_of_a_shard():
    plan = plan_of()
    shard = plan.shards()[0]
    encoded = encode_shard(plan, shard, np.zeros(1, np.bool_))
    found = footer_of(open_parquet(io.BytesIO(encoded.data), "here"))
    assert (found.plan, found.shard) == (plan, shard)
    assert found.boards == 256 == sum(found.groups)
    assert len(pq.read_table(io.BytesIO(encoded.data))) == 256
