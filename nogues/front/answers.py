"""What a session answers about a game: hints, probabilities, links and the end.

Each function looks at a game and returns the fields of a message.  Nothing here changes
the game, and only ``ending`` may look at its mines.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

import numpy as np
from numpy.typing import NDArray

from nogues.base.errors import LimitError
from nogues.base.looks import FLAG
from nogues.base.spec import neighbours_of
from nogues.boards.board import Board, Boards
from nogues.boards.position import Position
from nogues.front.new_game import NewGame
from nogues.front.sentences import guess_text, hint_text, odds_text
from nogues.game.game import Game
from nogues.kernels.codes import HIDDEN, LOGICS, RULES
from nogues.solving.hints import find_hint
from nogues.solving.levels import solve_boards
from nogues.solving.measures import metrics
from nogues.solving.probability import Guess, best_guess, mine_probabilities

Message = dict[str, Any]

#: How hard a board is, by the strongest rule that it needs.
DIFFICULTY = {
    "elementary": "easy",
    "subset": "medium",
    "complete": "hard",
    "mine_count": "hard",
}

OVER = "The game is over."


def index_of(board: Game | Position, cell: tuple[int, int]) -> int:
    """Return the row-major index of a cell."""
    return cell[0] * board.width + cell[1]


def hint(game: Game, start: tuple[int, int] | None) -> Message:
    """Return what is certain, and the clues that prove it.

    ``start`` is where the game must begin, if it has not.
    """
    answer: Message = {"clues": []}
    if game.is_over:
        return answer | {"of": "none", "cells": [], "text": OVER}
    if game.status == "ready":
        at = start or (game.height // 2, game.width // 2)
        text = "Start here." if start else "Start anywhere, for example here."
        return answer | {"of": "safe", "cells": [index_of(game, at)], "text": text}
    position = game.position(flags="certain")
    # The board itself fits, so at least one layout does.
    found = find_hint(position, LOGICS.index("complete"), True)
    if found is None:
        return answer | _guess(position)
    answer |= {
        "of": found.kind,
        "cells": [index_of(game, cell) for cell in found.cells],
        "clues": [index_of(game, cell) for cell in found.clues],
        "rule": found.logic,
        "text": hint_text(position, found),
    }
    if len(found.clues) == 2:
        answer |= _compared(position, answer["clues"])
    return answer


def _near(position: Position, at: int) -> list[int]:
    return neighbours_of(at, position.width, position.height)


def _compared(position: Position, clues: list[int]) -> Message:
    """Return the hidden cells that two clues share, and those of each one only."""
    hidden = position.cells == HIDDEN
    first, second = ({i for i in _near(position, at) if hidden[i]} for at in clues)
    return {
        "shared": sorted(first & second),
        "only": [sorted(first - second), sorted(second - first)],
    }


def _guess(position: Position) -> Message:
    guess = best_guess(position)
    cells = [index_of(position, cell) for cell in guess.cells]
    seen = position.cells >= 0
    alike = len(cells) > 1 and not any(seen[_near(position, at)].any() for at in cells)
    more = {"alike": True} if alike else {}
    return {"of": "guess", "cells": cells, "text": guess_text(guess, alike), **more}


def probabilities(game: Game) -> Message:
    """Return the probability of a mine in each hidden cell, and the lowest ones."""
    if game.is_over:
        return {"mine": [], "best": [], "text": OVER}
    position = game.position()
    found = mine_probabilities(position)
    # 0 and 1 mean certain, so no other value may be rounded to them.
    near = np.clip(found.mine, 1e-4, 1 - 1e-4).round(4)
    sure = (found.mine == 0) | (found.mine == 1)
    mine = np.where(sure, found.mine, near)
    hidden = np.flatnonzero(found.hidden)
    guess: Guess = best_guess(position)
    best = [index_of(game, cell) for cell in guess.cells]
    return {
        "cells": hidden.tolist(),
        "mine": mine[hidden].tolist(),
        "best": [] if len(best) == hidden.size else best,
        "text": odds_text(guess, hidden.size),
    }


def link(new_game: NewGame, seed: int | None, start: tuple[int, int] | None) -> Message:
    """Return how to get a board again: for the page, for Python and for a shell."""
    if new_game.daily is not None:
        return {
            "query": urlencode({"daily": new_game.daily}),
            "code": f"nogues.Widget(daily={new_game.daily!r})",
            "command": None,
        }
    query: Message = {"size": new_game.size, "seed": seed}
    call = [*map(str, new_game.numbers), f"seed={seed}"]
    command = ["nogues play", new_game.size, f"--seed {seed}"]
    if start is not None:
        query["start"] = f"{start[0]},{start[1]}"
        call.append(f"start={start}")
        command.append(f"--start {start[0]},{start[1]}")
    for name, value in new_game.changed_options().items():
        query[name] = value
        call.append(f"{name}={value!r}")
        command.append(f"--{name}" if value is True else f"--{name} {value}")
    return {
        "query": urlencode(query, safe="/,"),
        "code": f"nogues.Widget({', '.join(call)})",
        "command": " ".join(command),
    }


def ending(game: Game, start: tuple[int, int] | None, milliseconds: int) -> Message:
    """Return what the player may know once the game is over."""
    board = game.board
    assert board is not None
    seconds = milliseconds / 1000
    solved = solved_bbbv(board.clue, game.cells, game.width)
    mines = np.flatnonzero(game.mine_mask)
    return {
        "mines": mines.tolist(),
        "blast": game.blast[mines].tolist(),
        "wrong": game.wrong_flags.tolist(),
        "hit": game.hit.tolist(),
        "bbbv": metrics(board, zini=False)["bbbv"],
        "solved": solved,
        "bbbv_per_second": round(solved / seconds, 2) if seconds else 0.0,
        "difficulty": difficulty(board, start),
        "clicks": game.clicks,
        "efficiency": round(solved / max(game.clicks, 1), 4),
        "flags": int(np.count_nonzero(game.cells == FLAG)),
        "moved": board.relocations.tolist(),
        "seed": game.seed,
    }


def difficulty(board: Board, start: tuple[int, int] | None) -> str | None:
    """Return how hard a board is from a start: easy, medium, hard or guess.

    None where counting would take too long to know.
    """
    try:
        boards = Boards.stack([board])
        found = solve_boards(boards, start, logic="complete", threads=1, progress=False)
    except LimitError:
        return None
    needs = int(found.needs[0])
    return "guess" if needs < 0 else DIFFICULTY[RULES[needs]]


def solved_bbbv(clue: NDArray[Any], cells: NDArray[Any], width: int) -> int:
    """Return how much of a board's 3BV the open cells account for."""
    zeros = np.pad(clue.reshape(-1, width) == 0, 1)
    near = np.lib.stride_tricks.sliding_window_view(zeros, (3, 3)).any(axis=(2, 3))
    begun = np.flatnonzero((clue == 0) & (cells == 0))
    alone = np.count_nonzero((cells > 0) & (cells < 9) & ~near.ravel())
    left = zeros.ravel()
    wide = width + 2
    steps = [row * wide + column for row in (-1, 0, 1) for column in (-1, 0, 1)]
    openings = 0
    for at in ((begun // width + 1) * wide + begun % width + 1).tolist():
        openings += int(left[at])
        found = [at] if left[at] else []
        while found:
            here = found.pop()
            if left[here]:
                left[here] = False
                found += [here + step for step in steps if left[here + step]]
    return int(alone) + openings
