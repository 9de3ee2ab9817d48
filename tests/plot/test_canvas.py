"""Grounds, marks and colours of the cells."""

import numpy as np
from matplotlib.colors import to_hex

from nogues.base import colours
from nogues.base.looks import EXPLODED, WRONG
from nogues.kernels.codes import HIDDEN, MINE
from nogues.plot.canvas import GAP, Marks, grounds_of, image_of

FLAG = -3
CODES = np.array([[0, 1, 8], [HIDDEN, FLAG, MINE], [WRONG, EXPLODED, GAP]], np.int8)


def hexes(rgba):
    return [[to_hex(colour) for colour in row] for row in rgba]


def test_grounds():
    closed = colours.HIDDEN_GROUND
    assert hexes(grounds_of(CODES))[:2] == [
        [colours.BLANK, colours.OPEN, colours.OPEN],
        [closed, closed, colours.OPEN],
    ]
    assert hexes(grounds_of(CODES))[2][:2] == [closed, colours.HIT]
    assert grounds_of(CODES)[2, 2, 3] == 0  # a gap is see-through
    grounds = grounds_of(CODES, [(0, 1)])
    assert to_hex(grounds[0, 1]) == colours.START
    assert (grounds != grounds_of(CODES)).any(axis=2).sum() == 1


def test_an_image_has_a_colour_for_each_code():
    image = image_of(CODES)
    assert to_hex(image[0, 0]) == colours.BLANK
    assert to_hex(image[1, 0]) == colours.HIDDEN_GROUND
    assert to_hex(image[1, 2]) == colours.INK
    numbers = image_of(np.arange(9, dtype=np.int8).reshape(3, 3))
    assert len(np.unique(numbers.reshape(9, 4), axis=0)) == 9


def test_marks():
    """A pole and a pennant for a flag, and a cross over a wrong one; none for a 0."""
    marks = Marks().add_codes(CODES)
    ink, number = colours.INK, colours.NUMBER_COLOURS
    flag = [ink, colours.PENNANT]
    expected = [number[0], number[7], *flag, ink, *flag, ink, ink]
    assert marks.colours == expected
    middles = [path.get_extents().get_points().mean(axis=0) for path in marks.paths]
    cells = [tuple(np.floor(middle[::-1] + 0.5).astype(int)) for middle in middles]
    assert cells == [
        *[(0, 1), (0, 2), (1, 1), (1, 1), (1, 2)],
        *[(2, 0), (2, 0), (2, 0), (2, 1)],
    ]
