"""Colours of boards: what notebooks and plots have in common.

Each number has its classic hue, dark enough to be read (a contrast of 5.7:1 or more)
on every ground that it stands on.
"""

#: Of the numbers 1 to 8.
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
#: Grounds: an open number, an open cell without one, the start, and, in animations,
#: what has just been opened.
OPEN, BLANK, START, FRESH = "#f4f4f4", "#e4e4e4", "#ffef9e", "#dcecff"
#: Ground of a hidden cell, and of a mine that was opened.
HIDDEN_GROUND, HIT = "#aab4be", "#ff8a80"
#: Mines and poles of flags; pennants of flags.
INK, PENNANT = "#1a1a1a", "#a30000"
