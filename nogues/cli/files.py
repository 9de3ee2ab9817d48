"""Commands about files: ``convert``, ``hint``, ``prob`` and ``metrics``."""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import cloup
import numpy as np
from numpy.typing import NDArray

from nogues.base.errors import FormatError, MinesweeperError
from nogues.base.words import number_of
from nogues.cli.options import example, option
from nogues.cli.report import report

if TYPE_CHECKING:
    from nogues.boards.board import Board
    from nogues.boards.position import Position

NPZ = ".npz"

from_option = cloup.option(
    "--from", "read_as", metavar="FORMAT", help="Format of the file."
)


start_option = option("start", show_default="the file's")


def data_of(file: str) -> bytes:
    """Return the bytes of a file, or of stdin."""
    if file == "-" and sys.stdin is None:
        raise MinesweeperError("FILE is - but stdin is closed")
    return sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()


def boards_of(file: str, read_as: str | None) -> Iterator[Board | Position]:
    """Yield the boards, or the position, of a file of any format."""
    from nogues.boards.board import Boards
    from nogues.formats.registry import check_format, name_by_suffix, name_of, read_all

    if read_as is None and file.endswith(NPZ):
        yield from Boards.load(file)
        return
    name = name_by_suffix(file) if read_as is None else check_format(read_as)
    data = data_of(file)
    try:
        yield from read_all(data, name or name_of(data))
    except FormatError as error:
        raise FormatError(f"{file}: {error}") from None


@cloup.command(
    epilog=example(
        "nogues convert board.mbf board.txt",
        "nogues convert expert.npz expert.jsonl",
        "nogues convert board.txt - --to sgt",
    )
)
@cloup.argument("source", metavar="IN")
@cloup.argument("target", metavar="OUT")
@from_option
@cloup.option("--to", "write_as", metavar="FORMAT", help="Format of OUT.")
def convert(
    source: str, target: str, read_as: str | None, write_as: str | None
) -> None:
    """Convert boards or a position to another format.

    IN and OUT can be - for stdin and stdout.  By default the suffixes decide the
    formats: text, json, csv, mbf, ptt, sgt, mine, lists, board and rawvf; analysis, evf
    and rmv can only be read.  Text, JSON (one record per line) and .npz files hold many
    boards, all others hold one.
    """
    from nogues.base.files import atomic_file
    from nogues.formats.registry import check_format, check_suffix, write_all

    found = _some(boards_of(source, read_as), source)
    if write_as is None and target.endswith(NPZ):
        count = _save(found, target)
    elif target == "-":
        if sys.stdout is None:
            raise MinesweeperError("OUT is - but stdout is closed")
        write_all(found, sys.stdout.buffer, check_format(write_as or "text"))
        return
    else:
        name = check_suffix(target) if write_as is None else check_format(write_as)
        with atomic_file(target) as file:
            count = write_all(found, file, name)
    report(f"{number_of(count, 'board')} in {target}")


def _some(found: Iterable[Board | Position], file: str) -> Iterator[Board | Position]:
    """Yield all items; raise an error if there are none."""
    count = 0
    for item in found:
        count += 1
        yield item
    if not count:
        raise FormatError(f"{file} contains no boards")


def _save(found: Iterable[Board | Position], target: str) -> int:
    from nogues.boards.board import Board, Boards

    boards = []
    for item in found:
        if not isinstance(item, Board):
            raise MinesweeperError(f"{NPZ} files hold boards, not positions")
        boards.append(item)
    Boards.stack(boards).save(target)
    return len(boards)


def position_of(
    file: str, read_as: str | None, start: tuple[int, int] | None
) -> Position:
    """Return the position in a file, or the one after the first click on its board."""
    from nogues.base.spec import check_cell
    from nogues.boards.board import Board
    from nogues.boards.position import Position

    found = _some(boards_of(file, read_as), file)
    item = next(found)
    if next(found, None) is not None:
        raise MinesweeperError(f"{file} must hold one board or position, not several")
    if isinstance(item, Board):
        if start is not None:
            cell = check_cell("start", start, item.width, item.height)
            item = replace(item, start=cell)
        return Position.from_board(item)
    if start is not None:
        raise MinesweeperError(f"--start is for boards, but {file} holds a position")
    return item


@cloup.command(
    epilog=example(
        "nogues hint position.mine",
        "nogues generate expert --seed 7 | nogues hint - --start 0,0",
    )
)
@cloup.argument("file")
@start_option
@from_option
def hint(file: str, start: tuple[int, int] | None, read_as: str | None) -> None:
    """Show what is certain in a position, and why.

    FILE holds a position, or a board: then the position after the first click is used.
    The simplest rule that applies is used.  Exit status 1 if nothing is certain.
    """
    from nogues.solving.hints import hint as hint_of

    found = hint_of(position_of(file, read_as, start))
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
@from_option
def prob(file: str, start: tuple[int, int] | None, read_as: str | None) -> None:
    """Show the mine probability of each hidden cell.

    FILE holds a position, or a board: then the position after the first click is used.
    Only 0% and 100% are certain.
    """
    from nogues.cli.terminal import print_probabilities
    from nogues.solving.probability import mine_probabilities

    position = position_of(file, read_as, start)
    print_probabilities(position, mine_probabilities(position))


@cloup.command(
    epilog=example(
        "nogues metrics board.mbf",
        "nogues metrics expert.npz --csv > expert.csv",
    )
)
@cloup.argument("file")
@start_option
@from_option
@cloup.option("--json", "form", flag_value="json", help="One JSON object per board.")
@cloup.option(
    "--csv", "form", flag_value="csv", help="One row per board, after a row of names."
)
@cloup.option("--no-zini", is_flag=True, help="Leave out ZiNi, the slowest measure.")
def metrics(
    file: str,
    start: tuple[int, int] | None,
    read_as: str | None,
    form: str | None,
    no_zini: bool,
) -> None:
    """Measure boards: 3BV, openings, islands, ZiNi and more.

    For many boards, prints the mean, standard deviation, minimum and maximum; --json
    and --csv print every board.  The start matters only for the opening.
    """
    measured = _measures(file, start, read_as, not no_zini)
    if form is None:
        _summarize(measured)
        return
    names = list(measured)
    rows = zip(*(measured[name].tolist() for name in names), strict=True)
    if form == "json":
        for row in rows:
            click.echo(json.dumps(dict(zip(names, row, strict=True))))
        return
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(names)
    writer.writerows(rows)


def _measures(
    file: str, start: tuple[int, int] | None, read_as: str | None, zini: bool
) -> dict[str, NDArray[Any]]:
    """Measure the boards of a file; return one flat column per measure."""
    from nogues.boards.board import Board, Boards
    from nogues.solving.measures import metrics as measure

    if read_as is None and file.endswith(NPZ):
        parts = [measure(Boards.load(file), start, zini=zini)]
    else:
        parts = []
        for item in _some(boards_of(file, read_as), file):
            if not isinstance(item, Board):
                raise MinesweeperError(f"{file} holds a position, not a whole board")
            one = measure(item, start, zini=zini)
            parts.append({name: np.array([value]) for name, value in one.items()})
    found = {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
    middle, numbers = found.pop("middle"), found.pop("numbers")
    found["middle_row"], found["middle_column"] = middle.T
    found.update({f"numbers_{clue}": numbers[:, clue] for clue in range(9)})
    return found


def _summarize(measured: dict[str, NDArray[Any]]) -> None:
    """Print one line per measure: the value of one board, or statistics of many."""
    boards = len(next(iter(measured.values())))
    if boards == 1:
        for name, values in measured.items():
            click.echo(f"{name:16} {values[0]:7,}")
        return
    click.echo(number_of(boards, "board"))
    click.echo(f"{'':16} {'mean':>11} {'deviation':>10} {'min':>7} {'max':>7}")
    for name, values in measured.items():
        click.echo(
            f"{name:16} {values.mean():11,.3f} {values.std():10,.3f} "
            f"{values.min():7,} {values.max():7,}"
        )


COMMANDS = (convert, hint, prob, metrics)
