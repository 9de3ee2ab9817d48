"""The house decorator: where machine code is kept, and the traps it avoids."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import nogues
from nogues.kernels import _jit

PACKAGE = Path(nogues.__file__).parent
MAKE = (
    "import nogues; print(nogues.generate_boards(9, 9, 10, seeds=range(20)).clue.sum())"
)
SOLVE = "import nogues; print(nogues.count_clues([[True, False]]).tolist())"


def run(code, folder=None, **environment):
    """Run code in a new process, on a copy of the package if a folder is given."""
    env = {**os.environ, **environment}
    if folder is not None:
        env["PYTHONPATH"] = str(folder)
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        capture_output=True,
        text=True,
        env=env,
        cwd="/",
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def cached(folder):
    return sorted(p.name for p in folder.rglob("*.nb[ic]"))


@pytest.fixture
def copied(tmp_path):
    """A copy of the package that may be edited."""
    shutil.copytree(PACKAGE, tmp_path / "copy" / "nogues")
    return tmp_path / "copy"


def test_cache_is_outside_the_package_and_hit(tmp_path):
    first = run(SOLVE, NUMBA_CACHE_DIR=str(tmp_path))
    files = cached(tmp_path)
    assert any("count_mines" in name for name in files)
    where = run("import nogues; print(nogues.__path__[0])")
    assert not cached(Path(where))
    times = {p: p.stat().st_mtime_ns for p in tmp_path.rglob("*.nb[ic]")}
    assert run(SOLVE, NUMBA_CACHE_DIR=str(tmp_path)) == first
    assert {p: p.stat().st_mtime_ns for p in tmp_path.rglob("*.nb[ic]")} == times


def test_an_edit_in_any_file_starts_a_new_cache(copied, tmp_path):
    """Numba alone would go on with the old value: codes.py is not the caller's file."""
    cache = str(tmp_path / "cache")
    assert run(SOLVE, copied, NUMBA_CACHE_DIR=cache) == "[[-1, 1]]"
    codes = copied / "nogues" / "kernels" / "codes.py"
    codes.write_text(codes.read_text().replace("MINE = -1", "MINE = -7"))
    assert run(SOLVE, copied, NUMBA_CACHE_DIR=cache) == "[[-7, 1]]"


def test_boundscheck_has_its_own_cache(tmp_path):
    folders = "from nogues.kernels import _jit; print(_jit.CACHE_DIR)"
    plain = run(folders, NUMBA_CACHE_DIR=str(tmp_path), NUMBA_BOUNDSCHECK="0")
    checked = run(folders, NUMBA_CACHE_DIR=str(tmp_path), NUMBA_BOUNDSCHECK="1")
    assert plain != checked


def test_cache_can_be_off(tmp_path):
    run(SOLVE, NUMBA_CACHE_DIR=str(tmp_path), NOGUES_CACHE="0")
    assert not cached(tmp_path)


def test_where_the_cache_is(tmp_path):
    folder = "from nogues.kernels import _jit; print(_jit.CACHE_DIR)"
    xdg = run(folder, XDG_CACHE_HOME=str(tmp_path), NUMBA_CACHE_DIR="")
    assert Path(xdg).parent == tmp_path / "nogues"
    home = run(folder, HOME=str(tmp_path), NUMBA_CACHE_DIR="", XDG_CACHE_HOME="")
    assert Path(home).parent == tmp_path / ".cache" / "nogues"


def test_nowhere_to_write(copied, tmp_path):
    """No cache then, and above all none inside the package."""
    blocked = tmp_path / "file"
    blocked.touch()
    for place in ({"NUMBA_CACHE_DIR": str(blocked)}, {"HOME": str(blocked)}):
        nowhere = {"NUMBA_CACHE_DIR": "", "XDG_CACHE_HOME": "", **place}
        assert run(SOLVE, copied, **nowhere) == "[[-1, 1]]"
    assert not cached(tmp_path)


def test_the_caller_s_cache_setting_is_left_alone():
    import numba

    before = numba.config.CACHE_DIR
    _jit.kernel()(lambda: 1)
    assert before == numba.config.CACHE_DIR


def test_only_one_file_compiles():
    for path in (PACKAGE / "kernels").rglob("*.py"):
        if path.name != "_jit.py":
            text = path.read_text(encoding="utf-8")
            assert "njit" not in text or path.name == "__init__.py", path


def test_processes_that_start_together(tmp_path):
    """Eight processes fill one empty cache at a time, and all are right."""
    env = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
    runs = [
        subprocess.Popen(
            [sys.executable, "-c", SOLVE], env=env, stdout=subprocess.PIPE, text=True
        )
        for _ in range(8)
    ]
    assert {r.communicate()[0].strip() for r in runs} == {"[[-1, 1]]"}
