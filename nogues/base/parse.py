"""Parsing of text that may be anything."""

from __future__ import annotations

import json
import re
from typing import Any

from nogues.base.errors import FormatError

#: Integers as people write them; the last group is a power of ten.
_WHOLE = re.compile(r"([+-]?\d[\d_]*)(?:\.(\d+))?(?:[eE]\+?(\d{1,2}))?", re.ASCII)


def parse_integer(text: str) -> int:
    """Return the integer of a text such as ``1000``, ``1_000``, ``1e3`` or ``2.5e6``.

    Raises
    ------
    ValueError
        If the text is no integer.

    Examples
    --------
    >>> parse_integer("2.5e6"), parse_integer("-1_000")
    (2500000, -1000)
    """
    match = _WHOLE.fullmatch(text.strip())
    decimals, power = (match[2] or "", int(match[3] or 0)) if match else ("", 0)
    if match is None or len(decimals) > power:
        raise ValueError(f"not an integer: {text!r}")
    return int(match[1] + decimals + "0" * (power - len(decimals)))


def parse_json(name: str, text: object) -> Any:
    """Return the value of a JSON text.

    Raises
    ------
    FormatError
        If the text is not JSON; says that ``name`` is not.
    TypeError
        If it is not a str.
    """
    if not isinstance(text, str):
        raise TypeError(f"text must be a str, not {type(text).__name__}")
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise FormatError(f"{name} is not JSON: {error}") from None
