"""Data sets on the command line."""

import numpy as np
import pytest
from click.testing import CliRunner

import nogues
from nogues.cli.main import main


@pytest.fixture
def run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def command(line):
        done = CliRunner().invoke(main, line.split())
        return done.exit_code, done.stdout.strip(), done.stderr.strip()

    return command


def test_make_and_check(run):
    status, out, err = run("generate expert --seeds 0:3000 --out expert/")
    assert (status, out) == (0, "")
    assert err.splitlines()[-1].startswith(
        "3,000 boards of 30x16/99 in expert/, 1 file, "
    )
    assert "3,000 of 3,000 boards" in err
    status, out, err = run("verify expert/ --sample 0.1 --no-progress")
    assert (status, err) == (0, "")
    assert out == ("OK: 1 shard, 3,000 boards, 300 of them made again and solved")
    data = nogues.open_dataset("expert")
    assert data[7] == nogues.generate_board(30, 16, 99, seed=7)


def test_verify_says_what_is_wrong(run, tmp_path):
    run("generate beginner --seeds 0:100 --out x/ --no-progress")
    path = tmp_path / "x" / "data" / "part-00000.parquet"
    path.unlink()
    status, out, _ = run("verify x --no-progress")
    assert (status, out) == (1, f"{path}: is missing")
    (tmp_path / "x" / "manifest.json").unlink()
    status, out, err = run("verify x --no-progress")
    assert (status, out) == (2, "")
    assert err == f"nogues: {tmp_path}/x holds no data set: no data/*.parquet in it"


def test_all_options(run):
    line = (
        "generate 12x12/30 --starts 6,6=0:40 --starts 0,0=5:10 --logic complete "
        "--moves 9 --metrics bbbv,openings --layout clues --shard-boards 16 --out x/ "
        "--max-attempts 5000 --max-passes 50 --skip-failures --threads 1"
    )
    assert run(line)[0] == 0
    data = nogues.open_dataset("x")
    assert data.shards == 4 and len(data) == 45
    assert data.starts == {(6, 6): range(40), (0, 0): range(5, 10)}
    assert data.columns[-3:] == ["bbbv", "openings", "clue"]
    again = nogues.generate_boards(
        12,
        12,
        30,
        seeds=range(40),
        logic="complete",
        moves=9,
        max_attempts=5000,
        max_passes=50,
    )
    assert np.array_equal(data[:40].clue, again.clue)
    assert data[3].search == again.search


def test_seeds_only_and_all_metrics(run):
    line = "generate beginner --seed 3 --count 5 --seeds-only --metrics all --out x/"
    assert run(line)[0] == 0
    data = nogues.open_dataset("x")
    assert data.layout == "seeds" and len(data.columns) == 5 + 21
    assert data[:] == nogues.generate_boards(9, 9, 10, seeds=range(3, 8))


def test_the_same_command_resumes(run, tmp_path):
    line = "generate beginner --seeds 0:100 --shard-boards 10 --out x/"
    run(line)
    path = tmp_path / "x" / "data" / "part-00003.parquet"
    before = path.read_bytes()
    path.unlink()
    status, _, err = run(line)
    assert status == 0 and "10 of 10 boards" in err
    assert path.read_bytes() == before
    status, _, err = run(line)
    assert status == 0 and err.startswith("100 boards of 9x9/10 in x/, 10 files, ")


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("beginner --out x/", "a data set needs --seeds, or --seed and --count"),
        ("beginner --count 5 --out x/", "a data set needs --seeds"),
        ("beginner --seeds 0:5 --out x", "--out must end in .npz, .txt or /"),
        ("beginner --metrics bbbv --out x.npz", "--metrics is for data sets"),
        ("beginner --starts 0,0=0:5", "--starts is for data sets"),
        ("beginner --shard-boards 9", "--shard-boards is for data sets"),
        ("beginner --seeds-only", "--seeds-only is for data sets"),
        ("beginner --starts 0,0 --out x/", "--starts must be ROW,COL=A:B"),
        ("beginner --starts 0=0:5 --out x/", "--starts must be ROW,COL such as"),
        (
            "beginner --starts 0,0=0:5 --starts 0,0=5:9 --out x/",
            "--starts 0,0 is given twice",
        ),
        (
            "beginner --starts 0,0=0:5 --seeds 0:5 --out x/",
            "give --starts, or --start and --seeds, not both",
        ),
        ("beginner --seeds 0:5 --metrics 3bv --out x/", "metrics must be one of"),
        (
            "beginner --seeds 0:5 --seeds-only --layout clues --out x/",
            "give --layout or --seeds-only, not both",
        ),
        (
            "beginner --seeds 0:5 --time-budget 100 --out x/",
            "--time-budget is not for data sets",
        ),
        (
            "beginner --seeds 0:5000000000 --out x/",
            "--starts 4,4=0:4294967296 --starts 0,0=0:705032704",
        ),
        ("beginner --seeds 0:5 --out nosuch://x/y", "nosuch"),
    ],
)
def test_what_is_refused(run, line, words):
    status, out, err = run(f"generate {line}")
    assert (status, out) == (2, "")
    assert words in err and err.startswith("nogues: ") and len(err.splitlines()) == 1


def test_another_data_set_is_there(run, tmp_path):
    run("generate beginner --seeds 0:100 --out x/")
    status, _, err = run("generate beginner --seeds 0:200 --out x/")
    assert status == 2
    assert err == (
        f"nogues: {tmp_path}/x holds another data set: seeds is [[0, 100]] there, "
        "[[0, 200]] here"
    )
