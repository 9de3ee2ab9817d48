"""Colours of boards in notebooks and plots.

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
