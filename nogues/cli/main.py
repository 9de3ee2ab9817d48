"""The command line: ``nogues``, also ``python -m nogues``."""

from __future__ import annotations

import datetime
import os
import re
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import click
import cloup
import numpy as np

from nogues._version import __version__
from nogues.base.errors import MinesweeperError
from nogues.base.options import BOARDS, GAMES, RANDOM_BOARDS
from nogues.base.random import check_length
from nogues.base.spec import plain_size
from nogues.base.words import number_of
from nogues.cli.compile import compile_command
from nogues.cli.datasets import (
    DATASET_OPTIONS,
    check_no_dataset,
    dataset_options,
    generate_dataset,
    is_dataset,
    left_out,
    verify,
)
from nogues.cli.files import COMMANDS
from nogues.cli.options import (
    example,
    limit_options,
    option,
    options,
    quiet_option,
    run_options,
    search_options,
    seed_options,
    seed_range,
    spec_of,
    warn_of_fewer,
)
from nogues.cli.play import play
from nogues.cli.report import report

if TYPE_CHECKING:
    from nogues.boards.board import Boards

#: Cells of the boards that are written as text at a time.
TEXT_CELLS = 2_000_000


@contextmanager
def _one_line_errors() -> Iterator[None]:
    """Turn an error that a user can cause into one line on stderr and status 2."""
    try:
        yield
    except BrokenPipeError:  # the reader closed our output; click handles it
        raise
    except (ImportError, ValueError, TypeError, OSError, MemoryError, Warning) as error:
        message = str(error) or type(error).__name__
        if isinstance(error, OSError) and error.strerror and error.filename:
            message = f"{error.filename}: {error.strerror}"
        click.echo(f"nogues: {message}", err=True)
        raise SystemExit(2) from None


def _show_warning(message: Warning | str, *details: Any, **more: Any) -> None:
    """Show a warning in one line, without the place in the code."""
    report(f"nogues: {message}")


class _Group(cloup.Group):
    """A group that reports every error, usage errors too, in one line."""

    def add_command(self, cmd: Any, *args: Any, **kwargs: Any) -> None:
        """Add a command, which takes --quiet too: it may stand before or after."""
        quiet_option(cmd)
        cmd.ungrouped_options.append(cmd.params[-1])
        super().add_command(cmd, *args, **kwargs)

    def invoke(self, context: click.Context) -> Any:
        """Run a command; catch its errors before click takes EOFError for Ctrl-C."""
        with _one_line_errors():
            return super().invoke(context)

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Run, turning every error into one line and exit status 2."""
        kwargs["standalone_mode"] = False
        try:
            with warnings.catch_warnings():
                warnings.showwarning = _show_warning
                status = super().main(*args, **kwargs)
        except click.ClickException as error:
            click.echo(f"nogues: {error.format_message()}", err=True)
            raise SystemExit(2) from None
        except (click.Abort, KeyboardInterrupt):
            click.echo("nogues: interrupted; no file written", err=True)
            raise SystemExit(130) from None
        raise SystemExit(status if isinstance(status, int) else 0)


@cloup.group(
    cls=_Group,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=example(
        "nogues generate expert --count 1000000 --seed 1 --out expert.npz",
        "nogues show expert --seed 7",
    ),
)
@quiet_option
@click.version_option(__version__, prog_name="nogues")
@click.pass_context
def main(context: click.Context) -> None:
    """Make Minesweeper boards that can be won without guessing."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


@main.command(
    epilog=example(
        "nogues generate expert --count 1000000 --seed 1 --out expert.npz",
        "nogues generate 30x20/130 --seeds 0:1000 --start 0,0 --out boards.txt",
        "nogues generate expert --seeds 0:100000000 --out expert/ --metrics bbbv",
        "nogues generate beginner",
    )
)
@cloup.argument("size")
@seed_options(BOARDS)
@search_options
@limit_options
@run_options(BOARDS)
@dataset_options
def generate(
    size: str,
    start: tuple[int, int] | None,
    seed: int | None,
    count: int | None,
    seeds: str | None,
    threads: int | None,
    out: str,
    progress: bool | None,
    time_budget: float | None,
    **search: Any,
) -> None:
    """Make boards that can be won without guessing.

    SIZE is a preset, a Campo Minado level, or WxH/M.  Board k has seed SEED + k.  Files
    appear whole or not at all.  If OUT is a URL or ends with a slash, it is a data set:
    a folder of Parquet files.  After an interruption, the same command makes the
    missing files.
    """
    from nogues.making.generate import generate_boards

    spec = spec_of(size, start)
    dataset = {name: search.pop(name) for name in DATASET_OPTIONS}
    if is_dataset(out):
        if time_budget is not None:
            raise MinesweeperError(
                "--time-budget is not for data sets, which must be reproducible"
            )
        search |= {"threads": threads, "progress": progress is not False}
        generate_dataset(out, spec, start, (seed, count, seeds), dataset, search)
        return
    check_no_dataset(dataset)
    warn_of_fewer(spec, search)

    def make(part: range, advance: Any) -> Boards:
        return generate_boards(
            *spec,
            seeds=part,
            time_budget=time_budget,
            threads=threads,
            progress=advance,
            **search,
        )

    span = seed_range(seed, count, seeds)
    # The budget is for the whole run, so all boards are made at once.
    cells = spec.cells if time_budget is None else 0
    _write_out(make, span, cells, str(spec), out, progress)


@main.command(
    epilog=example(
        "nogues random expert --count 100000 --seed 1 --out random.npz",
        "nogues random 30x16 --density 0.2 --safe cell",
    )
)
@cloup.argument("size")
@seed_options(RANDOM_BOARDS)
@cloup.option_group(
    "Mines", *options("density", "safe", "relocate", table=RANDOM_BOARDS)
)
@run_options(RANDOM_BOARDS)
def random(
    size: str,
    start: tuple[int, int] | None,
    seed: int | None,
    count: int | None,
    seeds: str | None,
    threads: int | None,
    out: str,
    progress: bool | None,
    density: float | None,
    safe: str,
    relocate: bool,
) -> None:
    """Make random boards, which may need guesses.

    SIZE is as in generate, or WxH with --density.
    """
    from nogues.making.random_boards import generate_random_boards

    size = plain_size(size)
    plain = re.fullmatch(r"\d+x\d+", size, re.ASCII) is not None
    if density is not None and not plain:
        raise MinesweeperError(f"SIZE must be WxH with --density, not {size!r}")
    spec = spec_of(f"{size}/0" if density is not None else size, start)

    def make(part: range, advance: Any) -> Boards:
        return generate_random_boards(
            spec.width,
            spec.height,
            spec.mines if density is None else None,
            spec.start,
            density=density,
            seeds=part,
            safe=safe,
            relocate=relocate,
            threads=threads,
            progress=advance,
        )

    name = str(spec) if density is None else size
    span = seed_range(seed, count, seeds)
    _write_out(make, span, spec.cells, name, out, progress)


def _write_out(
    make: Callable[[range, Any], Boards],
    seeds: range,
    cells: int,
    size: str,
    out: str,
    progress: bool | None,
) -> None:
    """Make boards, write them to a file or stdout, and report it."""
    from nogues.base.files import atomic_file

    check_length(seeds)
    shown = (out != "-") if progress is None else progress
    if out == "-":
        if sys.stdout is None:
            raise MinesweeperError("--out is - but stdout is closed")
        made = _write(make, seeds, cells, shown, sys.stdout.buffer, archive=False)
        if made < len(seeds):
            report(f"{number_of(made, 'board')}{left_out(len(seeds) - made)}")
        return
    suffix = Path(out).suffix.lower()
    if suffix not in (".npz", ".txt"):
        raise MinesweeperError(
            f"--out must end in .npz, .txt or /, or be -, not {out!r}"
        )
    begin = time.perf_counter()
    with atomic_file(out) as file:
        made = _write(make, seeds, cells, shown, file, archive=suffix == ".npz")
    seconds = time.perf_counter() - begin
    report(
        f"{number_of(made, 'board')} of {size} in {out}, seeds {seeds.start} to "
        f"{seeds.stop - 1}, {seconds:.1f} s{left_out(len(seeds) - made)}"
    )


def _write(
    make: Callable[[range, Any], Boards],
    seeds: range,
    cells: int,
    progress: bool,
    file: BinaryIO,
    *,
    archive: bool,
) -> int:
    """Make boards and write them; return their number.

    Text is written in parts of about ``TEXT_CELLS`` cells, boards having ``cells``
    each; if that is 0, all at once.
    """
    from nogues.base.progress import reporting
    from nogues.formats.text import write_boards

    if archive:
        boards = make(seeds, progress)
        boards.write(file)
        return len(boards)
    made = 0
    with reporting(progress, len(seeds)) as report:
        size = max(1, TEXT_CELLS // cells) if cells else len(seeds)
        for first in range(0, len(seeds), size):

            def advance(done: int, total: int, first: int = first) -> None:
                report(first + done)

            boards = make(seeds[first : first + size], advance)
            if made and len(boards):
                file.write(b"\n")
            write_boards(boards, file)
            made += len(boards)
    return made


@main.command(epilog=example("nogues daily", "nogues daily 2026-10-27"))
@cloup.argument("date", required=False)
def daily(date: str | None) -> None:
    """Show the daily board of DATE (YYYY-MM-DD) or of today."""
    from nogues.cli.terminal import print_board
    from nogues.making.daily import generate_daily_board

    day = datetime.date.today().isoformat() if date is None else date
    print_board(generate_daily_board(day), f"daily {day}")


@main.command(
    epilog=example("nogues show expert --seed 7", "nogues show 9x9/10 --start 0,0")
)
@cloup.argument("size")
@cloup.option_group("Board", option("start"), option("seed", GAMES))
@search_options
def show(
    size: str, start: tuple[int, int] | None, seed: int | None, **search: Any
) -> None:
    """Show one board of SIZE in colour.

    The start is shown in reverse colours.
    """
    from nogues.cli.terminal import print_board
    from nogues.making.generate import generate_board

    spec = spec_of(size, start)
    warn_of_fewer(spec, search)
    print_board(generate_board(*spec, seed=seed, **search), str(spec))


@main.command(epilog=example("nogues info"))
def info() -> None:
    """Show versions, cache folder, threads and CPU features."""
    import numba

    from nogues.base.search import VERSIONS
    from nogues.base.threads import check_threads
    from nogues.kernels._compile.cache import code_in_package
    from nogues.kernels._compile.switch import describe
    from nogues.kernels._jit import CACHE_DIR
    from nogues.kernels.bits import cpu_in_use

    cpu, features = cpu_in_use()
    notable = ("bmi2", "avx2", "avx512f", "avx512bw", "neon")
    python = ".".join(map(str, sys.version_info[:3]))
    lines = {
        "nogues": f"{__version__} in {Path(__file__).parents[1]}",
        "search": ", ".join(
            f"{name} {logic or ''}".strip() + f" {version}"
            for (name, logic), version in VERSIONS.items()
        ),
        "python": f"{python}, numpy {np.__version__}, numba {numba.__version__}",
        "cache": _describe_cache(CACHE_DIR),
        "compile": f"{describe()}; code in the package: {code_in_package() or 'none'}",
        "threads": str(check_threads(None)),
        "cpu": f"{cpu}: {', '.join(f for f in notable if f in features) or 'baseline'}",
    }
    for name, value in lines.items():
        click.echo(f"{name:8} {value}")


def _describe_cache(folder: str | None) -> str:
    if folder is None:
        return "off"
    return folder if os.access(folder, os.W_OK) else f"{folder}, read-only"


for command in (*COMMANDS, play, verify, compile_command):
    main.add_command(command)
