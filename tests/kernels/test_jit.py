"""The decorator of kernels: where machine code is kept, and the traps it avoids."""

import importlib.util
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import numba
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


@pytest.fixture
def copied_jit(copied, monkeypatch):
    """The decorator's module of a copy, and the folder of the copied kernels."""
    monkeypatch.setenv("NOGUES_CACHE", "0")  # it makes no folder when it is loaded
    kernels = copied / "nogues" / "kernels"
    spec = importlib.util.spec_from_file_location("copied_jit", kernels / "_jit.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module, kernels


def test_an_edit_in_any_folder_changes_the_stamp(copied_jit):
    jit, kernels = copied_jit
    stamps = [jit._digest()]
    folders = sorted({path.parent for path in kernels.rglob("*.py")})
    assert len(folders) > 5
    for folder in folders:
        path = max(folder.glob("*.py"))
        path.write_text(path.read_text(encoding="utf-8") + "#\n", encoding="utf-8")
        stamps.append(jit._digest())
    assert len(set(stamps)) == len(stamps)


def test_a_new_name_or_place_of_a_file_changes_the_stamp(copied_jit):
    jit, kernels = copied_jit
    stamps = [jit._digest()]
    path = kernels / "boards" / "check.py"
    for place in ("boards/checked.py", "rules/checked.py", "checked.py"):
        path = path.rename(kernels / place)
        stamps.append(jit._digest())
    path.rename(kernels / "boards" / "check.py")
    assert len(set(stamps)) == len(stamps)
    assert jit._digest() == stamps[0]


# Each changes the code that Numba makes, and is not in the key of Numba's own cache.
CHANGED = {
    "NUMBA_OPT": ("0", "1", "2", "max"),
    "NUMBA_LOOP_VECTORIZE": ("0",),
    "NUMBA_SLP_VECTORIZE": ("1",),
    "NUMBA_BOUNDSCHECK": ("0", "1"),
    "NUMBA_DEBUGINFO": ("1",),
    "NUMBA_EXTEND_VARIABLE_LIFETIMES": ("1",),
    "NUMBA_FULL_TRACEBACKS": ("1",),
    "NUMBA_LLVM_REFPRUNE_PASS": ("0",),
    "NUMBA_LLVM_REFPRUNE_FLAGS": ("per_bb",),
    "NUMBA_DISABLE_INTEL_SVML": ("1",),
    "NUMBA_DEBUG_JIT": ("1",),
    "NUMBA_DEBUG_NRT": ("1",),
}
STAMPS = """
import json, os, sys
from nogues.kernels._jit import _digest
stamps = [["", _digest()]]
for name, values in json.loads(sys.argv[1]).items():
    for value in values:
        os.environ[name] = value
        stamps.append([name, _digest()])
    del os.environ[name]
print(json.dumps([*stamps, ["", _digest()]]))
"""


def test_each_switch_has_its_own_cache():
    plain = {k: v for k, v in os.environ.items() if k not in CHANGED}
    command = [sys.executable, "-c", STAMPS, json.dumps(CHANGED)]
    done = subprocess.run(command, capture_output=True, text=True, env=plain)
    (_, default), *stamps, (_, again) = json.loads(done.stdout)
    assert again == default
    assert len({stamp for _, stamp in stamps} | {default}) == len(stamps) + 1


def test_each_named_switch_is_hashed(monkeypatch):
    before = _jit._digest()
    for name in _jit.SWITCHES:
        with monkeypatch.context() as patch:
            patch.setattr(numba.config, name, "another value")
            assert _jit._digest() != before, name
    assert _jit._digest() == before


def test_slow_code_of_one_run_is_not_found_by_the_next(tmp_path):
    def files():
        return {p: p.stat().st_mtime_ns for p in tmp_path.rglob("*.nb[ic]")}

    slow = run(SOLVE, NUMBA_CACHE_DIR=str(tmp_path), NUMBA_OPT="0")
    left = files()
    assert run(SOLVE, NUMBA_CACHE_DIR=str(tmp_path)) == slow
    found = files()
    assert left.items() < found.items()
    assert not {p.parent.parent for p in left} & {
        p.parent.parent for p in found if p not in left
    }


def test_the_stamp_is_the_same_in_every_process():
    folder = "from nogues.kernels import _jit; print(_jit._digest())"
    assert len({run(folder, PYTHONHASHSEED=str(seed)) for seed in range(3)}) == 1


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
    before = numba.config.CACHE_DIR
    _jit.kernel()(lambda: 1)
    assert before == numba.config.CACHE_DIR


def test_only_one_file_compiles():
    for path in (PACKAGE / "kernels").rglob("*.py"):
        if path.name != "_jit.py":
            text = path.read_text(encoding="utf-8")
            assert "njit" not in text or path.name == "__init__.py", path


def test_processes_that_start_together(tmp_path):
    """Four processes fill one empty cache at a time, and all are right."""
    env = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
    runs = [
        subprocess.Popen(
            [sys.executable, "-c", SOLVE], env=env, stdout=subprocess.PIPE, text=True
        )
        for _ in range(4)
    ]
    assert {r.communicate()[0].strip() for r in runs} == {"[[-1, 1]]"}
