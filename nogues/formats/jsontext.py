"""JSON with clear errors."""

from __future__ import annotations

import json
from typing import Any

from nogues.base.errors import FormatError
from nogues.formats.places import at, decode

MOST = 2**31 - 1


def parse(data: str | bytes, line: int = 1) -> Any:
    """Return the value of a JSON text; ``line`` is the number of its first line."""
    try:
        return json.loads(decode(data))
    except json.JSONDecodeError as error:
        problem = f"not JSON: {error.msg}"
        raise at(error.lineno + line - 1, error.colno, problem) from None
    except (
        RecursionError,
        ValueError,
    ) as error:  # nested too deep, or a number of 5000 digits
        raise FormatError(f"line {line}: not JSON of a board: {error}") from None


def without_space(value: Any) -> str:
    """Return a value as JSON on one line."""
    return json.dumps(value, separators=(",", ":"))


def check_count(record: dict[str, Any], name: str, most: int = MOST) -> int:
    """Return a field that is a count; the error names the field."""
    value = record.get(name)
    if type(value) is not int or not 0 <= value <= most:
        raise FormatError(f"{name} must be an integer 0 to {most}, not {_short(value)}")
    return value


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
