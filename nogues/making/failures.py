"""The errors for seeds that have no board, and the counts in their messages."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nogues.base.errors import DensityWarning, GenerationError, LimitError
from nogues.base.search import Search
from nogues.base.spec import Limits, Spec
from nogues.kernels.codes import FOUND, MAX_STATES, TOO_MANY_STATES
from nogues.making.watch import PATIENCE_AT_END, Watch


def check_found(
    spec: Spec,
    limits: Limits,
    search: Search,
    seeds: NDArray[np.uint32],
    out: Any,
    *,
    earlier: tuple[int, int] = (0, 0),
    spent: float | None = None,
    watch: Watch | None = None,
) -> tuple[int, int]:
    """Raise the error of the first seed that has no board, if there is one.

    Parameters
    ----------
    out : Out
        What the search wrote for the seeds (``kernels.search.results``).
    earlier : tuple of int, optional
        Boards found and layouts tried by earlier chunks of the same run.
    spent : float, optional
        The milliseconds of a time limit that ended the search.
    watch : Watch, optional
        Which may have ended the search, and knows which boards are found.

    Returns
    -------
    tuple of int
        Boards found and layouts tried so far, the earlier ones included.

    Raises
    ------
    LimitError
        When exact counting would take too many states.
    GenerationError
        When no attempt succeeded, or the time was over.
    """
    found = out.status == FOUND
    boards = earlier[0] + int(found.sum())
    layouts = earlier[1] + int(out.attempts.sum(dtype=np.int64))
    if found.all():
        return boards, layouts
    first = int(found.argmin())
    seed = int(seeds[first])
    if out.status[first] == TOO_MANY_STATES:
        raise LimitError(f"seed {seed} takes more than {MAX_STATES} states")
    hint = ""
    if watch is not None:
        if spent is None and not boards:
            watch.look(PATIENCE_AT_END)
        if watch.hopeless:
            raise GenerationError(watch.reason())
        hint = f". {watch.densities()}" if watch.is_denser else ""
    within, rate = f"in {limits.max_attempts} attempts", ""
    if search.name == "uniform":
        within = f"in {limits.max_attempts:,} layouts"
        # All layouts are equally likely, so the share says how long it would take.
        rate = f" ({boards:,} accepted of {layouts:,} tried)"
    if spent is not None:
        within = f"within time_budget = {spent:g} ms"
    raise GenerationError(
        f"no board of {spec} with start {spec.start} {within} for seed {seed}{rate}"
        f"{hint}"
    )


def warn_hopeless(watch: Watch) -> None:
    """Warn that all seeds were left out, since the search had no hope."""
    message = f"{watch.reason()}: all {watch.seeds:,} seeds are left out"
    warnings.warn(message, DensityWarning, stacklevel=4)
