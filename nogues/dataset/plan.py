"""What a data set holds, and how it is cut into shards.

A plan depends only on the arguments, so any run of it, on any machine, makes the same
shards.  The footer of every shard holds the whole plan.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from nogues.base.errors import FormatError, MinesweeperError
from nogues.base.options import LAYOUT, SHARD_BOARDS, UNIQUE, check_limits
from nogues.base.search import VERSIONS, Search, from_json, to_json
from nogues.base.spec import (
    Limits,
    Spec,
    check_integer,
    check_name,
    check_spec,
)

FORMAT = "nogues dataset"
FORMAT_VERSION = 1

#: Boards of one start: a seed has 32 bits.
ALL_SEEDS = 2**32

#: What ``metrics`` may name: the measures of ``nogues.metrics``, and the start.
COLUMN_METRICS = (
    "start",
    "opening",
    "bbbv",
    "openings",
    "buried",
    "largest_opening",
    "middle",
    "islands",
    "edge_mines",
    "corner_mines",
    "numbers",
    "zini",
    "hzini",
)

#: The name for all of them.
ALL = "all"

#: The number of shards to aim at, and the limits of a shard's size, a power of two.
#: The limits are lower for searches that take longer per board.
SHARDS = 64
LEAST_BOARDS, MOST_BOARDS = 2**14, 2**20
LEAST_SLOW_BOARDS, MOST_SLOW_BOARDS = 2**10, 2**16

#: Most files of a data set: folders and manifests of more are hardly usable.
MOST_SHARDS = 1_000_000

#: Bytes of the boards of a shard, and of a row group, before compression.
SHARD_BYTES = 2**26
GROUP_BYTES = 2**25
GROUP_BOARDS = 2**16


class Run(NamedTuple):
    """Seeds of one start: first to last - 1."""

    start: tuple[int, int]
    first: int
    last: int

    def __str__(self) -> str:
        """Return the run as the command line takes it."""
        row, column = self.start
        return f"{row},{column}={self.first}:{self.last}"


class Shard(NamedTuple):
    """One file: some seeds of one start."""

    number: int
    start: tuple[int, int]
    first: int
    last: int

    @property
    def name(self) -> str:
        """Return its file name."""
        return f"part-{self.number:05}.parquet"

    def __str__(self) -> str:
        """Return which one it is."""
        return f"{self.name} of {Run(self.start, self.first, self.last)}"


@dataclass(frozen=True, slots=True)
class Plan:
    """What a data set holds.

    Attributes
    ----------
    spec : Spec
        The size; its start is that of the first run.
    limits : Limits
        When a search gives up.
    search : Search
        How boards are made.
    runs : tuple of Run
        The starts, each with its seeds.
    layout : {"packed", "clues", "seeds"}
        What is stored of a board.
    metrics : tuple of str
        What is stored of its measures.
    shard_boards : int
        Seeds per shard; default: a power of two.  The last shard of a run may have
        fewer.
    skip_failures : bool
        Whether seeds without a board are skipped.
    pyarrow : str
        Version of the library that writes the files; others write other bytes.
    unique : bool
        Whether only the first of equal boards is kept.
    """

    spec: Spec
    limits: Limits
    search: Search
    runs: tuple[Run, ...]
    layout: str
    metrics: tuple[str, ...]
    shard_boards: int
    skip_failures: bool
    pyarrow: str
    unique: bool = False

    @property
    def boards(self) -> int:
        """Total number of seeds."""
        return sum(run.last - run.first for run in self.runs)

    @property
    def group_boards(self) -> int:
        """Seeds per row group."""
        size = row_bytes(self.spec.cells, self.layout)
        return min(GROUP_BOARDS, self.shard_boards, _power_below(GROUP_BYTES // size))

    def shards(self) -> list[Shard]:
        """Return all shards, in order."""
        shards: list[Shard] = []
        for start, begin, end in self.runs:
            for first in range(begin, end, self.shard_boards):
                last = min(first + self.shard_boards, end)
                shards.append(Shard(len(shards), start, first, last))
        return shards

    def spec_at(self, start: tuple[int, int]) -> Spec:
        """Return the size with another start."""
        return self.spec._replace(start=start)

    def to_json(self) -> dict[str, Any]:
        """Return the plan as it is stored in a footer."""
        return {
            "format": FORMAT,
            "format_version": FORMAT_VERSION,
            **to_json(self.search),
            "width": self.spec.width,
            "height": self.spec.height,
            "mines": self.spec.mines,
            "mine_count": self.search.mines_laid(self.spec),
            "starts": [[*run.start] for run in self.runs],
            "seeds": [[run.first, run.last] for run in self.runs],
            **self.limits._asdict(),
            "layout": self.layout,
            "metrics": list(self.metrics),
            "shard_boards": self.shard_boards,
            "skip_failures": self.skip_failures,
            "pyarrow": self.pyarrow,
            # Not in the files of others, which have been written without it.
            **({"unique": True} if self.unique else {}),
        }

    def to_text(self) -> str:
        """Return the plan as one line of JSON."""
        return json.dumps(self.to_json(), separators=(",", ":"))


def is_shard(name: str) -> bool:
    """Whether a file name is that of a shard."""
    return re.fullmatch(r"part-\d{5,}\.parquet", name, re.ASCII) is not None


def plan_from_text(text: str, where: str) -> Plan:
    """Read the plan of a shard's footer, or of a manifest; ``where`` is for errors."""
    try:
        about = json.loads(text)
        if about["format"] != FORMAT:
            raise ValueError(f"format {about['format']!r}")
    except (ValueError, TypeError, KeyError):
        raise FormatError(f"{where} does not belong to a nogues data set") from None
    version = about.get("format_version")
    if version != FORMAT_VERSION:
        raise FormatError(
            f"{where} has format version {version}; this nogues reads {FORMAT_VERSION}"
        )
    try:
        plan = _from_json(about)
    except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
        raise FormatError(f"{where} has a bad plan: {error}") from None
    made_by, ours = about["version"], plan.search.version
    if made_by != ours:
        raise FormatError(
            f"{where} was made by version {made_by} of its search; this nogues has "
            f"{ours}"
        )
    return plan


def _from_json(about: dict[str, Any]) -> Plan:
    runs = tuple(
        Run((row, column), *seeds)
        for (row, column), seeds in zip(about["starts"], about["seeds"], strict=True)
    )
    size = (about["width"], about["height"], about["mines"])
    spec = check_spec(*size, runs[0].start)
    limits = check_limits(about["max_attempts"], about["max_passes"])
    if (about["search"], about["logic"]) not in VERSIONS or about["logic"] is None:
        raise MinesweeperError(f"no search {about['search']!r} {about['logic']!r}")
    search = from_json(spec, about)
    return Plan(
        spec=spec,
        limits=limits,
        search=search,
        runs=tuple(check_run(spec, run.start, run.first, run.last) for run in runs),
        layout=LAYOUT.require(about["layout"]),
        metrics=check_metrics(about["metrics"]),
        shard_boards=check_shard_boards(
            SHARD_BOARDS.require(about["shard_boards"]),
            sum(run.last - run.first for run in runs),
            spec,
            about["layout"],
            search,
        ),
        skip_failures=bool(about["skip_failures"]),
        pyarrow=str(about["pyarrow"]),
        unique=bool(about.get("unique", UNIQUE.default)),
    )


def differences(theirs: Plan, ours: Plan) -> list[str]:
    """Return the differences of two plans, in words."""
    there, here = theirs.to_json(), ours.to_json()
    for fields in (there, here):
        fields.setdefault("unique", UNIQUE.default)
    return [
        f"{name} is {there[name]!r} there, {here[name]!r} here"
        for name in here
        if there[name] != here[name]
    ]


def row_bytes(cells: int, layout: str) -> int:
    """Return the bytes stored per board, about 8 if only the seed is stored."""
    return {"packed": -(-cells // 8), "clues": cells, "seeds": 8}[layout]


def default_shard(boards: int, cells: int, layout: str, search: Search) -> int:
    """Return the default number of seeds per shard."""
    least, most = LEAST_BOARDS, MOST_BOARDS
    if not search.is_reference:
        least, most = LEAST_SLOW_BOARDS, MOST_SLOW_BOARDS
    wanted = 1 << max(0, -(-boards // SHARDS) - 1).bit_length()
    room = _power_below(SHARD_BYTES // row_bytes(cells, layout))
    return min(max(wanted, least), most, room)


def _power_below(number: int) -> int:
    """Return the largest power of two up to ``number``, at least 1."""
    return 1 << max(0, number.bit_length() - 1)


def check_run(spec: Spec, start: object, first: object, last: object) -> Run:
    """Check a start and its seeds."""
    cell = check_spec(spec.width, spec.height, spec.mines, start).start
    begin = check_integer("seeds start", first, 0, ALL_SEEDS - 1)
    return Run(cell, begin, check_integer("seeds stop", last, begin + 1, ALL_SEEDS))


def check_runs(spec: Spec, seeds: object, starts: object) -> tuple[Run, ...]:
    """Check the seeds of one start or of several."""
    if starts is None:
        if seeds is None:
            raise TypeError("seeds must be a range, not None")
        return (_check_seeds(spec, spec.start, seeds),)
    if not isinstance(starts, Mapping) or not starts:
        raise TypeError(
            "starts must be a dict of (row, column) and ranges of seeds, such as "
            f"{{(8, 15): range(1000)}}, not {starts!r}"
        )
    if seeds is not None:
        raise TypeError("give seeds, or starts with their own seeds, not both")
    runs = tuple(_check_seeds(spec, start, own) for start, own in starts.items())
    if len({run.start for run in runs}) < len(runs):
        raise MinesweeperError(f"starts must differ, not {list(starts)}")
    return runs


def _check_seeds(spec: Spec, start: object, seeds: object) -> Run:
    if not isinstance(seeds, range):
        raise TypeError(f"seeds must be a range, not {seeds!r}")
    # Not len(), which fails from 2**63 on.
    count = seeds.stop - seeds.start
    if seeds.step != 1 or count < 1:
        raise MinesweeperError(
            f"seeds of a data set must be a range that counts up by 1, not {seeds!r}"
        )
    if seeds.start < 0 or seeds.stop > ALL_SEEDS:
        raise MinesweeperError(_too_many(spec, seeds))
    return check_run(spec, start, seeds.start, seeds.stop)


def _too_many(spec: Spec, seeds: range) -> str:
    """Say that seeds have 32 bits, and suggest starts."""
    message = (
        f"seeds must lie within 0 to {ALL_SEEDS} in a data set, not "
        f"{seeds.start} to {seeds.stop}: a seed has 32 bits, so one start has "
        f"{ALL_SEEDS:,} boards"
    )
    count = seeds.stop - seeds.start
    if count <= ALL_SEEDS:
        return message
    needed = -(-count // ALL_SEEDS)
    if needed > spec.cells:
        return f"{message}, and all {spec.cells} starts have fewer than {count:,}"
    row, column = spec.start
    others = (divmod(k, spec.width) for k in range(spec.cells))
    cells = [(row, column), *(cell for cell in others if cell != (row, column))][:2]
    shares = [ALL_SEEDS, min(count - ALL_SEEDS, ALL_SEEDS)]
    runs = [Run(cell, 0, n) for cell, n in zip(cells, shares, strict=False)]
    shown = ", ".join(f"{run.start}: range({run.last})" for run in runs)
    typed = " ".join(f"--starts {run}" for run in runs)
    more = ", and so on" if needed > len(runs) else ""
    return (
        f"{message}; for more, give several starts with their own seeds: "
        f"starts={{{shown}}}, or {typed}{more}"
    )


def check_metrics(metrics: object) -> tuple[str, ...]:
    """Check which measures to store; returns them in the order of COLUMN_METRICS."""
    if metrics == ALL:
        return COLUMN_METRICS
    if isinstance(metrics, str) or not isinstance(metrics, Iterable):
        raise TypeError(
            f"metrics must be some of {', '.join(COLUMN_METRICS)}, not {metrics!r}"
        )
    names = (*COLUMN_METRICS, ALL)
    asked = [check_name("metrics", name, names) for name in metrics]
    if ALL in asked:
        return COLUMN_METRICS
    return tuple(name for name in COLUMN_METRICS if name in asked)


def check_shard_boards(
    shard_boards: object, boards: int, spec: Spec, layout: str, search: Search
) -> int:
    """Check the number of seeds per shard; None means the default."""
    if shard_boards is None:
        return default_shard(boards, spec.cells, layout, search)
    size = int(SHARD_BOARDS.require(shard_boards))
    if boards > size * MOST_SHARDS:
        raise MinesweeperError(
            f"shard_boards must be at least {-(-boards // MOST_SHARDS):,} for "
            f"{boards:,} seeds, so that there are at most {MOST_SHARDS:,} files, not "
            f"{size:,}"
        )
    return size
