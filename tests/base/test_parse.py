"""Parsing of text that may be anything."""

import pytest
from messages import raises

from nogues import FormatError
from nogues.base.parse import parse_integer, parse_json


def test_json():
    assert parse_json("game", '{"a": [1]}') == {"a": [1]}
    with raises(TypeError, "text must be a str, not bytes"):
        parse_json("game", b"{}")
    for text in ("", "{", "9" * 5000, "[" * 100_000):
        with pytest.raises(FormatError, match=r"^game is not JSON: "):
            parse_json("game", text)


@pytest.mark.parametrize(
    ("text", "number"),
    [("7", 7), ("-7", -7), (" 1e6 ", 10**6), ("1E+3", 1000), ("2.50e2", 250),
     ("1_000", 1000), ("-1.5e1", -15), ("0e99", 0)],
)  # fmt: skip
def test_integers(text, number):
    assert parse_integer(text) == number


@pytest.mark.parametrize(
    "text",
    ["", "x", "1.5", "1.25e1", "1e-3", "1e100", "1e", "--1", "٣", "0x10", "inf", "nan",
     "1__0", "1_", "9" * 5000],
)  # fmt: skip
def test_what_is_no_integer(text):
    with pytest.raises(ValueError):
        parse_integer(text)
