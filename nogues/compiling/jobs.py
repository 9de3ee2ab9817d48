"""Small jobs that between them compile all kernels the commands run."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np

from nogues.base.spec import Limits, check_spec
from nogues.boards.board import Board, Boards
from nogues.boards.position import Position, Positions
from nogues.dataset.decode import unpack_mines
from nogues.game.game import Game
from nogues.making.dispatch import task_of
from nogues.making.generate import generate_board, generate_boards
from nogues.making.random_boards import generate_random_boards, simulate
from nogues.solving.hints import hint
from nogues.solving.levels import solve_boards
from nogues.solving.measures import metrics, opening_sizes
from nogues.solving.probability import best_guess, mine_probabilities
from nogues.solving.proof import verify
from nogues.solving.solve import count_clues, is_solvable, reveal, solve

SEEDS = range(1, 3)


def _random(size: tuple[int, int, int]) -> Boards:
    return generate_random_boards(*size, seeds=SEEDS, threads=1)


def _other_random_boards() -> None:
    generate_random_boards(9, 9, density=0.1, seeds=SEEDS, threads=1)
    generate_random_boards(9, 9, 10, seeds=SEEDS, relocate=True, threads=1)


def _board() -> Board:
    return generate_board(9, 9, 10, seed=1)


def _position() -> Position:
    return Position.from_board(_board())


def _searches(size: tuple[int, int, int]) -> None:
    for search in ("repair", "uniform"):
        for logic in ("elementary", "complete"):
            generate_boards(*size, seeds=SEEDS, search=search, logic=logic, threads=1)


def _many(size: tuple[int, int, int]) -> None:
    """Do what is done to boards in bulk: measure, solve, read from a data set."""
    boards = _random(size)
    metrics(boards, threads=1)
    solve_boards(boards, threads=1)
    limits = Limits(boards.max_attempts, boards.max_passes)
    task = task_of(check_spec(*size, None), limits, boards.search)
    mines = np.packbits(boards.clue < 0, axis=1)
    unpack_mines(task, mines, boards.clue.copy(), boards.opening.copy())


def _solve() -> None:
    board = _board()
    solve(board)
    is_solvable(board)
    opening_sizes(board)
    reveal(board)
    count_clues(np.zeros((3, 3), np.bool_))
    solve_boards(_random((9, 9, 10)), logic="complete", threads=1)
    proof = solve(board, logic="complete", proof=True).proof
    assert proof is not None
    verify(board, proof)


def _probabilities() -> None:
    position = _position()
    mine_probabilities(position)
    best_guess(position)
    mine_probabilities(Positions.stack([position, position]))


def _play() -> None:
    board = _board()
    hint(_position())
    game = Game.from_board(board)
    game.open(board.start)
    Game.from_json(game.to_json())


def _simulate() -> None:
    simulate(9, 9, 10, seeds=SEEDS, threads=1)


#: Each kind of board that has code of its own: those for registers, by the bits in a
#: row and the rows, and those of any size.
SIZES = {
    "boards up to 16x16": (9, 9, 10),
    "boards up to 32x16": (30, 16, 60),
    "boards up to 32x32": (32, 32, 100),
    "boards up to 64x32": (64, 32, 200),
    "larger boards": (70, 35, 200),
}

#: Jobs by name.  Each needs code that the others do not need.
JOBS: dict[str, Callable[[], None]] = {
    **{name: partial(_searches, size) for name, size in SIZES.items()},
    "solving": _solve,
    "probabilities": _probabilities,
    "games and hints": _play,
    "playouts": _simulate,
    "random boards": _other_random_boards,
    **{f"{name}, measures": partial(_many, size) for name, size in SIZES.items()},
}
