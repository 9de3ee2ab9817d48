"""Boards and positions in the formats of other programs."""

import dataclasses
import re

import ms_toollib
import numpy as np
import pytest
from hypothesis import given
from layouts import layouts, positions
from paths import DATA, ROOT

import nogues
from nogues import Board, FormatError, MinesweeperError, Position
from nogues.formats import mbf, ptt, sgt, text
from nogues.formats.registry import name_of

FORMATS = DATA / "formats"
EXAMPLE = [[-1, 2, 1], [1, 2, -1]]
ROWS = "*21\n12*"
ID_669 = "9x9:4,4,m00b7d48a3e0231c419200"

GRID_669 = """\
******21*
****5*332
36*423*3*
*4*203*63
*41103***
*41224*42
*4*5**210
14***5200
02****100"""

#: The 3x2 board in each format; None where other tests have it.
WRITTEN = {
    "text": "# 3x2/2 start 1,1 search given 1\n*21\n12*\n",
    "json": None,
    "csv": "-1,2,1\n1,2,-1\n",
    "mbf": bytes.fromhex("0302 0002 0000 0201"),
    "ptt": "b=32&m=gg",
    "sgt": None,
    "mine": "3x2x2\nF21\n12F\n",
    "lists": "[[-1,2,1],[1,2,-1]]",
    "board": (
        "# MINESWEEPER-BOARD v0.1\n# Render: ascii\nrows: 2\ncolumns: 3\nmines: 2\n"
        "game_mode: classic\n[real]\n*21\n12*\n"
    ),
    "rawvf": (
        "RawVF_Version: Rev6\nLevel: Custom\nWidth: 3\nHeight: 2\nMines: 2\n"
        "Board:\n*00\n00*\nEvents:\n"
    ),
}
WRITERS = [f.name for f in nogues.formats() if f.writes]
HOLDERS = [f.name for f in nogues.formats() if f.writes and "position" in f.holds]


@pytest.fixture(scope="module")
def example():
    return nogues.from_lists(EXAMPLE)


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
    if name in ("text", "json"):
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


@pytest.mark.parametrize("name", set(WRITERS) - set(HOLDERS))
def test_positions_that_cannot_be_held(name):
    position = Position(3, 1, 1, [1, -2, 0])
    message = f"{name} holds layouts, not positions; those are held by text, json"
    with pytest.raises(MinesweeperError, match=message):
        nogues.dumps(position, name)


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


def test_mbf(example):
    assert nogues.loads("03 02 00 02 02 01 00 00", "mbf") == example
    assert nogues.loads("0302000202010000") == example
    assert nogues.loads(b"03 02 00 02\n02 01 00 00\n") == example
    big = nogues.read_board(FORMATS / "big_255x255_300.mbf")
    assert (big.width, big.height, big.mine_count) == (255, 255, 300)
    assert nogues.loads(nogues.dumps(big, "mbf")) == big
    board = nogues.generate_random_board(16, 40, 300, seed=1)
    assert mbf.dumps(board)[:4].hex(" ") == "10 28 01 2c"
    for width, height in ((256, 1), (1, 256)):
        wide = nogues.generate_random_board(width, height, 3, seed=1)
        with pytest.raises(MinesweeperError, match=f"255x255, not {width}x{height}"):
            nogues.dumps(wide, "mbf")
    full = nogues.generate_random_board(255, 255, 255**2, seed=1, safe="any")
    assert np.array_equal(nogues.loads(mbf.dumps(full)).clue, full.clue)


@pytest.mark.parametrize(
    ("code", "size", "mines", "bbbv"),
    [
        (
            "b=3&m=vvvvvvg00000g00201h0104gg08801k50001g02190g00g00g80844k0g000g0920gh0"
            "0000k000i0g20g00g12200g00001",
            *((30, 16), 83, 66),
        ),
        (
            "b=4005&m=vvvvvvvv000000010000000194i94i95vvvvvvvv",
            *((40, 5), 96, 104),
        ),
        ("b=2&m=" + "0" * 42 + "mmg80854k0", (16, 16), 14, 20),
    ],
)
def test_ptt_codes(code, size, mines, bbbv):
    board = nogues.loads(code)
    assert ((board.width, board.height), board.mines) == (size, mines)
    assert ms_toollib.cal_bbbv(nogues.to_lists(board)) == bbbv
    assert nogues.dumps(board, "ptt") == code
    assert ptt.url(board) == (
        f"https://pttacgfans.github.io/Minesweeper-ZiNi-Calculator/?{code}"
    )
    for address in (
        ptt.url(board),
        f"https://llamasweeper.com/#/game/zini-explorer?{code}",
        f"https://llamasweeper.com/#/game/board-editor?{code}&other=1",
        f"https://www.llamasweeper.com/#/game/board-editor?{code}",
        f"llamasweeper.com/#/game/board-editor?{code}",
        f"?{code}",
    ):
        assert nogues.loads(address) == board


def test_ptt_sizes():
    tall = nogues.generate_random_board(9, 100, 100, seed=1)
    assert nogues.dumps(tall, "ptt").startswith("b=009100&m=")
    odd = nogues.loads("b=916&m=" + "0" * 29)
    assert (odd.width, odd.height) == (9, 16)
    assert nogues.dumps(odd, "ptt").startswith("b=0916&m=")
    assert nogues.loads("b=99&m=" + "0" * 17) == nogues.loads("b=1&m=" + "0" * 17)


def test_sgt_669():
    board = nogues.loads(ID_669)
    assert str(board) == GRID_669
    assert (board.mines, board.start, board.grid[4, 4]) == (35, (4, 4), 0)
    assert ms_toollib.cal_bbbv(nogues.to_lists(board)) == 22
    assert nogues.is_solvable(board, logic="complete", use_mine_count=False)
    plain = "9x9:4,4,ufcfa08b4483c12b0703c0"
    assert sgt.dumps(board, masked=False) == plain
    for same in (plain, plain.replace("u", ""), ID_669[:9] + ID_669[9:].upper()):
        assert nogues.loads(same) == board
    assert nogues.loads("9:4,4,ufcfa08b4483c12b0703c0") == board
    assert nogues.loads("9x9n35a:4,4,ufcfa08b4483c12b0703c0") == board
    assert nogues.loads("9x9:m00b7d48a3e0231c419200") == board  # the centre


def test_sgt_ids(example):
    ids = (FORMATS / "sgt_ids.txt").read_text().split()
    assert len(ids) == 3
    boards = [nogues.loads(game) for game in ids]
    assert [nogues.dumps(board, "sgt") for board in boards] == ids
    assert (boards[1].width, boards[1].height, boards[1].mines) == (49, 22, 220)
    assert ms_toollib.cal_bbbv(nogues.to_lists(boards[1])) == 333
    assert boards[1].start == (12, 9)
    assert (boards[2].mines, boards[2].start) == (10, (6, 8))
    assert nogues.loads("3x2:u84") == example
    mine = dataclasses.replace(example, start=(0, 0))
    assert nogues.dumps(mine, "sgt").startswith("3x2:m")


def test_mine_and_analysis():
    position = Position(3, 2, 1, [[0, 1, -2], [0, 1, -2]])
    assert nogues.loads("3x2x1\n01H\n01H\n") == position
    assert nogues.loads("adacaaabblSblS", "analysis") == position
    assert nogues.loads("analysis=adacaaabblSblS") == position
    url = "https://davidnhill.github.io/JSMinesweeper/index.html?a=1&analysis=adacaaab"
    assert nogues.loads(url + "blSblS&b=2") == position
    expert = nogues.loads("analysis=aEaqaabLVZR")
    assert expert == Position(30, 16, 99, np.full((16, 30), -2))
    # F and I lower what is around them, O does not: 1 F becomes 2, 1 O stays.
    for flag, clue in (("2", 2), ("O", 2), ("9", 1)):
        found = nogues.loads(f"analysis=adabaaacl{flag}S")
        assert found == Position(3, 1, 2, [clue, -1, -2])
    known = nogues.read_board(FORMATS / "gt1_60x35_540.mine")
    assert (known.width, known.height, known.mines) == (60, 35, 540)


def test_lists():
    position = nogues.from_lists([[1, 10, 12], [1, 11, 10]], mines=3)
    assert position == Position(3, 2, 3, [[1, -2, -2], [1, -1, -2]])
    assert nogues.to_lists(position) == [[1, 10, 10], [1, 11, 10]]
    assert nogues.from_lists([(np.int64(0), 0)]).mines == 0
    with pytest.raises(FormatError, match="mines must be told"):
        nogues.from_lists([[1, 10]])
    for wrong in (5, "x", None, [5], ["ab"], [[1.0]], [[True]], [[None]]):
        with pytest.raises(TypeError):
            nogues.from_lists(wrong)
    for wrong in ([], [[]]):
        with pytest.raises(FormatError, match="must be at least 1, not 0"):
            nogues.from_lists(wrong)
    with pytest.raises(TypeError, match="board must be a Board or a Position"):
        nogues.to_lists([[1]])


def test_board_views(example):
    head = WRITTEN["board"].partition("[real]")[0]
    view = nogues.loads(head + "[view]\nF21\n1?U\n")
    assert view == Position(3, 2, 2, [[-1, 2, 1], [1, -2, -2]])
    both = head + "# a comment\nother: 1: 2\n[real]\n*21\n\n12*\n[view]\nX21\n#2@\n"
    assert nogues.loads(both) == example
    for bad, column in (("X21\nX2@", 1), ("021\n12@", 1), ("#21\n12@", 1)):
        with pytest.raises(FormatError, match=rf"line \d+, column {column}: \[real\]"):
            nogues.loads(both.replace("X21\n#2@", bad))


def test_rawvf_levels_and_events():
    rows = "*" + "0" * 7 + "\n" + "0" * 8 + "\n"
    rows += (
        "*" * 8 + "\n" + "0" * 8 + "\n" + "0" * 7 + "*" + "\n" + ("0" * 8 + "\n") * 3
    )
    board = nogues.loads(f"LEVEL: beginner\nBoard:\n{rows}Events:\n0.000 lc 2 1 (24 8)")
    assert (board.width, board.height, board.mines) == (8, 8, 10)
    assert board.grid[4, 7] == board.grid[0, 0] == -1
    assert nogues.loads(nogues.dumps(board, "rawvf")) == board
    assert "Level: Beginner\n" in nogues.dumps(board, "rawvf")


def test_one_or_many_boards_of_text():
    boards = nogues.generate_random_boards(7, 5, 6, seeds=range(3))
    many = "\n".join(map(nogues.dumps, boards))
    read = list(text.read_all(many))
    assert read == [dataclasses.replace(board, attempts=0) for board in boards]
    with pytest.raises(FormatError, match="more than one board"):
        nogues.loads(many)


def test_formats():
    names = [f.name for f in nogues.formats()]
    assert len(set(names)) == len(names) == 13
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


def test_the_table_in_the_readme():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for f in nogues.formats():
        names = ", ".join(f"`{suffix}`" for suffix in f.suffixes)
        holds = " or ".join(f.holds)
        read_only = "" if f.writes else " (only read)"
        row = f"| `{f.name}` | {names} | {holds} | {f.description}{read_only} |\n"
        assert row in readme, row
    table = re.findall(r"^\| `\w+` \|.*\| (?:layout|position)", readme, re.MULTILINE)
    assert len(table) == len(nogues.formats())


def test_files(tmp_path, example):
    for f in nogues.formats():
        for suffix in f.suffixes if f.writes else ():
            path = tmp_path / f"x{suffix.upper()}"
            nogues.write_board(example, path)
            assert nogues.read_board(str(path)) == example
            assert path.read_bytes()[-1:] == b"\n" or f.name == "mbf"
    path = tmp_path / "x.dat"
    nogues.write_board(example, path, "ptt")
    assert nogues.read_board(path) == example
    assert nogues.read_board(path, "ptt") == example
    with pytest.raises(MinesweeperError, match=r"path must end in \.txt, \.json"):
        nogues.write_board(example, path)
    with pytest.raises(MinesweeperError, match="format must be one of text, json"):
        nogues.read_board(path, "gif")
    for wrong in ("analysis", "evf", "rmv"):
        with pytest.raises(MinesweeperError, match="must be one that is written, text"):
            nogues.write_board(example, path, wrong)
    assert path.read_text() == "b=32&m=gg\n"
    path.write_text("b=32&m=zz")
    with pytest.raises(FormatError, match=r"x\.dat: line 1, column 8: 'z' is no digit"):
        nogues.read_board(path)
    with pytest.raises(FileNotFoundError):
        nogues.read_board(tmp_path / "none.txt")


def test_arguments():
    for wrong in (5, None, ["b"]):
        with pytest.raises(TypeError, match="data must be a str or bytes"):
            nogues.loads(wrong)
        with pytest.raises(TypeError, match="board must be a Board or a Position"):
            nogues.dumps(wrong)
    with pytest.raises(TypeError, match="format must be one of"):
        nogues.loads("*", 5)
    for binary in ("evf", "rmv"):
        with pytest.raises(TypeError, match="data must be bytes"):
            nogues.loads("x", binary)
    assert nogues.loads(bytearray(b"b=32&m=gg")) == nogues.loads("b=32&m=gg")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ("", "looks like none of text, json"),
        (b"", "looks like none of"),
        ("hello", "looks like none of"),
        (b"\x07\x00\xff", "looks like none of"),
        ('{"rows": 1, "board": 2}', "lists or json"),
        (bytes([4, 2, 0, 15]) + bytes(30), "evf or mbf"),
    ],
)
def test_what_is_not_recognised(data, message):
    with pytest.raises(FormatError, match=message):
        nogues.loads(data)
