"""Boards from the rows of a shard: from packed mines, from clues, or from seeds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from nogues.base.errors import FormatError
from nogues.boards.board import Boards
from nogues.dataset.columns import BOARD_COLUMNS, columns_of
from nogues.dataset.plan import Plan
from nogues.making.dispatch import task_of
from nogues.making.generate import search_seeds

if TYPE_CHECKING:
    from nogues.kernels.boards.placement import Task

Values = dict[str, NDArray[Any]]


def needed(plan: Plan) -> list[str]:
    """Return the columns needed to decode boards."""
    wanted = {"seed", "attempts", "repairs", "needs", *BOARD_COLUMNS.values()}
    return [column.name for column in columns_of(plan) if column.name in wanted]


def decode(plan: Plan, start: tuple[int, int], values: Values) -> Boards:
    """Return the boards of rows of one start."""
    if plan.layout == "seeds":
        return _make_again(plan, start, values)
    spec, search = plan.spec_at(start), plan.search
    n = len(values["seed"])
    clue = np.empty((n, spec.cells), np.int8)
    opening = np.empty(n, np.int32)
    unpack(plan, start, values, clue, opening)
    needs = values.get("needs")
    return Boards(
        **spec._asdict(),
        **plan.limits._asdict(),
        clue=clue,
        seed=values["seed"],
        attempts=values["attempts"].astype(np.int32),
        repairs=values["repairs"].astype(np.int32),
        opening=opening,
        mine_count=np.full(n, search.mines_laid(spec), np.int32),
        failed_seeds=np.empty(0, np.uint32),
        search=search,
        needs=np.zeros(n, np.int8) if needs is None else needs.astype(np.int8),
        relocations=np.empty((n, 0, 2), np.int32),
    )


def unpack(
    plan: Plan,
    start: tuple[int, int],
    values: Values,
    clue: NDArray[np.int8],
    opening: NDArray[np.int32],
) -> None:
    """Write the clues and openings of rows into the caller's arrays."""
    mines = values.get("mines")
    if mines is None:
        mines = np.packbits(values["clue"] < 0, axis=1)
    task = task_of(plan.spec_at(start), plan.limits, plan.search)
    unpack_mines(task, mines, clue, opening)


def unpack_mines(
    task: Task,
    mines: NDArray[np.uint8],
    clue: NDArray[np.int8],
    opening: NDArray[np.int32],
) -> None:
    """Write the clues and openings of packed mines into the caller's arrays."""
    from nogues.kernels.search import packed
    from nogues.kernels.search.reference_planes import shape_for

    shape = shape_for(task.width, task.height)
    work = packed.new_workspace(shape, task)
    if shape is None:
        packed.unpack_large(work, task, mines, clue, opening)
    else:
        packed.unpack(shape, work, task, mines, clue, opening)


def _make_again(plan: Plan, start: tuple[int, int], values: Values) -> Boards:
    """Make the boards of seeds again, and check them against the stored values."""
    seeds = np.array(values["seed"])
    boards = search_seeds(
        plan.spec_at(start), plan.limits, plan.search, seeds, skip_failures=True
    )
    for name in ("seed", "attempts", "repairs"):
        if not np.array_equal(getattr(boards, name), values[name]):
            raise FormatError(
                f"{name} of seeds {seeds[0]} to {seeds[-1]} no longer match the stored "
                "values"
            )
    return boards
