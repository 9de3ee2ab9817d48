"""The command line, run as a user runs it."""

import datetime
import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from command import PLAIN, run, run_here

import nogues
from nogues.kernels import _jit


def test_generate_to_npz(tmp_path):
    out = tmp_path / "x.npz"
    status, printed, err = run(
        "generate", "expert", "--count", 5000, "--seed", 1, "--out", out
    )
    assert (status, printed) == (0, "")
    assert "5,000 of 5,000 boards" in err
    assert "boards/s" in err
    assert "5,000 boards of 30x16/99" in err
    boards = nogues.Boards.load(out)
    assert boards == nogues.generate_boards(30, 16, 99, seeds=range(1, 5001))


def test_generate_to_text(tmp_path, monkeypatch):
    out = tmp_path / "x.txt"
    status, printed, err = run(
        "generate", "fácil", "--seeds", "-2:3", "--start", "0,0", "--out", out,
        "--no-progress", "--threads", 1,
    )  # fmt: skip
    assert (status, printed) == (0, "")
    assert err.count("\n") == 1
    boards = nogues.generate_boards(10, 8, 10, (0, 0), seeds=range(-2, 3))
    blocks = out.read_text().split("\n\n")
    assert [block.split("\n", 1)[1].rstrip() for block in blocks] == list(
        map(str, boards)
    )
    head = "# 10x8/10 mine_count 10 start 0,0 seed 4294967294 search repair 1\n"
    assert blocks[0].startswith(head)
    assert run("solve", out)[0] == 0


def test_generate_to_stdout():
    status, printed, err = run("generate", "9x9/10", "--seed", 1)
    board = nogues.generate_board(9, 9, 10, seed=1)
    assert (status, err) == (0, "")
    head = "# 9x9/10 mine_count 10 start 4,4 seed 1 search repair 1"
    assert printed == f"{head}\n{board}\n"
    _, first, _ = run("generate", "9x9/10")
    assert first != run("generate", "9x9/10")[1]


def test_generate_with_failures(tmp_path):
    out = tmp_path / "x.npz"
    arguments = ["generate", "30x16/140", "--seeds", "100:400", "--max-attempts", 2]
    status, _, err = run(*arguments, "--out", out, "--no-progress")
    assert status == 2
    assert re.fullmatch(r"nogues: no board of 30x16/140 .* for seed \d+\n", err)
    assert os.listdir(tmp_path) == []
    status, _, err = run(*arguments, "--out", out, "--no-progress", "--skip-failures")
    assert status == 0
    boards = nogues.Boards.load(out)
    assert f"{len(boards.failed_seeds)} seeds without a board" in err
    status, printed, err = run_here(*arguments, "--skip-failures")
    assert (status, printed.count("# 30x16/140")) == (0, len(boards))
    assert err == f"{len(boards)} boards, {300 - len(boards)} seeds without a board\n"


def test_a_file_is_replaced_only_when_whole(tmp_path):
    out = tmp_path / "x.txt"
    out.write_text("old")
    assert run("generate", "30x16/300", "--seed", 1, "--out", out)[0] == 2
    assert out.read_text() == "old"
    assert os.listdir(tmp_path) == ["x.txt"]


def test_solve(tmp_path):
    text = run("generate", "expert", "--seeds", "0:3")[1]
    status, printed, err = run("solve", "-", stdin=text)
    assert (status, err) == (0, "")
    assert re.fullmatch(
        r"(board \d: solvable, 381 opened, 99 flagged, \d+ passes\n){3}", printed
    )
    path = tmp_path / "x.npz"
    nogues.generate_boards(16, 16, 40, (1, 1), seeds=range(2)).save(path)
    assert run("solve", path)[0] == 0
    status, printed, _ = run("solve", "-", stdin="1*\n11\n")
    assert status == 1
    assert printed == "board 1: stuck, 1 opened, 0 flagged, 0 passes\n"
    status, printed, _ = run("solve", "-", "--start", "0,1", stdin="1*\n11\n")
    assert status == 1
    assert printed.startswith("board 1: hits a mine")
    assert run("solve", "-", "--max-passes", 1, stdin=text)[0] == 1


def test_daily():
    status, printed, _ = run("daily", "2026-10-27")
    assert status == 0
    assert "daily 2026-10-27: 25 mines, start 6,5, seed 2919792200" in printed
    first = [row.replace(" ", "") for row in printed.splitlines()[:12]]
    board = str(nogues.generate_daily_board("2026-10-27")).replace("0", "·")
    assert first == board.splitlines()
    today = datetime.date.today()
    _, printed, _ = run("daily")
    assert f"daily {today}" in printed or today != datetime.date.today()


def test_show():
    status, printed, _ = run("show", "expert", "--seed", 7, "--start", "0,0")
    assert status == 0
    rows = [row.replace(" ", "").replace("·", "0") for row in printed.splitlines()]
    board = nogues.generate_board(30, 16, 99, (0, 0), seed=7)
    assert rows[:16] == str(board).splitlines()
    assert "99 mines, start 0,0, seed 7" in printed
    widest = run("show", "200x3/50", "--seed", 1)[1].splitlines()
    assert len(widest[0]) == 399  # never cut or folded


def test_search_options(tmp_path):
    options = ("--safe", "block", "--accept", "bbbv=20:", "--accept", "opening=:40")
    _, printed, err = run("generate", "9x9/10", "--seed", 4, "--count", 2, *options)
    limits = nogues.Between(bbbv=(20, None), opening=(None, 40))
    asked = {"safe": "block", "accept": limits}
    boards = nogues.generate_boards(9, 9, 10, seeds=[4, 5], **asked)
    blocks = printed.split("\n\n")
    assert [block.split("\n", 1)[1].rstrip() for block in blocks] == list(
        map(str, boards)
    )
    assert err == ""
    _, printed, _ = run("show", "9x9/10", "--seed", 5, *options)
    assert f"seed 5, opening {boards[1].opening}" in printed
    out = tmp_path / "x.npz"
    budget = ("--time-budget", 60_000, "--max-attempts", 500)
    assert (
        run("generate", "9x9/10", "--seeds", "4:6", *options, *budget, "--out", out)[0]
        == 0
    )
    found = nogues.Boards.load(out)
    assert found.search == boards.search
    assert found.max_attempts == 500
    assert np.array_equal(found.clue, boards.clue)


FEWER = "3x3/5 with start (1, 1) has 0 mines, not 5: no more fit outside the safe zone"


@pytest.mark.parametrize(
    "arguments",
    [
        ("generate", "3x3/5", "--seeds", "0:3"),
        ("generate", "3x3/5", "--seeds", "0:3", "--out", "OUT.npz", "--no-progress"),
        ("generate", "3x3/5", "--seeds", "0:2", "--out", "OUT/", "--no-progress"),
        ("show", "3x3/5"),
    ],
    ids=" ".join,
)
def test_fewer_mines_are_said_once(arguments, tmp_path):
    arguments = [word.replace("OUT", f"{tmp_path}/x") for word in arguments]
    _, _, err = run(*arguments)
    assert err.count(f"nogues: {FEWER}") == 1
    assert "MinesWarning" not in err
    _, _, err = run(*arguments, "--quiet")
    assert err == ""


def test_fewer_mines_as_an_error(tmp_path):
    done = subprocess.run(
        [sys.executable, "-W", "error::UserWarning", "-m", "nogues", "show", "3x3/5"],
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"nogues: {FEWER}") and done.stderr.count("\n") == 1


def test_time_budget(tmp_path):
    out = tmp_path / "x.txt"
    many = ("generate", "expert", "--seeds", "0:100000", "--time-budget", 20)
    status, _, err = run(*many, "--out", out, "--no-progress")
    assert (status, os.listdir(tmp_path)) == (2, [])
    assert "within time_budget = 20 ms for seed" in err
    status, _, err = run(*many, "--out", out, "--no-progress", "--skip-failures")
    assert status == 0
    assert "seeds without a board" in err


def test_random(tmp_path):
    out = tmp_path / "x.npz"
    some = ("--seeds", "3:20", "--start", "0,0", "--no-progress")
    status, printed, err = run(
        "random", "16x16/40", *some, "--safe", "cell", "--relocate", "--out", out
    )
    assert (status, printed) == (0, "")
    assert err.startswith(f"17 boards of 16x16/40 in {out}, seeds 3 to 19, ")
    assert nogues.Boards.load(out) == nogues.generate_random_boards(
        16, 16, 40, (0, 0), seeds=range(3, 20), safe="cell", relocate=True
    )
    status, printed, _ = run("random", "9x7", "--density", 0.3, "--seed", 8)
    board = nogues.generate_random_board(9, 7, density=0.3, seed=8)
    assert status == 0
    assert printed == (
        f"# 9x7/{board.mine_count} mine_count {board.mine_count} start 3,4 seed 8 "
        f"search random 1 safe block density 0.3\n{board}\n"
    )


def test_show_where_only_ascii_is_understood():
    done = subprocess.run(
        [sys.executable, "-m", "nogues", "show", "5x5/1", "--seed", "1"],
        capture_output=True,
        env=PLAIN | {"PYTHONIOENCODING": "ascii"},
    )
    assert done.returncode == 0
    assert b". . ." in done.stdout


def test_stdout_that_is_closed():
    command = f"{sys.executable} -m nogues generate beginner >&-"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True)
    assert done.returncode == 2
    assert done.stderr == "nogues: --out is - but stdout is closed\n"


def test_info():
    status, printed, _ = run("info")
    assert status == 0
    facts = dict(line.split(None, 1) for line in printed.splitlines())
    assert list(facts) == [
        "nogues",
        "search",
        "python",
        "cache",
        "compile",
        "threads",
        "cpu",
    ]
    assert facts["compile"].startswith("each kernel once; code in the package: ")
    where = Path(nogues.__file__).parent
    assert facts["nogues"] == f"{nogues.__version__} in {where}"
    assert facts["search"].startswith("repair elementary 1, repair subset 1, ")
    assert f"numpy {np.__version__}" in facts["python"]


def test_info_says_that_the_cache_can_only_be_read(monkeypatch):
    printed = run_here("info")[1]
    assert f"cache    {_jit.CACHE_DIR}\n" in printed
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    printed = run_here("info")[1]
    assert f"cache    {_jit.CACHE_DIR}, read-only\n" in printed
    monkeypatch.setattr(_jit, "CACHE_DIR", None)
    assert "cache    off\n" in run_here("info")[1]


def test_help():
    status, printed, _ = run()
    assert status == 0
    commands = printed.partition("Commands:\n")[2].partition("\n\n")[0].splitlines()
    assert len(commands) == 13
    for line in commands:
        command, sentence = line.split(maxsplit=1)
        assert sentence.endswith(".") and not sentence.endswith("...")
        assert len(sentence) < 60
        status, printed, _ = run_here(command, "--help")
        assert status == 0
        assert re.search(rf"Examples:\s+(nogues .*\| )?nogues {command}", printed)
    assert run_here("--version")[1] == f"nogues, version {nogues.__version__}\n"


def test_help_shows_options_in_groups():
    printed = run_here("generate", "--help")[1]
    sections = re.findall(r"^(\S.*):\n((?:  .*\n)+)", printed, re.MULTILINE)
    found = {
        title: re.findall(r"^  (--[\w-]+)", text, re.M) for title, text in sections
    }
    assert found.pop("Examples") == []
    assert {title: len(options) for title, options in found.items()} == {
        "Boards": 4,
        "Search": 7,
        "Limits": 4,
        "Output": 3,
        "Data sets, with --out FOLDER/": 7,
        "Other options": 1,
    }
    assert "--threads" in found["Output"] and "--needs" in found["Search"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["generate"], "Missing argument 'SIZE'"),
        (["generate", "huge"], "size must be one of beginner"),
        (["generate", "0x9/1"], "width must be 1 to 1000000, not 0"),
        (["generate", "9x9/1", "--start", "9,0"], "start row must be 0 to 8, not 9"),
        (["generate", "9x9/1", "--start", "4"], "--start must be ROW,COL"),
        (["generate", "9x9/1", "--seed", "x"], "'x' is not a valid integer"),
        (["generate", "9x9/1", "--count", "0"], "0 is not in the range"),
        (["generate", "9x9/1", "--seeds", "5:5"], "--seeds must be A:B"),
        (["generate", "9x9/1", "--seeds", "5"], "--seeds must be A:B"),
        (["generate", "9x9/1", "--seeds", "0:5", "--seed", "1"], "not both"),
        (["generate", "9x9/1", "--out", "x.csv"], "--out must end in .npz, .txt or /"),
        (["generate", "9x9/1", "--out", "no/x.npz"], "no folder"),
        (
            ["generate", "9x9/1", "--count", str(10**12), "--out", "x.npz"],
            "are too many for the memory of this machine and for one file; make a data",
        ),
        (["generate", "9x9/1", "--count", str(10**30), "--out", "x.npz"], "2**63"),
        (["generate", "9x9/1", "--count", str(10**30)], "seeds must be fewer than"),
        (["generate", "9x9/10", "--logic", "high"], "'high' is not one of"),
        (["generate", "9x9/10", "--safe", "any"], "'any' is not one of"),
        (["generate", "9x9/10", "--moves", "5"], "moves is for search='repair'"),
        (["generate", "9x9/10", "--needs", "subset"], "needs must be at most"),
        (
            ["generate", "9x9/10", "--accept", "bbbv"],
            "--accept must be METRIC",
        ),
        (
            ["generate", "9x9/10", "--accept", "depth=1:2"],
            "--accept must be METRIC",
        ),
        (["show", "9x9/10", "--accept", "bbbv=100:381"], "at most 63"),
        (["generate", "5x5/17", "--safe", "block"], "mines must be at most 16"),
        (["generate", "20x20/450"], "mines must be at most 387 on 20x20"),
        (["generate", "5x5/99"], "mines must be at most 12 on 5x5"),
        (["generate", "30x16/481"], "mines must be at most 467 on 30x16"),
        (["generate", "30x16/481", "--seeds", "0:9", "--out", "x/"], "at most 467"),
        (["show", "5x5/99"], "mines must be at most 12 on 5x5"),
        (
            ["generate", "3x3/8", "--safe", "cell", "--start", "1,1"],
            "refuses such enclosed holes; logic='complete' allows them",
        ),
        (["generate", "9x9/10", "--time-budget", "0"], "time_budget must be above 0"),
        (["random", "5x5/17"], "mines must be at most 16"),
        (["random", "5x5"], "size must be one of"),
        (["random", "5x5/3", "--density", "0.2"], "SIZE must be WxH with --density"),
        (["random", "5x5", "--density", "1"], "density must be at least 0 and below 1"),
        (["daily", "2026-02-30"], "date must be a day as YYYY-MM-DD"),
        (["show", "9x9"], "size must be one of"),
        (["solve", "none.txt"], "none.txt: No such file or directory"),
        (["solve", "none.npz"], "none.npz: No such file or directory"),
        (["frobnicate"], "No such command 'frobnicate'"),
        (["--frob"], "No such option"),
    ],
    ids=lambda value: " ".join(value)[:40] if isinstance(value, list) else "",
)
def test_errors_are_one_line(arguments, message, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    status, printed, err = run_here(*arguments)
    assert (status, printed) == (2, "")
    assert err.startswith("nogues: ")
    assert message in err
    assert err.count("\n") == 1
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "- contains no boards"),
        ("12\n1\n", "line 2, column 2"),
        ("00\n0*\n", "-: text, line 1, column 1: the clue is 0, but there are 1 mines"),
        ("11\n1*\n\n11\n1*\n\n0x\n", "line 7, column 2"),
    ],
)
def test_bad_files_are_one_line(text, message):
    status, _, err = run_here("solve", "-", stdin=text)
    assert status == 2
    assert message in err
    assert err.count("\n") == 1


def test_bytes_that_are_no_text(tmp_path):
    path = tmp_path / "x.txt"
    path.write_bytes(b"01\xff")
    status, _, err = run("solve", path)
    assert status == 2
    assert "byte 2: not UTF-8 text" in err


def test_a_reader_that_stops_early():
    command = f"{sys.executable} -m nogues generate beginner --count 50000 | head -1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True)
    assert done.stdout.startswith("# 9x9/10")
    assert done.stderr == ""


def test_solve_at_a_level(tmp_path):
    """One mine in all: what is beyond the 1 is safe by the count alone."""
    path = tmp_path / "board.txt"
    path.write_text("1*100\n", encoding="utf-8")
    status, out, _ = run("solve", path, "--start", "0,0")
    assert (status, "stuck" in out) == (1, True)
    status, out, _ = run("solve", path, "--start", "0,0", "--logic", "complete")
    assert (status, out) == (
        0,
        "board 1: solvable, 4 opened, 1 flagged, "
        "rounds: 1 elementary, 0 subset, 0 complete, 1 mine_count\n",
    )
