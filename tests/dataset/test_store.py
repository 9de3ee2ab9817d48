"""Places of data sets: a folder, and what fsspec knows."""

import os
import secrets

import pytest

import nogues
from nogues.dataset.store import Folder, Remote, open_store


@pytest.fixture(params=["folder", "memory"])
def store(request, tmp_path):
    if request.param == "folder":
        return open_store(tmp_path / "data", None)
    return open_store(f"memory://{secrets.token_hex(4)}/data", None)


def test_what_is_put_is_there(store):
    assert store.names() == set()
    store.prepare()
    store.put("data/part", b"abc")
    store.put("note", memoryview(b"xyz"))
    assert store.names() == {"part"}
    assert store.exists("data/part") and not store.exists("data/other")
    assert (store.read("data/part"), store.read("note")) == (b"abc", b"xyz")
    store.put("data/part", b"longer")
    with store.open("data/part") as file:
        file.seek(2)
        assert file.read() == b"nger"
    with pytest.raises(FileNotFoundError):
        store.read("data/other")


def test_hidden_files_are_no_shards(store):
    store.prepare()
    store.put("data/.hidden", b"")
    store.put("data/_SUCCESS", b"")
    assert store.names() == set()


def test_one_run_at_a_time(tmp_path):
    first, second = (open_store(tmp_path / "data", None) for _ in range(2))
    with first.lock(), pytest.raises(nogues.MinesweeperError), second.lock():
        pass
    with second.lock():
        pass


def test_what_a_killed_run_left_is_removed(tmp_path):
    store = open_store(tmp_path / "data", None)
    store.prepare()
    (tmp_path / "data" / ".0123.partial").write_bytes(b"half")
    (tmp_path / "data" / "note").write_bytes(b"whole")
    store.prepare()
    assert sorted(os.listdir(tmp_path / "data")) == ["data", "note"]


def test_paths_and_addresses(tmp_path):
    for path in (tmp_path, str(tmp_path), f"file://{tmp_path}", f"local://{tmp_path}"):
        store = open_store(path, None)
        assert isinstance(store, Folder) and store.root == tmp_path
    assert isinstance(open_store("memory://x/y", None), Remote)
    with pytest.raises(TypeError):
        open_store(b"bytes", None)
    for path, options in [("", None), (str(tmp_path), {"key": "x"})]:
        with pytest.raises(nogues.MinesweeperError):
            open_store(path, options)
