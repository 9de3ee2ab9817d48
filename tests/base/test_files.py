"""Files that appear whole or not at all."""

import os

import pytest

from nogues.base.files import PARTIAL, atomic_file


def test_the_name_comes_last(tmp_path):
    path = tmp_path / "file"
    with atomic_file(path) as file:
        file.write(b"new")
        (partial,) = tmp_path.iterdir()
        assert partial.name.startswith(".") and partial.name.endswith(PARTIAL)
    assert [p.name for p in tmp_path.iterdir()] == ["file"]
    assert path.read_bytes() == b"new"


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt])
def test_what_was_there_stays(tmp_path, error):
    path = tmp_path / "file"
    path.write_bytes(b"old")
    with pytest.raises(error), atomic_file(path) as file:
        file.write(b"new")
        raise error
    assert [p.name for p in tmp_path.iterdir()] == ["file"]
    assert path.read_bytes() == b"old"


def test_a_link_stays_a_link(tmp_path):
    (tmp_path / "file").write_bytes(b"old")
    os.symlink("file", tmp_path / "link")
    with atomic_file(tmp_path / "link") as file:
        file.write(b"new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "file").read_bytes() == b"new"


def test_bytes_may_wait_in_another_folder(tmp_path):
    (tmp_path / "data").mkdir()
    with atomic_file(tmp_path / "data" / "file", tmp_path) as file:
        file.write(b"new")
        assert not list((tmp_path / "data").iterdir())
    assert (tmp_path / "data" / "file").read_bytes() == b"new"


def test_where_no_file_can_be(tmp_path):
    with pytest.raises(IsADirectoryError), atomic_file(tmp_path):
        pass
    with pytest.raises(FileNotFoundError), atomic_file(tmp_path / "no" / "file"):
        pass
    assert not list(tmp_path.iterdir())
