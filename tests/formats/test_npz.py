"""Boards in .npz files among the other formats."""

import dataclasses

import numpy as np
import pytest

import nogues
from nogues import FormatError
from nogues.formats import mbf, npz
from nogues.formats.recognise import recognise


def test_nothing_is_lost(tmp_path):
    for boards in (
        nogues.generate_boards(9, 9, 10, seeds=range(3), safe="block"),
        nogues.generate_random_boards(9, 9, density=0.2, seeds=range(3), safe="any"),
    ):
        assert npz.load(npz.dumps_all(boards)) == boards
        assert list(npz.read_all(npz.dumps_all(boards))) == list(boards)
        assert [npz.loads(npz.dumps(board)) for board in boards] == list(boards)
        boards.save(tmp_path / "x.npz")
        with (tmp_path / "x.npz").open("rb") as file:
            assert nogues.Boards.read(file) == boards


def test_wrong_clues(tmp_path):
    boards = nogues.generate_boards(9, 9, 10, seeds=range(3))
    wrong = boards.clue.copy()
    cell = int(np.flatnonzero(wrong[1] == 1)[0])
    wrong[1, cell] = 2
    dataclasses.replace(boards, clue=wrong).save(tmp_path / "x.npz")
    place = rf"board 1, cell \({cell // 9}, {cell % 9}\): the clue is 2, which is not"
    with pytest.raises(FormatError, match=rf"x\.npz: {place}"):
        nogues.read_boards(tmp_path / "x.npz")


def test_what_is_damaged():
    data = npz.dumps(nogues.generate_board(9, 9, 10, seed=1))
    assert recognise(data) == recognise(data[:-30]) == ["npz"]
    for end in (0, 4, 100, len(data) - 1):
        with pytest.raises(FormatError, match=r"the file is damaged or not a \.npz"):
            nogues.loads(data[:end], "npz")
    with pytest.raises(TypeError, match="data must be bytes for the format npz"):
        nogues.loads("PK", "npz")


def test_a_layout_that_begins_like_one():
    """The first bytes say 80x75 with 772 mines."""
    pairs = [(x, y) for y in range(75) for x in range(80)][:772]
    data = npz.MAGIC + bytes(number for pair in pairs for number in pair)
    assert len(data) == mbf.announced(data)
    assert nogues.loads(data).mine_count == 772
