"""Which format data are in."""

import pytest

import nogues
from nogues import FormatError


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ("", "is not recognised as text, json"),
        (b"", "is not recognised as"),
        ("hello", "is not recognised as"),
        (b"\x07\x00\xff", "is not recognised as"),
        ('{"rows": 1, "board": 2}', "lists or json"),
        (bytes([4, 2, 0, 15]) + bytes(30), "evf or mbf"),
    ],
)
def test_what_is_not_recognised(data, message):
    with pytest.raises(FormatError, match=message):
        nogues.loads(data)
