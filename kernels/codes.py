"""What the numbers in a grid mean, the levels of deduction, and the limits."""

# Clues, int8: 0..8 is a safe cell and the number of mines around it.
MINE = -1

# A position, what a player sees, int8: clues where open, MINE for a known mine, or
HIDDEN = -2
SAFE_CELL = 10  # inside the kernels: known to be safe, its clue not known

# What a solver has proved of a cell, int8: MINE, or one of these.
UNKNOWN = 0
SAFE = 1

# The published search (reference algorithm).
SAFE_DISTANCE = 2  # no mine at this Manhattan distance from the start, or nearer
MAX_REPAIRS = 100  # swaps in one attempt
MAX_ATTEMPTS = 300
MAX_PASSES = 60  # sweeps in one solve
MAX_CELLS = 40_000  # cells of a board of the published search

LARGE_CELLS = 1_000_000  # cells of any board

# Boards up to this size are worked on in registers (``reference_planes.SHAPES``).
PLANE_WIDTH = 64
PLANE_HEIGHT = 32

# Where mines may lie around the start: outside Manhattan distance 2, outside the start
# and its neighbours, anywhere except on the start, anywhere.
DIAMOND = 0
BLOCK = 1
CELL = 2
ANY = 3
SAFE_RULES = ("diamond", "block", "cell", "any")

# What is measured of a board: cells the click on the start opens, 3BV (the fewest
# clicks that open all), areas of zeros, mines without a safe neighbour.
METRICS = ("opening", "bbbv", "openings", "buried")
# All that is measured; see ``measures.all_bytes`` and ``measures.zini``.
MEASURES = (
    *METRICS,
    "largest_opening",
    "middle",
    "islands",
    "edge_mines",
    "corner_mines",
    *(f"numbers_{clue}" for clue in range(9)),
    "zini",
    "hzini",
)

# Levels of deduction, cheapest first; each is tried only where those before are stuck.
ELEMENTARY = 0  # one clue by itself
SUBSET = 1  # two clues compared
COMPLETE = 2  # all clues of a component, without the mine count
COUNT = 3  # all clues and the mine count

LOGICS = ("elementary", "subset", "complete")  # their names; complete has two
RULES = (*LOGICS, "mine_count")

# What a board needs that was not found, or cannot be finished.
NO_RULE = -1

# What became of a seed in a search, int8.
NOT_BEGUN = 0
FOUND = 1
NOT_FOUND = 2  # no attempt succeeded
STOPPED = 3  # the search was stopped before the attempts were over
TOO_MANY_STATES = 4  # exact counting would take more than allowed

# Default: states that exact counting may use for a position, some 0.4 s and 400 MB.
MAX_STATES = 4_000_000

# How exact counting ends.
OK = 0
BAD_CLUE = 1  # no layout fits the clues
BAD_COUNT = 2  # layouts fit the clues, but none with this number of mines
TOO_WIDE = 3  # more open clues at a time than a state has bits for
TOO_MUCH = 4  # more states than allowed
