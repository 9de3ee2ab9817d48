"""What is timed: the jobs, and the JavaScript reference on the same seeds."""

import json
import shutil
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import nogues

REFERENCE = Path(__file__).parents[1] / "tests" / "reference.mjs"


class Job(NamedTuple):
    """A size, and how many boards take the reference about half a second."""

    name: str
    size: tuple[int, int, int]
    reference_boards: int
    boards: int  # about half a second for one thread of the engine

    @property
    def start(self) -> tuple[int, int]:
        width, height, _ = self.size
        return height // 2, width // 2


JOBS = [
    Job("beginner", (9, 9, 10), 10_000, 400_000),
    Job("intermediate", (16, 16, 40), 1_000, 200_000),
    Job("expert", (30, 16, 99), 100, 100_000),
    Job("daily", (12, 12, 25), 1_500, 200_000),
    Job("50x30/300", (50, 30, 300), 20, 5_000),
    Job("200x200/3200", (200, 200, 3200), 15, 1_000),
]


def few(job: Job) -> Job:
    """Return a job of a few boards, for a run that times nothing."""
    return job._replace(
        reference_boards=max(1, job.reference_boards // 50), boards=job.boards // 50
    )


def make(job: Job, boards: int, threads: int) -> nogues.Boards:
    """Return the job's first boards."""
    return nogues.generate_boards(
        *job.size, job.start, seeds=range(boards), threads=threads
    )


def seconds(function: Callable[..., Any], *arguments: Any) -> float:
    """Return the seconds that a call takes."""
    begin = time.perf_counter()
    function(*arguments)
    return time.perf_counter() - begin


def reference_seconds(job: Job, boards: int) -> float:
    """Return the seconds of the JavaScript reference for the job's first boards."""
    node = shutil.which("node")
    assert node, "the reference needs Node.js: apt-get install nodejs"
    spec = [*job.size, *job.start, 0, boards]
    done = subprocess.run(
        [node, str(REFERENCE), "time", *map(str, spec)],
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(done.stdout)["ms"] / 1000
