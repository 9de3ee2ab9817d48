"""Checking a data set: its bytes and seeds, and boards made and solved again."""

from __future__ import annotations

import math
import numbers
import os
from dataclasses import dataclass, replace
from io import BytesIO
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from nogues.base.errors import FormatError, MinesweeperError
from nogues.base.optional import need
from nogues.base.progress import reporting
from nogues.base.threads import check_threads, run_chunks
from nogues.base.words import number_of
from nogues.dataset.columns import Digest, columns_of
from nogues.dataset.decode import decode
from nogues.dataset.distinct import Seen, hashes_of, is_countable
from nogues.dataset.footer import Source, footer_of, open_parquet, read_footer
from nogues.dataset.manifest import MANIFEST, Entry, entry_of, read_manifest, sha256
from nogues.dataset.plan import Plan, Shard, differences
from nogues.dataset.read import read_group
from nogues.dataset.shard import Maker, Values, groups_of, seeds_between
from nogues.dataset.store import DATA, Store, open_store
from nogues.solving.levels import solve_boards


@dataclass(frozen=True, slots=True)
class Verification:
    """The result of checking a data set.

    Attributes
    ----------
    shards, boards : int
        Shards that should exist, and boards in those that were checked.
    made_again : int
        Boards that were made again from their seeds and solved.
    problem : str or None
        The first problem, in the order of the shards; None if there is none.
    shard : str or None
        File with the problem.
    row : int or None
        Row in that file, from 0; None if the problem has no row.
    distinct : int or None
        Distinct boards; None if they were not counted: with a problem, with the layout
        ``seeds``, or over 10**8 boards.
    """

    shards: int
    boards: int
    made_again: int
    problem: str | None = None
    shard: str | None = None
    row: int | None = None
    distinct: int | None = None

    @property
    def ok(self) -> bool:
        """Whether there is no problem."""
        return self.problem is None

    def __str__(self) -> str:
        """Return the result in one line."""
        if self.problem is None:
            repeat = self.distinct is not None and self.distinct < self.boards
            return (
                f"OK: {number_of(self.shards, 'shard')}, "
                f"{number_of(self.boards, 'board')}"
                f"{f' ({self.distinct:,} distinct)' * repeat}, "
                f"{self.made_again:,} of them made again and solved"
            )
        row = "" if self.row is None else f", row {self.row}"
        return f"{self.shard}{row}: {self.problem}" if self.shard else self.problem


class _Problem(Exception):
    """A problem of a shard."""

    def __init__(self, problem: str, row: int | None = None) -> None:
        super().__init__(problem)
        self.problem = problem
        self.row = row


class _Checked(NamedTuple):
    boards: int
    made_again: int
    hashes: list[NDArray[np.uint64]]


def verify_dataset(
    path: str | os.PathLike[str],
    *,
    sample: float = 1.0,
    threads: int | None = None,
    progress: Any = None,
    storage_options: dict[str, Any] | None = None,
) -> Verification:
    """Check that a data set is complete and correct.

    Every shard must exist, have the bytes that the manifest says, belong to this data
    set, and have rows with the digest in its footer.  It must have each seed once
    (except seeds without a board), and every board must have its number of mines.  In
    a sample of the boards, the seeds must make the same boards and measures again, and
    the solver must finish them.

    Parameters
    ----------
    path : str or path-like
        Its folder, or URL.
    sample : float, optional
        Share of each shard's boards to make again, 0 to 1.
    threads, progress
        As in ``generate_boards``.
    storage_options : dict, optional
        Options of fsspec for a URL.

    Returns
    -------
    Verification

    Raises
    ------
    FormatError
        When there is no data set.

    Examples
    --------
    >>> import nogues
    >>> _ = nogues.write_dataset("checked", 9, 9, 10, seeds=range(1000))
    >>> print(nogues.verify_dataset("checked", sample=0.1))
    OK: 1 shard, 1,000 boards, 100 of them made again and solved
    """
    share = _check_sample(sample)
    pool = check_threads(threads)
    store = open_store(path, storage_options)
    names = store.names()
    plan, entries, problem = _plan_of(store, names)
    shards = plan.shards()
    wrong: dict[int, _Problem] = {}
    checked: dict[int, _Checked] = {}
    stop = np.zeros(1, np.bool_)
    checked_seeds = np.zeros(len(shards), np.int64)

    def work(first: int, last: int) -> bool:
        for shard in shards[first:last]:
            check = _Check(store, plan, shard, entries, share, stop)
            try:
                if shard.name not in names:
                    raise _Problem("is missing")
                checked[shard.number] = check.run()
            except OSError as error:
                wrong[shard.number] = _Problem(f"cannot be read: {error}")
            except _Problem as error:
                wrong[shard.number] = error
            checked_seeds[shard.number] = shard.last - shard.first
        return not wrong

    Maker(plan, plan.runs[0].start, stop).compile()
    with reporting(progress, plan.boards) as report:
        run_chunks(
            *(work, len(shards), 1, pool, stop),
            lambda done: report(int(checked_seeds.sum())),
        )
    found = Verification(
        len(shards),
        sum(each.boards for each in checked.values()),
        sum(each.made_again for each in checked.values()),
    )
    if wrong:
        number = min(wrong)
        name = f"{store.url}/{DATA}/{shards[number].name}"
        first = wrong[number]
        return replace(found, problem=first.problem, shard=name, row=first.row)
    known = {shard.name for shard in shards}
    strange = sorted(names - known)
    if strange:
        name = f"{store.url}/{DATA}/{strange[0]}"
        return replace(found, problem="is not a shard of this data set", shard=name)
    if entries is not None and entries.keys() - known:
        extra = min(entries.keys() - known)
        problem = f"{store.url}/{MANIFEST} lists {extra}, which is not a shard"
    if problem:
        return replace(found, problem=problem)
    distinct = None
    if is_countable(plan, found.boards):
        seen = Seen()
        for number in sorted(checked):
            for hashes in checked.pop(number).hashes:
                seen.first(hashes)
        distinct = len(seen)
        if plan.unique and distinct < found.boards:
            problem = (
                f"{store.url} has {found.boards - distinct:,} boards more than once"
            )
    return replace(found, problem=problem, distinct=distinct)


def _check_sample(sample: object) -> float:
    if isinstance(sample, bool) or not isinstance(sample, numbers.Real):
        raise TypeError(f"sample must be a number, not {sample!r}")
    share = float(sample)
    if not 0 <= share <= 1:
        raise MinesweeperError(f"sample must be 0 to 1, not {sample}")
    return share


def _plan_of(
    store: Store, names: set[str]
) -> tuple[Plan, dict[str, Entry] | None, str | None]:
    """Return the plan, the manifest's shards, and what is wrong with the manifest."""
    try:
        return *read_manifest(store), None
    except FileNotFoundError:
        problem = f"{store.url}/{MANIFEST} is missing: the run did not finish"
    except FormatError as error:
        problem = str(error)
    damaged = None
    for name in sorted(names):
        try:
            return read_footer(store, name).plan, None, problem
        except FormatError as error:
            damaged = damaged or error
    if damaged is not None:
        raise damaged
    raise FormatError(f"{store.url} holds no data set: no {DATA}/*.parquet in it")


class _Check:
    """Checks one shard."""

    def __init__(
        self,
        store: Store,
        plan: Plan,
        shard: Shard,
        entries: dict[str, Entry] | None,
        share: float,
        stop: NDArray[np.bool_],
    ) -> None:
        self.store, self.plan, self.shard, self.share = store, plan, shard, share
        self.entry = None if entries is None else entries.get(shard.name)
        self.listed = entries is not None
        self.columns = columns_of(plan)
        self.maker = Maker(replace(plan, skip_failures=True), shard.start, stop)

    def run(self) -> _Checked:
        """Run all checks; raises the first problem."""
        data = self.store.read(f"{DATA}/{self.shard.name}")
        try:
            return self._check(data)
        except FormatError as error:
            # Find the first bad row, as far as the damaged file can be read.
            raise _Problem(str(error), self._first_row(data)) from None

    def _check(self, data: bytes) -> _Checked:
        source = open_parquet(BytesIO(data), "it")
        footer = footer_of(source)
        if footer.plan != self.plan:
            text = "; ".join(differences(footer.plan, self.plan))
            raise _Problem(f"belongs to another data set: {text}")
        if footer.shard != self.shard:
            raise _Problem(f"is {footer.shard}, not {self.shard}")
        if self.listed and self.entry is None:
            raise _Problem(f"is not in {MANIFEST}")
        if self.entry and self.entry.sha256 != sha256(data):
            raise FormatError("its bytes are not those of the manifest")
        entry = entry_of(self.shard, footer.boards, data)
        if self.entry and self.entry != entry:
            raise _Problem(f"is {entry[1:]}, but {MANIFEST} says {self.entry[1:]}")
        digest, begin, made_again = Digest(), 0, 0
        hashes: list[NDArray[np.uint64]] = []
        seeds = np.empty(footer.boards, np.uint32)
        for number, rows in enumerate(footer.groups):
            values = read_group(source, number, self.columns)
            digest.add(self.columns, values)
            seeds[begin : begin + rows] = values["seed"]
            self._check_mines(values, begin)
            if is_countable(self.plan, self.plan.boards):
                hashes.append(hashes_of(values, self.plan, self.shard))
            made_again += self._check_again(values, begin)
            begin += rows
        self._check_seeds(seeds)
        if digest.text() != footer.sha256:
            raise FormatError("its rows do not match the digest in its footer")
        return _Checked(begin, made_again, hashes)

    def _check_seeds(self, seeds: NDArray[np.uint32]) -> None:
        """Check that each seed occurs once, except seeds without a board."""
        first, last = self.shard.first, self.shard.last
        steps = np.diff(seeds.astype(np.int64), prepend=first - 1)
        if (steps < 1).any():
            row = int((steps < 1).argmax())
            raise _Problem(f"seed {seeds[row]} is not above the one before it", row)
        if len(seeds) and seeds[-1] >= last:
            row = int((seeds >= last).argmax())
            raise _Problem(f"seed {seeds[row]} is not below {last}", row)
        absent = np.setdiff1d(seeds_between(first, last), seeds, assume_unique=True)
        if not len(absent):
            return
        if self.plan.unique:
            return  # equal boards, which are counted in the end
        row = int(np.searchsorted(seeds, absent[0]))
        if not self.plan.skip_failures:
            raise _Problem(f"seed {absent[0]} is missing", row)
        tried = absent[self._sample(len(absent), -1)]
        found = self.maker.group(tried)["seed"]
        if len(found):
            row = int(np.searchsorted(seeds, found[0]))
            raise _Problem(f"seed {found[0]} has a board, but it is missing", row)

    def _check_mines(self, values: Values, begin: int) -> None:
        """Check each board's number of mines, and that its bits or clues are valid."""
        cells = self.plan.spec.cells
        mines = self.plan.search.mines_laid(self.plan.spec)
        if "mines" in values:
            counts = np.bitwise_count(values["mines"]).sum(axis=1, dtype=np.int64)
            beyond = values["mines"][:, -1] & (0xFF >> ((cells - 1) % 8 + 1))
            bad = (counts != mines) | (beyond != 0)
        elif "clue" in values:
            clue = values["clue"]
            bad = (clue.min(axis=1) < -1) | (clue.max(axis=1) > 8)
            if bad.any():
                raise _Problem("has clues outside -1 to 8", begin + int(bad.argmax()))
            bad = np.count_nonzero(clue == -1, axis=1) != mines
        else:
            return
        if bad.any():
            row = begin + int(bad.argmax())
            raise _Problem(f"does not have {number_of(mines, 'mine')}", row)

    def _check_again(self, values: Values, begin: int) -> int:
        """Make a sample again and solve it; returns its number of boards."""
        rows = self._sample(len(values["seed"]), begin)
        if not len(rows):
            return 0
        some = {name: column[rows] for name, column in values.items()}
        again = self.maker.rows(self.columns, self.maker.group(some["seed"]))
        row, name = first_difference(some, again)
        if row is not None:
            text = f"{name} of seed {some['seed'][row]} is not what the search finds"
            raise _Problem(text, begin + int(rows[row]))
        boards = decode(self.plan, self.shard.start, some)
        search = self.plan.search
        solved = solve_boards(
            boards,
            logic=search.logic or "elementary",
            use_mine_count=search.use_mine_count,
            threads=1,
        ).solvable
        if not solved.all():
            row = int(solved.argmin())
            text = f"seed {some['seed'][row]} is not solvable by {search.logic} logic"
            raise _Problem(text, begin + int(rows[row]))
        return len(rows)

    def _sample(self, count: int, begin: int) -> NDArray[np.int64]:
        """Return the rows of a sample, the same each time."""
        if self.share == 1:
            return np.arange(count)
        dice = np.random.default_rng([self.shard.number, begin + 1])
        size = math.ceil(self.share * count)
        return np.sort(dice.choice(count, size, replace=False))

    def _first_row(self, data: bytes) -> int | None:
        """Return the first wrong row of a damaged file, if it can be found."""
        if self.plan.unique:
            return None  # rows depend on all shards before
        parquet = need("pyarrow.parquet", "parquet")
        try:
            source = Source(parquet.ParquetFile(BytesIO(data)), self.shard.name)
            stored = iter(range(source.parquet.metadata.num_row_groups))
        except (ValueError, OSError):
            return None
        begin = 0
        for first, last in groups_of(self.plan, self.shard):
            group = self.maker.group(seeds_between(first, last))
            again = self.maker.rows(self.columns, group)
            if not len(again["seed"]):
                continue
            try:
                values = read_group(source, next(stored), self.columns)
            except (FormatError, StopIteration, KeyError):
                return begin
            row, _ = first_difference(again, values)
            if row is not None:
                return begin + row
            begin += len(again["seed"])
        return None


def first_difference(a: Values, b: Values) -> tuple[int | None, str]:
    """Return the first row that differs and its column, or None and ""."""
    rows = min(len(a["seed"]), len(b["seed"]))
    found: list[tuple[int, str]] = []
    for name, column in a.items():
        same = column[:rows] == b[name][:rows]
        if same.ndim > 1:
            same = same.all(axis=1)
        if not same.all():
            found.append((int(same.argmin()), name))
    if found:
        return min(found, key=lambda each: each[0])
    return (None, "") if len(a["seed"]) == len(b["seed"]) else (rows, "seed")
