"""Which kernel runs a search: by its name, its level and the size of the boards."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from nogues.base.between import bounds_of
from nogues.base.errors import MinesweeperError
from nogues.base.search import Search
from nogues.base.spec import Limits, Spec
from nogues.kernels.codes import COMPLETE, LOGICS, MAX_STATES, RULES

if TYPE_CHECKING:
    from nogues.kernels.boards.placement import Task


def chunk_search(
    spec: Spec, limits: Limits, search: Search, stop: NDArray[np.bool_]
) -> Callable[[NDArray[np.uint32], Any], None]:
    """Return the function that searches a chunk of boards of a size.

    It takes seeds, and the ``Out`` of as many rows that it writes
    (``kernels.search.results``); it may run in several threads at once.  Once stop[0]
    is set, the seeds left are marked as stopped.
    """
    from nogues.kernels._jit import JIT_ENABLED
    from nogues.kernels.boards.placement import Goal
    from nogues.kernels.search.reference_planes import shape_for

    level = LOGICS.index(search.logic or LOGICS[0])
    task = task_of(spec, limits, search)
    goal = Goal(
        level,
        search.use_mine_count and level == COMPLETE,
        RULES.index(search.needs or RULES[0]),
        search.moves,
        MAX_STATES,
    )
    bounds = bounds_of(search.accept)
    shape = shape_for(spec.width, spec.height)
    if not (JIT_ENABLED or search.is_reference):
        raise MinesweeperError(
            f"search={search.name!r} with logic={search.logic!r} needs Numba's compiler"
            ", which NUMBA_DISABLE_JIT turns off"
        )
    engine = _on_rows(search) if shape is None else _on_planes(search)

    def search_chunk(seeds: NDArray[np.uint32], out: Any) -> None:
        with np.errstate(over="ignore"):  # draws wrap; without the JIT, NumPy warns
            if shape is None:
                work = engine.new_workspace(task)
                engine.generate(work, task, goal, bounds, seeds, stop, out)
            else:
                work = engine.new_workspace(shape, task)
                engine.generate(shape, work, task, goal, bounds, seeds, stop, out)

    return search_chunk


def task_of(spec: Spec, limits: Limits, search: Search) -> Task:
    """Return what the kernels take of a board's size, start, limits and safe zone."""
    from nogues.kernels.boards.placement import Task

    size = (spec.width, spec.height, search.mines_laid(spec))
    return Task(*size, *spec.start, *limits, search.safe_rule)


def _on_planes(search: Search) -> Any:
    """Return the engine for boards that fit a register shape."""
    if search.name == "uniform":
        from nogues.kernels.search import uniform_planes

        return uniform_planes
    if search.is_reference:
        from nogues.kernels.search import reference_planes

        return reference_planes
    from nogues.kernels.search import repair_planes

    return repair_planes


def _on_rows(search: Search) -> Any:
    """Return the engine for boards of any size."""
    if search.name == "uniform":
        from nogues.kernels.search import uniform_tiles

        return uniform_tiles
    if search.is_reference:
        from nogues.kernels.search import reference_rows

        return reference_rows
    from nogues.kernels.search import repair_tiles

    return repair_tiles
