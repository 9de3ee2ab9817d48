"""Reading the footer of a shard: its plan, and which shard it is."""

from __future__ import annotations

import json
from typing import Any, BinaryIO, NamedTuple

from nogues.base.errors import FormatError
from nogues.base.optional import need
from nogues.dataset.columns import columns_of, schema_of
from nogues.dataset.plan import Plan, Shard, plan_from_text
from nogues.dataset.store import DATA, Store

#: Keys of a footer: the plan, and the data of this shard alone.
PLAN_KEY, SHARD_KEY = b"nogues", b"nogues.shard"


class Footer(NamedTuple):
    """The contents of a footer."""

    plan: Plan
    shard: Shard
    boards: int
    sha256: str  # of the rows, see ``columns.Digest``
    groups: tuple[int, ...]  # rows of each row group


def to_metadata(plan: Plan, shard: Shard, boards: int, sha256: str) -> dict[bytes, str]:
    """Return the contents of a footer."""
    about = {
        "shard": shard.number,
        "start": list(shard.start),
        "seeds": [shard.first, shard.last],
        "boards": boards,
        "sha256": sha256,
    }
    text = json.dumps(about, separators=(",", ":"))
    return {PLAN_KEY: plan.to_text(), SHARD_KEY: text}


def read_footer(store: Store, name: str) -> Footer:
    """Read the footer of a shard."""
    with store.open(f"{DATA}/{name}") as file:
        return footer_of(open_parquet(file, f"{store.url}/{DATA}/{name}"))


class Source(NamedTuple):
    """An open Parquet file, and its name for errors."""

    parquet: Any
    where: str


def open_parquet(file: BinaryIO, where: str) -> Source:
    """Open a Parquet file; reading a damaged page will raise."""
    parquet = need("pyarrow.parquet", "parquet")
    try:
        return Source(parquet.ParquetFile(file, page_checksum_verification=True), where)
    except (ValueError, OSError) as error:
        reason = " ".join(str(error).split())
        raise FormatError(f"{where} is damaged or not Parquet: {reason}") from None


def footer_of(source: Source) -> Footer:
    """Return the footer of an open file."""
    where = source.where
    metadata = source.parquet.metadata
    keys = metadata.metadata or {}
    if not {PLAN_KEY, SHARD_KEY} <= set(keys):
        raise FormatError(f"{where} does not belong to a nogues data set")
    plan = plan_from_text(keys[PLAN_KEY].decode("utf-8", "replace"), where)
    found, planned = source.parquet.schema_arrow, schema_of(columns_of(plan))
    if not found.equals(planned):
        odd = sorted({*map(str, found)} ^ {*map(str, planned)})
        raise FormatError(f"{where} has columns not in its plan: {', '.join(odd)}")
    try:
        about = json.loads(keys[SHARD_KEY])
        row, column = about["start"]
        first, last = about["seeds"]
        shard = Shard(about["shard"], (row, column), first, last)
        boards, sha256 = about["boards"], str(about["sha256"])
    except (IndexError, KeyError, TypeError, ValueError):
        raise FormatError(f"{where} does not say which shard it is") from None
    rows = metadata.num_rows
    if boards != rows:
        raise FormatError(f"{where} has {rows} rows, but its footer says {boards}")
    groups = range(metadata.num_row_groups)
    return Footer(
        plan,
        shard,
        rows,
        sha256,
        tuple(metadata.row_group(k).num_rows for k in groups),
    )
