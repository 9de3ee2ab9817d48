"""What a player sees of a game, as codes of cells for pictures."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from nogues.base.looks import EXPLODED, WRONG
from nogues.base.words import number_of
from nogues.game.rules import Play
from nogues.kernels.codes import HIDDEN, MINE


def shown(game: Play) -> NDArray[np.int8]:
    """Return the cells, shape (height, width): the mines too once the game is lost."""
    codes = game.grid.copy()
    if game.status == "lost":
        flat = codes.reshape(-1)
        flat[game.mine_mask & (flat == HIDDEN)] = MINE
        flat[game.wrong_flags] = WRONG
        flat[game.hit] = EXPLODED
    return codes


def in_words(game: Play) -> str:
    """Return the mines, the status and the flags of a game."""
    mines, flags = number_of(game.mines, "mine"), number_of(game.flags, "flag")
    return f"{mines}, {game.status}, {flags}"
