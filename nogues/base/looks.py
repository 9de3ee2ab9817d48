"""Codes of cells as players see them, besides those of positions."""

#: A flag, a flag on a safe cell after the end, and a mine that was opened.
FLAG, WRONG, EXPLODED = -3, -4, -5
