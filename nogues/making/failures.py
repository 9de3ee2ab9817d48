"""The errors for seeds that have no board, and the counts in their messages."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nogues.base.errors import DensityWarning, GenerationError, LimitError
from nogues.base.search import Search
from nogues.base.spec import Limits, Spec, zone_of
from nogues.kernels.codes import FOUND, MAX_STATES, TOO_MANY_STATES
from nogues.making.watch import PATIENCE_AT_END, Watch

#: Random layouts looked at, to say why a search found no board.
SAMPLE = 20


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
        f"{reason(spec, search)}{hint}"
    )


def reason(spec: Spec, search: Search) -> str:
    """Return why the published search finds no board, if all layouts look alike.

    It refuses enclosed holes, and at some densities hardly any layout has none.
    """
    mines = search.mines_laid(spec)
    if not search.is_reference or not mines:
        return ""
    dice = np.random.default_rng(0)
    candidates = np.flatnonzero(~zone_of(spec, search.zone))
    if mines == candidates.size and search.zone != "cell":
        return ": all cells outside the safe zone are mines then"
    for _ in range(SAMPLE):
        safe = np.ones(spec.cells, np.bool_)
        safe[dice.permutation(candidates)[:mines]] = False
        if not _has_hole(safe.reshape(spec.height, spec.width)):
            return ""
    return (
        ": with so many mines some safe cells have only mines around them, and the "
        "published search refuses such enclosed holes; logic='complete' allows them"
    )


def _has_hole(safe: NDArray[np.bool_]) -> bool:
    """Whether a safe cell has neighbours, and all of them are mines."""
    page = np.pad(safe, 1).astype(np.int8)
    rows = page[:-2] + page[1:-1] + page[2:]
    near = rows[:, :-2] + rows[:, 1:-1] + rows[:, 2:]  # the cell itself included
    return safe.size > 1 and bool((near[safe] == 1).any())


def warn_hopeless(watch: Watch) -> None:
    """Warn that all seeds were left out, since the search had no hope."""
    message = f"{watch.reason()}: all {watch.seeds:,} seeds are left out"
    warnings.warn(message, DensityWarning, stacklevel=4)
