"""Reading the golden data."""

import json
from typing import Any

import numpy as np
from paths import DATA


def lines(name: str) -> list[dict[str, Any]]:
    """The lines of a golden file."""
    text = (DATA / name).read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


def clues(line: dict[str, Any]) -> np.ndarray:
    """The clues of a golden line, as (height, width) int8."""
    values = [-1 if c == "*" else int(c) for c in line["clue"]]
    return np.array(values, np.int8).reshape(line["height"], line["width"])


def short_name(line: dict[str, Any]) -> str:
    """A short name for a golden line."""
    return "-".join(str(value) for key, value in line.items() if key != "clue")[:60]
