"""Whole games, one click per call."""

import numpy as np
import pytest

import nogues

BOARD = nogues.generate_board(30, 16, 99, seed=1)


def flags_of(board):
    return [divmod(int(k), board.width) for k in np.flatnonzero(board.mine_mask)]


def play_known(board, mines):
    """Flag every mine, then chord on all open cells until nothing is left."""
    game = nogues.Game.from_board(board)
    for cell in mines:
        game.flag(cell)
    todo = [game.open(board.start).cells]
    while todo:
        for index in todo.pop().tolist():
            opened = game.chord(divmod(index, board.width))
            if opened.cells.size:
                todo.append(opened.cells)
    return game


def play_hints(board):
    game = nogues.Game.from_board(board)
    game.open(board.start)
    while not game.is_over:
        found = game.hint()
        for cell in found.cells:
            if found.kind == "mine":
                game.flag(cell, True)
            elif game.grid[cell] == nogues.HIDDEN:
                game.open(cell)
    return game


def test_flags_and_chords(benchmark):
    """An expert game of a player who knows the mines: some 500 clicks."""
    benchmark.group = "game 30x16/99"
    game = benchmark(play_known, BOARD, flags_of(BOARD))
    assert game.status == "won"
    benchmark.extra_info["clicks"] = game.clicks


def test_hints(benchmark):
    """An expert game by hints only."""
    benchmark.group = "game 30x16/99"
    assert benchmark.pedantic(play_hints, (BOARD,)).status == "won"


@pytest.mark.parametrize("mines", [0, 99])
def test_open(benchmark, mines):
    """The first click and taking it back: the whole board, and an opening."""
    benchmark.group = "game, one click"
    game = nogues.Game.from_board(nogues.generate_board(30, 16, mines, seed=1))

    def click():
        game.open((8, 15))
        game.undo()

    benchmark(click)
    assert game.status == "ready"


def test_replay(benchmark):
    """The game of flags and chords again, as a server reads it from JSON."""
    benchmark.group = "game 30x16/99"
    game = play_known(BOARD, flags_of(BOARD))
    again = benchmark(nogues.Game.from_json, game.to_json())
    assert again.history == game.history
