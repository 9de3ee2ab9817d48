"""Any command line ends with a result, or with one line that says what is wrong."""

import os
import random
import shutil
from pathlib import Path

import pytest
from command import run_here
from command_lines import command_line, make_files
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

#: Command lines of the long run; the variable sets another number.
MANY = int(os.environ.get("NOGUES_FUZZ", "2000"))


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    """A folder with files of all kinds, and their names."""
    folder = tmp_path_factory.mktemp("files")
    return folder, make_files(folder)


@pytest.fixture
def files(place, monkeypatch):
    folder, names = place
    monkeypatch.chdir(folder)
    monkeypatch.setenv("HOME", str(folder))
    monkeypatch.setenv("USERPROFILE", str(folder))
    monkeypatch.delenv("NOGUES_QUIET", raising=False)
    return names


def check_command_line(rng, files):
    line, stdin = command_line(rng, files)
    status, printed, err = run_here(*line, stdin=stdin)
    assert status in (0, 1, 2), (line, stdin)
    if status == 2:
        last = err.splitlines()[-1:]
        assert last and last[0].startswith("nogues: "), (line, stdin, err)
        assert len(last[0]) > len("nogues: ") and "Error" not in last[0], (line, err)
    else:
        assert printed or err or "--quiet" in line, (line, stdin)
    os.environ.pop("NOGUES_QUIET", None)  # --quiet is for the rest of a process
    left = [name for name in os.listdir() if name.endswith(".partial")]
    assert not left, (line, stdin)
    for path in [Path("set"), *Path().glob("out*"), *Path().glob("home*")]:
        shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)


@settings(
    max_examples=60,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(st.randoms(use_true_random=False))
def test_command_lines(files, rng):
    check_command_line(rng, files)


@pytest.mark.slow
def test_many_command_lines(files):
    for seed in range(MANY):
        try:
            check_command_line(random.Random(seed), files)
        except BaseException as error:
            raise AssertionError(f"seed {seed}") from error
