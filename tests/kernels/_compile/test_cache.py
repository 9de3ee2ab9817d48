"""The cache on disk: hits, damage, folders that cannot be written to, races."""

import shutil
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from processes import COUNT, COUNTED, compiled, files_in, start

from nogues.kernels import _jit
from nogues.kernels._compile import cache
from nogues.kernels.boards.clues import count_mines

ENTRY = "nogues.kernels.boards.clues.count_mines"

# Fails as a disk does, for every file of code that is written.
NO_SPACE = """
import builtins, errno
open_file = builtins.open
def fail(path, mode="r", *rest, **more):
    file = open_file(path, mode, *rest, **more)
    if "w" in mode and ".code." in str(path):
        write = file.write
        class Full:
            def __enter__(self): return self
            def __exit__(self, *rest): file.close()
            def write(self, data):
                write(data[:10])
                raise OSError(errno.ENOSPC, "No space left on device")
        return Full()
    return file
builtins.open = fail
"""
READ_ONLY = """
import builtins, errno
open_file = builtins.open
def fail(path, mode="r", *rest, **more):
    if "w" in mode and ".code." in str(path):
        raise OSError(errno.EROFS, "Read-only file system")
    return open_file(path, mode, *rest, **more)
builtins.open = fail
"""


@pytest.fixture(scope="module")
def filled(tmp_path_factory):
    """A cache folder that the small kernel has filled."""
    folder = tmp_path_factory.mktemp("filled")
    printed, names = compiled(COUNT, folder)
    assert printed == COUNTED
    assert ENTRY in names
    return folder


@pytest.fixture
def own(filled, tmp_path):
    """A copy of it."""
    shutil.copytree(filled, tmp_path / "own")
    return tmp_path / "own"


def test_the_second_process_compiles_nothing(filled):
    before = {p: p.stat().st_mtime_ns for p in files_in(filled)}
    assert compiled(COUNT, filled) == (COUNTED, [])
    assert {p: p.stat().st_mtime_ns for p in files_in(filled)} == before


def test_files_lie_in_the_folder_only(filled):
    names = [path.name for path in files_in(filled)]
    assert any(name.startswith("boards.clues.count_mines.entry.") for name in names)
    assert [*filled.rglob("*")] != []
    assert all(p.suffix == ".code" for p in filled.rglob("*") if p.is_file())


@pytest.mark.parametrize("damage", ["empty", "cut", "flipped"])
def test_damage_is_compiled_again_with_one_warning(own, damage):
    for path in files_in(own):
        text = path.read_bytes()
        middle = len(text) // 2
        flipped = text[:middle] + bytes([text[middle] ^ 1]) + text[middle + 1 :]
        path.write_bytes(
            {
                "empty": b"",
                "cut": text[:-1],
                "flipped": flipped,
            }[damage]
        )
    printed, log = start(COUNT, own)
    assert printed == COUNTED
    assert log.count("RuntimeWarning: damaged code in the cache folder") == 1
    assert str(own) in log
    assert compiled(COUNT, own) == (COUNTED, [])


def test_the_code_of_another_kernel_is_damage(tmp_path):
    cells = "import nogues; print(nogues.reveal([[0, 1, -1]], (0, 0)).cells.tolist())"
    assert start(cells, tmp_path) == ("[0, 1]", "")
    files = files_in(tmp_path)
    texts = [path.read_bytes() for path in files]
    assert len(files) > 3
    for k, path in enumerate(files):
        path.write_bytes(texts[k - 1])
    printed, log = start(cells, tmp_path)
    assert printed == "[0, 1]"
    assert log.count("RuntimeWarning: damaged code") == 1


def test_a_full_disk(tmp_path):
    assert start(NO_SPACE + COUNT, tmp_path) == (COUNTED, "")
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]


def test_a_folder_that_cannot_be_written_to(tmp_path, filled):
    assert start(READ_ONLY + COUNT, tmp_path) == (COUNTED, "")
    assert not files_in(tmp_path)
    assert compiled(READ_ONLY + COUNT, filled) == (COUNTED, [])


def test_cache_can_be_off(tmp_path):
    printed, names = compiled(COUNT, tmp_path, NOGUES_CACHE="0")
    assert printed == COUNTED
    assert ENTRY in names
    assert not files_in(tmp_path)


def test_another_cpu_has_code_of_its_own(own):
    printed, names = compiled(COUNT, own, NUMBA_CPU_NAME="generic")
    assert printed == COUNTED
    assert ENTRY in names
    assert compiled(COUNT, own) == (COUNTED, [])


@pytest.mark.parametrize("first", ["plain", "once"])
def test_a_cache_filled_by_either_way(tmp_path, first):
    second = {"plain": "once", "once": "plain"}[first]
    for way in (first, second):
        printed, names = compiled(COUNT, tmp_path, NOGUES_COMPILE=way)
        assert printed == COUNTED
        assert ENTRY in names
    for way in (first, second):
        assert compiled(COUNT, tmp_path, NOGUES_COMPILE=way) == (COUNTED, [])


def test_processes_that_start_together(tmp_path):
    """Four processes fill one empty cache at a time, and all are right."""
    with ThreadPoolExecutor(4) as pool:
        runs = [*pool.map(lambda _: start(COUNT, tmp_path), range(4))]
    assert runs == [(COUNTED, "")] * 4
    assert compiled(COUNT, tmp_path) == (COUNTED, [])


def test_keys_tell_types_apart():
    layouts = np.zeros((2, 3), np.int8), np.zeros((3, 2), np.int8).T
    readonly = np.zeros((2, 3), np.int8)
    readonly.flags.writeable = False
    types = [_jit.numba.typeof(array) for array in (*layouts, readonly)]
    names = {cache.name_of(count_mines.py_func, (each,)) for each in types}
    assert len(names) == len(types)


def test_kernels_of_others_are_not_kept(monkeypatch):
    """The name of the folder knows nothing of their text."""
    monkeypatch.setattr(cache, "CACHE_DIR", "/nonexistent")

    @_jit.kernel()
    def double(x):
        return 2 * x

    assert double(21) == 42
    assert double.stats.cache_misses.total() == 1
    assert not double._cache._is_ours
