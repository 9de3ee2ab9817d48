"""Data sets on the command line: ``generate --out FOLDER/`` and ``verify``."""

from __future__ import annotations

import os
import time
from typing import Any

import click

from nogues.base.errors import MinesweeperError
from nogues.base.options import DATASETS, LAYOUTS
from nogues.base.spec import Spec
from nogues.cli.options import F, check_start, example, option, seed_range

#: The names of dataset_options.
DATASET_OPTIONS = (
    "starts",
    "metrics",
    "layout",
    "seeds_only",
    "shard_boards",
    "dask",
)


def dataset_options(command: F) -> F:
    """Add what is for data sets only."""
    add = [option(name, DATASETS) for name in ("starts", "metrics")]
    # None, so that the command can tell whether it is given.
    add.append(option("layout", DATASETS, default=None, show_default=LAYOUTS[0]))
    add.append(
        click.option(
            "--seeds-only",
            is_flag=True,
            help="As --layout seeds: boards are made again on reading.",
        )
    )
    add += [option(name, DATASETS) for name in ("shard_boards", "dask")]
    for decorate in reversed(add):
        command = decorate(command)
    return command


def check_starts(texts: tuple[str, ...]) -> dict[tuple[int, int], range] | None:
    """Read what --starts says, each ROW,COL=A:B."""
    starts: dict[tuple[int, int], range] = {}
    for text in texts:
        cell, equals, seeds = text.partition("=")
        if not equals:
            raise MinesweeperError(
                f"--starts must be ROW,COL=A:B such as 8,15=0:1000, not {text!r}"
            )
        place = check_start(cell, "--starts")
        if place in starts:
            raise MinesweeperError(f"--starts {cell} is given twice")
        try:
            starts[place] = seed_range(None, None, seeds)
        except MinesweeperError:
            raise MinesweeperError(
                f"--starts must be ROW,COL=A:B such as 8,15=0:1000, not {text!r}"
            ) from None
    return starts or None


def check_names(text: str | None) -> tuple[str, ...]:
    """Read what --metrics says."""
    if text is None:
        return ()
    return tuple(name.strip() for name in text.split(","))


def is_dataset(out: str) -> bool:
    """Whether --out names a data set: a folder, with a slash at the end, or a URL."""
    ends = ("/", os.sep) if os.altsep is None else ("/", os.sep, os.altsep)
    return out.endswith(ends) or "://" in out or os.path.isdir(out)


def check_no_dataset(given: dict[str, Any]) -> None:
    """Raise if an option for data sets is given without one."""
    for name, value in given.items():
        if value:
            option = f"--{name.replace('_', '-')}"
            raise MinesweeperError(
                f"{option} is for data sets: --out must be a folder, with / at its "
                "end, or a URL"
            )


def generate_dataset(
    out: str,
    spec: Spec,
    start: tuple[int, int] | None,
    numbers: tuple[int | None, int | None, str | None],
    options: dict[str, Any],
    search: dict[str, Any],
) -> None:
    """Write a data set, or what is missing of it, and say so.

    ``numbers`` are --seed, --count and --seeds, ``options`` those of
    ``dataset_options``, and ``search`` goes on to ``write_dataset``.
    """
    from nogues.dataset.write import write_dataset

    starts = check_starts(options["starts"])
    span = None
    if starts is None:
        if numbers[0] is None and numbers[2] is None:
            raise MinesweeperError(
                "a data set needs --seeds, or --seed and --count: the same command "
                "then goes on where it was stopped"
            )
        span = seed_range(*numbers)
    elif (start, *numbers) != (None, None, None, None):
        raise MinesweeperError("give --starts, or --start and --seeds, not both")
    layout = options["layout"]
    if options["seeds_only"]:
        if layout not in (None, "seeds"):
            raise MinesweeperError("give --layout or --seeds-only, not both")
        layout = "seeds"
    begin = time.perf_counter()
    try:
        data = write_dataset(
            out,
            *spec[:3],
            None if starts else spec.start,
            seeds=span,
            starts=starts,
            layout=layout or LAYOUTS[0],
            metrics=check_names(options["metrics"]),
            shard_boards=options["shard_boards"],
            dask=options["dask"],
            **search,
        )
    except KeyboardInterrupt:
        told = "stopped; the same command makes what is missing"
        click.echo(f"nogues: {told}", err=True)
        raise SystemExit(130) from None
    seconds = time.perf_counter() - begin
    left_out = data.seeds - len(data)
    told = f", {left_out:,} seeds without a board" if left_out else ""
    click.echo(
        f"{len(data):,} boards of {spec} in {out}, {data.shards:,} "
        f"file{'s' * (data.shards > 1)}, "
        f"{seconds:.1f} s{told}",
        err=True,
    )


@click.command(
    epilog=example("nogues verify expert/", "nogues verify expert/ --sample 0.01")
)
@click.argument("folder")
@click.option(
    "--sample",
    type=click.FloatRange(0, 1),
    default=1.0,
    show_default=True,
    help="Share of the boards to make again and to solve.",
)
@option("threads")
@option("progress", default=True, show_default=True)
def verify(folder: str, sample: float, threads: int | None, progress: bool) -> None:
    """Check a data set: bytes, seeds, boards made again and solved.

    Names the first bad file and row.  Exit status 1 if anything is wrong.
    """
    from nogues.dataset.verify import verify_dataset

    found = verify_dataset(folder, sample=sample, threads=threads, progress=progress)
    click.echo(str(found))
    if not found.ok:
        raise SystemExit(1)
