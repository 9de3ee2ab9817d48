"""Progress of long runs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from nogues.base.notice import is_quiet, notice


@contextmanager
def reporting(
    progress: object, total: int, items: str = "boards"
) -> Iterator[Callable[[int], None]]:
    """Yield a function to call with the number of items done so far.

    ``progress`` is None or False (show nothing), True (show a bar on stderr with items
    done, items per second and the time left), or a callable that takes the numbers of
    items done and in total.  ``NOGUES_QUIET=1`` in the environment shows no bar.
    """
    if progress is None or progress is False:
        yield lambda done: None
    elif progress is True:
        if is_quiet():
            yield lambda done: None
            return
        with _bar(total, items) as bar:
            yield bar
    elif callable(progress):
        show: Callable[[int, int], Any] = progress
        yield lambda done: show(done, total)
    else:
        raise TypeError(
            f"progress must be None, a bool or a callable, not {progress!r}"
        )


@contextmanager
def _bar(total: int, items: str) -> Iterator[Callable[[int], None]]:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        BarColumn(),
        TextColumn("{task.completed:,} of {task.total:,} " + items),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
        TextColumn("left"),
    )
    bar = Progress(*columns, console=Console(stderr=True))
    rate, noticed = "starting", ""
    task = bar.add_task("", total=total, rate=rate)

    def show(done: int) -> None:
        nonlocal rate
        bar.update(task, completed=done)
        shown = bar.tasks[0]
        # A run that ends at once has no two samples to measure a speed.
        speed = shown.finished_speed or shown.speed or done / (shown.elapsed or 1)
        digits = 0 if speed >= 10 else 1
        if done:
            rate = f"{speed:,.{digits}f} {items}/s"
            bar.update(task, rate=noticed or rate)

    def show_notice(text: str) -> None:
        nonlocal noticed
        noticed = text
        bar.update(task, rate=noticed or rate)

    # In this order, so that the notice goes nowhere else while the bar is drawn.
    with notice.shown_by(show_notice), bar:
        yield show
