"""The stamp of compiled code, and the folder named after it."""

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path

import numba
import pytest
from processes import COUNT, COUNTED, copy_package, files_in, start

from nogues.kernels._compile import stamp

FOLDER = "from nogues.kernels import _jit; print(_jit.CACHE_DIR)"


@pytest.fixture
def copied(tmp_path):
    """A copy of the package that may be edited."""
    return copy_package(tmp_path / "copy")


@pytest.fixture
def copied_stamp(copied, monkeypatch):
    """The module of a copy, and the folder of the copied kernels."""
    monkeypatch.setenv("NOGUES_CACHE", "0")  # it makes no folder when it is loaded
    kernels = copied / "nogues" / "kernels"
    path = kernels / "_compile" / "stamp.py"
    spec = importlib.util.spec_from_file_location("copied_stamp", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module, kernels


def test_an_edit_in_any_file_starts_a_new_cache(copied, tmp_path):
    """Numba alone would go on with the old value: codes.py is not the caller's file."""
    cache = tmp_path / "cache"
    assert start(COUNT, cache, copied)[0] == COUNTED
    codes = copied / "nogues" / "kernels" / "codes.py"
    codes.write_text(codes.read_text().replace("MINE = -1", "MINE = -7"))
    assert start(COUNT, cache, copied)[0] == "[[-7, 1]]"


def test_an_edit_in_any_folder_changes_the_stamp(copied_stamp):
    module, kernels = copied_stamp
    stamps = [module.make_digest()]
    folders = sorted({path.parent for path in kernels.rglob("*.py")})
    assert len(folders) > 5
    for folder in folders:
        path = max(folder.glob("*.py"))
        path.write_text(path.read_text(encoding="utf-8") + "#\n", encoding="utf-8")
        stamps.append(module.make_digest())
    assert len(set(stamps)) == len(stamps)


def test_a_new_name_or_place_of_a_file_changes_the_stamp(copied_stamp):
    module, kernels = copied_stamp
    stamps = [module.make_digest()]
    path = kernels / "boards" / "check.py"
    for place in ("boards/checked.py", "rules/checked.py", "checked.py"):
        path = path.rename(kernels / place)
        stamps.append(module.make_digest())
    path.rename(kernels / "boards" / "check.py")
    assert len(set(stamps)) == len(stamps)
    assert module.make_digest() == stamps[0]


# Each changes the code that Numba makes, and is not in the key of a kernel.
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
from nogues.kernels._compile.stamp import make_digest
stamps = [["", make_digest()]]
for name, values in json.loads(sys.argv[1]).items():
    for value in values:
        os.environ[name] = value
        stamps.append([name, make_digest()])
    del os.environ[name]
print(json.dumps([*stamps, ["", make_digest()]]))
"""


def test_each_switch_has_its_own_cache():
    plain = {k: v for k, v in os.environ.items() if k not in CHANGED}
    command = [sys.executable, "-c", STAMPS, json.dumps(CHANGED)]
    done = subprocess.run(command, capture_output=True, text=True, env=plain)
    (_, default), *stamps, (_, again) = json.loads(done.stdout)
    assert again == default
    assert len({made for _, made in stamps} | {default}) == len(stamps) + 1


def test_each_named_switch_is_hashed(monkeypatch):
    before = stamp.make_digest()
    for name in stamp.SWITCHES:
        with monkeypatch.context() as patch:
            patch.setattr(numba.config, name, "another value")
            assert stamp.make_digest() != before, name
    assert stamp.make_digest() == before


def test_slow_code_of_one_run_is_not_found_by_the_next(tmp_path):
    slow, _ = start(COUNT, tmp_path, NUMBA_OPT="0")
    left = set(files_in(tmp_path))
    assert start(COUNT, tmp_path)[0] == slow
    found = set(files_in(tmp_path))
    assert left < found
    assert not {p.parent for p in left} & {p.parent for p in found - left}


def test_the_stamp_is_the_same_in_every_process(tmp_path):
    folders = {start(FOLDER, tmp_path, PYTHONHASHSEED=str(k))[0] for k in range(3)}
    assert len(folders) == 1


def test_where_the_cache_is(tmp_path):
    xdg, _ = start(FOLDER, "", XDG_CACHE_HOME=str(tmp_path))
    assert Path(xdg).parent == tmp_path / "nogues"
    home, _ = start(FOLDER, "", HOME=str(tmp_path), XDG_CACHE_HOME="")
    assert Path(home).parent == tmp_path / ".cache" / "nogues"


def test_nowhere_to_write(copied, tmp_path):
    """No cache then, and above all none inside the package."""
    blocked = tmp_path / "file"
    blocked.touch()
    home = {"HOME": str(blocked), "XDG_CACHE_HOME": ""}
    for place, more in ((blocked, {}), ("", home)):
        assert start(COUNT, place, copied, **more) == (COUNTED, "")
    assert not files_in(tmp_path)
