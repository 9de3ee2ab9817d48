"""Position and Positions: form, text, boards, equality, pickling, slicing."""

import copy
import dataclasses
import pickle
import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

import nogues
from nogues.base.errors import FormatError, MinesweeperError
from nogues.boards.position import Position, Positions
from nogues.formats.text import dumps
from nogues.kernels.codes import HIDDEN, MINE

CELLS = [0, 1, -2, 8, -1, -2]
TEXT = "01.\n8F."


@pytest.fixture
def position():
    return Position(3, 2, 4, CELLS)


@pytest.fixture
def positions():
    cells = np.arange(40 * 6).reshape(40, 6) % 11 - 2
    return Positions(3, 2, np.arange(40), cells)


@pytest.fixture
def board():
    return nogues.generate_board(9, 9, 10, (2, 3), seed=5)


@st.composite
def any_position(draw):
    width, height = draw(st.integers(1, 9)), draw(st.integers(1, 9))
    cells = draw(arrays(np.int8, (height, width), elements=st.integers(-2, 8)))
    return Position(width, height, draw(st.integers(0, 2**70)), cells)


def raises(error, message):
    return pytest.raises(error, match=re.escape(message) + "$")


# One position


def test_codes():
    assert (MINE, HIDDEN) == (-1, -2)


def test_views(position):
    assert (position.width, position.height, position.mines) == (3, 2, 4)
    assert position.cells.dtype == np.int8
    assert position.cells.tolist() == CELLS
    assert position.grid.tolist() == [[0, 1, -2], [8, -1, -2]]
    assert np.shares_memory(position.grid, position.cells)
    assert position.hidden.dtype == np.bool_
    assert position.hidden.tolist() == [False, False, True, False, False, True]
    assert position.known_mines == 1
    assert type(position.known_mines) is int
    assert Position(2, 1, 0, [-1, -1]).known_mines == 2
    assert repr(position) == "<Position 3x2/4, 2 hidden>"
    assert str(position) == TEXT


@pytest.mark.parametrize("dtype", "bhilqBHILQ")
@pytest.mark.parametrize("order", "CF")
def test_any_integers_in_any_order(dtype, order):
    grid = np.array([[0, 1, 2], [3, 4, 8]], dtype, order=order)
    for cells in (grid, grid[:, ::-1][:, ::-1], grid.reshape(-1), grid.tolist()):
        position = Position(np.int64(3), 2, np.uint8(1), cells)
        assert position.cells.tolist() == [0, 1, 2, 3, 4, 8]
        assert position.cells.flags.c_contiguous
        assert type(position.width) is type(position.mines) is int


def test_a_position_is_a_copy_that_cannot_be_changed(position):
    cells = np.array(CELLS, np.int8)
    own = Position(3, 2, 4, cells)
    cells[0] = 5  # still the caller's
    assert own == position
    with pytest.raises(ValueError, match="read-only"):
        own.cells[0] = 1
    with pytest.raises(ValueError, match="read-only"):
        own.grid[0, 0] = 1
    with pytest.raises(dataclasses.FrozenInstanceError):
        own.mines = 2


def test_form_only():
    """Layouts that cannot be are positions too: the solver has the word on them."""
    assert Position(1, 1, 10**30, [8]).mines == 10**30
    assert Position(2, 1, 0, [MINE, MINE]).known_mines == 2


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ((0, 2, 1, []), MinesweeperError, "width must be 1 to 1000000, not 0"),
        ((1, 0, 1, []), MinesweeperError, "height must be 1 to 1000000, not 0"),
        ((1001, 1000, 1, []), MinesweeperError, "not 1001 * 1000 = 1001000"),
        ((2.0, 1, 1, [0, 0]), TypeError, "width must be an integer, not 2.0"),
        ((2, 1, -1, [0, 0]), MinesweeperError, "mines must be at least 0, not -1"),
        ((2, 1, 1.5, [0, 0]), TypeError, "mines must be an integer, not 1.5"),
        ((2, 1, True, [0, 0]), TypeError, "mines must be an integer, not True"),
        ((2, 1, 1, [0, 9]), MinesweeperError, "cells must be -2 to 8, not 9 at (0, 1)"),
        ((1, 2, 1, [0, 9]), MinesweeperError, "cells must be -2 to 8, not 9 at (1, 0)"),
        ((2, 1, 1, [-3, 9]), MinesweeperError, "must be -2 to 8, not -3 at (0, 0)"),
        ((1, 1, 1, [2**63]), MinesweeperError, f"not {2**63} at (0, 0)"),
        ((1, 1, 1, [256]), MinesweeperError, "not 256 at (0, 0)"),
        ((1, 1, 1, [2**70]), TypeError, "cells must be integers, not object"),
        ((2, 1, 1, [0.0, 1.0]), TypeError, "cells must be integers, not float64"),
        ((2, 1, 1, [True, False]), TypeError, "cells must be integers, not bool"),
        ((2, 1, 1, None), TypeError, "cells must be integers, not object"),
        ((2, 1, 1, "1."), TypeError, "cells must be integers, not <U2"),
        ((2, 1, 1, 0), MinesweeperError, "of shape (2,) or (1, 2), not ()"),
        ((2, 1, 1, []), MinesweeperError, "of shape (2,) or (1, 2), not (0,)"),
        ((3, 2, 1, [0] * 5), MinesweeperError, "of shape (6,) or (2, 3), not (5,)"),
        (
            (3, 2, 1, [[0] * 2] * 3),  # width and height the other way round
            MinesweeperError,
            "cells must be of shape (6,) or (2, 3), not (3, 2)",
        ),
    ],
)
def test_bad_arguments(arguments, error, message):
    with raises(error, message):
        Position(*arguments)


def test_rows_of_different_lengths():
    with pytest.raises(TypeError, match="cells must be an array: "):
        Position(2, 2, 1, [[0, 1], [0]])


def test_first_bad_cell_is_in_reading_order():
    grid = np.array([[0, 0, 9], [9, 0, 0]], order="F")
    with raises(MinesweeperError, "not 9 at (0, 2)"):
        Position(3, 2, 1, grid)


def test_equality_and_hash(position):
    same = Position(3, 2, 4, [[0, 1, -2], [8, -1, -2]])
    assert same == position
    assert hash(same) == hash(position)
    others = [
        Position(2, 3, 4, CELLS),
        Position(3, 2, 5, CELLS),
        Position(3, 2, 4, [0, 1, -2, 8, -1, -1]),
    ]
    assert all(other != position for other in others)
    assert len({position, same, *others}) == 4
    assert dataclasses.replace(position, mines=5) == others[1]
    assert position != TEXT


@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
def test_pickling(position, positions, protocol):
    for one in (position, positions[3]):
        for again in (pickle.loads(pickle.dumps(one, protocol)), copy.deepcopy(one)):
            assert again == one
            assert not again.cells.flags.writeable
    many = pickle.loads(pickle.dumps(positions, protocol))
    assert many == positions == copy.deepcopy(positions)
    assert not many.cells.flags.writeable
    assert not many.mines.flags.writeable
    # One position of many takes only itself along.
    many = Positions(9, 1, 1, np.zeros((1000, 9), np.int8))
    assert len(pickle.dumps(many[3], protocol)) < 1000


# Text


@given(any_position())
def test_text_round_trip(position):
    text = position.to_text()
    assert Position.from_text(text) == position
    assert Position.from_text(text, position.mines) == position
    head, *rows = text.splitlines()
    assert head == f"{position.width}x{position.height}/{position.mines}"
    assert rows == str(position).split("\n")
    spaced = "\r\n".join(" ".join(row) for row in rows)
    assert Position.from_text(spaced, position.mines) == position


def test_to_text(position):
    assert position.to_text() == f"3x2/4\n{TEXT}\n"


@pytest.mark.parametrize(
    "text",
    [
        "3x2/4\n01.\n8F.",
        "3x2x4\n01H\n8M.\n",
        "# 3x2/4\n01.\n8*H\n",
        "#   3x2x4 start 1,1 seed 7\n01.\n8F.\n",
        "# 3x2/4 # 1x1/1\n01.\n8F.\n",
        "\ufeff3x2/4\r\n01.\r\n8F.\r\n",
        "\n  \n\t3x2/4 \n\n 0 1 .\n8\tF  .  \n\n \n",
        "3x2/4\n0\xa01\xa0.\n8F.",
        "003x02/0004\n01.\n8F.",
    ],
)
def test_texts_with_a_header(position, text):
    assert Position.from_text(text) == position
    assert Position.from_text(text, mines=4) == position
    with raises(MinesweeperError, "mines must be 4 as in text, not 3"):
        Position.from_text(text, mines=3)


@pytest.mark.parametrize("text", [TEXT, "\ufeff\n\n01.\r\n8M.\r\n", " 0 1 H\n 8 * .\n"])
def test_texts_without_a_header(position, text):
    assert Position.from_text(text, 4) == position
    with raises(MinesweeperError, "mines must be given where text has no header"):
        Position.from_text(text)


def test_every_letter():
    position = Position.from_text("012345678.HFM*", mines=0)
    assert position.cells.tolist() == [*range(9), -2, -2, -1, -1, -1]
    assert position.mines == 0


def test_blanks_do_not_count():
    assert Position.from_text("1 2 .", mines=1) == Position(3, 1, 1, [1, 2, -2])


def test_a_board_as_text_is_a_position(board):
    position = Position.from_text(dumps(board))
    assert position.cells.tolist() == board.clue.tolist()
    assert position.mines == 10


@pytest.mark.parametrize(
    ("text", "line", "column", "problem"),
    [
        ("01x", 1, 3, "'x' is neither 0 to 8, nor . or H, nor F, M or *"),
        ("0 1 9", 1, 5, "'9' is neither"),
        ("\ufeff9", 1, 1, "'9' is neither"),
        ("3x2/4\n\n01.\n 8f.", 4, 3, "'f' is neither"),
        ("01.\n8-.", 2, 2, "'-' is neither"),
        ("01.\n8².", 2, 2, "'²' is neither"),
        ("01.\n01", 2, 3, "the row has 2 cells, the first says 3"),
        ("01.\n0 1 . . .", 2, 7, "the row has 5 cells, the first says 3"),
        ("4x2/1\n01.\n8F.", 2, 4, "the row has 3 cells, the header says 4"),
        ("2x2/1\n01.\n8F.", 2, 3, "the row has 3 cells, the header says 2"),
        ("0x0/1\n0", 2, 1, "the row has 1 cells, the header says 0"),
        ("3x3/1\n01.\n8F.", 1, 3, "the header says 3 rows, there are 2"),
        ("\n# 30x1/1\n" + ("." * 30 + "\n") * 2, 2, 6, "says 1 rows, there are 2"),
        ("3x2/1\n", 1, 3, "the header says 2 rows, there are 0"),
        ("01.\n\n8F.", 3, 1, "a row after an empty line"),
        ("3x1/1 seed 5\n01.", 1, 7, "only after '# ' may more follow on a header"),
        ("#3x1/1\n01.", 1, 1, "'#' is neither"),
        ("# a position\n01.", 1, 1, "'#' is neither"),
        ("# 3x1/1x\n01.", 1, 1, "'#' is neither"),
        ("# 3x1\n01.", 1, 1, "'#' is neither"),
        ("01.\n3x1/1", 2, 2, "'x' is neither"),
        ("3x1/1\n3x1/1\n01.", 2, 2, "'x' is neither"),
        (f"3x1/{'1' * 5000}\n01.", 1, 2, "'x' is neither"),
    ],
)
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_bad_text(text, line, column, problem, newline):
    with pytest.raises(FormatError) as caught:
        Position.from_text(text.replace("\n", newline), mines=1)
    assert str(caught.value).startswith(f"text, line {line}, column {column}: ")
    assert problem in str(caught.value)


@pytest.mark.parametrize("text", ["", "\ufeff", " \n\r\n"])
def test_empty_text(text):
    with raises(FormatError, "text has no rows of cells"):
        Position.from_text(text, 1)


def test_bad_arguments_of_from_text():
    with raises(TypeError, "text must be a str, not b'1.'"):
        Position.from_text(b"1.", 1)
    with raises(MinesweeperError, "mines must be at least 0, not -1"):
        Position.from_text("1.", -1)
    with raises(TypeError, "mines must be an integer, not 1.0"):
        Position.from_text("1.", 1.0)
    with raises(MinesweeperError, "width must be 1 to 1000000, not 1000001"):
        Position.from_text("." * 1_000_001, 1)


# Boards


def test_first_click(board):
    position = Position.from_board(board)
    opened = nogues.reveal(board).cells
    assert 0 < len(opened) < 71
    assert position == Position.from_board(board, opened)
    assert (position.width, position.height, position.mines) == (9, 9, 10)
    assert np.flatnonzero(~position.hidden).tolist() == sorted(opened.tolist())
    assert (position.cells[opened] == board.clue[opened]).all()
    assert position.known_mines == 0


def test_mines_are_those_that_were_laid(board):
    crowded = dataclasses.replace(board, mines=90)
    assert Position.from_board(crowded).mines == 10


def test_chosen_cells(board):
    mask, mines = ~board.mine_mask, board.mine_mask
    every = Position.from_board(board, mask, mines)
    assert every.cells.tolist() == board.clue.tolist()
    for opened in (mask.reshape(9, 9), np.flatnonzero(mask), mask.tolist()):
        for flagged in (mines.reshape(9, 9), np.flatnonzero(mines).astype(np.uint64)):
            assert Position.from_board(board, opened, flagged) == every
    flag = int(np.flatnonzero(mines)[3])
    one = Position.from_board(board, [], [flag, flag])
    assert np.flatnonzero(~one.hidden).tolist() == [flag]
    assert one.known_mines == 1
    assert Position.from_board(board, ()).hidden.all()
    assert not np.shares_memory(every.cells, board.clue)


@pytest.mark.parametrize(
    ("opened", "flagged", "error", "message"),
    [
        (
            [3],
            (),
            MinesweeperError,
            "opened must be safe cells, not the mine at (1, 1)",
        ),
        ([0, 3], (), MinesweeperError, "not the mine at (1, 1)"),
        ([], [2, 1], MinesweeperError, "must be mines, not the safe cell at (0, 1)"),
        ([1, 3], [3], MinesweeperError, "no cell in common, not (1, 1)"),
        ([1, 2], [2], MinesweeperError, "no cell in common, not (1, 0)"),
        (None, [0], MinesweeperError, "no cell in common, not (0, 0)"),
        ([0, 4], (), MinesweeperError, "opened must be indices 0 to 3, not 4"),
        ([-1], (), MinesweeperError, "opened must be indices 0 to 3, not -1"),
        ([], [2**63], MinesweeperError, f"flagged must be indices 0 to 3, not {2**63}"),
        ([True] * 3, (), MinesweeperError, "of shape (4,) or (2, 2), not (3,)"),
        ([], True, MinesweeperError, "flagged must be of shape (4,) or (2, 2), not ()"),
        ([[0, 1, 2]], (), TypeError, "not int64 of shape (1, 3)"),
        (0, (), TypeError, "not int64 of shape ()"),
        ([0.0], (), TypeError, "opened must be integers or bools, not float64"),
        ([], None, TypeError, "flagged must be integers or bools, not object"),
    ],
)
def test_bad_cells(opened, flagged, error, message):
    clue = np.array([1, 1, 1, -1], np.int8)
    board = nogues.Board(clue, 2, 2, 1, 1, (0, 0), 1, True, 1, 0, None)
    with raises(error, message):
        Position.from_board(board, opened, flagged)


def test_bad_boards():
    with raises(TypeError, "board must be a Board, not [[0]]"):
        Position.from_board([[0]])
    clue = np.array([1, 1, 1, -1], np.int8)
    board = nogues.Board(clue, 2, 2, 1, 1, (1, 1), 0, False, 1, 0, None)
    with raises(MinesweeperError, "opened must be safe cells, not the mine at (1, 1)"):
        Position.from_board(board)


# Many positions


def test_positions_are_arrays(positions):
    assert (positions.width, positions.height, len(positions)) == (3, 2, 40)
    assert positions.mines.dtype == np.int32
    assert positions.mines.tolist() == list(range(40))
    assert positions.cells.dtype == np.int8
    assert positions.cells.shape == (40, 6)
    assert positions.cells[39].tolist() == [1, 2, 3, 4, 5, 6]
    assert repr(positions) == "<Positions 40 of 3x2>"
    same = Positions(3, 2, positions.mines, positions.cells.reshape(40, 2, 3))
    assert same == positions
    turned = Positions(3, 2, positions.mines, np.asfortranarray(positions.cells))
    assert turned == positions
    assert turned.cells.flags.c_contiguous
    all_four = Positions(3, 2, np.int16(4), [CELLS, CELLS])
    assert all_four.mines.tolist() == [4, 4]
    assert len(Positions(3, 2, [], np.empty((0, 6), np.int8))) == 0
    assert len(Positions(3, 2, 5, np.empty((0, 2, 3), np.int8))) == 0


def test_positions_are_copies_that_cannot_be_changed():
    mines, cells = np.ones(2, np.int32), np.zeros((2, 6), np.int8)
    own = Positions(3, 2, mines, cells)
    mines[0] = cells[0, 0] = 5
    assert own == Positions(3, 2, 1, np.zeros((2, 6), int))
    for many in (own, own[:1], own[::2], own[[0]], Positions.stack(own)):
        with pytest.raises(ValueError, match="read-only"):
            many.cells[0, 0] = 1
        with pytest.raises(ValueError, match="read-only"):
            many.mines[0] = 2
        with pytest.raises(ValueError, match="read-only"):
            many[0].cells[0] = 1
    with pytest.raises(dataclasses.FrozenInstanceError):
        own.width = 2


def test_indexing(positions):
    assert positions[5] == Position(3, 2, 5, positions.cells[5])
    assert positions[-1] == positions[39] == positions[np.int64(39)]
    assert type(positions[5].mines) is int
    assert positions[5].cells.flags.c_contiguous
    assert np.shares_memory(positions[5].cells, positions.cells)
    assert [p.mines for p in positions] == list(range(40))
    assert all(p == positions[k] for k, p in enumerate(positions))
    part = positions[10:20]
    assert part.mines.tolist() == list(range(10, 20))
    assert np.shares_memory(part.cells, positions.cells)
    assert part[1] == positions[11]
    for index, mines in (
        (slice(10, 30, 5), [10, 15, 20, 25]),
        (slice(None, -4, -1), [39, 38, 37]),
        ([3, 1], [3, 1]),
        (np.array([3, -1]), [3, 39]),
        (positions.mines % 9 == 0, [0, 9, 18, 27, 36]),
        ([], []),
    ):
        part = positions[index]
        assert part.mines.tolist() == mines
        assert part.cells.tolist() == [positions.cells[k].tolist() for k in mines]
        assert part.cells.flags.c_contiguous
        assert part.mines.flags.c_contiguous


def test_bad_indices(positions):
    for index in (40, -41):
        with raises(IndexError, f"position {index} of 40"):
            positions[index]
    for index in ("a", 1.5, (1, 2), None, [[1]], True):
        with pytest.raises(TypeError, match="indexed by an integer, a slice or an"):
            positions[index]


def test_positions_equality(positions):
    assert positions == Positions(3, 2, np.arange(40), positions.cells)
    assert positions != Positions(3, 2, np.arange(1, 41), positions.cells)
    assert positions != Positions(2, 3, np.arange(40), positions.cells)
    assert positions != Positions(3, 2, np.arange(40), positions.cells[::-1])
    assert positions != positions[1:]
    assert positions != 5
    with pytest.raises(TypeError, match="unhashable"):
        hash(positions)


@pytest.mark.parametrize(
    ("mines", "cells", "error", "message"),
    [
        (1, [[0, 0], [0, 9]], MinesweeperError, "not 9 at (0, 1) of position 1"),
        (1, [[[0], [-3]]], MinesweeperError, "of shape (1, 2) or (1, 1, 2), not (1, 2"),
        (1, [[[0, -3]]], MinesweeperError, "must be -2 to 8, not -3 at (0, 1) of posi"),
        (1, [0, 0], MinesweeperError, "of shape (2, 2) or (2, 1, 2), not (2,)"),
        (1, 0, MinesweeperError, "of shape (0, 2) or (0, 1, 2), not ()"),
        (1, [[0.0, 0.0]], TypeError, "cells must be integers, not float64"),
        (1, [[False, True]], TypeError, "cells must be integers, not bool"),
        (-1, [[0, 0]], MinesweeperError, "mines must be 0 to 2147483647, not -1"),
        (2**70, [[0, 0]], MinesweeperError, f"mines must be 0 to {2**31 - 1}, not 11"),
        (True, [[0, 0]], TypeError, "mines must be an integer, not True"),
        (1.0, [[0, 0]], TypeError, "mines must be integers, not float64"),
        ([[1]], [[0, 0]], MinesweeperError, "mines must be of shape (1,), not (1, 1)"),
        ([1, 2], [[0, 0]], MinesweeperError, "mines must be of shape (1,), not (2,)"),
        ([1, -1], [[0, 0]] * 2, MinesweeperError, "not -1 of position 1"),
        ([2**31, 0], [[0, 0]] * 2, MinesweeperError, f"not {2**31} of position 0"),
        ([True], [[0, 0]], TypeError, "mines must be integers, not bool"),
        ([[1], [1, 2]], [[0, 0]], TypeError, "mines must be an array: "),
    ],
)
def test_bad_arguments_of_positions(mines, cells, error, message):
    with pytest.raises(error, match=re.escape(message)):
        Positions(2, 1, mines, cells)


def test_bad_size_of_positions():
    with raises(MinesweeperError, "height must be 1 to 1000000, not 0"):
        Positions(2, 0, 1, np.empty((0, 0), int))


def test_stack(positions, position):
    assert Positions.stack(positions) == positions
    assert Positions.stack(iter([position])) == Positions(3, 2, 4, [CELLS])


def test_bad_stacks(position):
    with raises(MinesweeperError, "positions must be at least one, not none"):
        Positions.stack([])
    turned = Position(2, 3, 4, CELLS)
    with raises(MinesweeperError, "must be 3x2 as the first, not 2x3 at 2"):
        Positions.stack([position, position, turned, Position(1, 1, 1, [0])])
    with raises(TypeError, "positions must be Positions, not '1.' at 1"):
        Positions.stack([position, "1."])
    large = dataclasses.replace(position, mines=2**31)
    with raises(
        MinesweeperError, f"mines of position 1 must be 0 to {2**31 - 1}, not {2**31}"
    ):
        Positions.stack([position, large])


def test_opened_as_pairs_and_sets():
    """As hints and guesses return cells; integers are no mask."""
    board = nogues.generate_board(9, 9, 10, seed=1)
    opened = [(4, 4), (0, 1)]
    wanted = Position.from_board(board, [40, 1])
    assert Position.from_board(board, opened) == wanted
    assert Position.from_board(board, {40, 1}) == wanted
    assert Position.from_board(board, set(opened)) == wanted
    with pytest.raises(TypeError, match="mask must be of bools"):
        Position.from_board(board, (~board.mine_mask).astype(int))
    with pytest.raises(MinesweeperError, match="opened row must be 0 to 8, not 9"):
        Position.from_board(board, [(9, 0)])
