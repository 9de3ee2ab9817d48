"""The commands about files of other programs, run as a user runs them."""

import os
import re

import pytest
from command import run, run_here
from paths import DATA

import nogues

FORMATS = DATA / "formats"
TINY = FORMATS / "tiny_3x2_2.mbf"
TEXT = "# 3x2/2 mine_count 2 start 1,1 search given 1\n*21\n12*\n"
POSITION = "3x2x1\n01H\n01H\n"


def test_convert_one(tmp_path):
    out = tmp_path / "x.txt"
    assert run("convert", TINY, out) == (0, "", f"1 board in {out}\n")
    assert out.read_text() == TEXT
    assert run("convert", out, "-", "--to", "ptt")[1] == "b=32&m=gg\n"
    assert run("convert", "-", "-", stdin="b=32&m=gg") == (0, TEXT, "")
    assert run("convert", "-", "-", "--from", "ptt", stdin="b=32&m=gg")[1] == TEXT
    back = tmp_path / "back.dat"
    assert run("convert", out, back, "--to", "mbf")[0] == 0
    assert back.read_bytes() == TINY.read_bytes()
    assert run("convert", back, "-", "--to", "csv")[1] == "-1,2,1\n1,2,-1\n"
    status, printed, _ = run("convert", "-", "-", "--to", "lists", stdin=POSITION)
    assert (status, printed) == (0, '{"board":[[0,1,10],[0,1,10]],"mines":1}\n')


def test_convert_a_board_with_fewer_mines_than_requested():
    """Formats without a place for the request say what the board holds."""
    board = nogues.generate_board(5, 1, 4, (0, 0), seed=1)
    text = "# 5x1/4 mine_count 2 start 0,0 seed 1 search repair 1\n001**\n"
    assert (str(board), nogues.dumps(board)) == ("001**", text)
    assert run_here("convert", "-", "-", stdin=text)[1] == text
    for name, part in {
        "json": '"mines":4,"mine_count":2,',
        "mine": "5x1x2\n",
        "board": "mines: 2\n",
        "rawvf": "Mines: 2\n",
        "lists": "[[0,0,1,-1,-1]]",
    }.items():
        status, printed, err = run_here("convert", "-", "-", "--to", name, stdin=text)
        assert (status, err) == (0, "")
        assert part in printed
        status, printed, err = run_here("convert", "-", "-", stdin=printed)
        assert (status, err) == (0, "")
        assert printed.startswith("# 5x1/" + ("4" if name == "json" else "2"))


def test_convert_many(tmp_path):
    boards = nogues.generate_boards(9, 9, 10, seeds=range(5), safe="block")
    boards.save(tmp_path / "a.npz")
    for old, new in (("a.npz", "b.jsonl"), ("b.jsonl", "c.npz"), ("c.npz", "d.txt")):
        status, _, err = run("convert", tmp_path / old, tmp_path / new)
        assert (status, err) == (0, f"5 boards in {tmp_path / new}\n")
    assert list(nogues.Boards.load(tmp_path / "c.npz")) == list(boards)
    run("convert", tmp_path / "d.txt", tmp_path / "e.npz")
    found = nogues.Boards.load(tmp_path / "e.npz")
    assert found.search == boards.search
    assert (found.clue == boards.clue).all()
    assert found.seed.tolist() == list(range(5))
    text = (tmp_path / "d.txt").read_text()
    assert run("convert", tmp_path / "a.npz", "-")[1] == text
    assert text.count("\n\n") == 4
    status, _, err = run("convert", tmp_path / "a.npz", tmp_path / "f.mbf")
    assert status == 2
    assert (
        "mbf holds one board, but there are more; these hold many boards: text, " in err
    )
    assert not (tmp_path / "f.mbf").exists()


def test_boards_from_elsewhere_as_arrays(tmp_path):
    path = tmp_path / "x.txt"
    path.write_text("*21\n12*\n\n110\n*10\n")
    assert run("convert", path, tmp_path / "x.npz")[0] == 0
    boards = nogues.Boards.load(tmp_path / "x.npz")
    assert (boards.mines, boards.mine_count.tolist()) == (None, [2, 1])
    assert (boards.search.name, boards.solvable.any(), boards[0].seed) == (
        *("given", False),
        None,
    )
    assert repr(boards) == "<Boards 2 of 3x2 start=(1, 1) search=given>"
    assert str(boards[1]) == "110\n*10"


def test_hint(tmp_path):
    status, printed, err = run("hint", FORMATS / "row_5x1_1.mine")
    assert (status, err) == (0, "")
    assert printed.endswith("(0, 0) is safe.\n")
    status, printed, _ = run("hint", "-", stdin="4x1x1\nHHHH\n")
    assert (status, printed) == (1, "nothing is certain\n")
    board = "# 4x1/1 start 0,0\n001*\n"
    assert run("hint", "-", stdin=board)[:2] == (
        0,
        "The 1 at (0, 2) needs a mine in its only hidden neighbour: (0, 3).\n",
    )
    status, _, err = run("hint", "-", "--start", "0,3", stdin=board)
    assert (status, err) == (
        *(2, "nogues: --start must be a safe cell, not the mine at 0,3\n"),
    )


def test_prob(tmp_path):
    status, printed, err = run("prob", "-", stdin="4x1x1\n1HHH\n")
    assert (status, err) == (0, "")
    assert printed.splitlines() == [
        "   1 100%   0%   0%",
        "4x1: 1 mine, 0 known, 3 hidden cells; certain: 2 safe, 1 mine",
    ]
    status, printed, _ = run("prob", "-", stdin="2x2x1\n1H\nHH\n")
    assert printed.splitlines()[:2] == ["   1  33%", " 33%  33%"]
    wide = "200x1x1\n" + "H" * 200
    rows = run("prob", "-", stdin=wide)[1].splitlines()
    assert rows[0] == " ".join(["  1%"] * 200)  # a half percent is not none
    status, printed, _ = run("prob", "-", "--start", "0,3", stdin="*1000\n")
    assert printed.splitlines()[0] == "100%    1    0    0    0"
    assert run("prob", "-", stdin="2x1x1\n1F\n")[0] == 2  # a board, clicked on its mine


@pytest.mark.parametrize(
    ("arguments", "stdin", "message"),
    [
        (["convert", "none.txt", "x.mbf"], "", "none.txt: No such file"),
        (["convert", "-", "x.gif"], POSITION, "path must end in .txt, .json"),
        (["convert", "-", "x.mbf"], POSITION, "mbf holds layouts, not positions"),
        (["convert", "-", "x.npz"], POSITION, "npz holds layouts, not positions"),
        (["convert", "-", "x.txt", "--from", "gif"], "", "format must be one of text"),
        (["convert", "-", "x.txt", "--to", "gif"], POSITION, "format must be one of t"),
        (["convert", "-", "x.evf"], POSITION, "must be one that can be written, text"),
        (["convert", "-", "-"], "hello", "-: this is not recognised as text, json"),
        (["convert", "-", "-", "--from", "text"], "", "- contains no boards"),
        (["convert", "-", "-", "--from", "json"], "{}\n{", "line 1: width must be"),
        (
            ["convert", "-", "x.npz"],
            "*21\n12*\n\n*1\n",
            "boards must have one width, 3",
        ),
        (["hint", "-"], "*1\n\n*1\n", "must hold one board or position, not several"),
        (["hint", "-", "--start", "0,0"], POSITION, "--start is for boards, but -"),
        (["hint", "-", "--start", "9,9"], "*10\n", "start row must be 0 to 0, not 9"),
        (["prob", "-"], "2x1x1\n2H\n", "the clue 2 at (0, 0)"),
        (["prob", "-"], "3x1x3\n1HH\n", "3 mines announced, but 0 known and 2"),
        (["prob", "-"], "3x1x1\n1Hx\n", "-: line 2, column 3: 'x' is not one of"),
    ],
)
def test_errors_are_one_line(arguments, stdin, message, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    status, printed, err = run_here(*arguments, stdin=stdin)
    assert (status, printed) == (2, "")
    assert re.match("nogues: ", err)
    assert message in err
    assert err.count("\n") == 1
    assert os.listdir(tmp_path) == []
