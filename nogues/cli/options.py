"""Options of commands, made from ``nogues.base.options``, and their parsers."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import click
import cloup

from nogues.base.between import Between
from nogues.base.errors import MinesweeperError
from nogues.base.notice import be_quiet, notice
from nogues.base.options import BOARDS, QUIET, Option
from nogues.base.parse import parse_integer
from nogues.base.random import entropy_seed
from nogues.base.search import check_room, check_search, warn_of_fewer_mines
from nogues.base.spec import LARGEST, Spec, check_spec, parse_size
from nogues.kernels.codes import METRICS

F = TypeVar("F", bound=Callable[..., Any])


def example(*lines: str) -> str:
    """Return the examples at the end of a command's help."""
    return "\b\nExamples:\n" + "\n".join(f"  {line}" for line in lines)


def spec_of(size: str, start: tuple[int, int] | None) -> Spec:
    """Parse SIZE and add a start."""
    return check_spec(**parse_size(size), start=start)


def warn_of_fewer(spec: Spec, options: dict[str, Any]) -> None:
    """Warn if the boards that the options of a command ask for have fewer mines."""
    given = {name: options[name] for name in SEARCH_NAMES}
    asked = check_search(spec, **given)
    check_room(spec, asked)
    warn_of_fewer_mines(spec, asked)


def check_start(text: str, option: str = "--start") -> tuple[int, int]:
    """Parse a cell, ROW,COL."""
    row, comma, column = text.partition(",")
    if not (comma and row.strip().isdecimal() and column.strip().isdecimal()):
        raise MinesweeperError(f"{option} must be ROW,COL such as 8,15, not {text!r}")
    return int(row), int(column)


def seed_range(seed: int | None, count: int | None, seeds: str | None) -> range:
    """Return the seeds that the three options select."""
    if seeds is not None:
        if seed is not None or count is not None:
            raise MinesweeperError("give --seeds, or --seed and --count, not both")
        first, colon, last = seeds.partition(":")
        try:
            ends = (parse_integer(first), parse_integer(last)) if colon else None
            span = range(*ends) if ends else None
        except ValueError:
            span = None
        if not span:
            raise MinesweeperError(
                f"--seeds must be A:B with B above A, such as 0:1000, not {seeds!r}"
            )
        return span
    first_seed = entropy_seed() if seed is None else seed
    return range(first_seed, first_seed + (1 if count is None else count))


def check_accept(texts: tuple[str, ...]) -> Between | None:
    """Parse the values of --accept, each METRIC=LOW:HIGH."""
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


def option(
    name: str, table: Mapping[str, Option] = BOARDS, **changes: Any
) -> Callable[[F], F]:
    """Return the decorator of an option of ``nogues.base.options``, ``--name``.

    The command gets what the function of the same name takes: a cell, a bool, a
    ``Between``.

    Parameters
    ----------
    name : str
        Name in the table.
    table : mapping, optional
        The options of what the command makes.
    **changes
        Arguments of ``cloup.option`` to replace.
    """
    about = table[name]
    flag = f"--{name.replace('_', '-')}"
    given: dict[str, Any] = {"help": _help_of(about)}
    if name == "progress":
        flag += "/--no-progress"
        given |= {"default": None, "show_default": "on for files"}
        given["callback"] = _read_progress
    elif about.kind is bool and about.default:
        flag = "--no-mine-count"
        given |= {"is_flag": True, "help": about.off, "callback": _negated}
    elif about.kind is bool:
        given["is_flag"] = True
    else:
        given |= {"type": _type_of(about), "metavar": about.metavar}
        given |= {"multiple": about.repeats, "callback": _READERS.get(name)}
        if about.default:
            given |= {"default": about.default, "show_default": True}
        elif about.unset and not about.repeats:
            given["show_default"] = about.unset
    return cloup.option(flag, name, **(given | changes))


def _help_of(about: Option) -> str:
    words = [about.help]
    if about.repeats and about.choices:
        words.append(f"METRIC is {', '.join(about.choices)}.")
    if about.repeats:
        words.append("May be repeated.")
    return "  ".join(words)


class _Whole(click.types.IntParamType):
    """Integers, also written as ``1e6``."""

    def convert(self, value: Any, *rest: Any) -> Any:
        """Return the integer."""
        try:
            value = parse_integer(value) if isinstance(value, str) else value
        except ValueError:
            self.fail(f"{value!r} is not a valid integer.", *rest)
        return super().convert(value, *rest)


class _WholeRange(click.IntRange, _Whole):
    """The same, in a range."""


def _type_of(about: Option) -> Any:
    """Return the type that click checks."""
    if about.kind is str:
        return click.Choice(about.choices)
    if about.kind is int and about.low is None:
        return _Whole()
    if about.kind is int:
        # The largest of all integers is checked elsewhere: it would only fill the help.
        return _WholeRange(about.low, None if about.high == LARGEST else about.high)
    return float if about.name == "time_budget" else about.kind or str


def _negated(context: Any, parameter: Any, value: bool) -> bool:
    return not value


def options(*names: str, table: Mapping[str, Option] = BOARDS) -> list[Any]:
    """Return the decorators of several options."""
    return [option(name, table) for name in names]


def _read_start(context: Any, parameter: Any, text: str | None) -> Any:
    return None if text is None else check_start(text)


def _read_accept(context: Any, parameter: Any, texts: tuple[str, ...]) -> Any:
    return check_accept(texts)


_READERS = {"start": _read_start, "accept": _read_accept}


def _read_progress(
    context: click.Context, parameter: Any, value: bool | None
) -> bool | None:
    if value is False:  # that kernels are compiled is progress, too
        context.with_resource(notice.shown_by(lambda text: None))
    return value


def _read_quiet(context: Any, parameter: Any, value: bool) -> None:
    if value:
        be_quiet()


def quiet_option(command: F) -> F:
    """Add ``--quiet`` to a command; it acts when it is read."""
    table = {"quiet": QUIET}
    add = option("quiet", table, expose_value=False, callback=_read_quiet)
    return add(command)


#: What is asked of a search, as ``generate_board`` takes it.
SEARCH_NAMES = ("logic", "search", "safe", "moves", "needs", "use_mine_count", "accept")
search_options = cloup.option_group("Search", *options(*SEARCH_NAMES))

#: How long a search goes on.
limit_options = cloup.option_group(
    "Limits", *options("max_attempts", "time_budget", "max_passes", "skip_failures")
)


def seed_options(table: Mapping[str, Option]) -> Callable[[F], F]:
    """Return the decorator of the options that say which boards to make."""
    names = ("start", "seed", "count", "seeds")
    return cloup.option_group("Boards", *options(*names, table=table))


def run_options(table: Mapping[str, Option]) -> Callable[[F], F]:
    """Return the decorator of the options that say where to write boards, and how."""
    out = cloup.option(
        "--out",
        default="-",
        show_default=True,
        help="A .npz or .txt file, a folder with / at its end, or - for stdout.",
    )
    return cloup.option_group(
        "Output", out, *options("threads", "progress", table=table)
    )
