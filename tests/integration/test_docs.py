"""What the documents show is true: docstrings, the README, the benchmarks."""

import doctest
import importlib
import os
import pkgutil
import re
import subprocess
import sys

import pytest
from paths import ROOT

import nogues

README = (ROOT / "README.md").read_text(encoding="utf-8")
MODULES = [
    name
    for _, name, _ in pkgutil.walk_packages(nogues.__path__, "nogues.")
    if not name.endswith("__main__")
]


@pytest.mark.parametrize("name", ["nogues", *MODULES])
def test_docstrings(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # some write files
    module = importlib.import_module(name)
    assert module.__doc__
    assert doctest.testmod(module).failed == 0


def test_public_functions_have_an_example():
    for name in nogues.__all__:
        value = getattr(nogues, name)
        if callable(value) and not isinstance(value, type):
            assert ">>>" in value.__doc__, name


def test_readme_python(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner()
    names = {}
    blocks = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    assert len(blocks) >= 4
    for block in blocks:
        test = parser.get_doctest(block, names, "README.md", "README.md", 0)
        runner.run(test, clear_globs=False)
        names = test.globs
    assert runner.summarize(verbose=False).failed == 0


def test_readme_commands(tmp_path):
    """All that are typed at a prompt, as they stand, in an empty folder."""
    blocks = re.findall(r"```console\n(.*?)```", README, re.DOTALL)
    (block,) = (block for block in blocks if "dask" not in block)
    commands = re.findall(r"^\$ nogues (.*)$", block, re.MULTILINE)
    assert len(commands) == block.count("$")
    env = {**os.environ, "PYTHONIOENCODING": "utf-8"}
    for command in commands:
        done = subprocess.run(
            [sys.executable, "-m", "nogues", *command.split()],
            cwd=tmp_path,
            env=env,
            capture_output=True,
            text=True,
            encoding="utf-8",
        )
        assert done.returncode == 0, (command, done.stderr)


def test_readme_main_job(tmp_path):
    """The first command of the README, for fewer boards."""
    (line,) = re.findall(r"&& nogues (generate expert .*)$", README, re.MULTILINE)
    command = line.replace("1000000", "20000").split()
    done = subprocess.run(
        [sys.executable, "-m", "nogues", *command],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert "20,000 of 20,000 boards" in done.stderr
    assert len(nogues.Boards.load(tmp_path / "expert.npz")) == 20_000


def test_readme_is_the_users_test_command():
    assert "python -m pip install '.[test]' && python -m pytest\n" in README
    run = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert run.rstrip().endswith('"$python" -m pytest')


def test_benchmarks_run():
    """Each once, untimed; the empty cache has its own tests."""
    done = subprocess.run(
        [
            *(sys.executable, "-m", "pytest", "bench", "-q", "-p", "no:cacheprovider"),
            *("--benchmark-disable", "-k", "not cold"),
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout[-3000:]
    assert "times the JavaScript reference" in done.stdout
