"""The columns of a shard, and how they are written.

All columns are small integers except the board, which has a fixed number of bytes per
row.  A list would store each number as 32 bits, plus its levels.  Nothing is nullable.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from nogues.base.optional import need
from nogues.base.spec import LARGEST
from nogues.dataset.plan import Plan, row_bytes
from nogues.kernels.codes import MAX_REPAIRS

if TYPE_CHECKING:
    import pyarrow as pa

#: The column of the board, by layout.
BOARD_COLUMNS = {"packed": "mines", "clues": "clue"}

#: A measure that is a place, -1 where there is none.
SIGNED = ("middle_row", "middle_column")


class Column(NamedTuple):
    """A column: of numbers, or of a fixed number of bytes per row."""

    name: str
    dtype: np.dtype[Any]
    width: int = 0  # bytes per row; 0 for numbers


def columns_of(plan: Plan) -> list[Column]:
    """Return the columns of a plan's shards, in order."""
    spec, search = plan.spec, plan.search
    small: dict[str, np.dtype[Any]] = {"seed": np.dtype(np.uint32)}
    if len(plan.runs) > 1 or "start" in plan.metrics:
        place = unsigned(max(spec.width, spec.height))
        small = {"start_row": place, "start_column": place, **small}
    small["attempts"] = unsigned(plan.limits.max_attempts)
    # The published search has a limit on repairs per attempt.
    small["repairs"] = unsigned(MAX_REPAIRS if search.is_reference else LARGEST)
    if search.logic != "elementary":
        small["needs"] = np.dtype(np.uint8)
    for name in measured(plan):
        signed = np.int16 if max(spec.width, spec.height) < 2**15 else np.int32
        small[name] = np.dtype(signed) if name in SIGNED else unsigned(spec.cells)
    columns = [Column(name, dtype) for name, dtype in small.items()]
    if plan.layout in BOARD_COLUMNS:
        width = row_bytes(spec.cells, plan.layout)
        dtype = np.dtype(np.int8 if plan.layout == "clues" else np.uint8)
        columns.append(Column(BOARD_COLUMNS[plan.layout], dtype, width))
    return columns


def measured(plan: Plan) -> list[str]:
    """Return the columns of a plan's measures, except the start."""
    several = {
        "middle": list(SIGNED),
        "numbers": [f"numbers_{clue}" for clue in range(9)],
    }
    names = (name for name in plan.metrics if name != "start")
    return [column for name in names for column in several.get(name, [name])]


def unsigned(most: int) -> np.dtype[Any]:
    """Return the type of numbers up to ``most``, at least 16 bits."""
    return np.dtype(np.uint16 if most < 2**16 else np.uint32)


def schema_of(columns: list[Column]) -> pa.Schema:
    """Return the columns as a pyarrow schema."""
    pa = need("pyarrow", "parquet")
    return pa.schema(
        [
            pa.field(
                column.name,
                pa.binary(column.width)
                if column.width
                else pa.from_numpy_dtype(column.dtype),
                nullable=False,
            )
            for column in columns
        ]
    )


def settings_of(columns: list[Column]) -> dict[str, Any]:
    """Return the settings of Parquet: the smallest files that cost no extra time.

    Seeds increase one by one, small numbers repeat, boards do neither.  Each page has a
    checksum; without it a flipped bit would go unnoticed.
    """
    small = [column.name for column in columns if not column.width]
    small.remove("seed")
    return {
        "version": "2.6",
        "data_page_version": "1.0",
        "compression": "zstd",
        "compression_level": 1,
        "use_dictionary": small,
        "column_encoding": {"seed": "DELTA_BINARY_PACKED"},
        "write_statistics": ["seed", *small],
        "write_page_checksum": True,
        "store_schema": False,
    }


def to_table(columns: list[Column], values: dict[str, NDArray[Any]]) -> pa.Table:
    """Return rows as a pyarrow table, without copying."""
    pa = need("pyarrow", "parquet")
    schema = schema_of(columns)
    arrays = []
    for column in columns:
        rows = values[column.name]
        if column.width:
            data = [None, pa.py_buffer(rows)]
            kind = pa.binary(column.width)
            arrays.append(pa.FixedSizeBinaryArray.from_buffers(kind, len(rows), data))
        else:
            arrays.append(pa.array(rows))
    return pa.Table.from_arrays(arrays, schema=schema)


def from_table(columns: list[Column], table: pa.Table) -> dict[str, NDArray[Any]]:
    """Return the columns of a table as arrays; byte columns have two dimensions."""
    values = {}
    for column in columns:
        array = table[column.name].combine_chunks()
        if column.width:
            data = np.frombuffer(array.buffers()[1] or b"", column.dtype)
            begin = array.offset * column.width
            data = data[begin : begin + len(array) * column.width]
            values[column.name] = data.reshape(len(array), column.width)
        else:
            values[column.name] = array.to_numpy()
    return values


class Digest:
    """SHA-256 of the values in the rows of a shard, independent of the file.

    It takes one row group at a time, column by column, numbers little-endian.
    """

    def __init__(self) -> None:
        self._hash = hashlib.sha256()

    def add(self, columns: list[Column], values: dict[str, NDArray[Any]]) -> None:
        """Add a row group."""
        for column in columns:
            rows = values[column.name].astype(
                column.dtype.newbyteorder("<"), order="C", copy=False
            )
            self._hash.update(rows.data if rows.size else b"")

    def text(self) -> str:
        """Return the digest, as hexadecimal digits."""
        return self._hash.hexdigest()
