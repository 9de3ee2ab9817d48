"""Reading a data set: batches of boards, single boards, columns."""

from __future__ import annotations

import os
import threading
from collections import OrderedDict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from nogues.base.errors import FormatError, MinesweeperError
from nogues.base.optional import need
from nogues.base.spec import (
    check_cell,
    check_flag,
    check_index,
    check_integer,
    check_name,
    check_pair,
)
from nogues.base.threads import check_threads
from nogues.base.words import number_of
from nogues.boards.board import Board, Boards
from nogues.dataset.batches import Group, split, stream
from nogues.dataset.columns import Column, columns_of, from_table
from nogues.dataset.decode import Values, decode, needed
from nogues.dataset.footer import Footer, open_parquet, read_footer
from nogues.dataset.plan import Plan, Run, Shard, differences, row_bytes
from nogues.dataset.store import DATA, Store, open_store

#: Footers read at a time; on a remote store most of that is waiting.
FOOTERS_AT_A_TIME = 16

#: Limits on the row groups that are shuffled together, and on their bytes.
MOST_GROUPS, SHUFFLED_BYTES = 8, 2**26

#: Row groups cached for reading single boards: about 4 MB each if packed.
KEPT_GROUPS = 4


def open_dataset(
    path: str | os.PathLike[str],
    *,
    partial: bool = False,
    storage_options: dict[str, Any] | None = None,
) -> Dataset:
    """Open a data set that ``write_dataset`` or ``nogues generate`` wrote.

    Parameters
    ----------
    path : str or path-like
        Its folder, or URL.
    partial : bool, optional
        Open the shards that exist, instead of raising, if some are missing.
    storage_options : dict, optional
        Options of fsspec for a URL.

    Returns
    -------
    Dataset

    Raises
    ------
    FormatError
        When there is no data set, a shard's footer is damaged or of another data set,
        or shards are missing.
    ImportError
        When pyarrow is not installed.

    Examples
    --------
    >>> import nogues
    >>> _ = nogues.write_dataset("small", 9, 9, 10, seeds=range(50_000))
    >>> for boards in nogues.open_dataset("small"):
    ...     print(boards)
    <Boards 16384 of 9x9/10 start=(4, 4)>
    <Boards 16384 of 9x9/10 start=(4, 4)>
    <Boards 16384 of 9x9/10 start=(4, 4)>
    <Boards 848 of 9x9/10 start=(4, 4)>
    """
    store = open_store(path, storage_options)
    names = sorted(name for name in store.names() if name.endswith(".parquet"))
    if not names:
        raise FormatError(f"{store.url} holds no data set: no {DATA}/*.parquet in it")
    with ThreadPoolExecutor(FOOTERS_AT_A_TIME) as pool:
        footers = list(pool.map(lambda name: read_footer(store, name), names))
    plan = footers[0].plan
    shards = {shard.name: shard for shard in plan.shards()}
    for name, footer in zip(names, footers, strict=True):
        where = f"{store.url}/{DATA}/{name}"
        if footer.plan != plan:
            text = "; ".join(differences(footer.plan, plan))
            raise FormatError(
                f"{where} belongs to another data set than {names[0]}: {text}"
            )
        if shards.get(name) != footer.shard:
            raise FormatError(f"{where} is not the shard that its name says it is")
    absent = sorted(set(shards) - set(names))
    if absent and not check_flag("partial", partial):
        raise FormatError(
            f"{store.url} lacks {len(absent):,} of {number_of(len(shards), 'shard')}, "
            f"first {absent[0]}: run the command that made it again, or give "
            "partial=True"
        )
    return Dataset(store, plan, footers)


class Dataset:
    """Boards in a folder of Parquet files; ``open_dataset`` opens it.

    ``len`` is the number of boards.  Iterating gives ``Boards`` of 16,384 each (see
    ``batches``).  ``dataset[k]`` is a ``Board``; ``dataset[i:j]`` and an array of
    indices give ``Boards``.  Boards are ordered by start, then by seed.  A single board
    costs reading its row group, at most a tenth of a second; the last four groups are
    cached.  To read many boards, use batches.

    Attributes
    ----------
    width, height, mines : int
        As in ``Boards``, the same for all.
    starts : dict of (row, column) and range
        The starts, each with its seeds.
    search : Search
        The search that made the boards.
    layout : str
        What is stored of a board.
    columns : list of str
        What ``column`` can read.
    seeds : int
        Seeds in the shards that exist; more than boards if some seeds have none.
    shards : int
        Number of files.
    """

    def __init__(self, store: Store, plan: Plan, footers: list[Footer]) -> None:
        self._store = store
        self._plan = plan
        self._footers = footers
        self.width, self.height, self.mines, _ = plan.spec
        self.starts = {run.start: range(run.first, run.last) for run in plan.runs}
        self.search = plan.search
        self.layout = plan.layout
        self.columns = [column.name for column in columns_of(plan)]
        spans = (footer.shard.last - footer.shard.first for footer in footers)
        self.seeds = sum(spans)
        self.shards = len(footers)
        self._groups = [
            Group(footer.shard, k, rows)
            for footer in footers
            for k, rows in enumerate(footer.groups)
        ]
        rows = np.array([group.rows for group in self._groups], np.int64)
        self._ends = np.cumsum(rows)
        self._kept: OrderedDict[int, Values] = OrderedDict()
        self._keeping = threading.Lock()

    # Iterating gives batches, so ``in`` would not look for a board.
    __contains__ = None

    def __len__(self) -> int:
        """Return the number of boards."""
        return int(self._ends[-1]) if len(self._ends) else 0

    def __repr__(self) -> str:
        """Return how many boards there are, and their size."""
        shards = len(self._footers)
        starts = len(self.starts)
        return (
            f"<Dataset {len(self):,} boards of {self._plan.spec}"
            + (f" from {starts} starts" if starts > 1 else "")
            + f" in {shards:,} shard{'s' * (shards > 1)}>"
        )

    def __iter__(self) -> Iterator[Boards]:
        """Yield all boards in order, 16,384 at a time."""
        return self.batches()

    def __getstate__(self) -> dict[str, Any]:
        """Leave the cache behind when a copy goes to another process."""
        state = {**self.__dict__, "_kept": OrderedDict()}
        del state["_keeping"]
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Restore a copy from another process."""
        self.__dict__.update(state)
        self._keeping = threading.Lock()

    def batches(
        self,
        size: int = 16_384,
        *,
        shuffle: int | None = None,
        part: tuple[int, int] = (0, 1),
        threads: int | None = None,
    ) -> Iterator[Boards]:
        """Yield the boards in batches of one start, as ``Boards``.

        Parameters
        ----------
        size : int, optional
            Boards per batch; the last batch of a start may have fewer.
        shuffle : int, optional
            An integer of at least 0, such as the number of the epoch: give the boards
            in a random order, the same for the same number.  The order of row groups
            (65,536 seeds or fewer) is shuffled, then the boards of up to eight groups
            at a time, so memory stays bounded.  Starts come one after the other.
        part : tuple of int, optional
            ``(k, n)``: only every n-th row group, from the k-th on, so n processes can
            share the boards.  Row groups are not split: if there are few, parts differ
            in size or are empty.
        threads : int, optional
            Threads to use; default: one per core.
        """
        check_integer("size", size, 1)
        pool = check_threads(threads)
        if shuffle is not None:
            check_integer("shuffle", shuffle, 0)
        k, n = check_pair("part", part, "(k, n)")
        check_integer("part n", n, 1)
        check_integer("part k", k, 0, n - 1)
        room = SHUFFLED_BYTES // max(
            1, self._plan.group_boards * row_bytes(self._plan.spec.cells, self.layout)
        )
        blocks = list(
            split(self._groups[k::n], shuffle, min(max(room, 1), MOST_GROUPS))
        )
        return stream(self._read, self._decode, blocks, size, shuffle, pool)

    @overload
    def __getitem__(self, index: int) -> Board: ...
    @overload
    def __getitem__(self, index: slice | NDArray[Any] | list[int]) -> Boards: ...
    def __getitem__(self, index: Any) -> Board | Boards:
        """Return one board, or several boards of one start."""
        n = len(self)
        if hasattr(index, "__array__") and not isinstance(index, np.ndarray):
            index = np.asarray(index)  # a column of a table
            index = index.item() if index.ndim == 0 else index
        picked = check_index("board", index, n)
        if isinstance(picked, int):
            return self._pick(np.array([picked % n]))[0]
        if isinstance(picked, slice):
            return self._pick(np.arange(*picked.indices(n)))
        if picked.dtype == np.bool_:
            if len(picked) != n:
                raise IndexError(
                    f"there are {n} boards, but the mask has {len(picked)}"
                )
            return self._pick(np.flatnonzero(picked))
        if len(picked) and not -n <= picked.min() <= picked.max() < n:
            raise IndexError(f"boards {picked.min()} to {picked.max()} of {n}")
        return self._pick(picked.astype(np.int64) % n)

    def of_seed(self, seed: int, start: tuple[int, int] | None = None) -> Board:
        """Return the board of a seed; default for ``start``: the first one.

        Raises
        ------
        MinesweeperError
            When the data set has no such start or seed, or the seed has no board.
        """
        run = self._plan.runs[0]
        if start is not None:
            cell = check_cell("start", start, self.width, self.height)
            if cell not in self.starts:
                raise MinesweeperError(
                    f"start must be one of {', '.join(map(str, self.starts))}, not "
                    f"{cell}"
                )
            run = Run(cell, self.starts[cell].start, self.starts[cell].stop)
        number = check_integer("seed", seed, run.first, run.last - 1)
        for k, group in enumerate(self._groups):
            shard = group.shard
            if shard.start == run.start and shard.first <= number < shard.last:
                seeds = self._keep(k)["seed"]
                row = int(np.searchsorted(seeds, number))
                if row < len(seeds) and seeds[row] == number:
                    return self._decode(shard, self._rows(k, np.array([row])))[0]
        raise MinesweeperError(f"seed {number} has no board here")

    def column(self, name: str) -> NDArray[Any]:
        """Return a column as an array with one row per board.

        The byte columns, ``mines`` and ``clue``, have two dimensions.
        """
        check_name("name", name, tuple(self.columns))
        with ThreadPoolExecutor(check_threads(None)) as pool:
            parts = list(
                pool.map(lambda group: self._read(group, [name])[name], self._groups)
            )
        if not parts:
            raise MinesweeperError("the data set has no boards")
        return np.concatenate(parts)

    def arrow(self) -> Any:
        """Return the files as a ``pyarrow.dataset.Dataset``."""
        dataset = need("pyarrow.dataset", "parquet")
        names = [f"{DATA}/{footer.shard.name}" for footer in self._footers]
        paths, filesystem = self._store.paths(names)
        return dataset.dataset(paths, format="parquet", filesystem=filesystem)

    def _read(self, group: Group, names: list[str] | None = None) -> Values:
        """Read columns of a row group; default: those needed for boards."""
        wanted = needed(self._plan) if names is None else names
        columns = [c for c in columns_of(self._plan) if c.name in wanted]
        name = f"{DATA}/{group.shard.name}"
        with self._store.open(name) as file:
            source = open_parquet(file, f"{self._store.url}/{name}")
            return read_group(source, group.number, columns)

    def _decode(self, shard: Shard, values: Values) -> Boards:
        return decode(self._plan, shard.start, values)

    def _keep(self, k: int) -> Values:
        """Return the columns of row group k, from the cache if it is there."""
        with self._keeping:
            values = self._kept.pop(k, None)
        if values is None:
            values = self._read(self._groups[k])
        with self._keeping:
            self._kept[k] = values
            while len(self._kept) > KEPT_GROUPS:
                self._kept.popitem(last=False)
        return values

    def _rows(self, k: int, rows: NDArray[np.int64]) -> Values:
        return {name: column[rows] for name, column in self._keep(k).items()}

    def _pick(self, index: NDArray[np.int64]) -> Boards:
        """Return boards by their numbers, in that order."""
        where = np.searchsorted(self._ends, index, side="right")
        numbers = np.unique(where)
        if not len(numbers):
            shard = self._footers[0].shard
            empty = {
                c.name: np.empty((0, c.width) if c.width else 0, c.dtype)
                for c in columns_of(self._plan)
            }
            return self._decode(shard, empty)
        shards = [self._groups[k].shard for k in numbers]
        starts = {shard.start for shard in shards}
        if len(starts) > 1:
            first = ", ".join(map(str, sorted(starts)[:3]))
            more = " and others" * (len(starts) > 3)
            raise MinesweeperError(f"boards must be of one start, not {first}{more}")
        pieces, order = [], []
        for k in numbers:
            here = np.flatnonzero(where == k)
            begin = self._ends[k] - self._groups[k].rows
            pieces.append(self._rows(k, index[here] - begin))
            order.append(here)
        back = np.argsort(np.concatenate(order))
        values = {
            name: np.concatenate([piece[name] for piece in pieces])[back]
            for name in pieces[0]
        }
        return self._decode(shards[0], values)


def read_group(source: Any, number: int, columns: list[Column]) -> Values:
    """Read columns of a row group of an open file."""
    try:
        table = source.parquet.read_row_group(
            number, [column.name for column in columns], use_threads=False
        )
    except (ValueError, OSError) as error:
        raise FormatError(
            f"{source.where} is damaged in row group {number}: {error}"
        ) from None
    return from_table(columns, table)
