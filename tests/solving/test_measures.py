"""Measures of boards: shared data, a slow twin, statistics, and the peer's figures."""

import itertools
import json
import math

import ms_toollib
import numpy as np
import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st
from paths import DATA

import nogues
from nogues import MinesweeperError
from nogues.cli.main import main
from nogues.kernels.codes import MEASURES
from nogues.kernels.measures import all_bytes, all_planes
from nogues.kernels.search.reference_planes import shape_for

METRICS_FILE = DATA / "metrics.jsonl"
LINES = [json.loads(line) for line in METRICS_FILE.read_text("ascii").splitlines()]


def clues(rows):
    return nogues.count_clues([[cell == "*" for cell in row] for row in rows])


class Twin:
    """The definitions, cell by cell."""

    def __init__(self, grid, start):
        self.height, self.width = grid.shape
        self.cells = list(itertools.product(range(self.height), range(self.width)))
        self.clue = {cell: int(grid[cell]) for cell in self.cells}
        self.safe = [cell for cell in self.cells if self.clue[cell] >= 0]
        zeros = {cell for cell in self.cells if self.clue[cell] == 0}
        areas = self.areas(zeros)
        self.openings = [set().union(*map(self.block, area)) for area in areas]
        rim = set().union(*self.openings)
        self.lonely = {cell for cell in self.safe if cell not in rim}
        sizes = [len(opening) for opening in self.openings]
        mines = [cell for cell in self.cells if self.clue[cell] < 0]
        edge = [c for c in mines if c[0] in (0, self.height - 1) or self.at_side(c)]
        self.found = {
            "bbbv": len(areas) + len(self.lonely),
            "openings": len(areas),
            "islands": len(self.areas(self.lonely)),
            "opening": self.opening(start),
            "largest_opening": max(sizes, default=0),
            "middle": self.middle(areas, sizes),
            "numbers": [sum(self.clue[c] == n for c in self.safe) for n in range(9)],
            "buried": sum(
                all(self.clue[near] < 0 for near in self.block(cell)) for cell in mines
            ),
            "edge_mines": len(edge),
            "corner_mines": sum(
                self.at_side(c) and c[0] in (0, self.height - 1) for c in edge
            ),
            "zini": self.zini(human=False),
            "hzini": self.zini(human=True),
        }

    def at_side(self, cell):
        return cell[1] in (0, self.width - 1)

    def block(self, cell):
        row, column = cell
        rows = range(max(row - 1, 0), min(row + 2, self.height))
        columns = range(max(column - 1, 0), min(column + 2, self.width))
        return set(itertools.product(rows, columns))

    def areas(self, cells):
        left, areas = sorted(cells, reverse=True), []
        seen = set()
        while left:
            todo = [left.pop()]
            if todo[0] in seen:
                continue
            seen.add(todo[0])
            area = set()
            while todo:
                cell = todo.pop()
                area.add(cell)
                new = (self.block(cell) & cells) - seen
                seen |= new
                todo.extend(new)
            areas.append(area)
        return areas

    def opening(self, start):
        if self.clue[start] < 0:
            return 0
        hit = [o for o in self.openings if start in o and self.clue[start] == 0]
        return len(hit[0]) if hit else 1

    def middle(self, areas, sizes):
        if not areas:
            return [-1, -1]
        area = areas[sizes.index(max(sizes))]
        rows, columns = (sum(axis) for axis in zip(*area, strict=True))
        n = len(area)
        return list(
            min(
                sorted(area),
                key=lambda c: (c[0] * n - rows) ** 2 + (c[1] * n - columns) ** 2,
            )
        )

    def zini(self, human):
        opened, flagged = set(), set()
        clicks = 0

        def click(cell):
            opened.add(cell)
            for opening in self.openings:
                if self.clue[cell] == 0 and cell in opening:
                    opened.update(opening)

        def saving(cell):
            block = self.block(cell)
            isolated = sum(c in self.lonely and c not in opened for c in block)
            areas = sum(
                any(self.clue[c] == 0 and c in o and c not in opened for c in block)
                for o in self.openings
            )
            mines = sum(self.clue[c] < 0 and c not in flagged for c in block)
            return isolated + areas - mines - 1 - (cell not in opened)

        if human:
            for opening in self.openings:
                opened.update(opening)
                clicks += 1
        by_columns = sorted(self.safe, key=lambda c: (c[1], c[0]))
        while len(opened) < len(self.safe):
            able = [c for c in by_columns if not human or c in opened]
            best = max(able, key=saving, default=None)
            if best is not None and saving(best) >= 0:
                if best not in opened:
                    clicks += 1
                    click(best)
                flags = {c for c in self.block(best) if self.clue[c] < 0} - flagged
                flagged |= flags
                clicks += len(flags) + 1
                for cell in self.block(best):
                    if self.clue[cell] >= 0:
                        click(cell)
            else:
                closed = (c for c in by_columns if c not in opened)
                click(next(c for c in closed if self.clue[c] == 0 or c in self.lonely))
                clicks += 1
        return clicks


def plain(measured):
    return {
        name: value.tolist() if isinstance(value, np.ndarray) else value
        for name, value in measured.items()
    }


@pytest.mark.parametrize("line", LINES, ids=lambda d: f"{d['width']}x{d['height']}")
def test_shared_boards(line):
    found = plain(nogues.metrics(clues(line["rows"])))
    assert found["bbbv"] == line["bbbv"]
    assert found["openings"] == line["openings"]
    assert found["islands"] == line["islands"]
    assert found["zini"] == line["greedy_zini"]
    assert found["hzini"] == line["human_zini"]
    assert found["numbers"] == line["number_counts"]


@st.composite
def boards(draw):
    width, height = draw(st.integers(1, 12)), draw(st.integers(1, 9))
    share = draw(st.sampled_from([0.0, 0.1, 0.2, 0.4, 0.8, 1.0]))
    seed = draw(st.integers(0, 2**32 - 1))
    mask = np.random.default_rng(seed).random((height, width)) < share
    start = draw(st.integers(0, height - 1)), draw(st.integers(0, width - 1))
    return nogues.count_clues(mask), start


@given(boards())
@settings(max_examples=150)
def test_twin(board):
    grid, start = board
    assert plain(nogues.metrics(grid, start)) == Twin(grid, start).found


@pytest.mark.parametrize(
    "size", [(30, 16, 99), (16, 16, 40), (64, 32, 300), (32, 32, 1), (1, 30, 6)]
)
def test_planes_and_bytes_agree(size):
    width, height, _ = size
    dealt = nogues.generate_random_boards(*size, seeds=range(200), safe="any")
    starts = np.arange(200, dtype=np.int32) % (width * height)
    stop = np.zeros(1, np.bool_)
    shape = shape_for(width, height)
    ours, theirs = np.zeros((2, 200, len(MEASURES)), np.int32)
    rest = (width, height, dealt.clue, starts, True, stop)
    all_bytes.take_census(all_bytes.new_bench(width, height), *rest, ours)
    all_planes.take_survey(
        shape, all_planes.new_bench(shape, width, height), *rest, theirs
    )
    assert np.array_equal(ours, theirs)


def test_large_boards():
    empty = np.zeros((200, 200), np.int8)
    found = nogues.metrics(empty)
    assert found["bbbv"] == found["openings"] == found["zini"] == found["hzini"] == 1
    assert found["largest_opening"] == found["opening"] == 40_000
    assert found["middle"].tolist() == [99, 99]
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
    assert found["numbers"].shape == (600, 9)
    assert np.array_equal(found["opening"], boards.opening)
    single = nogues.metrics(boards[17])
    for name, values in found.items():
        assert np.array_equal(values[17], single[name]), name
    again = nogues.metrics(boards.grid, boards.start, threads=1)
    assert all(np.array_equal(found[name], again[name]) for name in found)
    few = nogues.metrics(boards[:3], zini=False)
    assert set(found) - set(few) == {"zini", "hzini"}
    none = nogues.metrics(boards[:0])
    assert none["middle"].shape == (0, 2)


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
    assert [line["numbers_1"] for line in lines] == found["numbers"][:, 1].tolist()
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
