"""Numbers can be read on every ground that they stand on, and odds be told apart."""

import numpy as np
import pytest
from plots import contrast

from nogues.base import colours


def test_contrast():
    grounds = colours.OPEN, colours.START, colours.FRESH
    for number in colours.NUMBER_COLOURS:
        for ground in grounds:
            assert contrast(number, ground) >= 5.7
    assert contrast(colours.INK, colours.HIDDEN_GROUND) >= 4.5
    assert len(set(colours.NUMBER_COLOURS)) == 8


#: What linear light becomes for who lacks one kind of cones (Machado et al., 2009).
EYES = {
    "usual": np.eye(3),
    "no red": [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    "no green": [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ],
    "no blue": [
        [1.255528, -0.076749, -0.178779],
        [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.303900],
    ],
}
TO_XYZ = [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]


def rgb(colour):
    return np.array([int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)])


def seen(parts, eyes):
    """Return a colour in CIELAB, where distances are those that are seen."""
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    linear = np.clip(np.array(EYES[eyes]) @ linear, 0, 1)
    x, y, z = np.cbrt(np.array(TO_XYZ) @ linear / (0.9505, 1, 1.089))
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def odds(probability):
    stops, named = zip(*colours.ODDS, strict=True)
    parts = np.array([rgb(colour) for colour in named]).T
    return np.array([np.interp(probability, stops, part) for part in parts])


@pytest.mark.parametrize("eyes", EYES)
def test_odds_differ_for_all_eyes(eyes):
    scale = [seen(odds(k / 20), eyes) for k in range(21)]
    far = np.array([[np.linalg.norm(a - b) for a in scale] for b in scale])
    for k in range(21):  # two apart by 20 %, or more, are never alike
        assert far[k, k + 4 :].min(initial=99) > 10
    assert far[0, 20] > 70
    light, _, yellow = np.array(scale).T
    assert (np.diff(yellow[:15]) > 0).all()  # from blue to yellow,
    assert (np.diff(light[10:]) < 0).all()  # and from there ever darker
    for certain, end in ((colours.SURELY_SAFE, 0), (colours.SURELY_MINE, 1)):
        beyond = seen(rgb(certain), eyes)
        assert np.linalg.norm(beyond - scale[20 * end]) > 8
        assert beyond[0] < scale[20 * end][0] - 6  # darker too


def test_no_odds_look_like_a_step():
    scale = np.array([seen(odds(k / 20), "usual") for k in range(21)])
    steps = np.linalg.norm(np.diff(scale, axis=0), axis=1)
    assert steps.max() < 2 * steps.min()


def test_contrast_of_odds():
    for k in range(101):
        linear = (odds(k / 100) * 255).round().astype(int)
        assert contrast(colours.ODDS_INK, "#{:02x}{:02x}{:02x}".format(*linear)) >= 5.7
    for certain in (colours.SURELY_SAFE, colours.SURELY_MINE):
        assert contrast(colours.ODDS_INK, certain) >= 4.5
    for ground in (colours.SURELY_SAFE, *(colour for _, colour in colours.ODDS)):
        assert contrast(colours.ODDS_BEST, ground) >= 3
