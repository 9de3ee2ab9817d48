"""What commands read: every command takes every format, stdin and data sets."""

import json
from functools import cache

import pytest
from command import run_here
from examples import FORMATS, WRITERS
from paths import DATA

import nogues
from nogues.cli.reading import Source

COMMANDS = {
    "solve": ["solve"],
    "convert": ["convert", "-", "--to", "csv"],
    "metrics": ["metrics"],
    "hint": ["hint"],
    "prob": ["prob"],
}
POSITION = nogues.Position(3, 1, 1, [1, -2, -2])


@cache
def board():
    """A board that every command takes, and whose start is the centre."""
    return nogues.generate_board(5, 5, 3, (2, 2), seed=1, safe="block")


def arguments(command, file, *more):
    name, *rest = COMMANDS[command]
    return [name, str(file), *rest, *more]


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("name", WRITERS)
def test_every_command_takes_every_format(command, name, tmp_path):
    data = nogues.dumps(board(), name)
    text, given = tmp_path / "x.txt", nogues.loads(nogues.dumps(board(), "csv"))
    nogues.write_board(given, text)
    expected = run_here(*arguments(command, text))
    assert expected[0] in (0, 1) and expected[2] == ""
    suffix = next(f.suffixes[:1] for f in nogues.formats() if f.name == name)
    path = tmp_path / f"y{''.join(suffix)}"
    nogues.write_board(board(), path, name)
    assert run_here(*arguments(command, path)) == expected
    assert run_here(*arguments(command, "-"), stdin=data) == expected
    assert run_here(*arguments(command, "-", "--from", name), stdin=data) == expected
    path = path.rename(tmp_path / "no-suffix")
    assert run_here(*arguments(command, path)) == expected
    assert run_here(*arguments(command, path, "--from", name)) == expected


LIES = {
    "text.txt": "# 3x2/3 start 1,1\n*21\n12*\n",
    "size.txt": "# 2x3/2 start 1,1\n*21\n12*\n",
    "comment.txt": "# 3x2/3 found in the attic\n*21\n12*\n",
    "search.txt": "# 5x1/1 start 0,0 seed 1 search repair 1\n01*10\n",
    "clue.txt": "*21\n11*\n",
    "json.json": '{"width":3,"height":2,"mines":3,"rows":["*21","12*"]}',
    "rows.json": '{"width":3,"height":3,"mines":2,"rows":["*21","12*"]}',
    "lists.lists": '{"board": [[-1,2,1],[1,2,-1]], "mines": 3}',
    "mbf.mbf": bytes.fromhex("0302 0003 0000 0201"),
    "sgt.sgt": "3x2n3:84",
    "mine.mine": "3x2x3\nF21\n12F\n",
    "rawvf.rawvf": "Width: 3\nHeight: 2\nMines: 3\nBoard:\n*00\n00*\n",
    "board.board": (
        "# MINESWEEPER-BOARD v0.1\nrows: 2\ncolumns: 3\nmines: 3\ngame_mode: classic\n"
        "[real]\n*21\n12*\n"
    ),
}


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("name", LIES)
def test_no_command_believes_a_header_that_lies(command, name, tmp_path):
    path = tmp_path / name.replace(".lists", "")
    data = LIES[name]
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    status, printed, err = run_here(*arguments(command, path))
    assert (status, printed, err.count("\n")) == (2, "", 1)
    assert err.startswith(f"nogues: {path}: ")


@pytest.mark.parametrize("command", ["hint", "prob", "convert"])
@pytest.mark.parametrize(
    "data", ["1..\n", '{"width":3,"height":1,"rows":["1.."]}', "[[1,10,10]]"]
)
def test_a_number_of_mines(command, data):
    to = ["--to", "json"] * (command == "convert")
    end = ["-"] * (command == "convert")
    status, _, err = run_here(command, "-", *end, *to, stdin=data)
    assert status == 2
    assert "--mines" in err
    found = run_here(command, "-", *end, *to, "--mines", 1, stdin=data)
    whole = run_here(command, "-", *end, *to, stdin=nogues.dumps(POSITION))
    assert found == whole
    assert found[0] == 0
    status, _, err = run_here(
        command, "-", *end, "--mines", 2, stdin=nogues.dumps(POSITION)
    )
    assert (status, err) == (2, "nogues: -: mines must be 1 as in the data, not 2\n")


def test_which_header_is_missing():
    assert run_here("hint", "-", stdin="1..\n") == (
        *(2, ""),
        "nogues: -: text, line 1: a position needs a header 3x1/M with its number of "
        "mines M, or give mines (--mines)\n",
    )
    assert run_here("solve", "-", "--mines", 1, stdin="1..\n") == (
        *(2, ""),
        "nogues: - holds a position, not a whole board\n",
    )


@pytest.mark.parametrize("command", ["hint", "prob"])
@pytest.mark.parametrize(
    ("data", "more", "message"),
    [
        ("111\n1*1\n111\n", [], "- has no start, and the centre 1,1 is a mine: give -"),
        ("# start 0,2\n01*\n", [], "the start in -, 0,2, is a mine: give --start"),
        ("01*\n", ["--start", "0,2"], "--start must be a safe cell, not the mine at 0"),
    ],
)
def test_a_first_click_on_a_mine(command, data, more, message):
    status, printed, err = run_here(command, "-", *more, stdin=data)
    assert (status, printed) == (2, "")
    assert err.startswith(f"nogues: {message}")


def test_what_is_not_read(tmp_path):
    path = tmp_path / "x.mgb"
    path.write_text('{"x_size": 3, "y_size": 2, "mine_coords": [], "per_cell": 3}')
    for command in COMMANDS:
        _, _, err = run_here(*arguments(command, path))
        assert err == (
            f"nogues: {path}: .mgb files, boards of Minegauler, whose cells may hold "
            "several mines, are not supported\n"
        )
        _, _, err = run_here(*arguments(command, "-"), stdin=path.read_text())
        assert err == (
            "nogues: -: boards of Minegauler (.mgb) are not supported, because their "
            "cells may hold several mines\n"
        )
        _, _, err = run_here(*arguments(command, "https://example.com/x.txt"))
        assert "FILE must be a file on this machine, because addresses are not" in err


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A data set of two starts."""
    place = tmp_path_factory.mktemp("sets") / "small"
    starts = {(0, 0): range(5), (4, 4): range(7)}
    nogues.write_dataset(place, 9, 9, 10, starts=starts)
    return place


def test_data_sets(folder, tmp_path):
    status, printed, err = run_here("solve", folder)
    assert (status, err) == (0, "")
    assert printed.count("\n") == printed.count(": solvable, 71 opened, ") == 12
    text = tmp_path / "x.txt"
    assert run_here("convert", folder, text) == (0, "", f"12 boards in {text}\n")
    boards = nogues.read_boards(text)
    assert [board.start for board in boards] == [(0, 0)] * 5 + [(4, 4)] * 7
    for form in ([], ["--csv"], ["--json"]):
        found = run_here("metrics", folder, *form)
        assert found == run_here("metrics", text, *form)
        assert found[0] == 0
    assert len(run_here("metrics", folder, "--csv")[1].splitlines()) == 13
    record = json.loads(run_here("metrics", folder, "--json")[1].splitlines()[11])
    assert record["bbbv"] == nogues.metrics(boards[11])["bbbv"]
    _, _, err = run_here("hint", folder)
    assert err == f"nogues: {folder} must hold one board or position, not several\n"
    _, _, err = run_here("solve", folder, "--from", "text")
    assert (
        err == f"nogues: --from is for files, but {folder} is a folder or an address\n"
    )
    _, _, err = run_here("solve", tmp_path)
    assert "holds no data set" in err


def test_data_sets_are_streamed(folder):
    parts = Source(str(folder)).parts()
    assert [len(part) for part in parts] == [5, 7]


def test_home(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    out = run_here("generate", "9x9/10", "--seed", 1, "--out", "~/x.txt")
    assert (out[0], (tmp_path / "x.txt").exists()) == (0, True)
    assert run_here("solve", "~/x.txt")[0] == 0
    assert run_here("convert", "~/x.txt", "~/y.npz")[0] == 0
    assert nogues.Boards.load("~/y.npz")[0].seed == 1


def test_the_summary_is_that_of_numpy(tmp_path):
    boards = nogues.generate_random_boards(9, 9, 10, seeds=range(50))
    boards.save(tmp_path / "x.npz")
    lines = run_here("metrics", tmp_path / "x.npz")[1].splitlines()
    row = next(line.split() for line in lines if line.startswith("bbbv"))
    values = nogues.metrics(boards)["bbbv"]
    assert row[1:3] == [f"{values.mean():.3f}", f"{values.std():.3f}"]
    assert row[3:] == [str(values.min()), str(values.max())]


def test_files_of_other_programs():
    assert run_here("solve", FORMATS / "tiny_3x2_2.mbf")[0] == 1
    assert run_here("metrics", DATA / "formats" / "crlf_3x2_2.txt")[0] == 0
