"""The card: a README that describes the folder of a data set."""

from __future__ import annotations

from nogues._version import __version__
from nogues.dataset.columns import columns_of
from nogues.dataset.manifest import MANIFEST
from nogues.dataset.plan import Plan, row_bytes
from nogues.dataset.store import DATA
from nogues.kernels.codes import MAX_PASSES

CARD = "README.md"


def command(plan: Plan) -> str:
    """Return the command line that makes the data set again."""
    spec, search, limits = plan.spec, plan.search, plan.limits
    words = [f"nogues generate {spec}"]
    if len(plan.runs) > 1:
        words += [f"--starts {run}" for run in plan.runs]
    else:
        (run,) = plan.runs
        row, column = run.start
        words += [f"--start {row},{column} --seeds {run.first}:{run.last}"]
    words += [f"--logic {search.logic} --search {search.name} --safe {search.safe}"]
    if search.name == "repair" and search.logic != "elementary":
        words.append(f"--moves {search.moves}")
    if search.needs:
        words.append(f"--needs {search.needs}")
    if not search.use_mine_count and search.logic == "complete":
        words.append("--no-mine-count")
    for metric, ends in (search.accept.limits() if search.accept else {}).items():
        low, high = ("" if end is None else str(end) for end in ends)
        words.append(f"--accept {metric}={low}:{high}")
    words.append(f"--max-attempts {limits.max_attempts}")
    if limits.max_passes != MAX_PASSES:
        words.append(f"--max-passes {limits.max_passes}")
    if plan.skip_failures:
        words.append("--skip-failures")
    if plan.unique:
        words.append("--unique")
    if plan.layout != "packed":
        words.append(f"--layout {plan.layout}")
    if plan.metrics:
        words.append(f"--metrics {','.join(plan.metrics)}")
    words.append(f"--shard-boards {plan.shard_boards} --out FOLDER/")
    return " ".join(words)


#: What the columns hold; ``nogues.metrics`` has the measures in full.
MEANINGS = {
    "start_row": "row of the first click",
    "start_column": "column of the first click",
    "seed": "seed of the board",
    "attempts": "layouts tried, this one included",
    "repairs": "mines moved in this layout",
    "needs": "weakest level that finishes it: 0 elementary, 1 subset, 2 complete, "
    "3 complete with the mine count",
    "opening": "cells opened by the first click",
    "bbbv": "3BV, the fewest clicks that open the board without flags",
    "openings": "connected areas of zeros",
    "buried": "mines without a safe neighbour",
    "largest_opening": "cells of the largest opening, including its numbers",
    "middle_row": "row of the zero nearest to its middle; -1 if there is none",
    "middle_column": "column of that zero",
    "islands": "connected groups of safe cells outside openings",
    "edge_mines": "mines in the outermost rows and columns",
    "corner_mines": "mines in the corners",
    **{f"numbers_{clue}": f"safe cells with clue {clue}" for clue in range(9)},
    "zini": "Greedy ZiNi: clicks of a player who uses flags",
    "hzini": "Human ZiNi: the same, after a click on every opening",
    "mines": "one bit per cell, row-major, first cell in the highest bit",
    "clue": "one signed byte per cell, row-major: -1 is a mine, else mines around it",
}


def card(plan: Plan, boards: int, size: int, distinct: int | None = None) -> str:
    """Return a text that says what the folder is.

    ``distinct`` is the number of distinct boards; None if all are expected to be.
    """
    spec, search = plan.spec, plan.search
    asked = "; ".join(search.words())
    lines = [
        f"# {boards:,} Minesweeper boards, {spec.width}x{spec.height} with "
        f"{search.mines_laid(spec)} mines",
        "",
        "Each board can be won from its first click without guessing, by the "
        f"{search.logic} rules of deduction.",
        "",
        f"- Made by nogues {__version__}, search `{search.name}` version "
        f"{search.version}" + (f" ({asked})." if asked else "."),
        f"- First click (row, column), and seeds: "
        f"{'; '.join(f'{r.start}, {r.first} to {r.last - 1}' for r in plan.runs)}.",
        f"- {_size(size, boards)}in Parquet files of {plan.shard_boards:,} seeds, in "
        f"`{DATA}/`. `{MANIFEST}` has their checksums.",
        *_distinct(plan, boards, distinct),
        f'- Read it with `nogues.open_dataset("FOLDER")` or '
        f'`pandas.read_parquet("FOLDER/{DATA}")`. pyarrow, polars, dask and DuckDB '
        f"take `FOLDER/{DATA}`, too. Most of them refuse `FOLDER` itself, because "
        "this file is in it.",
        "",
        "This command makes the same bytes again (with pyarrow "
        f"{plan.pyarrow}); it also continues an interrupted run:",
        "",
        f"    {command(plan)}",
        "",
        "`nogues verify FOLDER` checks the files.",
        "",
        "| column | type | |",
        "|---|---|---|",
    ]
    for name, dtype, width in columns_of(plan):
        kind = f"{width} bytes" if width else str(dtype)
        lines.append(f"| `{name}` | {kind} | {MEANINGS[name]} |")
    return "\n".join([*lines, "", _recipes(plan)])


def _distinct(plan: Plan, boards: int, distinct: int | None) -> list[str]:
    """Return the line about equal boards, if there is something to say."""
    if plan.unique:
        return ["- All boards are distinct: of equal ones, the first was kept."]
    if distinct is None:
        return []
    kinds = "boards" if len(plan.runs) > 1 else "layouts"
    return [
        f"- {distinct:,} distinct {kinds} among {boards:,} boards. `--unique` keeps "
        "the first of each."
    ]


def _size(size: int, boards: int) -> str:
    return f"{size / boards:.1f} bytes per board, " if boards else ""


def _recipes(plan: Plan) -> str:
    """Return how to read the folder with nogues and with other programs."""
    spec = plan.spec
    words = {
        "data": DATA,
        "width": spec.width,
        "height": spec.height,
        "cells": spec.cells,
        "bytes": row_bytes(spec.cells, plan.layout),
    }
    text = {"packed": PACKED, "clues": CLUES, "seeds": SEEDS}[plan.layout]
    return (OURS + text).format(**words)


OURS = """\
## With nogues

```python
import nogues

for boards in nogues.open_dataset("FOLDER"):
    boards.clue  # int8, (boards, cells): -1 is a mine
```

## Without nogues

```python
import numpy as np, pandas as pd

table = pd.read_parquet("FOLDER/{data}")
"""

PACKED = """\
data = np.frombuffer(b"".join(table.mines), np.uint8).reshape(-1, {bytes})
mine = np.unpackbits(data, axis=1, count={cells}).reshape(-1, {height}, {width})
edge = np.pad(mine.astype(np.int8), ((0, 0), (1, 1), (1, 1)))
around = sum(edge[:, r:r + {height}, c:c + {width}] for r in range(3) for c in range(3))
clue = np.where(mine, -1, around).astype(np.int8)
```

```python
import duckdb, polars

duckdb.sql("select sum(bit_count(mines::BIT)) from 'FOLDER/{data}/*.parquet'")
polars.scan_parquet("FOLDER/{data}/").collect().get_column("mines")
```

In DuckDB, `get_bit(mines::BIT, {width} * r + c)` is 1 where row r, column c is a mine.
"""

CLUES = """\
data = np.frombuffer(b"".join(table.clue), np.int8)
clue = data.reshape(-1, {height}, {width})
```

```python
import duckdb, polars

duckdb.sql("select seed, hex(clue) from 'FOLDER/{data}/*.parquet'")  # FF is a mine
polars.scan_parquet("FOLDER/{data}/").collect().get_column("clue")
```
"""

SEEDS = """\
```

The boards are not stored: nogues makes them again from their seeds.
"""
