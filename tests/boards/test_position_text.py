"""Positions as text."""

import pytest
from hypothesis import given
from messages import raises
from positions import TEXT, any_position

from nogues.base.errors import FormatError, MinesweeperError
from nogues.boards.position import Position
from nogues.formats.text import dumps


@given(any_position())
def test_text_round_trip(position):
    text = position.to_text()
    assert Position.from_text(text) == position
    assert Position.from_text(text, position.mines) == position
    head, *rows = text.splitlines()
    assert head == f"{position.width}x{position.height}/{position.mines}"
    assert rows == str(position).split("\n")
    spaced = "\r\n".join(" ".join(row) for row in rows)
    assert Position.from_text(spaced, position.mines) == position


def test_to_text(position):
    assert position.to_text() == f"3x2/4\n{TEXT}\n"


@pytest.mark.parametrize(
    "text",
    [
        "3x2/4\n01.\n8F.",
        "3x2x4\n01H\n8M.\n",
        "# 3x2/4\n01.\n8*H\n",
        "#   3x2x4 start 1,1 seed 7\n01.\n8F.\n",
        "# 3x2/4 # 1x1/1\n01.\n8F.\n",
        "\ufeff3x2/4\r\n01.\r\n8F.\r\n",
        "\n  \n\t3x2/4 \n\n 0 1 .\n8\tF  .  \n\n \n",
        "3x2/4\n0\xa01\xa0.\n8F.",
        "003x02/0004\n01.\n8F.",
    ],
)
def test_texts_with_a_header(position, text):
    assert Position.from_text(text) == position
    assert Position.from_text(text, mines=4) == position
    with raises(MinesweeperError, "mines must be 4 as in text, not 3"):
        Position.from_text(text, mines=3)


@pytest.mark.parametrize("text", [TEXT, "\ufeff\n\n01.\r\n8M.\r\n", " 0 1 H\n 8 * .\n"])
def test_texts_without_a_header(position, text):
    assert Position.from_text(text, 4) == position
    with raises(
        MinesweeperError,
        "mines is required: text has no header with this number, such as 3x2/1",
    ):
        Position.from_text(text)


def test_every_letter():
    position = Position.from_text("012345678.HFM*", mines=0)
    assert position.cells.tolist() == [*range(9), -2, -2, -1, -1, -1]
    assert position.mines == 0


def test_blanks_do_not_count():
    assert Position.from_text("1 2 .", mines=1) == Position(3, 1, 1, [1, 2, -2])


def test_a_board_as_text_is_a_position(board):
    position = Position.from_text(dumps(board))
    assert position.cells.tolist() == board.clue.tolist()
    assert position.mines == 10


@pytest.mark.parametrize(
    ("text", "line", "column", "problem"),
    [
        ("01x", 1, 3, "'x' is not 0 to 8, ., H, F, M or *"),
        ("0 1 9", 1, 5, "'9' is not 0 to 8"),
        ("\ufeff9", 1, 1, "'9' is not 0 to 8"),
        ("3x2/4\n\n01.\n 8f.", 4, 3, "'f' is not 0 to 8"),
        ("01.\n8-.", 2, 2, "'-' is not 0 to 8"),
        ("01.\n8².", 2, 2, "'²' is not 0 to 8"),
        ("01.\n01", 2, 3, "the row has 2 cells, the first row has 3"),
        ("01.\n0 1 . . .", 2, 7, "the row has 5 cells, the first row has 3"),
        ("4x2/1\n01.\n8F.", 2, 4, "the row has 3 cells, the header says 4"),
        ("2x2/1\n01.\n8F.", 2, 3, "the row has 3 cells, the header says 2"),
        ("0x0/1\n0", 2, 1, "the row has 1 cell, the header says 0"),
        ("3x3/1\n01.\n8F.", 1, 3, "the header says 3 rows, but there are 2"),
        ("\n# 30x1/1\n" + ("." * 30 + "\n") * 2, 2, 6, "says 1 row, but there are 2"),
        ("3x2/1\n", 1, 3, "the header says 2 rows, but there are 0"),
        ("01.\n\n8F.", 3, 1, "a row follows an empty line"),
        ("3x1/1 seed 5\n01.", 1, 7, "text after a header needs '# ' before the header"),
        ("#3x1/1\n01.", 1, 1, "'#' is not 0 to 8"),
        ("# a position\n01.", 1, 1, "'#' is not 0 to 8"),
        ("# 3x1/1x\n01.", 1, 1, "'#' is not 0 to 8"),
        ("# 3x1\n01.", 1, 1, "'#' is not 0 to 8"),
        ("01.\n3x1/1", 2, 2, "'x' is not 0 to 8"),
        ("3x1/1\n3x1/1\n01.", 2, 2, "'x' is not 0 to 8"),
        (f"3x1/{'1' * 5000}\n01.", 1, 2, "'x' is not 0 to 8"),
    ],
)
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_bad_text(text, line, column, problem, newline):
    with pytest.raises(FormatError) as caught:
        Position.from_text(text.replace("\n", newline), mines=1)
    assert str(caught.value).startswith(f"text, line {line}, column {column}: ")
    assert problem in str(caught.value)


@pytest.mark.parametrize("text", ["", "\ufeff", " \n\r\n"])
def test_empty_text(text):
    with raises(FormatError, "text has no rows of cells"):
        Position.from_text(text, 1)


def test_bad_arguments_of_from_text():
    with raises(TypeError, "text must be a str, not b'1.'"):
        Position.from_text(b"1.", 1)
    with raises(MinesweeperError, "mines must be at least 0, not -1"):
        Position.from_text("1.", -1)
    with raises(TypeError, "mines must be an integer, not 1.0"):
        Position.from_text("1.", 1.0)
    with raises(MinesweeperError, "width must be 1 to 1000000, not 1000001"):
        Position.from_text("." * 1_000_001, 1)
