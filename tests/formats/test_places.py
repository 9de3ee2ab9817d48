"""Text line by line, and errors that name the place."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nogues import FormatError
from nogues.formats import places

LETTERS = {"0": 0, "*": -1}


@given(st.lists(st.text("ab \t", max_size=5), min_size=1, max_size=6))
def test_lines_know_where_they_stand(rows):
    text = "\n".join(rows)
    if not text.strip():
        with pytest.raises(FormatError):
            places.lines_of(text)
        return
    lines = places.lines_of(text)
    assert lines[0].text and lines[-1].text
    filled = [k for k, row in enumerate(rows, 1) if row.strip()]
    assert [line.number for line in lines] == list(range(filled[0], filled[-1] + 1))
    for line in lines:
        whole = rows[line.number - 1]
        assert line.text == whole.strip()
        if line.text:
            assert whole[line.column - 1 :].startswith(line.text)


def test_a_place_is_counted_from_one():
    line = places.Line(3, 5, "ab")
    assert str(line.wrong(1, "no")) == "line 3, column 6: no"
    assert str(places.at_byte(7, "no")) == "byte 7: no"


def test_text_and_bytes():
    assert places.decode("\ufeffé".encode()) == places.decode("\ufeffé") == "é"
    with pytest.raises(FormatError, match=r"^byte 2: "):
        places.decode(b"ab\xff")
    assert places.binary(b"\xff", "mbf") == b"\xff"
    with pytest.raises(TypeError):
        places.binary("text", "mbf")


def test_one_line():
    assert places.one_line("\n  ab \n\n") == places.Line(2, 3, "ab")
    with pytest.raises(FormatError, match=r"^line 3, column 2: "):
        places.one_line("\nab\n c\n")


def test_sizes():
    for right in [(1, 1), (1000, 1000), (1, 1_000_000)]:
        places.check_dimensions(*right)
    for wrong in [(0, 5), (5, 0), (1001, 1000)]:
        with pytest.raises(FormatError, match=r"^here: "):
            places.check_dimensions(*wrong, "here: ")


def rows_of(text, width, height):
    lines = places.lines_of(text)
    return places.read_rows(lines, width, height, LETTERS, "0 and *")


def test_rows():
    cells = rows_of("0*\n 00\n", 2, 2)
    assert cells.dtype == np.int8 and cells.tolist() == [[0, -1], [0, 0]]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("00\n0x", "line 2, column 2"),
        ("00\n 0", "line 2, column 3"),
        ("000\n00", "line 1, column 3"),
        ("00\n00\n00", "line 3, column 1"),
        ("00", "line 2, column 1"),
    ],
)
def test_rows_that_do_not_fit(text, place):
    with pytest.raises(FormatError, match=f"^{place}: "):
        rows_of(text, 2, 2)
