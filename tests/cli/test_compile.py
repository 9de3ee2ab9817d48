"""``nogues compile``."""

import pytest
from command import run_here

from nogues.compiling import jobs
from nogues.kernels._compile import stamp


@pytest.fixture(autouse=True)
def one_job(monkeypatch):
    """All jobs take minutes; here is one that does not."""
    name = "random boards"
    monkeypatch.setattr(jobs, "JOBS", {name: jobs.JOBS[name]})


def test_it_says_where_kernels_are():
    status, printed, log = run_here("compile", "--threads", 1, "--no-progress")
    assert (status, printed) == (0, "")
    assert log.startswith(f"kernels in {stamp.CACHE_DIR}, ")
    assert log.endswith(" s\n")


def test_progress_counts_jobs():
    _, _, log = run_here("compile", "--progress")
    assert "1 of 1 jobs" in log


def test_nowhere_to_write(monkeypatch):
    monkeypatch.setattr(stamp, "CACHE_IS_ON", False)
    assert run_here("compile") == (
        2,
        "",
        "nogues: NOGUES_CACHE=0 turns the cache off\n",
    )
