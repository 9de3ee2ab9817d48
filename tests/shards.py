"""What lies in the folder of a data set, for the tests that break its making off."""

import hashlib
import re
from pathlib import Path

import pyarrow.parquet as pq

#: 48 shards of expert boards, which take about half a second in all.
SHARD_BOARDS, SHARDS = 512, 48
EXPERT = {
    "width": 30,
    "height": 16,
    "mines": 99,
    "seeds": range(7, 7 + SHARDS * SHARD_BOARDS - 5),  # the last has fewer
    "shard_boards": SHARD_BOARDS,
}


def contents(folder):
    """Return the checksum of every file by its name, except the lock."""
    files = (path for path in Path(folder).rglob("*") if path.is_file())
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(
            path.read_bytes()
        ).hexdigest()
        for path in files
        if path.name != ".lock"
    }


def shards(folder):
    """Return the shards that are there, with what shows that one was replaced."""
    found = {}
    for path in Path(folder, "data").glob("*"):
        stat = path.stat()
        found[path.name] = (stat.st_ino, stat.st_mtime_ns, stat.st_size)
    return found


def partials(folder):
    return [path for path in Path(folder).rglob("*") if path.name.endswith(".partial")]


def check_broken_off(folder, whole):
    """Check that what a run left is part of ``whole``; returns how many shards are.

    Files that are half written have no other name than that of one.
    """
    for name, digest in contents(folder).items():
        if re.fullmatch(r"\.[0-9a-f]{16}\.partial", name):
            continue
        assert whole.get(name) == digest, name
        if name.startswith("data/"):
            path = Path(folder, name)
            table = pq.ParquetFile(path, page_checksum_verification=True).read()
            first = 7 + int(name[-13:-8]) * SHARD_BOARDS
            assert table["seed"][0].as_py() == first
            assert len(table) == min(SHARD_BOARDS, EXPERT["seeds"].stop - first)
    return len(shards(folder))
