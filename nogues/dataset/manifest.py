"""The manifest: which shards there are, and their checksums.

It follows from the shards and is written last; nothing but ``verify`` asks it.
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
    """What the manifest says of a shard."""

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
    """Return what the manifest says of a shard with these bytes."""
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
    # A line a shard: readable, and made again the same.
    told = {**plan.to_json(), "boards": sum(entry.boards for entry in entries)}
    head = json.dumps(told, indent=1).removesuffix("\n}")
    lines = ",\n".join(f"  {json.dumps(shard)}" for shard in shards)
    text = f'{head},\n "shards": [\n{lines}\n ]\n}}\n'.encode()
    if not store.exists(MANIFEST) or store.read(MANIFEST) != text:
        store.put(MANIFEST, text)


def read_manifest(store: Store) -> tuple[Plan, dict[str, Entry]]:
    """Return the plan and the shards that a manifest tells of."""
    where = f"{store.url}/{MANIFEST}"
    text = store.read(MANIFEST).decode("utf-8", "replace")
    plan = plan_from_text(text, where)
    try:
        entries = [
            Entry(
                told["file"].removeprefix(f"{DATA}/"),
                (told["start"][0], told["start"][1]),
                told["seeds"][0],
                told["seeds"][1],
                told["boards"],
                told["bytes"],
                told["sha256"],
            )
            for told in json.loads(text)["shards"]
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
    """Raise if a shard is not what the manifest of an earlier run says.

    Or a byte that was changed since would be in the checksums of the next manifest.
    """
    try:
        then, known = read_manifest(store)
    except (FileNotFoundError, FormatError):
        return  # it is written anew
    for entry in entries:
        if then == plan and known.get(entry.name, entry) != entry:
            raise FormatError(
                f"{store.url}/{DATA}/{entry.name} is not what {MANIFEST} tells of it: "
                "delete it, and it is made again"
            )
