"""Parsing of text that may be anything."""

from __future__ import annotations

import json
from typing import Any

from nogues.base.errors import FormatError


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
