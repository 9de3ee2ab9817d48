"""Writing one or many boards; what is refused."""

import pytest
from examples import HOLDERS, WRITERS

import nogues
from nogues import FormatError, MinesweeperError, Position


@pytest.mark.parametrize("name", sorted(set(WRITERS) - set(HOLDERS)))
def test_positions_that_cannot_be_held(name):
    position = Position(3, 1, 1, [1, -2, 0])
    message = f"{name} holds layouts, not positions; positions need text, json"
    with pytest.raises(MinesweeperError, match=message):
        nogues.dumps(position, name)


def test_files(tmp_path, example):
    for f in nogues.formats():
        for suffix in f.suffixes if f.writes else ():
            path = tmp_path / f"x{suffix.upper()}"
            nogues.write_board(example, path)
            assert nogues.read_board(str(path)) == example
            assert path.read_bytes()[-1:] == b"\n" or f.name in ("mbf", "npz")
    path = tmp_path / "x.dat"
    nogues.write_board(example, path, "ptt")
    assert nogues.read_board(path) == example
    assert nogues.read_board(path, "ptt") == example
    with pytest.raises(MinesweeperError, match=r"path must end in \.txt, \.json"):
        nogues.write_board(example, path)
    with pytest.raises(MinesweeperError, match="format must be one of text, json"):
        nogues.read_board(path, "gif")
    for wrong in ("analysis", "evf", "rmv"):
        with pytest.raises(
            MinesweeperError, match="must be one that can be written, text"
        ):
            nogues.write_board(example, path, wrong)
    assert path.read_text() == "b=32&m=gg\n"
    path.write_text("b=32&m=zz")
    with pytest.raises(
        FormatError, match=r"x\.dat: line 1, column 8: 'z' is not a digit"
    ):
        nogues.read_board(path)
    with pytest.raises(FileNotFoundError):
        nogues.read_board(tmp_path / "none.txt")


def test_arguments(example, tmp_path):
    for wrong in (5, None, ["b"], "b", [example, 5]):
        message = "board must be a Board or a Position, Boards, Positions or a list"
        with pytest.raises(TypeError, match=message):
            nogues.dumps(wrong)
        with pytest.raises(TypeError, match="boards must be a Board or a Position, B"):
            nogues.write_boards(wrong, tmp_path / "x.txt")
    with pytest.raises(TypeError, match="because write_boards writes many, not"):
        nogues.write_board([example], tmp_path / "x.txt")
    assert list(tmp_path.iterdir()) == []


def test_many(example, tmp_path):
    assert nogues.dumps([example, example], "json").count("\n") == 2
    assert nogues.dumps([example], "mbf") == nogues.dumps(example, "mbf")
    assert nogues.dumps(iter([example])) == nogues.dumps(example)
    with pytest.raises(MinesweeperError, match="mbf holds one board, but there are mo"):
        nogues.dumps([example, example], "mbf")
    other = nogues.loads("*10")
    with pytest.raises(MinesweeperError, match="boards must have one width, 3"):
        nogues.write_boards([example, nogues.loads("*1")], tmp_path / "x.npz")
    with pytest.raises(MinesweeperError, match="npz holds layouts, not positions"):
        nogues.dumps([example, Position(3, 2, 1, [-2] * 6)], "npz")
    nogues.write_boards([example, other], tmp_path / "x.txt")
    assert nogues.read_boards(tmp_path / "x.txt") == [example, other]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["x.txt"]
