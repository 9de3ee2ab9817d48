"""Boards as text."""

import dataclasses
import io

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import nogues
from nogues import FormatError, Search
from nogues.formats.text import dumps, pages, write_boards


def test_round_trip():
    boards = nogues.generate_boards(13, 7, 14, (2, 9), seeds=range(5))
    file = io.BytesIO()
    write_boards(boards, file)
    read = list(pages(file.getvalue().decode()))
    assert [page.start for page in read] == [(2, 9)] * 5
    for page, board in zip(read, boards, strict=True):
        assert np.array_equal(page.grid, board.grid)
        assert page.grid.dtype == np.int8
    assert dumps(boards[3]).startswith("# 13x7/14 mine_count 14 start 2,9 seed 3 ")


def test_headers_of_other_searches():
    def head(board):
        return dumps(board).splitlines()[0]

    limits = nogues.Between(bbbv=(20, None), openings=(None, 9))
    board = nogues.generate_board(9, 9, 10, seed=1, safe="cell", accept=limits)
    words = "accept bbbv=20: accept openings=:9"
    start = "# 9x9/10 mine_count 10 start 4,4 seed 1 search repair 1"
    assert head(board) == f"{start} safe cell {words}"
    search = Search("repair", 1, "complete", False, "block", 10, "subset")
    words = "logic complete no-mine-count moves 10 safe block needs subset"
    assert head(dataclasses.replace(board, search=search)) == f"{start} {words}"
    board = nogues.generate_random_board(9, 9, density=0.2, seed=1)
    assert head(board) == (
        f"# 9x9/{board.mine_count} mine_count {board.mine_count} start 4,4 seed 1 "
        "search random 1 safe block density 0.2"
    )
    board = nogues.generate_random_board(9, 9, 10, seed=1, safe="any", relocate=True)
    assert head(board).endswith(" search random 1 safe any relocate")
    (page,) = pages(dumps(board))
    assert page.start == (4, 4)


@pytest.mark.parametrize(
    "text",
    [
        "*21\n12*\n",
        "*21\n12*",
        "*21\r\n12*\r\n",
        "\ufeff*21\n12*\n",
        "*21  \n12*\t\n\n",
        "\n\n*21\n12*\n\n\n",
        "# any words\n*21\n12*\n",
    ],
    ids=repr,
)
def test_one_board_many_spellings(text):
    (page,) = pages(text)
    assert page.grid.tolist() == [[-1, 2, 1], [1, 2, -1]]
    assert page.start is None


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("*21\n12\n", "x, line 2, column 3: the row has 2 cells, the first has 3"),
        ("*21\n12*0\n", "x, line 2, column 4: the row has 4 cells, the first has 3"),
        ("*2x\n", "x, line 1, column 3: 'x' is neither"),
        ("*21\n1 2\n", "x, line 2, column 2: ' ' is neither"),
        ("01\n\n91\n", "x, line 3, column 1: '9' is neither"),
        ("01\n# 1\n", "x, line 2, column 1: '#' is neither"),
    ],
)
def test_errors_name_the_place(text, message):
    with pytest.raises(FormatError, match=message):
        list(pages(text, "x"))


@given(st.text(alphabet="0189*#\n \r\ufeffx", max_size=60) | st.text(max_size=60))
def test_reading_anything_is_a_board_or_a_format_error(text):
    try:
        for page in pages(text):
            assert page.grid.ndim == 2
            assert page.grid.size <= len(text)
    except FormatError:
        pass
