"""Options that commands share, and what their texts mean."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, TypeVar

import click

from nogues.base.errors import MinesweeperError
from nogues.base.random import entropy_seed
from nogues.base.search import SAFE_STARTS, SEARCHES, Between
from nogues.base.spec import Spec, check_spec, parse_size
from nogues.kernels.codes import LOGICS, METRICS, RULES

F = TypeVar("F", bound=Callable[..., Any])


def example(*lines: str) -> str:
    """Return the end of a command's help."""
    return "\b\nExamples:\n" + "\n".join(f"  {line}" for line in lines)


def spec_of(size: str, start: str | None) -> Spec:
    """Read a size and a start."""
    cell = None if start is None else check_start(start)
    return check_spec(**parse_size(size), start=cell)


def check_start(text: str, option: str = "--start") -> tuple[int, int]:
    """Read a cell given as ROW,COL."""
    row, comma, column = text.partition(",")
    if not (comma and row.strip().isdecimal() and column.strip().isdecimal()):
        raise MinesweeperError(f"{option} must be ROW,COL such as 8,15, not {text!r}")
    return int(row), int(column)


def seed_range(seed: int | None, count: int | None, seeds: str | None) -> range:
    """Read which seeds are meant."""
    if seeds is not None:
        if seed is not None or count is not None:
            raise MinesweeperError("give --seeds, or --seed and --count, not both")
        first, colon, last = seeds.partition(":")
        try:
            span = range(int(first), int(last)) if colon else None
        except ValueError:
            span = None
        if not span:
            raise MinesweeperError(
                f"--seeds must be A:B with B above A, such as 0:1000, not {seeds!r}"
            )
        return span
    first_seed = entropy_seed() if seed is None else seed
    return range(first_seed, first_seed + (1 if count is None else count))


def start_option(command: F) -> F:
    """Add --start."""
    return click.option(
        "--start", metavar="ROW,COL", help="First click; the centre unless given."
    )(command)


def accepted(texts: tuple[str, ...]) -> Between | None:
    """Read what --accept says, each METRIC=LOW:HIGH."""
    limits: dict[str, Any] = {}
    for text in texts:
        match = re.fullmatch(r"(\w+)=(\d*):(\d*)", text, re.ASCII)
        if match is None or match[1] not in METRICS:
            raise MinesweeperError(
                "--accept must be METRIC=LOW:HIGH such as bbbv=150:200, with METRIC "
                f"one of {', '.join(METRICS)}, not {text!r}"
            )
        if match[1] in limits:
            raise MinesweeperError(f"--accept {match[1]} is given twice")
        limits[match[1]] = tuple(
            int(end) if end else None for end in match.groups()[1:]
        )
    return Between(**limits) if limits else None


def search_options(command: F) -> F:
    """Add what tells a search from the published one."""
    options = (
        click.option(
            "--logic",
            type=click.Choice(LOGICS),
            default="elementary",
            show_default=True,
            help="Level of deduction that finishes the boards.",
        ),
        click.option(
            "--search",
            type=click.Choice(SEARCHES),
            default="repair",
            show_default=True,
            help="Move mines until it can be finished, or lay all anew: a fair sample.",
        ),
        click.option(
            "--safe",
            type=click.Choice(SAFE_STARTS),
            help="Where no mine lies; the diamond in the published search, else block.",
        ),
        click.option(
            "--moves",
            type=click.IntRange(0),
            help="Trades after a repair above elementary; two a mine unless given.",
        ),
        click.option(
            "--needs",
            type=click.Choice(RULES),
            help="Only boards that cannot be finished with less than this rule.",
        ),
        click.option(
            "--no-mine-count",
            is_flag=True,
            help="The complete level may not use the number of mines.",
        ),
        click.option(
            "--accept",
            metavar="METRIC=LOW:HIGH",
            multiple=True,
            help=f"Only such boards; METRIC is {', '.join(METRICS)}.  May be repeated.",
        ),
    )
    for option in reversed(options):
        command = option(command)
    return command


def asked_for(options: dict[str, Any]) -> dict[str, Any]:
    """Turn what search_options gives into arguments of generate_board."""
    asked = dict(options)
    asked["use_mine_count"] = not asked.pop("no_mine_count")
    asked["accept"] = accepted(asked["accept"])
    return asked


def bulk_options(command: F) -> F:
    """Add which boards to make, and where to write them."""
    options = (
        click.option("--seed", type=int, help="First seed; a random one unless given."),
        click.option("--count", type=click.IntRange(1), help="Boards; 1 unless given."),
        click.option("--seeds", metavar="A:B", help="Seeds A to B-1, a board each."),
        click.option(
            "--threads", type=click.IntRange(1, 1024), help="One a core by default."
        ),
        click.option(
            "--out",
            default="-",
            show_default=True,
            help="A .npz or .txt file; - is stdout.",
        ),
        click.option("--progress/--no-progress", default=None, help="On for files."),
    )
    for option in reversed(options):
        command = option(command)
    return command
