"""Boards and positions as JSON records."""

import json

import pytest
from hypothesis import given
from layouts import layouts, positions

import nogues
from nogues.formats import records


@given(layouts())
def test_fields_of_a_board(board):
    record = json.loads(records.dumps(board))
    assert (record["width"], record["height"]) == (board.width, board.height)
    assert record["mines"] == board.mine_count
    assert tuple(record["start"]) == board.start
    assert record["rows"] == str(board).split("\n")
    assert records.loads(json.dumps(record, indent=1)) == board


@given(positions())
def test_fields_of_a_position(position):
    record = json.loads(records.dumps(position))
    assert list(record) == ["width", "height", "mines", "rows"]
    assert records.loads(records.dumps(position)) == position


def test_one_record_or_many(example):
    line = records.dumps(example)
    assert list(records.read_all(f"{line}\n\n{line}\n")) == [example] * 2
    spread = json.dumps(json.loads(line), indent=1)
    assert list(records.read_all(spread)) == [example]
    with pytest.raises(nogues.FormatError, match=r"^line 3: "):
        list(records.read_all(f"{line}\n\n{{}}\n"))


def test_relocations_go_along():
    board = nogues.generate_random_board(
        9, 9, 40, seed=4, safe="diamond", relocate=True
    )
    assert board.relocations.size
    again = records.loads(records.dumps(board))
    assert again.relocations.tolist() == board.relocations.tolist()
    record = json.loads(records.dumps(board))
    for wrong in ([[0]], [[0, 81]], [[0, -1]], 5, [[0, True]]):
        with pytest.raises(nogues.FormatError):
            records.loads(json.dumps(record | {"relocations": wrong}))
