"""Making one shard, in memory: search, pack, measure, encode.

Buffers are reused for each chunk of boards.  So memory is bounded by one row group and
the encoded shard, and the system need not clear new pages.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from nogues.base.errors import GenerationError
from nogues.base.optional import need
from nogues.base.search import REFERENCE
from nogues.dataset.columns import (
    Column,
    Digest,
    columns_of,
    measured,
    schema_of,
    settings_of,
    to_table,
)
from nogues.dataset.footer import to_metadata
from nogues.dataset.plan import Plan, Shard
from nogues.kernels.codes import FOUND, MEASURES, NO_RULE, NOT_BEGUN
from nogues.making.dispatch import chunk_search
from nogues.making.failures import check_found
from nogues.making.watch import Watch
from nogues.solving.measures import chunk_measures

#: Cells of the boards searched at a time.  The first limit keeps them in the cache; the
#: second, for slow searches, keeps Ctrl-C and progress prompt.
CHUNK_CELLS, SLOW_CHUNK_CELLS = 2**20, 2**16

#: What a search counts of each board, whether it is stored or not.
COUNTS = ("attempts", "repairs", "opening")

Values = dict[str, NDArray[Any]]


Keep = Callable[[Values], NDArray[np.bool_]]


class Encoded(NamedTuple):
    """A shard's file, and its number of boards."""

    data: memoryview
    boards: int


class Stopped(Exception):
    """The run was stopped before the shard was complete."""


class Maker:
    """Makes row groups of a plan, for one start.

    Parameters
    ----------
    plan : Plan
        What to make.
    start : tuple of int
        The first click.
    stop : ndarray of bool, shape (1,)
        Set stop[0] to abandon the group that is being made.
    watch : Watch, optional
        Looks after the run, and may end it by setting stop[0].
    keep : callable, optional
        Takes a group that has ``mines``; returns which of its rows are kept.
    """

    def __init__(
        self,
        plan: Plan,
        start: tuple[int, int],
        stop: NDArray[np.bool_],
        watch: Watch | None = None,
        keep: Keep | None = None,
    ) -> None:
        self.plan = plan
        self.keep = keep
        self.watch = watch or watch_of(plan, stop)
        self.spec = plan.spec_at(start)
        self.stop = stop
        self.names = measured(plan)
        zini = not {"zini", "hzini"}.isdisjoint(self.names)
        self._search = chunk_search(self.spec, plan.limits, plan.search, stop)
        self._measure = chunk_measures(
            self.spec.width, self.spec.height, start, zini, stop
        )
        cells = CHUNK_CELLS if plan.search == REFERENCE else SLOW_CHUNK_CELLS
        self.chunk = max(1, min(cells // self.spec.cells, plan.group_boards))
        self._counts = 0, 0  # boards found and layouts tried so far

    def compile(self) -> None:
        """Run on no boards, which compiles the kernels."""
        none = np.empty(0, np.uint32)
        values = self._buffers(0)
        self._fill(none, values, np.empty((0, self.spec.cells), np.int8))

    def _buffers(self, rows: int) -> Values:
        """Return buffers of ``rows`` rows for everything that may be stored."""
        cells = self.spec.cells
        values: Values = {
            "seed": np.empty(rows, np.uint32),
            **{name: np.zeros(rows, np.int32) for name in COUNTS},
            "needs": np.full(rows, NO_RULE, np.int8),
            "status": np.full(rows, NOT_BEGUN, np.int8),
        }
        if self.plan.layout == "packed":
            values["mines"] = np.empty((rows, -(-cells // 8)), np.uint8)
        elif self.plan.unique:
            values["mines"] = np.empty((rows, -(-cells // 8)), np.uint8)
        if self.plan.layout == "clues":
            values["clue"] = np.empty((rows, cells), np.int8)
        if self.names:
            values["measures"] = np.empty((rows, len(MEASURES)), np.int32)
        return values

    def group(
        self,
        seeds: NDArray[np.uint32],
        advance: Callable[[int], None] = lambda boards: None,
    ) -> Values:
        """Make the boards of seeds: a row for each, except for seeds that fail.

        ``advance`` is called with the number of seeds done, once per chunk.
        """
        values = self._buffers(len(seeds))
        values["seed"][:] = seeds
        scratch = np.empty((self.chunk, self.spec.cells), np.int8)
        for begin in range(0, len(seeds), self.chunk):
            part = {
                name: rows[begin : begin + self.chunk] for name, rows in values.items()
            }
            self._fill(part["seed"], part, scratch)
            advance(len(part["seed"]))
        found = values["status"] == FOUND
        if not found.all():
            values = {name: rows[found] for name, rows in values.items()}
        if self.keep is not None:
            kept = self.keep(values)
            values = {name: rows[kept] for name, rows in values.items()}
        return values

    def _fill(
        self, seeds: NDArray[np.uint32], part: Values, scratch: NDArray[np.int8]
    ) -> None:
        """Search, pack and measure a chunk."""
        from nogues.kernels.search.results import Out

        clue = part.get("clue", scratch[: len(seeds)])
        out = Out(clue, **{name: part[name] for name in Out._fields[1:]})
        plan = self.plan
        if not self.watch.hopeless:
            with self.watch.follow(out.status):
                self._search(seeds, out)
        if self.watch.hopeless:
            if not plan.skip_failures:
                raise GenerationError(self.watch.reason())
            return  # no seed has a board: no row is kept
        if self.stop[0]:
            raise Stopped
        if not plan.skip_failures:
            self._counts = check_found(
                self.spec, plan.limits, plan.search, seeds, out, earlier=self._counts
            )
        if "mines" in part:
            part["mines"][:] = np.packbits(clue < 0, axis=1)
        if self.names:
            self._measure(clue, part["measures"])

    def rows(self, columns: list[Column], values: Values) -> Values:
        """Return the columns of a group as they are stored."""
        n = len(values["seed"])
        row, column = self.spec.start
        places = {"start_row": row, "start_column": column}
        rows = {}
        for name, dtype, _ in columns:
            if name in places:
                rows[name] = np.full(n, places[name], dtype)
            elif name in self.names:
                rows[name] = self._measured(values["measures"], name).astype(dtype)
            else:
                rows[name] = values[name].astype(dtype, copy=False)
        return rows

    def _measured(self, measures: NDArray[np.int32], name: str) -> NDArray[np.int32]:
        if name in MEASURES:
            return measures[:, MEASURES.index(name)]
        middle = measures[:, MEASURES.index("middle")]
        row, column = np.divmod(middle, self.spec.width)
        return np.where(middle < 0, -1, row if name == "middle_row" else column)


def watch_of(plan: Plan, stop: NDArray[np.bool_]) -> Watch:
    """Return what looks after a run of a plan."""
    return Watch(plan.spec, plan.limits, plan.search, plan.boards, stop)


def seeds_between(first: int, last: int) -> NDArray[np.uint32]:
    """Return the seeds first to last - 1; ``last`` may be 2**32."""
    return np.arange(first, last, dtype=np.uint64).astype(np.uint32)


def groups_of(plan: Plan, shard: Shard) -> Iterator[tuple[int, int]]:
    """Yield the first seed of each row group, and the one after its last."""
    for first in range(shard.first, shard.last, plan.group_boards):
        yield first, min(first + plan.group_boards, shard.last)


def encode_shard(
    plan: Plan,
    shard: Shard,
    stop: NDArray[np.bool_],
    advance: Callable[[int], None] = lambda boards: None,
    watch: Watch | None = None,
    keep: Keep | None = None,
) -> Encoded:
    """Make a shard's file in memory.

    Parameters
    ----------
    plan, shard : Plan, Shard
        What to make.
    stop : ndarray of bool, shape (1,)
        Once stop[0] is set from another thread, ``Stopped`` is raised.
    advance : callable
        Called with the number of seeds done, once per chunk.
    watch : Watch, optional
        Looks after the run that the shard belongs to.
    keep : callable, optional
        As in ``Maker``.

    Raises
    ------
    GenerationError, LimitError
        When a seed has no board and the plan does not skip failures.
    """
    pa, parquet = need("pyarrow", "parquet"), need("pyarrow.parquet", "parquet")
    columns = columns_of(plan)
    maker = Maker(plan, shard.start, stop, watch, keep)
    digest, boards = Digest(), 0
    sink = pa.BufferOutputStream()
    settings = settings_of(columns)
    with parquet.ParquetWriter(sink, schema_of(columns), **settings) as writer:
        for first, last in groups_of(plan, shard):
            group = maker.group(seeds_between(first, last), advance)
            values = maker.rows(columns, group)
            digest.add(columns, values)
            count = len(values["seed"])
            if count:
                writer.write_table(to_table(columns, values), row_group_size=count)
            boards += count
        footer = to_metadata(plan, shard, boards, digest.text())
        writer.add_key_value_metadata(footer)
    return Encoded(memoryview(sink.getvalue()), boards)
