"""Numbers can be read on every ground that they stand on."""

from plots import contrast

from nogues.base import colours


def test_contrast():
    grounds = colours.OPEN, colours.START, colours.FRESH
    for number in colours.NUMBER_COLOURS:
        for ground in grounds:
            assert contrast(number, ground) >= 5.7
    assert contrast(colours.INK, colours.HIDDEN_GROUND) >= 4.5
    assert len(set(colours.NUMBER_COLOURS)) == 8
