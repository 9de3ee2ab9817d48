"""Filling the cache ahead."""

import pytest
from processes import start

import nogues
from nogues.compiling import fill, jobs
from nogues.kernels._compile import stamp

JOB = "random boards"


@pytest.fixture(autouse=True)
def one_job(monkeypatch):
    """All jobs take minutes; here is one that does not."""
    monkeypatch.setattr(jobs, "JOBS", {JOB: jobs.JOBS[JOB]})


def test_a_job_fills_the_folder():
    done = []
    folder = nogues.compile_kernels(threads=1, progress=lambda *at: done.append(at))
    assert str(folder) == stamp.CACHE_DIR
    assert done == [(1, 1)]
    names = {path.name.partition(".entry.")[0] for path in folder.glob("*.entry.*")}
    assert {"boards.random.lay_by_density", "boards.random.lay_and_relocate"} <= names


def test_what_it_has_filled_is_used(tmp_path):
    """The process that compiles is another one."""
    code = f"from nogues.compiling.jobs import JOBS; JOBS[{JOB!r}]()"
    nogues.compile_kernels()
    assert start(code, None, NOGUES_COMPILE_LOG="1") == ("", "")


def test_a_job_that_fails_is_named(monkeypatch):
    monkeypatch.setattr(jobs, "JOBS", {"no such job": None})
    with pytest.raises(
        nogues.MinesweeperError, match="cannot compile for no such job: KeyError"
    ):
        nogues.compile_kernels()


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("CACHE_IS_ON", False, "NOGUES_CACHE=0 turns the cache off"),
        ("CACHE_DIR", None, "cannot make the cache folder; set NUMBA_CACHE_DIR"),
        ("CACHE_DIR", "/nonexistent", "cannot write to /nonexistent; set NUMBA_CACHE"),
    ],
)
def test_nowhere_to_write(monkeypatch, name, value, message):
    monkeypatch.setattr(stamp, name, value)
    with pytest.raises(nogues.MinesweeperError, match=message):
        fill.compile_kernels()


def test_without_the_jit():
    code = (
        "import nogues\n"
        "try: nogues.compile_kernels()\n"
        "except nogues.MinesweeperError as error: print(error)\n"
    )
    printed, _ = start(code, None, NUMBA_DISABLE_JIT="1")
    assert printed == "NUMBA_DISABLE_JIT leaves nothing to compile"


@pytest.mark.parametrize("threads", [0, -1, 1.5])
def test_threads_are_checked(threads):
    with pytest.raises((TypeError, nogues.MinesweeperError), match="threads"):
        fill.compile_kernels(threads=threads)
