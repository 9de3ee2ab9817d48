"""Progress of long runs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def reporting(progress: object, total: int) -> Iterator[Callable[[int], None]]:
    """Yield a function to call with the number of boards done so far.

    ``progress`` is None or False (show nothing), True (show a bar on stderr with boards
    done, boards per second and the time left), or a callable that takes the numbers of
    boards done and in total.
    """
    if progress is None or progress is False:
        yield lambda done: None
    elif progress is True:
        with _bar(total) as bar:
            yield bar
    elif callable(progress):
        show: Callable[[int, int], Any] = progress
        yield lambda done: show(done, total)
    else:
        raise TypeError(
            f"progress must be None, a bool or a callable, not {progress!r}"
        )


@contextmanager
def _bar(total: int) -> Iterator[Callable[[int], None]]:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        BarColumn(),
        TextColumn("{task.completed:,} of {task.total:,} boards"),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
        TextColumn("left"),
    )
    with Progress(*columns, console=Console(stderr=True)) as bar:
        task = bar.add_task("", total=total, rate="starting")

        def show(done: int) -> None:
            bar.update(task, completed=done)
            shown = bar.tasks[0]
            # A run that ends at once has no two samples to measure a speed.
            speed = shown.finished_speed or shown.speed or done / (shown.elapsed or 1)
            if done:
                bar.update(task, rate=f"{speed:,.0f} boards/s")

        yield show
