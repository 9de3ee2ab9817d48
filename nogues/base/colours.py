"""Colours of boards in notebooks and plots, and of odds everywhere.

Each number has its classic hue, dark enough to read on each of its backgrounds (a
contrast of 5.7:1 or more).
"""

#: Colours of the numbers 1 to 8.
NUMBER_COLOURS = (
    "#0000ff",
    "#006400",
    "#b00000",
    "#00007b",
    "#7b0000",
    "#005c5c",
    "#000000",
    "#545454",
)
#: Backgrounds of an open number, an open empty cell, the start and, in animations, a
#: cell that was just opened.
OPEN, BLANK, START, FRESH = "#f4f4f4", "#e4e4e4", "#ffef9e", "#dcecff"
#: Backgrounds of a hidden cell and of an opened mine.
HIDDEN_GROUND, HIT = "#aab4be", "#ff8a80"
#: Colour of mines and flag poles, and colour of flags.
INK, PENNANT = "#1a1a1a", "#a30000"

#: Colours of the odds of a mine, by probability: blue, pale, orange.  They also differ
#: for the colour-blind, and ``ODDS_INK`` can be read on each of them (a contrast of
#: 4.5:1 or more).  ``front/static/colours.js`` has the same.
ODDS = (
    (0.0, "#6ab4ee"),
    (0.25, "#bcdcf2"),
    (0.5, "#f6e9c0"),
    (0.75, "#f8ba66"),
    (1.0, "#ef7d4a"),
)
#: Colours of cells that are certainly safe and certainly mines: beyond the ends of
#: ``ODDS``, so 0 % differs from 1 %, and 100 % from 99 %.
SURELY_SAFE, SURELY_MINE = "#3f9be6", "#e2512f"
#: Colour of text on odds, and of the frame around the cells of least risk.
ODDS_INK, ODDS_BEST = "#10161c", "#08306b"
