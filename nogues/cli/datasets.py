"""Data sets on the command line: ``generate --out FOLDER/`` and ``verify``."""

from __future__ import annotations

import os
import time
from typing import Any

import click
import cloup

from nogues.base.errors import MinesweeperError
from nogues.base.options import DATASETS, LAYOUTS
from nogues.base.spec import Spec
from nogues.base.words import number_of
from nogues.cli.options import (
    check_start,
    example,
    option,
    options,
    seed_range,
    warn_of_fewer,
)
from nogues.cli.report import report

#: The parameters of ``dataset_options``.
DATASET_OPTIONS = (
    "starts",
    "metrics",
    "layout",
    "seeds_only",
    "shard_boards",
    "unique",
    "dask",
)


#: Options for data sets only.
dataset_options = cloup.option_group(
    "Data sets, with --out FOLDER/",
    *options("starts", "metrics", table=DATASETS),
    # The default is None, to tell whether the option was given.
    option("layout", DATASETS, default=None, show_default=LAYOUTS[0]),
    cloup.option(
        "--seeds-only",
        is_flag=True,
        help="Same as --layout seeds: reading generates the boards again.",
    ),
    *options("shard_boards", "unique", "dask", table=DATASETS),
)


def check_starts(texts: tuple[str, ...]) -> dict[tuple[int, int], range] | None:
    """Parse the values of --starts, each ROW,COL=A:B."""
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
    """Parse the value of --metrics."""
    if text is None:
        return ()
    return tuple(name.strip() for name in text.split(","))


def is_dataset(out: str) -> bool:
    """Whether --out names a data set: a URL, or a folder (ends with a slash)."""
    ends = ("/", os.sep) if os.altsep is None else ("/", os.sep, os.altsep)
    return out.endswith(ends) or "://" in out or os.path.isdir(os.path.expanduser(out))


def check_no_dataset(given: dict[str, Any]) -> None:
    """Raise an error if an option for data sets is used without one."""
    for name, value in given.items():
        if value:
            option = f"--{name.replace('_', '-')}"
            raise MinesweeperError(
                f"{option} is for data sets only: --out must be a URL, or a folder "
                "with / at its end"
            )


def generate_dataset(
    out: str,
    spec: Spec,
    start: tuple[int, int] | None,
    numbers: tuple[int | None, int | None, str | None],
    options: dict[str, Any],
    search: dict[str, Any],
) -> None:
    """Write a data set, or its missing files, and report it.

    ``numbers`` are --seed, --count and --seeds, ``options`` those of
    ``dataset_options``, and ``search`` goes on to ``write_dataset``.
    """
    from nogues.dataset.store import DATA
    from nogues.dataset.write import write_dataset

    starts = check_starts(options["starts"])
    span = None
    if starts is None:
        if numbers[0] is None and numbers[2] is None:
            raise MinesweeperError(
                "a data set needs --seeds, or --seed and --count, so that the same "
                "command can continue it"
            )
        span = seed_range(*numbers)
    elif (start, *numbers) != (None, None, None, None):
        raise MinesweeperError("give --starts, or --start and --seeds, not both")
    places = [spec._replace(start=place) for place in starts or [spec.start]]
    warn_of_fewer(min(places, key=lambda place: place.mine_count), search)
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
            unique=options["unique"],
            dask=options["dask"],
            **search,
        )
    except KeyboardInterrupt:
        click.echo("nogues: interrupted; run the command again to continue", err=True)
        raise SystemExit(130) from None
    seconds = time.perf_counter() - begin
    why = "left out" if options["unique"] else "without a board"
    report(
        f"{number_of(len(data), 'board')} of {spec} in {out}, "
        f"{number_of(data.shards, 'file')}, {seconds:.1f} s"
        f"{left_out(data.seeds - len(data), why)}. "
        f"pandas, pyarrow, polars and dask read {out.rstrip('/')}/{DATA}"
    )


def left_out(seeds: int, why: str = "without a board") -> str:
    """Return the end of a report, about seeds without a board."""
    return f", {number_of(seeds, 'seed')} {why}" if seeds else ""


@cloup.command(
    epilog=example("nogues verify expert/", "nogues verify expert/ --sample 0.01")
)
@cloup.argument("folder")
@cloup.option(
    "--sample",
    type=click.FloatRange(0, 1),
    default=1.0,
    show_default=True,
    help="Share of the boards to generate and solve again.",
)
@option("threads")
@option("progress", default=True, show_default=True)
def verify(folder: str, sample: float, threads: int | None, progress: bool) -> None:
    """Check a data set: its files, seeds and boards.

    Boards are generated and solved again.  Names the first bad file and row.  Exit
    status 1 if anything is wrong.
    """
    from nogues.dataset.verify import verify_dataset

    found = verify_dataset(folder, sample=sample, threads=threads, progress=progress)
    click.echo(str(found))
    if not found.ok:
        raise SystemExit(1)
