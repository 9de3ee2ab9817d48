"""Proofs as JSON."""

import json
import re

import pytest
from proofs import elementary_case

from nogues.base.errors import FormatError
from nogues.solving.proof import Proof


def test_the_form_of_json():
    _, proof = elementary_case()
    data = json.loads(proof.to_json())
    assert list(data) == [
        *("format", "width", "height", "mines", "start", "logic", "solvable"),
        "steps",
    ]
    assert data["format"] == "nogues proof 1"
    assert data["start"] == [0, 0]
    assert data["steps"][1] == {
        "level": "elementary",
        "verdict": "mine",
        "cells": [[0, 2]],
        "clues": [[0, 1]],
    }


GONE = object()


@pytest.mark.parametrize(
    "path, value, message",
    [
        (["format"], "nogues proof 2", "format must be nogues proof 1, not "),
        (["format"], 1, "format must be a str, not 1"),
        (["width"], 0, "width must be 1 to 1000000, not 0"),
        (["width"], "4", "width must be an integer, not '4'"),
        (["height"], True, "height must be an integer, not True"),
        (["height"], 400_000, "width * height must be at most 1000000"),
        (["mines"], -1, "mines must be 0 to 4, not -1"),
        (["mines"], 5, "mines must be 0 to 4, not 5"),
        (["mines"], 1.0, "mines must be an integer, not 1.0"),
        (["start"], [0, 4], "start column must be 0 to 3, not 4"),
        (["start"], [0], "start must be a pair (row, column), not [0]"),
        (["start"], None, "start must be a pair (row, column), not None"),
        (["logic"], "mine_count", "logic must be elementary or subset or complete"),
        (["logic"], ["subset"], "logic must be a str, not ['subset']"),
        (["solvable"], 1, "solvable must be a bool, not 1"),
        (["steps"], {}, "steps must be a list, not {}"),
        (["steps", 1], [], "step 2 must be an object, not []"),
        (["steps", 1, "level"], "guess", "step 2 level must be elementary or "),
        (["steps", 1, "level"], None, "step 2 level must be a str, not None"),
        (["steps", 1, "verdict"], True, "step 2 verdict must be a str, not True"),
        (["steps", 1, "verdict"], "m", "step 2 verdict must be mine or safe, not 'm'"),
        (["steps", 2, "cells"], 3, "step 3 cells must be a list, not 3"),
        (["steps", 2, "cells"], [3], "step 3 cells must be a pair (row, column)"),
        (["steps", 2, "cells"], [[1, 0]], "step 3 cells row must be 0 to 0, not 1"),
        (["steps", 2, "clues"], [[0, "a"]], "step 3 clues column must be an integer"),
        (["steps", 2, "clues"], [[0, -1]], "step 3 clues column must be 0 to 3"),
        *(([key], GONE, f"{key} is missing") for key in ("format", "width", "height")),
        *(([key], GONE, f"{key} is missing") for key in ("mines", "start", "logic")),
        *(([key], GONE, f"{key} is missing") for key in ("solvable", "steps")),
        *(
            (["steps", 0, key], GONE, f"step 1 {key} is missing")
            for key in ("level", "verdict", "cells", "clues")
        ),
    ],
)
def test_json_that_is_no_proof(path, value, message):
    data = json.loads(elementary_case()[1].to_json())
    inner = data
    for key in path[:-1]:
        inner = inner[key]
    if value is GONE:
        del inner[path[-1]]
    else:
        inner[path[-1]] = value
    with pytest.raises(FormatError, match=r"^proof: " + re.escape(message)):
        Proof.from_json(json.dumps(data))


@pytest.mark.parametrize("text", ["", "{", "no", "[" * 100_000, "1" * 5_000, "{} {}"])
def test_no_json(text):
    with pytest.raises(FormatError, match=r"^proof is not JSON: "):
        Proof.from_json(text)


def test_json_of_another_type():
    for text in ("[]", "null", "3"):
        with pytest.raises(FormatError, match=r"^proof: it must be an object, not "):
            Proof.from_json(text)
    with pytest.raises(TypeError, match=r"^text must be a str, not bytes$"):
        Proof.from_json(b"{}")
