"""Telling how far a long run is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def reporting(progress: object, total: int) -> Iterator[Callable[[int], None]]:
    """Yield a function that is told how many boards are done.

    ``progress`` is None or False (say nothing), True (a bar on stderr with boards,
    boards a second and the time left), or a callable that takes done and total.
    """
    if progress is None or progress is False:
        yield lambda done: None
    elif progress is True:
        with _bar(total) as bar:
            yield bar
    elif callable(progress):
        tell: Callable[[int, int], Any] = progress
        yield lambda done: tell(done, total)
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

        def tell(done: int) -> None:
            bar.update(task, completed=done)
            shown = bar.tasks[0]
            # A run that ends at once leaves no two samples to measure between.
            speed = shown.finished_speed or shown.speed or done / (shown.elapsed or 1)
            if done:
                bar.update(task, rate=f"{speed:,.0f} boards/s")

        yield tell
