"""JSON with clear errors."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nogues import FormatError
from nogues.formats.jsontext import check_count, parse, without_space

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@given(values)
def test_there_and_back(value):
    text = without_space(value)
    assert "\n" not in text
    assert parse(text) == parse(text.encode()) == value
    assert parse(json.dumps(value, indent=2)) == value


def test_an_error_names_the_place():
    with pytest.raises(FormatError, match=r"^line 2, column 3: "):
        parse('{"a":\n 1]')
    with pytest.raises(FormatError, match=r"^line 8, column 3: "):
        parse('{"a":\n 1]', 7)
    for text in ("[" * 100_000, "1" * 5000):
        with pytest.raises(FormatError, match=r"^line 7: "):
            parse(text, 7)


@pytest.mark.parametrize("value", [-1, 11, 1.0, True, "1", None, [1], "x" * 1000])
def test_what_is_no_count(value):
    assert check_count({"n": 10}, "n", 10) == 10
    with pytest.raises(FormatError, match=r"^n must be") as caught:
        check_count({"n": value}, "n", 10)
    assert len(str(caught.value)) < 120
    with pytest.raises(FormatError, match=r"^n must be"):
        check_count({}, "n", 10)
