"""Measures of boards: shared data, statistics, the command, the figures of a peer."""

import json
import math

import ms_toollib
import numpy as np
import pandas
import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from measure_twin import Twin, boards
from paths import DATA

import nogues
from nogues import MinesweeperError
from nogues.cli.main import main

METRICS_FILE = DATA / "metrics.jsonl"


LINES = [json.loads(line) for line in METRICS_FILE.read_text("ascii").splitlines()]


def clues(rows):
    return nogues.count_clues([[cell == "*" for cell in row] for row in rows])


@pytest.mark.parametrize("line", LINES, ids=lambda d: f"{d['width']}x{d['height']}")
def test_shared_boards(line):
    found = nogues.metrics(clues(line["rows"]))
    assert found["bbbv"] == line["bbbv"]
    assert found["openings"] == line["openings"]
    assert found["islands"] == line["islands"]
    assert found["zini"] == line["greedy_zini"]
    assert found["hzini"] == line["human_zini"]
    numbers = [found[f"numbers_{clue}"] for clue in range(9)]
    assert numbers == line["number_counts"]


@given(boards())
@settings(max_examples=150)
def test_twin(board):
    grid, start = board
    assert nogues.metrics(grid, start) == Twin(grid, start).found


def test_large_boards():
    empty = np.zeros((200, 200), np.int8)
    found = nogues.metrics(empty)
    assert found["bbbv"] == found["openings"] == found["zini"] == found["hzini"] == 1
    assert found["largest_opening"] == found["opening"] == 40_000
    assert (found["middle_row"], found["middle_column"]) == (99, 99)
    board = nogues.generate_board(200, 200, 8000, seed=1, logic="complete")
    assert nogues.metrics(board, zini=False)["opening"] == board.opening
    mask = np.zeros((1000, 1000), np.bool_)
    mask[0, 0] = True
    assert nogues.metrics(nogues.count_clues(mask), zini=False)["bbbv"] == 1


def test_wrapping_and_tall_boards():
    """Neighbours do not wrap at the edge, and rows are not bounded by the width."""
    mask = np.zeros((4, 5), np.bool_)
    mask[0, 4] = mask[3, 0] = True
    grid = nogues.count_clues(mask)
    rows = ["".join("*" if c < 0 else str(c) for c in row) for row in grid.tolist()]
    assert rows == ["0001*", "00011", "11000", "*1000"]
    assert nogues.metrics(grid)["bbbv"] == 1
    tall = np.zeros((16, 10), np.bool_)
    tall[15, 9] = tall[11, 0] = True
    found = nogues.metrics(nogues.count_clues(tall))
    assert (found["bbbv"], found["edge_mines"], found["corner_mines"]) == (1, 2, 1)


def test_many_boards():
    boards = nogues.generate_boards(30, 16, 99, seeds=range(600))
    found = nogues.metrics(boards, threads=2)
    assert found["bbbv"].dtype == np.int32
    assert {values.shape for values in found.values()} == {(600,)}
    assert np.array_equal(found["opening"], boards.opening)
    single = nogues.metrics(boards[17])
    for name, values in found.items():
        assert np.array_equal(values[17], single[name]), name
    again = nogues.metrics(boards.grid, boards.start, threads=1)
    assert all(np.array_equal(found[name], again[name]) for name in found)
    few = nogues.metrics(boards[:3], zini=False)
    assert set(found) - set(few) == {"zini", "hzini"}
    none = nogues.metrics(boards[:0])
    assert none["middle_row"].shape == (0,)


def test_flat_columns():
    """As ``json.dumps`` takes the measures of one board, and pandas those of many."""
    boards = nogues.generate_boards(9, 9, 10, seeds=range(20))
    one = nogues.metrics(boards[3])
    assert {type(value) for value in one.values()} == {int}
    assert json.loads(json.dumps(one)) == one
    many = nogues.metrics(boards)
    frame = pandas.DataFrame(many)
    assert frame.shape == (20, len(one))
    assert frame.iloc[3].to_dict() == one
    numbers = frame[[f"numbers_{clue}" for clue in range(9)]]
    assert (numbers.sum(axis=1) == 71).all()


def test_random_boards():
    """A tenth of the boards behind the published figures; 3BV from 10**9 boards."""
    n = 100_000
    dealt = nogues.generate_random_boards(30, 16, 99, seeds=range(n), safe="any")
    found = nogues.metrics(dealt, zini=False)
    for name, mean, spread in (
        ("bbbv", 173.536, 19.444),
        ("openings", 13.330, 2.351),
        ("islands", 10.309, 3.263),
    ):
        assert abs(found[name].mean() - mean) < 4 * spread / math.sqrt(n)
    for share, expected in (
        ((found["bbbv"] < 120).mean(), 0.001402),
        ((found["bbbv"] > 230).mean(), 0.002743),
    ):
        assert abs(share - expected) < 4 * math.sqrt(expected / n)


def test_peer():
    dealt = nogues.generate_random_boards(9, 14, 20, seeds=range(50), safe="any")
    found = nogues.metrics(dealt)
    for k, grid in enumerate(dealt.grid.tolist()):
        assert ms_toollib.cal_bbbv(grid) == found["bbbv"][k]
        assert ms_toollib.cal_op(grid) == found["openings"][k]
        assert ms_toollib.cal_zini(grid) == found["zini"][k]
        assert ms_toollib.cal_hzini(grid) == found["hzini"][k]


def test_opening_sizes():
    sizes = nogues.opening_sizes([[0, 1, -1, 1, 0, 0]])
    assert sizes.tolist() == [2, 3]
    assert sizes.dtype == np.int32
    assert nogues.opening_sizes([[-1, 1]]).tolist() == []
    between = [[0, 0, 1, 1, 1, 0], [0, 0, 1, -1, 1, 0]]
    assert nogues.opening_sizes(between).tolist() == [6, 4]


def run(*arguments, stdin=None):
    done = CliRunner().invoke(main, arguments, input=stdin)
    return done.exit_code, done.stdout, done.stderr


def test_command(tmp_path):
    boards = nogues.generate_boards(9, 9, 10, seeds=range(20))
    boards.save(tmp_path / "b.npz")
    found = nogues.metrics(boards)
    status, printed, _ = run("metrics", str(tmp_path / "b.npz"), "--json")
    lines = [json.loads(line) for line in printed.splitlines()]
    assert status == 0
    assert [line["bbbv"] for line in lines] == found["bbbv"].tolist()
    assert [line["numbers_1"] for line in lines] == found["numbers_1"].tolist()
    status, printed, _ = run("metrics", str(tmp_path / "b.npz"), "--csv", "--no-zini")
    head, first, *_ = printed.splitlines()
    row = dict(zip(head.split(","), map(int, first.split(",")), strict=True))
    assert row["opening"] == boards.opening[0]
    assert "zini" not in row
    status, printed, _ = run("metrics", str(tmp_path / "b.npz"))
    assert printed.startswith("20 boards\n")
    assert f"bbbv {found['bbbv'].mean():20,.3f}"[-9:] in printed
    nogues.write_board(boards[3], tmp_path / "b.mbf")
    status, printed, _ = run("metrics", str(tmp_path / "b.mbf"), "--start", "0,0")
    facts = dict(line.split() for line in printed.splitlines())
    assert int(facts["bbbv"]) == found["bbbv"][3]
    assert int(facts["opening"]) == nogues.metrics(boards[3], (0, 0))["opening"]
    (tmp_path / "p.mine").write_text("3x2x1\n01H\n01H\n")
    status, _, told = run("metrics", str(tmp_path / "p.mine"))
    assert status == 2
    assert "holds a position, not a whole board" in told


def test_bad_arguments():
    with pytest.raises(MinesweeperError, match=r"cell \(0, 0\) says 1"):
        nogues.metrics([[1, 0]])
    with pytest.raises(MinesweeperError, match="start row must be 0 to 0"):
        nogues.metrics([[0, 0]], (1, 0))
    with pytest.raises(TypeError, match="board must be a Board or integer clues"):
        nogues.metrics("board")
    with pytest.raises(MinesweeperError, match="threads must be"):
        nogues.metrics(np.zeros((1, 2, 2), int), threads=0)
