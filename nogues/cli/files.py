"""Commands that read: ``solve``, ``convert``, ``hint``, ``prob`` and ``metrics``."""

from __future__ import annotations

import csv
import json
import math
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click
import cloup
import numpy as np
from numpy.typing import NDArray

from nogues.base.errors import FormatError, MinesweeperError
from nogues.base.words import number_of
from nogues.cli.options import example, option
from nogues.cli.reading import NOT_WHOLE, Source, reading_options
from nogues.cli.report import report

if TYPE_CHECKING:
    from nogues.solving.solve import Solution

start_option = option("start", show_default="the file's")


@cloup.command(
    epilog=example(
        "nogues convert board.mbf board.txt",
        "nogues convert expert.npz expert.jsonl",
        "nogues convert board.txt - --to sgt",
    )
)
@cloup.argument("source", metavar="IN")
@cloup.argument("target", metavar="OUT")
@reading_options
@cloup.option("--to", "write_as", metavar="FORMAT", help="Format of OUT.")
def convert(
    source: str,
    target: str,
    read_as: str | None,
    mines: int | None,
    write_as: str | None,
) -> None:
    """Convert boards or a position to another format.

    IN and OUT can be - for stdin and stdout; IN can be a data set.  By default the
    suffixes decide the formats: text, json, npz, csv, mbf, ptt, sgt, mine, lists, board
    and rawvf; analysis, evf and rmv can only be read.  Text, JSON (one record per line)
    and .npz files hold many boards, all others hold one.
    """
    from nogues.base.files import atomic_file
    from nogues.formats.registry import check_format, check_suffix
    from nogues.formats.writing import write_all

    found = Source(source, read_as, mines).items()
    if target == "-":
        if sys.stdout is None:
            raise MinesweeperError("OUT is - but stdout is closed")
        write_all(found, sys.stdout.buffer, check_format(write_as or "text"))
        return
    else:
        name = check_suffix(target) if write_as is None else check_format(write_as)
        with atomic_file(target) as file:
            count = write_all(found, file, name)
    report(f"{number_of(count, 'board')} in {target}")


@cloup.command(
    epilog=example(
        "nogues hint position.mine",
        "nogues generate expert --seed 7 | nogues hint - --start 0,0",
    )
)
@cloup.argument("file")
@start_option
@reading_options
def hint(
    file: str, start: tuple[int, int] | None, read_as: str | None, mines: int | None
) -> None:
    """Show what is certain in a position, and why.

    FILE holds a position, or a board: then the position after the first click is used.
    The simplest rule that applies is used.  Exit status 1 if nothing is certain.
    """
    from nogues.solving.hints import hint as hint_of

    found = hint_of(Source(file, read_as, mines).position(start))
    if found is None:
        click.echo("nothing is certain")
        raise SystemExit(1)
    click.echo(found.text)


@cloup.command(
    epilog=example(
        "nogues prob position.mine",
        "nogues prob board.txt --start 0,0",
    )
)
@cloup.argument("file")
@start_option
@reading_options
def prob(
    file: str, start: tuple[int, int] | None, read_as: str | None, mines: int | None
) -> None:
    """Show the mine probability of each hidden cell.

    FILE holds a position, or a board: then the position after the first click is used.
    Only 0% and 100% are certain.
    """
    from nogues.cli.terminal import print_probabilities
    from nogues.solving.probability import mine_probabilities

    position = Source(file, read_as, mines).position(start)
    print_probabilities(position, mine_probabilities(position))


@cloup.command(
    epilog=example(
        "nogues metrics board.mbf",
        "nogues metrics expert.npz --csv > expert.csv",
    )
)
@cloup.argument("file")
@start_option
@reading_options
@cloup.option("--json", "form", flag_value="json", help="One JSON object per board.")
@cloup.option(
    "--csv", "form", flag_value="csv", help="One row per board, after a row of names."
)
@cloup.option("--no-zini", is_flag=True, help="Leave out ZiNi, the slowest measure.")
def metrics(
    file: str,
    start: tuple[int, int] | None,
    read_as: str | None,
    mines: int | None,
    form: str | None,
    no_zini: bool,
) -> None:
    """Measure boards: 3BV, openings, islands, ZiNi and more.

    For many boards, prints the mean, standard deviation, minimum and maximum; --json
    and --csv print every board.  The start matters only for the opening.
    """
    parts = _measures(Source(file, read_as, mines), start, not no_zini)
    if form is None:
        _summarize(parts)
        return
    writer = csv.writer(sys.stdout, lineterminator="\n")
    for k, part in enumerate(parts):
        rows = zip(*(values.tolist() for values in part.values()), strict=True)
        if form == "json":
            for row in rows:
                click.echo(json.dumps(dict(zip(part, row, strict=True))))
            continue
        if not k:
            writer.writerow(part)
        writer.writerows(rows)


def _measures(
    source: Source, start: tuple[int, int] | None, zini: bool
) -> Iterator[dict[str, NDArray[Any]]]:
    """Measure boards; yield flat columns, one per measure."""
    from nogues.boards.board import Board
    from nogues.boards.position import Position
    from nogues.solving.measures import metrics as measure

    for part in source.parts():
        if isinstance(part, Position):
            raise MinesweeperError(f"{source.file} {NOT_WHOLE}")
        found = measure(part, start, zini=zini)
        if isinstance(part, Board):
            found = {name: np.array([value]) for name, value in found.items()}
        yield found


def _summarize(parts: Iterator[dict[str, NDArray[Any]]]) -> None:
    """Print one line per measure: the value of one board, or statistics of many."""
    boards = 0
    sums: dict[str, list[int]] = {}
    for part in parts:
        boards += len(next(iter(part.values())))
        for name, values in part.items():
            wide = values.astype(np.int64)
            low, high = int(wide.min()), int(wide.max())
            old = sums.setdefault(name, [0, 0, low, high])
            # Squares of measures stay far below 2**63, and so do their sums.
            total, squares = old[0] + int(wide.sum()), old[1] + int(wide @ wide)
            sums[name] = [total, squares, min(old[2], low), max(old[3], high)]
    if boards == 1:
        for name, (total, *_) in sums.items():
            click.echo(f"{name:16} {total:7,}")
        return
    click.echo(number_of(boards, "board"))
    click.echo(f"{'':16} {'mean':>11} {'deviation':>10} {'min':>7} {'max':>7}")
    for name, (total, squares, low, high) in sums.items():
        deviation = math.sqrt(boards * squares - total * total) / boards
        click.echo(
            f"{name:16} {total / boards:11,.3f} {deviation:10,.3f} {low:7,} {high:7,}"
        )


@cloup.command(
    epilog=example(
        "nogues generate expert --seed 7 | nogues solve -",
        "nogues solve boards.txt --start 0,0 --logic complete",
        "nogues solve expert.npz",
    )
)
@cloup.argument("file")
@option("start", show_default="the file's, or the centre")
@option("logic", help="Level of deduction.")
@option("max_passes", help="Most sweeps in one solve.")
@reading_options
def solve(
    file: str,
    start: tuple[int, int] | None,
    logic: str,
    max_passes: int,
    read_as: str | None,
    mines: int | None,
) -> None:
    """Solve the boards in FILE at a level of deduction.

    FILE is of any format, a data set, or - for stdin.  Prints one line per board.  Exit
    status 1 if a board is not solvable.
    """
    from nogues.solving.solve import solve as solve_board

    unsolved = 0
    for number, board in enumerate(Source(file, read_as, mines).boards(), 1):
        try:
            s = solve_board(board, start, logic=logic, max_passes=max_passes)
        except MinesweeperError as error:
            raise FormatError(f"{file}, board {number}: {error}") from None
        verdict = "solvable" if s.solvable else "hits a mine" if s.hit_mine else "stuck"
        click.echo(
            f"board {number}: {verdict}, {s.opened} opened, {s.flagged} flagged, "
            f"{_effort(s)}"
        )
        unsolved += not s.solvable
    if unsolved:
        raise SystemExit(1)


def _effort(solution: Solution) -> str:
    """Return how hard a board was: its passes, or the rounds of each rule."""
    if solution.logic == "elementary":
        return number_of(solution.passes, "pass", "passes")
    rounds = ", ".join(f"{n} {rule}" for rule, n in solution.rounds.items())
    return f"rounds: {rounds}"


COMMANDS = (solve, convert, hint, prob, metrics)
