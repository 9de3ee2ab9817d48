"""The manifest: which shards there are, and their checksums.

It is derived from the shards and written last.  Only ``verify`` relies on it.
"""

from __future__ import annotations

import hashlib
import json
from typing import NamedTuple

from nogues.base.errors import FormatError
from nogues.dataset.plan import Plan, Shard, plan_from_text
from nogues.dataset.store import DATA, Store

MANIFEST = "manifest.json"


class Entry(NamedTuple):
    """What the manifest says about a shard."""

    name: str
    start: tuple[int, int]
    first: int
    last: int
    boards: int
    bytes: int
    sha256: str  # of the file


def sha256(data: memoryview | bytes) -> str:
    """Return the digest of a file's bytes."""
    return hashlib.sha256(data).hexdigest()


def entry_of(shard: Shard, boards: int, data: memoryview | bytes) -> Entry:
    """Return the manifest entry of a shard with these bytes."""
    place = (shard.name, shard.start, shard.first, shard.last)
    return Entry(*place, boards, len(data), sha256(data))


def write_manifest(store: Store, plan: Plan, entries: list[Entry]) -> None:
    """Write the manifest of a whole data set."""
    shards = [
        {
            "file": f"{DATA}/{entry.name}",
            "start": list(entry.start),
            "seeds": [entry.first, entry.last],
            "boards": entry.boards,
            "bytes": entry.bytes,
            "sha256": entry.sha256,
        }
        for entry in entries
    ]
    # One line per shard: readable, and the same bytes each time.
    about = {**plan.to_json(), "boards": sum(entry.boards for entry in entries)}
    head = json.dumps(about, indent=1).removesuffix("\n}")
    lines = ",\n".join(f"  {json.dumps(shard)}" for shard in shards)
    text = f'{head},\n "shards": [\n{lines}\n ]\n}}\n'.encode()
    if not store.exists(MANIFEST) or store.read(MANIFEST) != text:
        store.put(MANIFEST, text)


def read_manifest(store: Store) -> tuple[Plan, dict[str, Entry]]:
    """Return the plan and the shards of a manifest."""
    where = f"{store.url}/{MANIFEST}"
    text = store.read(MANIFEST).decode("utf-8", "replace")
    plan = plan_from_text(text, where)
    try:
        entries = [
            Entry(
                shard["file"].removeprefix(f"{DATA}/"),
                (shard["start"][0], shard["start"][1]),
                shard["seeds"][0],
                shard["seeds"][1],
                shard["boards"],
                shard["bytes"],
                shard["sha256"],
            )
            for shard in json.loads(text)["shards"]
        ]
        if json.loads(text)["boards"] != sum(entry.boards for entry in entries):
            raise ValueError
    except (AttributeError, IndexError, KeyError, TypeError, ValueError):
        raise FormatError(f"{where} has a bad list of shards") from None
    return plan, {entry.name: entry for entry in entries}


def has_manifest(store: Store) -> bool:
    """Whether there is a manifest of a data set."""
    try:
        read_manifest(store)
    except (FileNotFoundError, FormatError):
        return False
    return True


def check_known(store: Store, plan: Plan, entries: list[Entry]) -> None:
    """Raise if a shard does not match the manifest of an earlier run.

    Otherwise the next manifest would have the checksum of a damaged file.
    """
    try:
        then, known = read_manifest(store)
    except (FileNotFoundError, FormatError):
        return  # the manifest will be written again
    for entry in entries:
        if then == plan and known.get(entry.name, entry) != entry:
            raise FormatError(
                f"{store.url}/{DATA}/{entry.name} does not match {MANIFEST}: "
                "delete it, and it is made again"
            )
