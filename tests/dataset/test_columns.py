"""Columns of shards: their types, and the way into pyarrow and back."""

import hashlib

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from samples import plan_of

from nogues.dataset.columns import (
    Column,
    Digest,
    columns_of,
    from_table,
    measured,
    schema_of,
    settings_of,
    to_table,
    unsigned,
)

COLUMNS = [
    Column("seed", np.dtype(np.uint32)),
    Column("middle_row", np.dtype(np.int16)),
    Column("mines", np.dtype(np.uint8), 3),
]
VALUES = {
    "seed": np.array([1, 2, 2**32 - 1], np.uint32),
    "middle_row": np.array([-1, 0, 300], np.int16),
    "mines": np.arange(9, dtype=np.uint8).reshape(3, 3),
}


def test_there_and_back():
    table = to_table(COLUMNS, VALUES)
    assert table.schema == schema_of(COLUMNS)
    assert [table.schema.field(k).nullable for k in range(3)] == [False] * 3
    assert table["mines"].to_pylist() == [b"\0\1\2", b"\3\4\5", b"\6\7\x08"]
    found = from_table(COLUMNS, table.slice(0, 3))
    for name, rows in VALUES.items():
        assert found[name].dtype == rows.dtype
        assert np.array_equal(found[name], rows)


@pytest.mark.parametrize(
    ("most", "kind"),
    [(0, np.uint16), (2**16 - 1, np.uint16), (2**16, np.uint32)],
)
def test_unsigned(most, kind):
    assert unsigned(most) == kind
    assert np.iinfo(unsigned(most)).max >= most


def test_columns_of_a_plan():
    names = [column.name for column in columns_of(plan_of())]
    assert names == ["seed", "attempts", "repairs", "mines"]
    assert columns_of(plan_of())[-1] == Column("mines", np.dtype(np.uint8), 60)
    clues = columns_of(plan_of(layout="clues"))[-1]
    assert clues == Column("clue", np.dtype(np.int8), 480)
    assert columns_of(plan_of(layout="seeds"))[-1].name == "repairs"
    plan = plan_of(metrics=("bbbv", "middle", "numbers", "start"))
    numbers = [f"numbers_{clue}" for clue in range(9)]
    assert measured(plan) == ["bbbv", "middle_row", "middle_column", *numbers]
    names = [column.name for column in columns_of(plan)]
    assert names[:3] == ["start_row", "start_column", "seed"]
    assert {c.name for c in columns_of(plan) if c.dtype.kind == "i"} == {
        "middle_row",
        "middle_column",
    }


def test_settings_are_known_to_parquet():
    settings = settings_of(COLUMNS)
    file = pa.BufferOutputStream()
    pq.write_table(to_table(COLUMNS, VALUES), file, **settings)
    about = pq.ParquetFile(pa.BufferReader(file.getvalue())).metadata
    group = about.row_group(0)
    assert "DELTA_BINARY_PACKED" in group.column(0).encodings
    assert group.column(0).statistics.max == 2**32 - 1
    assert group.column(2).statistics is None


def test_digest():
    """Of the numbers alone, whatever the order of their bytes in memory."""
    digest = Digest()
    digest.add(COLUMNS, VALUES)
    plain = hashlib.sha256()
    plain.update(VALUES["seed"].astype("<u4").tobytes())
    plain.update(VALUES["middle_row"].astype("<i2").tobytes())
    plain.update(bytes(range(9)))
    assert digest.text() == plain.hexdigest()
    other = Digest()
    big = {
        name: rows.astype(rows.dtype.newbyteorder(">")) for name, rows in VALUES.items()
    }
    other.add(COLUMNS, big)
    assert other.text() == digest.text()
