"""What the numbers in a grid mean."""

# Clues, int8: 0..8 is a safe cell and the number of mines around it.
MINE = -1

# What a solver knows of a cell, int8: MINE, or one of these.
UNKNOWN = 0
SAFE = 1

# The published search (reference algorithm).
SAFE_DISTANCE = 2  # no mine at this Manhattan distance from the start, or nearer
MAX_REPAIRS = 100  # swaps in one attempt
MAX_ATTEMPTS = 300
MAX_PASSES = 60  # sweeps in one solve
MAX_CELLS = 40_000
