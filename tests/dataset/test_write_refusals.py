"""Folders that a run must not go on with: other data sets, damage, other runs."""

import re
import shutil
import subprocess
import sys
from types import MappingProxyType

import filelock
import pyarrow
import pyarrow.parquet as pq
import pytest
from shards import contents, shards

from nogues.base import search
from nogues.base.errors import FormatError, MinesweeperError
from nogues.dataset.write import write_dataset

SMALL = {
    "width": 9,
    "height": 8,
    "mines": 10,
    "start": (3, 3),
    "seeds": range(64),
    "shard_boards": 16,
}


@pytest.fixture
def folder(tmp_path):
    """A folder of which two of four shards are there."""
    folder = tmp_path / "x"
    write_dataset(folder, **SMALL)
    for name in ("data/part-00001.parquet", "data/part-00003.parquet"):
        (folder / name).unlink()
    (folder / "manifest.json").unlink()
    return folder


def refused(folder, kind=MinesweeperError, **changed):
    """Return why a run is refused, which must touch nothing."""
    before, files = shards(folder), contents(folder)
    with pytest.raises(kind) as caught:
        write_dataset(folder, **{**SMALL, **changed})
    assert type(caught.value) is kind
    assert shards(folder) == before
    assert contents(folder) == files
    return str(caught.value)


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"width": 10}, "width is 9 there, 10 here"),
        ({"height": 9}, "height is 8 there, 9 here"),
        ({"mines": 9}, "mines is 10 there, 9 here; mine_count is 10 there, 9 here"),
        ({"start": (0, 3)}, "starts is [[3, 3]] there, [[0, 3]] here"),
        ({"seeds": range(65)}, "seeds is [[0, 64]] there, [[0, 65]] here"),
        ({"seeds": range(1, 64)}, "seeds is [[0, 64]] there, [[1, 64]] here"),
        (
            {
                "start": None,
                "seeds": None,
                "starts": {(3, 3): range(64), (0, 0): range(9)},
            },
            "starts is [[3, 3]] there, [[3, 3], [0, 0]] here; "
            "seeds is [[0, 64]] there, [[0, 64], [0, 9]] here",
        ),
        ({"layout": "clues"}, "layout is 'packed' there, 'clues' here"),
        ({"metrics": ["bbbv"]}, "metrics is [] there, ['bbbv'] here"),
        ({"shard_boards": 32}, "shard_boards is 16 there, 32 here"),
        ({"skip_failures": True}, "skip_failures is False there, True here"),
        ({"max_attempts": 7}, "max_attempts is 300 there, 7 here"),
        ({"max_passes": 70}, "max_passes is 60 there, 70 here"),
        (
            {"search": "uniform"},
            "safe is 'diamond' there, 'block' here; "
            "search is 'repair' there, 'uniform' here; "
            "max_attempts is 300 there, 1000000 here",
        ),
        (
            {"logic": "subset", "safe": "diamond", "moves": 0, "max_attempts": 300},
            "logic is 'elementary' there, 'subset' here",
        ),
        ({"safe": "cell"}, "safe is 'diamond' there, 'cell' here"),
    ],
    ids=lambda value: "-".join(value) if isinstance(value, dict) else "",
)  # fmt: skip
def test_another_data_set(folder, changed, told):
    assert refused(folder, **changed) == f"{folder} holds another data set: {told}"


def test_another_pyarrow(folder, monkeypatch):
    ours = pyarrow.__version__
    monkeypatch.setattr(pyarrow, "__version__", "1.2.3")
    told = f"pyarrow is '{ours}' there, '1.2.3' here"
    assert told in refused(folder)


def test_another_version_of_the_search(folder, monkeypatch):
    first = folder / "data" / "part-00000.parquet"
    versions = {**search.VERSIONS, ("repair", "elementary"): 2}
    monkeypatch.setattr(search, "VERSIONS", MappingProxyType(versions))
    assert refused(folder, FormatError) == (
        f"{first} was made by version 1 of its search; this nogues has 2"
    )


def test_another_version_of_the_format(folder):
    first = folder / "data" / "part-00000.parquet"
    rewrite(first, b'"format_version":1', b'"format_version":2')
    assert refused(folder, FormatError) == (
        f"{first} has format version 2; this nogues reads 1"
    )


def rewrite(path, old, new):
    """Change what a footer says, and nothing else."""
    file = pq.ParquetFile(path)
    about = file.schema_arrow.with_metadata(
        {k: v.replace(old, new) for k, v in file.metadata.metadata.items()}
    )
    table = file.read().replace_schema_metadata(about.metadata)
    pq.write_table(table, path)


@pytest.mark.parametrize("name", ["part-00000.parquet", "part-00002.parquet"])
def test_damaged_shards(folder, name):
    """The first that is there, and one that is not."""
    path = folder / "data" / name
    data = path.read_bytes()
    pattern = f"{path} is damaged or not Parquet: .+"
    for bad in (data[:-100], b"", data[:100], data[:-5] + b"x" + data[-4:]):
        path.write_bytes(bad)
        message = refused(folder, FormatError)
        assert re.fullmatch(pattern, message), message
        assert "\n" not in message


@pytest.mark.parametrize("name", ["part-00000.parquet", "part-00002.parquet"])
def test_foreign_shards(folder, tmp_path, name):
    path = folder / "data" / name
    pq.write_table(pyarrow.table({"a": [1]}), path)
    assert (
        refused(folder, FormatError) == f"{path} does not belong to a nogues data set"
    )
    path.unlink()
    path.mkdir()
    assert refused(folder, IsADirectoryError).endswith(f"Is a directory: '{path}'")
    path.rmdir()
    write_dataset(tmp_path / "y", **SMALL | {"mines": 9})
    shutil.copy(tmp_path / "y" / "data" / name, path)
    counts = "mines is 9 there, 10 here; mine_count is 9 there, 10 here"
    first = name == "part-00000.parquet"
    where = f"{folder} holds" if first else f"{path} belongs to"
    assert refused(folder) == f"{where} another data set: {counts}"


def test_shards_that_changed_places(folder):
    data = folder / "data"
    shutil.copy(data / "part-00000.parquet", data / "part-00001.parquet")
    assert refused(folder, FormatError) == (
        f"{data}/part-00001.parquet holds seeds 0 to 15, not 16 to 31"
    )


@pytest.mark.parametrize("place", [30, -200])
def test_shard_that_changed_since_the_manifest(tmp_path, place):
    """In a page, which is not read again, or in the footer."""
    folder = tmp_path / "x"
    write_dataset(folder, **SMALL)
    whole = contents(folder)
    path = folder / "data" / "part-00002.parquet"
    data = bytearray(path.read_bytes())
    data[place] ^= 1
    path.write_bytes(data)
    (folder / "data" / "part-00001.parquet").unlink()
    manifest = (folder / "manifest.json").stat().st_mtime_ns
    with pytest.raises(FormatError, match=f"^{path} ") as caught:
        write_dataset(folder, **SMALL)
    if place > 0:
        told = "does not match manifest.json: delete it, and it is made again"
        assert str(caught.value) == f"{path} {told}"
    assert (folder / "manifest.json").stat().st_mtime_ns == manifest
    path.unlink()
    write_dataset(folder, **SMALL)
    assert contents(folder) == whole
    # A manifest that is damaged, or of another data set, is written anew.
    for text in (b"{", b""):
        (folder / "manifest.json").write_bytes(text)
        write_dataset(folder, **SMALL)
        assert contents(folder) == whole


def test_a_file_instead_of_a_folder(tmp_path):
    path = tmp_path / "x"
    path.write_text("mine")
    with pytest.raises(NotADirectoryError) as caught:
        write_dataset(path, **SMALL)
    assert str(caught.value) == f"{path} must be a folder, but is a file"
    assert path.read_text() == "mine"
    with pytest.raises(NotADirectoryError):
        write_dataset(path / "y", **SMALL)


def test_two_runs_at_once(folder, tmp_path):
    """The second is refused, from this process and from another; the first goes on."""
    told = f"another run is writing to {folder}; wait for it to end"
    size = f"{SMALL['width']}x{SMALL['height']}/{SMALL['mines']}"
    words = ["generate", size, "--seeds", "0:64", "--out", f"{folder}/"]
    seen = []

    def again(done, total):
        if seen:
            return
        seen.append(refused_by_lock(folder))
        other = subprocess.run(
            [sys.executable, "-m", "nogues", *words], capture_output=True, text=True
        )
        seen.append((other.returncode, other.stdout, other.stderr))

    write_dataset(folder, **SMALL, threads=1, progress=again)
    assert seen == [told, (2, "", f"nogues: {told}\n")]
    write_dataset(tmp_path / "y", **SMALL)
    assert contents(folder) == contents(tmp_path / "y")


def refused_by_lock(folder):
    with pytest.raises(MinesweeperError) as caught:
        write_dataset(folder, **SMALL)
    return str(caught.value)


def test_a_lock_that_is_left_is_no_hindrance(folder, tmp_path):
    """That of a run that was killed, whose file may still be there."""
    (folder / ".lock").write_text("")
    write_dataset(folder, **SMALL)
    write_dataset(tmp_path / "y", **SMALL)
    assert contents(folder) == contents(tmp_path / "y")
    with filelock.FileLock(folder / ".lock", timeout=0):
        assert "another run" in refused_by_lock(folder)
    assert len(write_dataset(folder, **SMALL)) == 64
