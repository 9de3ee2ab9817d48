"""Files that appear whole or not at all."""

import io
import os

import pytest

from nogues import MinesweeperError
from nogues.base.files import PARTIAL, atomic_file, check_path


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


def test_paths_of_users(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    assert check_path("~/x.txt") == os.path.join(str(tmp_path), "x.txt")
    assert check_path(tmp_path / "~") == str(tmp_path / "~")
    for wrong in (None, 5, b"x", io.StringIO()):
        with pytest.raises(TypeError, match=r"^folder must be a str or a path, not "):
            check_path(wrong, "folder")
    for wrong in ("", "a\0b"):
        with pytest.raises(MinesweeperError, match=r"^path must be a file, not "):
            check_path(wrong)
    with pytest.raises(MinesweeperError, match="addresses are not fetched, not 's3://"):
        check_path("s3://bucket/x.txt")


def test_a_slash_is_for_folders(tmp_path):
    with pytest.raises(IsADirectoryError, match="it is a folder"):
        with atomic_file(f"{tmp_path}/x/"):
            pass
    assert os.listdir(tmp_path) == []
