"""The manifest: shards and their checksums, there and back."""

import dataclasses
import hashlib
import json

import pytest
from samples import plan_of

import nogues
from nogues.dataset.manifest import (
    MANIFEST,
    check_known,
    entry_of,
    has_manifest,
    read_manifest,
    write_manifest,
)
from nogues.dataset.store import open_store


@pytest.fixture
def store(tmp_path):
    found = open_store(tmp_path / "data", None)
    found.prepare()
    return found


def entries():
    shards = plan_of().shards()
    return [entry_of(shard, shard.last - shard.first, b"abc") for shard in shards]


def test_there_and_back(store):
    plan, told = plan_of(), entries()
    assert told[0].sha256 == hashlib.sha256(b"abc").hexdigest() and told[0].bytes == 3
    assert not has_manifest(store)
    write_manifest(store, plan, told)
    assert has_manifest(store)
    assert read_manifest(store) == (plan, {entry.name: entry for entry in told})
    text = store.read(MANIFEST)
    assert json.loads(text)["boards"] == 600
    write_manifest(store, plan, told)
    assert store.read(MANIFEST) == text
    check_known(store, plan, told)


def test_a_shard_that_has_changed(store):
    plan, told = plan_of(), entries()
    check_known(store, plan, told)  # there is no manifest yet
    write_manifest(store, plan, told)
    changed = told[1]._replace(sha256=hashlib.sha256(b"abd").hexdigest())
    with pytest.raises(nogues.FormatError, match=changed.name):
        check_known(store, plan, [told[0], changed])
    check_known(store, dataclasses.replace(plan, layout="clues"), [changed])


@pytest.mark.parametrize("name", ["file", "start", "seeds", "boards", "sha256"])
def test_lists_of_shards_that_cannot_be(store, name):
    write_manifest(store, plan_of(), entries())
    text = json.loads(store.read(MANIFEST))
    del text["shards"][1][name]
    store.put(MANIFEST, json.dumps(text).encode())
    with pytest.raises(nogues.FormatError, match=MANIFEST):
        read_manifest(store)
    assert not has_manifest(store)
