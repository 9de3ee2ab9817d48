"""Reading one or many boards of texts and files; what is refused."""

import dataclasses
import io

import pytest
from examples import FORMATS

import nogues
from nogues import FormatError, MinesweeperError, Position

HEADLESS = "1..\n"


def test_many_boards():
    boards = nogues.generate_random_boards(7, 5, 6, seeds=range(3))
    for name in ("text", "json", "npz"):
        data = nogues.dumps(boards, name)
        found = nogues.loads(data, many=True)
        changes = {"attempts": 0} if name == "text" else {}
        assert found == [dataclasses.replace(board, **changes) for board in boards]
        assert nogues.loads(data, name, many=True) == found
        with pytest.raises(FormatError, match=r"more than one|holds 3 boards, not one"):
            nogues.loads(data)
    assert nogues.loads("b=32&m=gg", many=True)[0].mines == 2


def test_many_positions():
    positions = nogues.Positions(3, 1, 1, [[1, -2, 1], [-2, 1, 0]])
    data = nogues.dumps(positions, "json")
    assert nogues.loads(data, many=True) == list(positions)
    message = "text holds one position, but there are more; these hold many boards: te"
    with pytest.raises(MinesweeperError, match=message):
        nogues.dumps(positions)


def test_files_of_many(tmp_path):
    boards = nogues.generate_boards(9, 9, 10, seeds=range(4), safe="block")
    for form, name in (("text", "x.txt"), ("json", "x.jsonl"), ("npz", "x.npz")):
        nogues.write_boards(boards, tmp_path / name)
        found = nogues.read_boards(str(tmp_path / name))
        assert [board.seed for board in found] == [0, 1, 2, 3]
        nogues.write_boards(found, tmp_path / "again", form)
        assert nogues.read_boards(tmp_path / "again", form) == found
    assert nogues.Boards.load(tmp_path / "x.npz") == boards
    with pytest.raises(
        FormatError,
        match=r"x\.npz: the file holds 4 boards, not one; "
        r"read_boards and Boards\.load read them all",
    ):
        nogues.read_board(tmp_path / "x.npz")


def test_the_number_of_mines():
    message = (
        r"^text, line 1: a position needs a header 3x1/M with its number of mines M, "
        r"or give mines \(--mines\)$"
    )
    with pytest.raises(FormatError, match=message):
        nogues.loads(HEADLESS)
    position = Position(3, 1, 1, [1, -2, -2])
    for data in (HEADLESS, " 1 H .", "[[1,10,10]]", '{"board":[[1,10,10]]}',
                 '{"width":3,"height":1,"rows":["1.."]}'):  # fmt: skip
        with pytest.raises(FormatError, match=r"give mines|mines must be given"):
            nogues.loads(data)
        assert nogues.loads(data, mines=1) == position
        assert nogues.loads(data, mines=1, many=True) == [position]
    assert nogues.loads("3x1/1\n1..", mines=1) == position
    with pytest.raises(FormatError, match=r"^mines must be 1 as in the data, not 2$"):
        nogues.loads("3x1/1\n1..", mines=2)
    with pytest.raises(FormatError, match=r"^mines must be 2 as in the data, not 3$"):
        nogues.loads("b=32&m=gg", mines=3)
    with pytest.raises(MinesweeperError, match=r"mines must be 0 to .*, not -1"):
        nogues.loads("b=32&m=gg", mines=-1)
    with pytest.raises(FormatError, match="3 mines announced, but 0 known and 2 hidde"):
        nogues.loads(HEADLESS, mines=3)


def test_what_is_no_board():
    for data, message in (
        ("https://example.com/board.mbf", "addresses are not fetched: save the file"),
        ("boards/board.mbf", "this is the name of a file, 'boards/board.mbf': read_bo"),
        ("9x9n10#1234", "there is no layout in it"),
    ):
        with pytest.raises(FormatError, match=message):
            nogues.loads(data)


def test_paths(tmp_path, monkeypatch):
    board = nogues.read_board(FORMATS / "tiny_3x2_2.mbf")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    nogues.write_board(board, "~/x.json")
    assert (tmp_path / "x.json").exists()
    assert nogues.read_board("~/x.json") == board
    with pytest.raises(FileNotFoundError, match="none"):
        nogues.read_boards("~/none.txt")
    with pytest.raises(IsADirectoryError, match="a data set, which open_dataset opens"):
        nogues.read_boards(tmp_path)
    for suffix in (".mgb", ".avf", ".MVF"):
        path = tmp_path / f"x{suffix}"
        path.write_bytes(b"{}")
        with pytest.raises(FormatError, match=f"x{suffix}: .* are not supported"):
            nogues.read_board(path)
    for call in (
        nogues.read_board,
        nogues.read_boards,
        lambda path: nogues.write_board(board, path),
        lambda path: nogues.write_boards([board], path),
        lambda path: nogues.write_board(board, path, "text"),
        nogues.Boards.load,
        nogues.Boards.stack([board]).save,
        nogues.open_dataset,
        lambda path: nogues.write_dataset(path, 9, 9, 10, seeds=range(2)),
        nogues.verify_dataset,
    ):
        for wrong in (io.StringIO(), None, 5, b"x.txt"):
            with pytest.raises(TypeError, match=r"^path must be a str or a path, not"):
                call(wrong)
        for wrong in ("", "x\0.txt"):
            with pytest.raises(MinesweeperError, match=r"^path must be a f"):
                call(wrong)
    for call in (nogues.read_board, nogues.Boards.load):
        with pytest.raises(
            MinesweeperError, match="addresses are not fetched, not 'ht"
        ):
            call("https://example.com/x.txt")


def test_arguments():
    for wrong in (5, None, ["b"]):
        with pytest.raises(TypeError, match="data must be a str or bytes"):
            nogues.loads(wrong)
    with pytest.raises(TypeError, match="format must be one of"):
        nogues.loads("*", 5)
    for binary in ("evf", "rmv"):
        with pytest.raises(TypeError, match="data must be bytes"):
            nogues.loads("x", binary)
    assert nogues.loads(bytearray(b"b=32&m=gg")) == nogues.loads("b=32&m=gg")
