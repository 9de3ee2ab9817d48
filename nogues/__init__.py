"""Minesweeper boards that can be won without guessing, in bulk.

>>> import nogues
>>> board = nogues.generate_board(30, 16, 99, seed=1)
>>> nogues.is_solvable(board)
True
"""

import sys as _sys
from typing import TYPE_CHECKING, Any

from nogues._version import __version__
from nogues.base import notice as _notice
from nogues.base.between import Between
from nogues.base.errors import (
    ContradictionError,
    DensityWarning,
    FormatError,
    GenerationError,
    LimitError,
    MinesWarning,
    MinesweeperError,
    ProofError,
)
from nogues.base.looks import FLAG
from nogues.base.public import PublicPackage as _PublicPackage
from nogues.base.random import create_rng, hash_seed
from nogues.base.search import Search
from nogues.base.spec import (
    ALGORITHM,
    CAMPO_MINADO_LEVELS,
    DAILY_PUZZLE,
    PRESETS,
    cell_coord,
    cell_index,
    center_of,
)
from nogues.boards.board import Board, Boards
from nogues.boards.consistency import Status
from nogues.boards.position import Position, Positions
from nogues.compiling.fill import compile_kernels
from nogues.dataset.read import Dataset, open_dataset
from nogues.dataset.verify import Verification, verify_dataset
from nogues.dataset.write import write_dataset
from nogues.formats.lists import from_lists, to_lists
from nogues.formats.reading import loads, read_board, read_boards
from nogues.formats.registry import Format, formats
from nogues.formats.writing import dumps, write_board, write_boards
from nogues.front.widget import Widget, demo
from nogues.game.game import Game
from nogues.game.rules import Opened
from nogues.kernels.codes import (
    HIDDEN,
    LARGE_CELLS,
    MAX_CELLS,
    MINE,
    SAFE,
    SAFE_DISTANCE,
    UNKNOWN,
)
from nogues.making.daily import generate_daily_board
from nogues.making.generate import generate_board, generate_boards
from nogues.making.random_boards import (
    Simulation,
    generate_random_board,
    generate_random_boards,
    simulate,
)
from nogues.solving.hints import Hint, hint
from nogues.solving.levels import Solutions, solve_boards
from nogues.solving.measures import metrics, opening_sizes
from nogues.solving.probability import (
    ExactProbabilities,
    Guess,
    Probabilities,
    best_guess,
    mine_probabilities,
)
from nogues.solving.proof import Proof, Step, verify
from nogues.solving.solve import (
    Reveal,
    Solution,
    count_clues,
    is_solvable,
    reveal,
    solve,
)

if TYPE_CHECKING:
    from nogues import plot

_notice.install()
_sys.modules[__name__].__class__ = _PublicPackage

__all__ = [
    "ALGORITHM",
    "CAMPO_MINADO_LEVELS",
    "DAILY_PUZZLE",
    "FLAG",
    "HIDDEN",
    "LARGE_CELLS",
    "MAX_CELLS",
    "MINE",
    "PRESETS",
    "SAFE",
    "SAFE_DISTANCE",
    "UNKNOWN",
    "Between",
    "Board",
    "Boards",
    "ContradictionError",
    "Dataset",
    "DensityWarning",
    "ExactProbabilities",
    "Format",
    "FormatError",
    "Game",
    "GenerationError",
    "Guess",
    "Hint",
    "LimitError",
    "MinesWarning",
    "MinesweeperError",
    "Opened",
    "Position",
    "Positions",
    "Probabilities",
    "Proof",
    "ProofError",
    "Reveal",
    "Search",
    "Simulation",
    "Solution",
    "Solutions",
    "Status",
    "Step",
    "Verification",
    "Widget",
    "__version__",
    "best_guess",
    "cell_coord",
    "cell_index",
    "center_of",
    "compile_kernels",
    "count_clues",
    "create_rng",
    "demo",
    "dumps",
    "formats",
    "from_lists",
    "generate_board",
    "generate_boards",
    "generate_daily_board",
    "generate_random_board",
    "generate_random_boards",
    "hash_seed",
    "hint",
    "is_solvable",
    "loads",
    "metrics",
    "mine_probabilities",
    "open_dataset",
    "opening_sizes",
    "plot",
    "read_board",
    "read_boards",
    "reveal",
    "simulate",
    "solve",
    "solve_boards",
    "to_lists",
    "verify",
    "verify_dataset",
    "write_board",
    "write_boards",
    "write_dataset",
]


def __getattr__(name: str) -> Any:
    """Import ``nogues.plot`` when it is first asked for."""
    if name == "plot":
        import importlib

        return importlib.import_module("nogues.plot")
    raise AttributeError(f"module 'nogues' has no attribute {name!r}")
