"""Parsing of text that may be anything."""

import pytest
from messages import raises

from nogues import FormatError
from nogues.base.parse import parse_json


def test_json():
    assert parse_json("game", '{"a": [1]}') == {"a": [1]}
    with raises(TypeError, "text must be a str, not bytes"):
        parse_json("game", b"{}")
    for text in ("", "{", "9" * 5000, "[" * 100_000):
        with pytest.raises(FormatError, match=r"^game is not JSON: "):
            parse_json("game", text)
