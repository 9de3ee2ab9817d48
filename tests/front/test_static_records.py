"""What is kept of games, without a browser: records.js."""

import json
import re

import pytest
from javascript import node

from nogues.front.server import STATIC


def run(code):
    """Run code after the modules, joined, and return what it gives."""
    names = ("choices.js", "records.js")
    texts = [(STATIC / name).read_text(encoding="utf-8") for name in names]
    text = re.sub(r"^import .*$", "", "\n".join(texts), flags=re.M)
    return json.loads(node(f"{text}\nconsole.log(JSON.stringify({code}));"))


GAME = """{ id: String(k), board: { size: "9x9/10", search: "repair",
  logic: "elementary", safe: null, relocate: false, daily: null },
  won: true, helped: false, time: 1000 * k, speed: k }"""


def test_the_best_five_are_kept():
    code = f"""(() => {{
      const records = {{ version: 1, types: {{}}, seen: [] }};
      const told = [5, 3, 7, 1, 2, 9, 8, 3].map((k) => addGame(records, {GAME}));
      return [told, checkRecords(records)];
    }})()"""
    told, records = run(code)
    assert told == [False, True, False, True, False, False, False, None]
    found = records["types"]["9x9/10 repair elementary"]
    assert found["times"] == [1000, 2000, 3000, 5000, 7000]
    assert found["speeds"] == [9, 8, 7, 5, 3]
    assert (found["games"], found["won"], found["streak"]) == (7, 7, 7)


@pytest.mark.parametrize(
    "bad",
    [
        "null",
        "1",
        "[]",
        "{}",
        '{"types": []}',
        '{"types": {"x": null}}',
        '{"types": {"daily": {"games": 1}}}',
        '{"types": {"daily": {"games": -1, "won": 0, "streak": 0, "longest": 0,'
        ' "helped": 0, "helped_won": 0, "times": [], "speeds": [],'
        ' "board": {"daily": "2026-01-01"}}}}',
        '{"types": {"__proto__": {"games": 1}}}',
        '{"types": {"daily": {"games": 5, "won": 6, "streak": 0, "longest": 0,'
        ' "helped": 0, "helped_won": 0, "times": [], "speeds": [],'
        ' "board": {"size": "12x12/22", "search": "repair", "logic": "elementary",'
        ' "daily": "2026-01-01"}}}}',
    ],
)
def test_what_is_not_ours_is_refused(bad):
    assert run(f"checkRecords(JSON.parse({bad!r}))") is None
