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
    assert record["mines"] == record["mine_count"] == board.mine_count
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


def test_the_mines_that_are_there():
    """Records without mine_count were written before records had it."""
    board = nogues.generate_board(5, 1, 4, (0, 0), seed=1)
    record = json.loads(records.dumps(board))
    assert (record["mines"], record["mine_count"]) == (4, 2)
    assert records.loads(json.dumps(record)) == board
    old = {name: value for name, value in record.items() if name != "mine_count"}
    assert records.loads(json.dumps(old)) == board
    with pytest.raises(nogues.FormatError, match="mine_count is 4, but there are 2"):
        records.loads(json.dumps(record | {"mine_count": 4}))
    hidden = {"width": 3, "height": 1, "mines": 1, "mine_count": 1, "rows": ["1.0"]}
    with pytest.raises(nogues.FormatError, match="mine_count is for boards"):
        records.loads(json.dumps(hidden))
