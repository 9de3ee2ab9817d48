"""The table of formats: every format reads what it writes; files; what is refused."""

import dataclasses
import re

import numpy as np
import pytest
from examples import FORMATS, HOLDERS, ROWS, WRITERS, WRITTEN
from hypothesis import given
from layouts import layouts, positions
from paths import ROOT

import nogues
from nogues import Board, Position
from nogues.formats.registry import name_of


def test_what_is_said_of_a_board_from_elsewhere(example):
    assert str(example) == ROWS
    assert (example.width, example.height) == (3, 2)
    assert (example.mines, example.mine_count, example.start) == (2, 2, (1, 1))
    assert (example.seed, example.needs, example.solvable) == (None, None, False)
    assert (example.attempts, example.repairs, example.opening) == (0, 0, 1)
    assert example.search == nogues.Search(name="given", version=1, logic=None)
    assert repr(example) == "<Board 3x2/2 start=(1, 1) seed=None search=given>"
    zero = nogues.loads("# start 0,2\n*10\n110\n")
    assert zero.opening == 4
    assert dataclasses.replace(zero, start=(0, 0), opening=0) == nogues.loads(
        "# start 0,0\n*10\n110\n"
    )


def test_all_that_write_are_written_down():
    assert list(WRITTEN) == WRITERS


@pytest.mark.parametrize("name", WRITERS)
def test_the_example(name, example):
    data = nogues.dumps(example, name)
    if WRITTEN[name] is not None:
        assert data == WRITTEN[name]
    assert nogues.loads(data, name) == example
    assert nogues.loads(data) == example
    assert nogues.loads(data, many=True) == [example]
    assert name_of(data) == name
    if isinstance(data, str):
        assert nogues.loads(data.encode()) == example


@pytest.mark.parametrize("name", WRITERS)
@given(board=layouts())
def test_round_trip(name, board):
    data = nogues.dumps(board, name)
    back = nogues.loads(data, name)
    assert type(back) is Board
    assert np.array_equal(back.grid, board.grid)
    if name in ("text", "json", "npz"):
        assert back == board
    elif name == "sgt" and board.grid[board.start] >= 0:
        assert back == board
    else:
        assert back.start == nogues.center_of(board.width, board.height)
    assert nogues.dumps(back, name) == nogues.dumps(
        dataclasses.replace(board, start=back.start), name
    )


@pytest.mark.parametrize("name", HOLDERS)
@given(position=positions())
def test_round_trip_of_positions(name, position):
    assert nogues.loads(nogues.dumps(position, name), name) == position


def test_text_keeps_the_search():
    made = nogues.generate_board(9, 9, 10, seed=1, safe="block", logic="complete")
    limits = nogues.Between(bbbv=(20, None), openings=(None, 9))
    for board in (
        nogues.generate_board(9, 9, 10, seed=1),
        nogues.generate_board(9, 9, 10, seed=1, safe="cell", accept=limits),
        made,
        nogues.generate_random_board(9, 9, density=0.2, seed=1),
        nogues.generate_random_board(9, 9, 10, seed=1, safe="any", relocate=True),
        nogues.generate_random_board(9, 9, 10, seed=1, safe="any"),
        nogues.generate_board(3, 3, 8, seed=1),  # more than fit outside the diamond
    ):
        assert nogues.loads(nogues.dumps(board, "json")) == board
        held = {"attempts": 0, "repairs": 0, "relocations": np.empty((0, 2), np.int32)}
        if board.search.logic != "elementary":
            held["needs"] = None
        back = nogues.loads(nogues.dumps(board))
        assert back == dataclasses.replace(board, **held)
        assert nogues.dumps(back) == nogues.dumps(board)


def test_a_full_position_is_a_board(example):
    assert nogues.loads("3x2x2\n*21\n12*\n") == example
    assert nogues.loads("3x2x2\nM21\n12?\n", "mine") == example
    assert nogues.from_lists([[11, 2, 1], [1, 2, 11]]) == example
    position = Position(3, 2, 2, example.grid)
    for name in HOLDERS:
        assert nogues.loads(nogues.dumps(position, name), name) == example


@pytest.mark.parametrize("name", ["crlf_3x2_2.txt", "bom_3x2_2.txt", "tiny_3x2_2.mbf"])
def test_files_of_the_example(name, example):
    assert nogues.read_board(FORMATS / name) == example
    assert nogues.loads((FORMATS / name).read_bytes()) == example


@pytest.mark.parametrize("name", [n for n, w in WRITTEN.items() if isinstance(w, str)])
@pytest.mark.parametrize(
    "change",
    [
        lambda t: t.rstrip("\n"),
        lambda t: t.replace("\n", "\r\n"),
        lambda t: "\ufeff" + t,
        lambda t: t.replace("\n", "  \n") + " ",
        lambda t: t + "\n\n",
        lambda t: "\n\n" + t,
    ],
)
def test_one_board_many_spellings(name, change, example):
    assert nogues.loads(change(WRITTEN[name]), name) == example
    assert nogues.loads(change(WRITTEN[name]).encode(), name) == example


def test_formats():
    names = [f.name for f in nogues.formats()]
    assert len(set(names)) == len(names) == 14
    suffixes = [suffix for f in nogues.formats() for suffix in f.suffixes]
    assert len(set(suffixes)) == len(suffixes)
    assert [f.name for f in nogues.formats() if not f.writes] == [
        "analysis",
        "evf",
        "rmv",
    ]
    for f in nogues.formats():
        assert f.reads
        assert f.description
        assert set(f.holds) <= {"layout", "position"}


def test_the_table_in_the_guide():
    guide = (ROOT / "notebooks/guides/formats.md").read_text(encoding="utf-8")
    for f in nogues.formats():
        names = ", ".join(f"`{suffix}`" for suffix in f.suffixes)
        holds = " or ".join(f.holds)
        read_only = "" if f.writes else " (only read)"
        row = f"| `{f.name}` | {names} | {holds} | {f.description}{read_only} |\n"
        assert row in guide, row
    table = re.findall(r"^\| `\w+` \|.*\| (?:layout|position)", guide, re.MULTILINE)
    assert len(table) == len(nogues.formats())
