"""What is installed: names, versions, light imports, the symlink, typing."""

import importlib.metadata
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from paths import ROOT

import nogues


def python(code, **options):
    """Run code in a new process; returns its stdout."""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, **options
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_metadata():
    distribution = importlib.metadata.distribution("nogues")
    assert distribution.version == nogues.__version__
    assert distribution.read_text("top_level.txt").split() == ["nogues"]
    assert distribution.metadata["License-Expression"] == "MIT"
    assert "nogues" in {entry.name for entry in distribution.entry_points}
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert f"## {nogues.__version__}" in changelog
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"version: {nogues.__version__}\n" in citation


def test_everything_named_is_there():
    assert sorted(nogues.__all__) == sorted(set(nogues.__all__))
    for name in nogues.__all__:
        assert getattr(nogues, name) is not None
    assert (Path(nogues.__file__).parent / "py.typed").exists()


def test_import_is_light():
    loaded = python("import sys, nogues; print(*sys.modules)").split()
    heavy = {"numba", "llvmlite", "click", "cloup", "rich"}
    heavy |= {"scipy", "pandas", "matplotlib"}
    heavy |= {"starlette", "uvicorn", "websockets", "anywidget", "asyncio"}
    heavy |= {"pyarrow", "dask", "distributed", "fsspec", "filelock"}
    assert not heavy & {name.partition(".")[0] for name in loaded}


def test_the_link_to_the_kernels():
    link = ROOT / "nogues" / "kernels"
    assert link.is_symlink()
    assert str(link.readlink()) == "../kernels"


def test_the_bare_name_is_refused():
    done = subprocess.run(
        [sys.executable, "-c", "import kernels"],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1
    assert "imported as 'kernels'; the kernels are nogues.kernels" in done.stderr


def test_the_tree_works_uninstalled():
    assert "True" in python(
        "import sys; sys.path.insert(0, '.');"
        "import nogues; print(nogues.is_solvable(nogues.generate_board(9, 9, 10)))",
        cwd=ROOT,
    )


def test_wheel_holds_both_packages(tmp_path):
    pip = [sys.executable, "-m", "pip", "wheel", "--no-deps", "-q", "-w", tmp_path]
    # A copy: building in place leaves files in the tree.
    copy = tmp_path / "tree"
    copy.mkdir()
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, copy)
    for name in ("nogues", "kernels"):
        shutil.copytree(
            ROOT / name,
            copy / name,
            symlinks=True,
            ignore=shutil.ignore_patterns("__pycache__"),
        )
    subprocess.run([*pip, copy], check=True, capture_output=True)
    (wheel,) = tmp_path.glob("nogues-*.whl")
    names = set(zipfile.ZipFile(wheel).namelist())
    assert {
        "nogues/__init__.py",
        "nogues/py.typed",
        "nogues/dataset/plan.py",
        "nogues/formats/registry.py",
        "nogues/front/session.py",
        "nogues/kernels/search/reference_planes.py",
        "nogues/plot/__init__.py",
    } <= names
    assert not any(n.startswith(("kernels/", "tests/", "bench/")) for n in names)
    assert not any(n.endswith(".code") for n in names)  # only if the build is asked
    static = {p.name for p in (ROOT / "nogues" / "front" / "static").iterdir()}
    assert static == {n.rpartition("/")[2] for n in names if "/static/" in n}
    modules = {
        "nogues" / p.relative_to(copy / "nogues")
        for p in (copy / "nogues").rglob("*.py")
    } | {"nogues" / p.relative_to(copy) for p in (copy / "kernels").rglob("*.py")}
    assert {p.as_posix() for p in modules} == {n for n in names if n.endswith(".py")}


@pytest.mark.parametrize("name", ["nogues", "kernels", "tests", "bench", "notebooks"])
def test_files_are_short(name):
    ends = (".py", ".js", ".css", ".html")
    for path in (p for p in (ROOT / name).rglob("*") if p.suffix in ends):
        assert len(path.read_text(encoding="utf-8").splitlines()) <= 500, path
