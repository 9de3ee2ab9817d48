"""Files that are not what they should be: errors are distinct, and say where."""

import json
import re
import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st
from layouts import layouts, positions
from paths import DATA

import nogues
from nogues import Board, FormatError, MinesweeperError, Position
from nogues.formats.reading import read_all

FORMATS = DATA / "formats"
NAMES = [f.name for f in nogues.formats()]
WRITERS = [f.name for f in nogues.formats() if f.writes]
BINARY = ("npz", "evf", "rmv")
BOARD = (
    "# MINESWEEPER-BOARD v0.1\nrows: 2\ncolumns: 3\nmines: 2\ngame_mode: classic\n"
    "[real]\n*21\n12*\n"
)
RAWVF = "Width: 3\nHeight: 2\nMines: 2\nBoard:\n*00\n00*\nEvents:\n"
EVF = bytes([4, 0, 0, 2, 3, 0, 2]) + bytes(27) + b"a\0b\0c\0d\0" + b"\0\1U" + b"\x84"
RMV = (
    b"*rmv\0\1\0\0\0\0\0\3\0\2"
    + bytes(14)
    + b"abcde\0\1\2xy"
    + bytes([0, 0, 0, 0, 3, 2, 0, 2, 0, 0, 2, 1])
)
RECORD = '{"width": 3, "height": 2, "mines": 2, "rows": ["*21", "12*"]}'
HUGE = "must be at most 1000000 cells, not"


@pytest.mark.parametrize(("name", "data"), [("evf", EVF), ("rmv", RMV)])
def test_the_binary_examples(name, data):
    assert str(nogues.loads(data)) == "*21\n12*"
    assert nogues.loads(data + b"moves", name) == nogues.loads(data, name)


@pytest.mark.parametrize(
    ("file", "message"),
    [
        ("bad_odd.mbf", "byte 7: odd length"),
        ("bad_outside.mbf", "byte 6: the mine x=3, y=1 is outside 3x2"),
        ("bad_count.mbf", "byte 2: 3 mines announced, found 2"),
        ("bad_duplicate.mbf", "byte 6: duplicate: the mine x=0, y=0 occurs earlier"),
        ("bad_clue_2x2_0.txt", "line 2, column 1: the clue is 1, but there are 0"),
    ],
)
def test_files(file, message):
    with pytest.raises(FormatError, match=f"{re.escape(file)}: .*{message}"):
        nogues.read_board(FORMATS / file)


@pytest.mark.parametrize("file", ["bad_count_2x2_1.txt", "bad_zero_2x2_1.txt"])
def test_positions_that_no_layout_fits_are_for_the_solver(file):
    position = nogues.read_board(FORMATS / file)
    assert not position.status().consistent


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        ("mbf", b"\3\2\0", "byte 3: the file ends within its head"),
        ("mbf", b"\0\2\0\0", "byte 0: width must be at least 1, not 0"),
        ("mbf", b"\3\0\0\0", "byte 0: height must be at least 1, not 0"),
        ("mbf", "03 02 0", "odd number of hex digits: 5"),
        ("mbf", "03 0x", "letter 4: 'x' is neither a hex digit"),
        ("ptt", "b=32&m=gG", r"line 1, column 9: 'G' is not a digit .*\(lower case\)"),
        ("ptt", "b=32&m=gw", "line 1, column 9: 'w' is not a digit 0-9 or a-v$"),
        ("ptt", "b=32&m=g", "column 9: 3x2 takes 2 digits, found 1"),
        ("ptt", "b=32&m=gg0", "column 10: 3x2 takes 2 digits, found 3"),
        ("ptt", "b=32&m=g1", "column 9: bits are set after the last cell"),
        ("ptt", "b=02&m=", "width must be at least 1, not 0"),
        ("ptt", "b=9100&m=" + "0" * 180, "height must be at least 1, not 0"),
        ("ptt", "b=4&m=0", "column 3: b must be 1, 2, 3 or 2 to 14 digits, not '4'"),
        ("ptt", "b=" + "9" * 15 + "&m=0", "b must be 1, 2, 3 or 2 to 14 digits"),
        ("ptt", "b=" + "9" * 14 + "&m=0", HUGE),
        ("ptt", "m=gg", "there is no b="),
        ("ptt", "b=32", "there is no m="),
        ("ptt", "b=32&m=gg&b=32", "column 11: b is given twice"),
        ("ptt", "https://example.com/?b=32&m=gg", "column 9: the site must be ptt"),
        ("ptt", "b=32&m=gg\nb=32&m=gg", "line 2, column 1: expected one line"),
        ("sgt", "3x2", "column 4: a game ID is SIZE:LAYOUT"),
        ("sgt", "3x2#123", r"column 4: SIZE#SEED is a seed of that program"),
        ("sgt", "3y2:84", "column 1: '3y2' is not a size"),
        ("sgt", "3x2:r2,u,00112233", "column 5: rMINES,... has no mines yet"),
        ("sgt", "3x2:8", "column 6: 3x2 takes 2 digits, found 1"),
        ("sgt", "3x2:840", "column 7: 3x2 takes 2 digits, found 3"),
        ("sgt", "3x2:8g", "column 6: 'g' is not a hex digit"),
        ("sgt", "3x2:1,1,u81", "column 11: bits are set after the last cell"),
        ("sgt", "3x2n3:84", "n: 3 mines announced, found 2"),
        ("sgt", "3x2:3,1,u84", "start must be a cell of the 3x2 board, not row 1, col"),
        ("sgt", "3x2:0,0,u84", "first click x=0, y=0 must be safe, not a mine"),
        ("sgt", "0x2:84", "width must be at least 1, not 0"),
        ("sgt", "9999999x9999999:84", HUGE),
        ("mine", "3x2\n", "line 1, column 1: '3x2' is not a header"),
        ("mine", "3x2x2\nF21\n", "line 3, column 1: 2 rows announced, found "),
        ("mine", "3x2x2\nF21\n12\n", "line 3, column 3: the row has 2 cells, 3 ann"),
        ("mine", "3x2x2\nF21\n12F0\n", "line 3, column 4: the row has 4 cells"),
        (
            "mine",
            "3x2x2\nF21\n12F\n000",
            "line 4, column 1: a row after the announced 2",
        ),
        ("mine", "3x2x2\nF21\n12x\n", "line 3, column 3: 'x' is not one of 0 to 8, H"),
        ("mine", "3x2x2\nF22\n12F\n", "line 2, column 3: the clue is 2, but there ar"),
        ("mine", "3x2x1\nF21\n12F\n", "1 mine announced, but 2 known and 0"),
        ("mine", "3x2x9\nF21\n12H\n", "9 mines announced, but 1 known and 1"),
        ("mine", "0x2x2\n\n", "width must be at least 1, not 0"),
        ("mine", "9999999x9999999x2\nH\n", HUGE),
        ("analysis", "adac", "column 5: width, height and mines take 8 letters"),
        ("analysis", "adacaaab!", r"column 9: '!' is not one of"),
        ("analysis", "analysis=adacaaabb", "6 cells announced, but the runs have 1"),
        (
            "analysis",
            "adacaaabblSblSS",
            "column 14: the runs continue after the announced 6",
        ),
        ("analysis", "adacaaaba", "column 9: a run of 0 has no cells"),
        ("analysis", "aaacaaabb", "width must be at least 1, not 0"),
        ("analysis", "99999999b", HUGE),
        ("analysis", "adabaaac2M2", r"cell \(0, 1\): with the mines found .*10"),
        ("lists", "[[-1, 2, 1], [1, 2]]", "row 1 has 2 cells, row 0 has 3"),
        ("lists", "[[-1, 2, 9]]", r"cell \(0, 2\) must be -1 a mine, .* not 9"),
        ("lists", "[[-1, 1, 10]]", r"cell \(0, 0\): a position has 11 for mines"),
        ("lists", "[[10, 1, -1]]", r"cell \(0, 2\): a position has 11 for mines"),
        (
            "lists",
            "[[10, 1, 11]]",
            r"mines must be given \(--mines\), because a cell is hidden",
        ),
        ("lists", "[[-1, 2, 1.0]]", r"cell \(0, 2\) must be an integer, not 1\.0"),
        ("lists", "[[-1, 2, true]]", r"cell \(0, 2\) must be an integer, not True"),
        ("lists", "[[0, 1], [1, 0]]", r"cell \(0, 1\): the clue is 1, but there are 0"),
        ("lists", "[]", "width must be at least 1, not 0"),
        ("lists", "[[1,\n2", "line 2, column 2: not JSON"),
        ("lists", "[" * 100_000, "not JSON"),
        ("lists", "[[" + "1" * 5000 + "]]", "not JSON of a board"),
        ("lists", "5", "lists must be"),
        ("board", "rows: 2", "line 1, column 1: the first line must be"),
        ("board", BOARD.replace("rows: 2\n", ""), "there is no rows:"),
        ("board", BOARD.replace("game_mode: classic\n", ""), "there is no game_mode:"),
        ("board", BOARD.replace("rows: 2", "rows: x"), "line 2, column 1: rows must"),
        ("board", BOARD.replace("rows: 2", "rows: 2\nrows: 2"), "line 3, column 1: ro"),
        ("board", BOARD.replace("rows: 2", "rows"), "line 2, column 1: 'rows' is no"),
        ("board", BOARD.replace("mines: 2", "mines: 3"), "3 mines announced, fo"),
        ("board", BOARD.replace("12*", "12"), "line 8, column 3: the row has 2 cells"),
        (
            "board",
            BOARD.replace("12*", "12F"),
            r"line 8, column 3: 'F' is not one of 0 to",
        ),
        ("board", BOARD.replace("12*", "11*"), "line 8, column 2: the clue is 1"),
        ("board", BOARD.partition("[")[0], r"neither \[real\] nor \[view\]"),
        ("board", BOARD.replace("[real]", "[seen]"), r"line 6, column 1: \[seen\]"),
        ("board", BOARD + "[real]\n", r"line 9, column 1: \[real\] occurs twice"),
        (
            "board",
            BOARD.replace("rows", "# Render: emoji\nrows"),
            "line 2, column 11: the rendering must be ascii, not 'emoji'",
        ),
        (
            "board",
            BOARD.replace("rows: 2", "rows: 16").replace("columns: 3", "columns: 30"),
            "line 7, column 4: the row has 3 cells, 30 announced",
        ),
        ("rawvf", RAWVF.replace("Width: 3\n", ""), "there is no Width:"),
        ("rawvf", RAWVF.partition("Board")[0], "there is no Board:"),
        ("rawvf", RAWVF.replace("Mines: 2", "Mines: 1"), "1 mine announced"),
        ("rawvf", RAWVF.replace("Mines: 2", "Mines: x"), "line 3, column 8: Mines mus"),
        ("rawvf", RAWVF.replace("Mines: 2", "mines: 2\nMines: 2"), "line 4, column 1"),
        ("rawvf", RAWVF.replace("00*", "001"), "line 6, column 3: '1' is not one of"),
        ("rawvf", RAWVF.replace("00*", "00"), "line 6, column 3: the row has 2"),
        ("rawvf", RAWVF.replace("00*", "00*\n000"), "line 7, column 1: a row after"),
        ("rawvf", RAWVF.replace("00*\n", ""), "line 6, column 1: 2 rows announced"),
        ("rawvf", "Width\n" + RAWVF, "line 1, column 1: 'Width' is not name: value"),
        ("csv", "-1,2,1\n1,2", "line 2, column 4: the row has 2 cells, the first has"),
        ("csv", "-1,2,1\n1,2,-1,0", "line 2, column 8: the row has 4 cells"),
        ("csv", "-1,2,1\n1,x,-1", "line 2, column 3: 'x' is neither -1"),
        ("csv", "-1,2,1\n1, 1,-1", "line 2, column 4: the clue is 1, but there are 2"),
        ("evf", b"", "byte 0: the version must be 4, not nothing"),
        ("evf", b"\3" + EVF[1:], "byte 0: the version must be 4, not 3"),
        ("evf", EVF[:20], "byte 20: the file ends within its head"),
        ("evf", EVF[:37], "byte 37: the file ends within text 2 of 4"),
        ("evf", EVF[:1] + b"\x08" + EVF[2:], "the file ends within"),
        ("evf", EVF[:-1], "byte 45: the file ends within the layout of 3x2"),
        ("evf", EVF[:-1] + b"\x85", "byte 45: bits are set after the last cell"),
        ("evf", EVF[:-1] + b"\x80", "byte 5: 2 mines announced, found 1"),
        ("evf", EVF[:3] + b"\0" + EVF[4:], "byte 3: height must be at least 1"),
        ("rmv", b"rmv", r"byte 0: the file must begin with \*rmv"),
        ("rmv", b"*rmv\0\3", "byte 4: the version must be 1 or 2, not 3"),
        ("rmv", RMV[:-1], "the file ends before its mines"),
        ("rmv", RMV[:-2] + b"\3\1", "byte 48: the mine x=3, y=1 is outside 3x2"),
        ("rmv", RMV[:-2] + b"\0\0", "byte 48: duplicate: the mine x=0, y=0"),
        ("json", "[]", "a record must be"),
        (
            "json",
            RECORD.replace('"width": 3', '"width": "3"'),
            "width must be an integ",
        ),
        (
            "json",
            RECORD.replace('"width": 3', '"width": 1e6'),
            "width must be an integ",
        ),
        (
            "json",
            RECORD.replace('"width": 3', '"width": 0'),
            "width must be at least 1",
        ),
        ("json", RECORD.replace('"mines": 2', '"mines": 3'), "3 mines announced"),
        ("json", RECORD.replace('"*21", ', ""), "2 rows announced, found 1"),
        ("json", RECORD.replace("*21", "*2"), "row 0 has 2 cells, 3 announced"),
        ("json", RECORD.replace("*21", "*2x"), r"cell \(0, 2\): 'x' is not one of"),
        ("json", RECORD.replace("*21", "*22"), r"cell \(0, 2\): the clue is 2, but"),
        ("json", RECORD.replace("}", ', "start": [2, 0]}'), "start must be a cell of"),
        ("json", RECORD.replace("}", ', "start": 5}'), r"start must be \[row, column"),
        (
            "json",
            RECORD.replace("}", ', "search": {"name": "x"}}'),
            "another search, 'x'",
        ),
        (
            "json",
            RECORD.replace("}", ', "search": {"name": []}}'),
            r"another search, \[\]",
        ),
        ("text", "", "text has no rows of cells"),
        ("text", "*21\n12x", "text, line 2, column 3: 'x' is neither"),
        ("text", "*21\n12", "text, line 2, column 3: the row has 2 cells"),
        ("text", "*21\n11*", "text, line 2, column 2: the clue is 1, but there are 2"),
        ("text", "# 3x3/2\n*21\n12*", "line 1: the header says 3x3, the rows 3x2"),
        ("text", "# 3x2/1\n*21\n12*", "line 1: 1 mine announced, found 2"),
        ("text", "# start 2,0\n*21\n12*", "the start must be a cell of the 3x2 board"),
        (
            "text",
            "# 3x2/2 start 1,1 seed 1 search repair 2\n*21\n12*",
            "another search, 'repair' 'elementary' 2",
        ),
        (
            "text",
            "# 3x2/2 start 1,1 seed 9999999999 search random 1 safe any\n*21\n12*",
            "seed must be at most 4294967295",
        ),
        (
            "text",
            "# 3x2/2 start 1,1 search random 1 safe all\n*21\n12*",
            "the search is impossible: safe must be one of",
        ),
        ("text", "# 3x2/2 start 1,1 search random 1 very\n*21\n12*", "has 'very'"),
        (
            "text",
            "# 3x2/2 search random 1 density 2\n*21\n12*",
            "density must be at le",
        ),
        ("text", "3x2x2\n\n*21\n 1 1 *", "text, line 4, column 4: the clue is 1"),
        ("text", "1.\n", "line 1: a position needs a header 2x1/M with its number of"),
        (
            "text",
            "# my own\n1.\n",
            r"line 2, column 2: '\.' is neither .* a position n",
        ),
        ("text", "*1\n\n1.\n", r"line 3, column 2: '\.' is neither .* a position n"),
        ("text", "# 3x2/9 by me\n*21\n12*", "line 1: 9 mines announced, found 2"),
        ("text", "#4x2/2 by me\n*21\n12*", "line 1: the header says 4x2, the rows 3x"),
        ("sgt", "9x9n10#1234", "SIZE#SEED is a seed .* there is no layout in it"),
        ("json", RECORD.replace("*21", ".21").replace('"mines": 2,', ""), 'no "mines'),
        (
            "json",
            '{"per_cell": 2}',
            r"boards of Minegauler \(\.mgb\) are not supported",
        ),
        ("npz", b"", "the file is damaged or not a .npz file"),
        ("npz", b"PK\3\4", "the file is damaged or not a .npz file"),
        ("text", "0x1/0\n\n", "text"),
    ],
)
def test_errors_are_distinct(name, data, message):
    with pytest.raises(FormatError, match=message):
        nogues.loads(data, name)


@pytest.mark.parametrize("name", sorted(set(NAMES) - {*BINARY, "mbf"}))
def test_bytes_that_are_no_text(name):
    with pytest.raises(FormatError, match="byte 2: not UTF-8 text"):
        nogues.loads(b"01\xff", name)


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("mine", "1000x1000x5\nHHH\n"),
        ("board", BOARD.replace("2\ncol", "1000\ncol").replace(": 3", ": 1000")),
        ("rawvf", RAWVF.replace(": 3", ": 1000").replace("t: 2", "t: 1000")),
        ("json", RECORD.replace('th": 3', 'th": 1000').replace('t": 2', 't": 1000')),
        ("ptt", "b=10001000&m=gg"),
        ("sgt", "1000x1000:u84"),
        ("evf", EVF[:3] + b"\xff\xff" + EVF[5:]),
        ("mbf", b"\xff\xff\xff\xff\0\0"),
        ("rmv", RMV[:-8] + b"\xff\xff\xff\xff\0\0"),
    ],
)
def test_little_data_takes_little_memory(name, data):
    tracemalloc.start()
    try:
        with pytest.raises(FormatError):
            nogues.loads(data, name)
        assert tracemalloc.get_traced_memory()[1] < 200_000
    finally:
        tracemalloc.stop()


def check(data, name):
    try:
        found = nogues.loads(data, name)
    except FormatError:
        return
    assert isinstance(found, (Board, Position))
    assert found.width * found.height <= nogues.LARGE_CELLS


TEXTS = st.text(max_size=80) | st.text(
    alphabet='0123456789*.HFMx/#:,=&bmu[]{}"-? \n\r\ufeff', max_size=80
)


@given(st.sampled_from([n for n in NAMES if n not in BINARY]), TEXTS)
def test_any_text(name, data):
    check(data, name)
    check(data, None)


@given(st.sampled_from([*NAMES, None]), st.binary(max_size=120))
def test_any_bytes(name, data):
    check(data, name)
    check(b"*rmv\0\1" + data, "rmv")
    check(b"\4" + data, "evf")


@given(
    st.sampled_from(["mine", "text", "sgt", "analysis", "ptt", "board", "rawvf"]),
    st.integers(0, 5),
    st.integers(0, 5),
    st.integers(0, 9),
    st.text(alphabet="0123456789*.HFMabcdeglmrSuv,\n", max_size=30),
)
def test_any_text_after_a_head(name, width, height, mines, rest):
    head = {
        "mine": f"{width}x{height}x{mines}\n",
        "text": f"# {width}x{height}/{mines} start {height},{width} search random 1\n",
        "sgt": f"{width}x{height}:{width},{height},",
        "analysis": f"a{'abcdef'[width]}a{'abcdef'[height]}aaa{'abcdefghij'[mines]}",
        "ptt": f"b={width}{height}&m=",
        "board": BOARD.partition("rows")[0]
        + f"rows: {height}\ncolumns: {width}\nmines: {mines}\ngame_mode: x\n[view]\n",
        "rawvf": f"Width: {width}\nHeight: {height}\nMines: {mines}\nBoard:\n",
    }
    check(head[name] + rest, name)


@given(st.data())
def test_files_with_a_change(data):
    """A letter or byte of a valid file is another, missing, or there twice."""
    name = data.draw(st.sampled_from([*WRITERS, *BINARY]))
    both = name in ("text", "json", "mine", "lists", "board")
    found = data.draw(layouts() | positions() if both else layouts(_SMALL))
    whole = {"evf": EVF, "rmv": RMV}.get(name)
    if whole is None:
        whole = nogues.dumps(found, name)
    k = data.draw(st.integers(0, len(whole) - 1))
    if isinstance(whole, bytes):
        new = data.draw(st.binary(max_size=2))
    else:
        new = data.draw(st.text(alphabet='0189*.HF#x/:[]{}", \n-', max_size=2))
    changed = whole[:k] + new + whole[k + 1 :]
    check(changed, name)
    check(changed, None)


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 12) | st.floats() | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3),
)
_SMALL = st.tuples(st.integers(1, 9), st.integers(1, 9))


@given(
    st.sampled_from(
        ["width", "height", "mines", "start", "seed", "search", "needs", "rows",
         "attempts", "repairs", "solvable", "relocations"]
    ),
    _JSON,
)  # fmt: skip
def test_records_with_another_field(field, value):
    record = json.loads(nogues.dumps(nogues.generate_board(9, 9, 10, seed=1), "json"))
    check(json.dumps(record | {field: value}), "json")
    inner = record["search"] | {
        {"width": "name", "height": "version", "mines": "logic", "start": "safe",
         "seed": "moves", "rows": "accept", "needs": "needs"}.get(field, field): value
    }  # fmt: skip
    check(json.dumps(record | {"search": inner}), "json")


@given(st.lists(_JSON, max_size=4))
def test_any_lists(value):
    check(json.dumps(value), "lists")
    try:
        nogues.from_lists(value)
    except (FormatError, TypeError):
        pass


@given(TEXTS)
def test_all_of_any_text(data):
    for name in ("text", "json"):
        try:
            for found in read_all(data, name):
                assert isinstance(found, (Board, Position))
        except FormatError:
            pass


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("text", ("0" * 1001 + "\n") * 1000),
        ("text", "1001x1000/0\n" + ("0" * 1001 + "\n") * 1000),
        ("mine", "1001x1000x0\n" + ("0" * 1001 + "\n") * 1000),
        ("csv", ("0," * 1000 + "0\n") * 1000),
        ("lists", json.dumps([[0] * 1001] * 1000)),
    ],
)
def test_boards_that_are_too_large(name, data):
    with pytest.raises(FormatError, match="must be at most 1000000"):
        nogues.loads(data, name)


def test_unknown_formats():
    with pytest.raises(MinesweeperError, match="format must be one of text, json, npz"):
        nogues.loads("*", "gif")
    with pytest.raises(MinesweeperError, match="format must be one of"):
        nogues.dumps(nogues.loads("b=32&m=gg"), "gif")


UNSOLVABLE = ["1*1", "222", "1*1"]  # stuck after the first click in the corner


@pytest.mark.parametrize("search", ["repair 1", "uniform 1 logic complete safe cell"])
def test_boards_that_are_not_what_they_claim(search):
    """A header does not make a board solvable."""
    text = "\n".join([f"# 3x3/2 start 0,0 seed 1 search {search}", *UNSOLVABLE, ""])
    with pytest.raises(FormatError, match=r"does not finish it from \(0, 0\)"):
        nogues.loads(text)
    asked = {"start": (0, 0), "safe": "cell", "logic": "complete"}
    board = nogues.generate_board(3, 3, 2, seed=1, **asked)
    record = json.loads(nogues.dumps(board, "json"))
    record["rows"] = UNSOLVABLE
    with pytest.raises(FormatError, match=r"does not finish it from \(0, 0\)"):
        nogues.loads(json.dumps(record), "json")
