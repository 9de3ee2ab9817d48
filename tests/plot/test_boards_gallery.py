"""Galleries of boards."""

import itertools

import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.colors import to_rgba
from plots import SMALL, artist, bare, framed, many, names

import nogues
from nogues import MinesweeperError
from nogues.base import colours

POSITION = nogues.Position.from_text(SMALL)


def test_gallery():
    boards = nogues.generate_boards(9, 9, 10, seeds=[5, 6, 7, 8, 9])
    ax = nogues.plot.gallery(boards, columns=2, ax=bare(19, 33))
    shown, starts = names(ax), framed(ax, "start")
    for k, board in enumerate(boards):
        top, left = k // 2 * 11, k % 2 * 10
        for (row, column), clue in np.ndenumerate(board.grid):
            told = shown.pop((top + row, left + column), "0")
            assert told == ("mine" if clue < 0 else str(clue))
        starts.remove((top + 4, left + 4))
    assert not starts
    # What is left are the labels, one below each board.
    assert [row // 11 for row, _ in sorted(shown)] == [0, 0, 1, 1, 2]
    assert ax.get_title() == "5 boards"
    painted = artist(ax, "cells").get_facecolor().reshape(33, 19, 4)
    assert (painted[:, 9, 3] == 0).all()  # nothing between two boards


def test_gallery_of_all_kinds():
    items = [many()[0], POSITION, nogues.Game(5, 4, 1), [[0, 1], [1, -1]]]
    for given in (items, tuple(items), iter(items)):
        ax = nogues.plot.gallery(given, columns=4)
        assert ax.get_title() == "4 boards"
        painted = artist(ax, "cells").get_facecolor()
        assert (painted[:, 3] > 0).sum() == 108 + 24 + 20 + 4
    positions = nogues.Positions.stack([POSITION] * 3)
    assert nogues.plot.gallery(positions).get_title() == "3 boards"


def test_gallery_is_about_square():
    for size, n in (((30, 16, 99), 12), ((9, 9, 10), 24), ((9, 9, 10), 1)):
        boards = nogues.generate_boards(*size, seeds=range(n))
        width, height = nogues.plot.gallery(boards).figure.get_size_inches()
        assert 0.6 < width / height < 1.6


def test_large_galleries_are_images():
    boards = nogues.generate_boards(30, 16, 99, seeds=range(30))
    ax = nogues.plot.gallery(boards)
    assert len(artist(ax, "marks").get_paths()) == 30  # the labels
    image = artist(ax, "cells").get_array()
    assert tuple(image[:16, :30][boards[0].grid == -1][0]) == to_rgba(colours.INK)


@pytest.mark.parametrize(
    "boards, error, message",
    [
        ([], MinesweeperError, "boards of a gallery must be at least one, not none"),
        (iter([]), MinesweeperError, "boards of a gallery must be at least one"),
        (
            [np.zeros((1, 3000), int), np.zeros((3000, 1), int)],
            MinesweeperError,
            "boards of a gallery must take at most 4,000,000 cells, not 19,",
        ),
        (many()[0], TypeError, "boards must be Boards, or many of what board takes"),
        ([many()[0], 3], TypeError, "boards at 1 must be a Board, a Position, "),
    ],
)
def test_wrong_galleries(boards, error, message):
    with pytest.raises(error) as raised:
        nogues.plot.gallery(boards)
    assert message in str(raised.value)
    assert not plt.get_fignums()


@pytest.mark.parametrize(
    ("page", "seeds"), [(1, range(60)), (2, range(60, 120)), (3, range(120, 130))]
)
def test_many_boards_have_pages(page, seeds):
    boards = many()[:130]
    ax = nogues.plot.gallery(boards, page=page)
    assert ax.get_title() == f"{len(seeds)} of 130 boards, page {page} of 3"
    same = nogues.plot.gallery(boards[seeds[0] : seeds[-1] + 1])
    for name in ("cells", "marks"):
        found, wanted = artist(ax, name), artist(same, name)
        assert len(found.get_paths()) == len(wanted.get_paths())
        for path, twin in zip(found.get_paths(), wanted.get_paths(), strict=True):
            assert np.array_equal(path.vertices, twin.vertices)
        assert np.array_equal(found.get_facecolor(), wanted.get_facecolor())


def test_sixty_boards_are_one_page():
    assert nogues.plot.gallery(many()[:60]).get_title() == "60 boards"
    ax = nogues.plot.gallery(many()[:61], page=2)
    assert ax.get_title() == "1 of 61 boards, page 2 of 2"


def test_pages_of_what_has_no_length():
    def first(n):
        return map(many().__getitem__, range(n))

    endless = map(many().__getitem__, itertools.cycle(range(300)))
    ax = nogues.plot.gallery(endless)
    assert ax.get_title() == "60 boards, page 1, and more"
    assert nogues.plot.gallery(first(60)).get_title() == "60 boards"
    ax = nogues.plot.gallery(first(70), page=2)
    assert ax.get_title() == "10 of 70 boards, page 2 of 2"
    with pytest.raises(MinesweeperError, match=r"^page must be 1 to 2 for 61 boards"):
        nogues.plot.gallery(first(61), page=3)


def test_wrong_pages():
    with pytest.raises(MinesweeperError) as raised:
        nogues.plot.gallery(many(), page=6)
    assert str(raised.value) == "page must be 1 to 5 for 300 boards, not 6"
    with pytest.raises(MinesweeperError, match=r"^page must be at least 1, not 0"):
        nogues.plot.gallery(many(), page=0)
    with pytest.raises(TypeError, match=r"^page must be an integer, not '1'"):
        nogues.plot.gallery(many(), page="1")
    assert not plt.get_fignums()


def test_wrong_columns():
    with pytest.raises(MinesweeperError, match=r"^columns must be at least 1, not 0"):
        nogues.plot.gallery(many()[:2], columns=0)
    with pytest.raises(TypeError, match=r"^columns must be an integer, not 1.5"):
        nogues.plot.gallery(many()[:2], columns=1.5)
