"""The file of machine code that a wheel carries."""

import os
import subprocess
import sys
import zipfile

import pytest
from paths import ROOT
from processes import COUNT, COUNTED, copy_package, start

from nogues.compiling import jobs
from nogues.compiling.pack import main, pack
from nogues.kernels._compile import ready

BASE = next(iter(ready.levels_here()))

# A build with all jobs takes minutes; this one has a job for one kernel.
SHORT = """
import numpy as np
from nogues.solving.solve import count_clues
JOBS = {"clues": lambda: count_clues(np.zeros((1, 2), np.bool_))}
"""


def test_entries_of_the_jobs_are_in_the_file(tmp_path, monkeypatch):
    monkeypatch.setattr("nogues.kernels._compile.pack.list_entries", lambda: [])
    ran = []
    monkeypatch.setattr(jobs, "JOBS", {"a": lambda: ran.append("a")})
    path = pack([BASE], tmp_path)
    assert ran == ["a"]
    assert ready._File(path).levels[BASE]["entries"] == {}


def test_an_unknown_level(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["pack", "x86-64-v9"])
    with pytest.raises(SystemExit) as stop:
        main()
    assert stop.value.code == 2
    assert "x86-64-v9" in capsys.readouterr().err


@pytest.fixture
def checkout(tmp_path):
    """A copy of what a build needs, with one job."""
    folder = tmp_path / "checkout"
    copy_package(folder)
    (folder / "nogues" / "kernels").rename(folder / "kernels")
    (folder / "nogues" / "compiling" / "jobs.py").write_text(SHORT)
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE", "MANIFEST.in"):
        (folder / name).write_bytes((ROOT / name).read_bytes())
    return folder


def test_a_wheel_carries_code_if_asked(checkout, tmp_path):
    """``pip`` installs Numba for the build; an old one here would be another."""
    wheels = tmp_path / "wheels"
    done = subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "--no-deps", "-w", wheels, checkout],
        env={**os.environ, "NOGUES_PACK": BASE},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    (wheel,) = wheels.glob("*.whl")
    unpacked = tmp_path / "unpacked"
    with zipfile.ZipFile(wheel) as file:
        file.extractall(unpacked)
        (name,) = (name for name in file.namelist() if name.endswith(".code"))
    assert name.startswith("nogues/kernels/_compile/code/")
    cache = tmp_path / "empty"
    assert start(COUNT, cache, unpacked, NOGUES_COMPILE_LOG="1") == (COUNTED, "")


def test_the_build_needs_the_package_s_own_dependencies_only_if_asked(monkeypatch):
    for asked, expected in (("", False), (BASE, True)):
        code = (
            "import setuptools, runpy\n"
            "setuptools.setup = lambda **given: print(given['setup_requires'])\n"
            "runpy.run_path('setup.py')\n"
        )
        done = subprocess.run(
            [sys.executable, "-c", code],
            cwd=ROOT,
            env={"NOGUES_PACK": asked},
            capture_output=True,
            text=True,
            check=True,
        )
        assert ("numba" in done.stdout) == expected
