"""What to draw of a board, a position, a game or an array."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from nogues.base.errors import MinesweeperError
from nogues.base.looks import FLAG
from nogues.base.spec import check_cell, check_size
from nogues.base.words import number_of
from nogues.boards.board import Board
from nogues.boards.position import Position
from nogues.game.rules import Play
from nogues.game.shown import in_words, shown
from nogues.kernels.codes import HIDDEN, MINE


class Scene(NamedTuple):
    """Codes of a ``Canvas``, shape (height, width); the start, if any; a title."""

    codes: NDArray[np.int8]
    start: tuple[int, int] | None
    title: str

    @property
    def size(self) -> tuple[int, int]:
        """Width and height."""
        return self.codes.shape[1], self.codes.shape[0]


def scene_of(name: str, item: Any, start: object = None) -> Scene:
    """Return what to draw of an item; an error names the argument."""
    if isinstance(item, Board):
        seed = "" if item.seed is None else f", seed {item.seed}"
        scene = Scene(item.grid, item.start, number_of(item.mine_count, "mine") + seed)
    elif isinstance(item, Position):
        hidden = np.count_nonzero(item.hidden)
        codes = np.where(item.grid == MINE, np.int8(FLAG), item.grid)
        scene = Scene(codes, None, f"{number_of(item.mines, 'mine')}, {hidden} hidden")
    elif isinstance(item, Play):
        scene = _scene_of_game(item)
    else:
        scene = Scene(_check_codes(name, item), None, "")
    width, height = scene.size
    title = f"{width}x{height}, {scene.title}" if scene.title else f"{width}x{height}"
    if start is None:
        return scene._replace(title=title)
    cell = check_cell("start", start, width, height)
    return scene._replace(start=cell, title=title)


def _scene_of_game(game: Play) -> Scene:
    opened = (cell for name, cell in game.history if name == "open")
    return Scene(shown(game), next(opened, None), in_words(game))


def _check_codes(name: str, value: Any) -> NDArray[np.int8]:
    try:
        given = np.asarray(value)
    except ValueError as error:  # rows of different lengths
        raise TypeError(f"{name} must be an array: {error}") from None
    if given.dtype.kind not in "iu" or given.ndim != 2:
        kind = f"{given.dtype} of shape {given.shape}"
        raise TypeError(
            f"{name} must be a Board, a Position, a Game or integers of shape "
            f"(height, width), not {repr(value) if given.ndim == 0 else kind}"
        )
    check_size(given.shape[1], given.shape[0])
    wrong = (given < FLAG) | (given > 8)
    if wrong.any():
        cell = divmod(int(wrong.argmax()), given.shape[1])
        raise MinesweeperError(
            f"{name} must be clues 0 to 8, {MINE} (a mine), {HIDDEN} (hidden) or "
            f"{FLAG} (a flag), not {given[cell]} at {cell}"
        )
    return given.astype(np.int8)
