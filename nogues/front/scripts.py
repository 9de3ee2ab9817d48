"""The scripts of the nine scenes.

A script plays on the board of a seed and returns its stage, or None if the board does
not have what the scene shows.  Boards fit a phone: at most 16 columns.  No caption and
no gesture reveals a hidden mine before the board does.
"""

from __future__ import annotations

import numpy as np

from nogues.base.spec import neighbours_of
from nogues.base.words import number_of
from nogues.boards.board import Board
from nogues.front.answers import Message
from nogues.front.stage import Stage
from nogues.kernels.codes import HIDDEN, MINE
from nogues.making.random_boards import generate_random_board

#: The farthest step of the first scene, and how many mines the second one moves.
FARTHEST, MOVED = 14, 3
#: Milliseconds that the third scene takes per cell: 32 cells a second.
EACH = 1000 / 32
#: Hints in a row, each of two numbers.
HINTS = 6
#: Flags of the flag counter, and how many of them are wrong.
FLAGS, WRONG = 20, 4
#: Milliseconds of a turn of the sonar's beam.
TURN = 5500


def _around(stage: Stage, at: int) -> list[int]:
    return neighbours_of(at, stage.game.width, stage.game.height)


def _board(stage: Stage) -> Board:
    board = stage.game.board
    assert board is not None
    return board


def _hidden(stage: Stage, *, mine: bool) -> list[int]:
    """Return the hidden cells that are mines, or those that are not."""
    is_mine = _board(stage).clue == MINE
    hidden = stage.game.cells == HIDDEN
    return np.flatnonzero(hidden & (is_mine == mine)).tolist()


def ripple(seed: int) -> Stage | None:
    """Open an empty cell: the opening spreads by distance and stops at numbers."""
    stage = Stage(size="16x16/30", search="random", seed=seed)
    stage.show()
    stage.say("A click on a cell without mines around it.")
    stage.wait(900)
    opened = stage.go("open", 2 * 16 + 2)
    if stage.game.is_over or max(opened["distance"]) != FARTHEST:
        return None
    stage.wait(1000)
    stage.say("It opens its neighbours, step by step, and stops at the numbers.")
    stage.wait(1900)
    others = [at for at in _hidden(stage, mine=False) if not _board(stage).clue[at]]
    if not others:
        return None
    stage.say("Another one, on the other side of the numbers.")
    stage.wait(600)
    stage.go("open", others[len(others) // 2])
    stage.wait(2600)
    return stage


def safe_first_click(seed: int) -> Stage | None:
    """Move the mines away from the first click, and show where they go."""
    stage = Stage(
        size="12x12/24", search="random", safe="block", relocate=True, seed=seed
    )
    start = 5 * 12 + 5
    spec = (12, 12, 24, divmod(start, 12))
    board = generate_random_board(*spec, seed=seed, relocate=True)
    if len(board.relocations) != MOVED:
        return None
    stage.show()
    stage.say("The first click of a game.")
    stage.wait(700)
    stage.tell(kind="pointer", at=start)
    stage.wait(500)
    stage.beat()
    leaving, to = board.relocations.T.tolist()
    stage.tell(kind="leave", **{"from": leaving, "to": to})
    stage.say(f"{number_of(MOVED, 'mine')} lay here.  They move to other cells.")
    stage.wait(2000)
    stage.beat()
    changed = stage.act("open", start, without="moved")
    if stage.game.is_over or len(changed["cells"]) < 15:
        return None
    stage.wait(900)
    stage.say("Nine cells are free: the first click is never a mine.")
    stage.wait(3000)
    return stage


def count_scan(seed: int) -> Stage | None:
    """Count the mines around each cell, in row order."""
    width = height = 16
    size = (width, height, 108)
    board = generate_random_board(*size, (0, 0), seed=seed, safe="cell")
    if not board.clue.all():
        return None
    stage = Stage(size="16x16/108", search="random", safe="cell", seed=seed)
    stage.quietly("flag", np.flatnonzero(board.clue == MINE).tolist())
    stage.show()
    stage.say("Every mine has a flag.  Each number counts the mines around it.")
    stage.wait(1500)
    for row in range(height):
        stage.beat()
        begin = stage.now
        cells = list(range(row * width, (row + 1) * width))
        stage.tell(kind="scan", cells=cells, each=EACH)
        if row == height // 2:
            stage.say("The frame takes 32 cells a second.")
        for k, at in enumerate(cells):
            stage.now = begin + k * EACH
            if board.clue[at] != MINE:
                stage.act("open", at)
        stage.now = begin + width * EACH
    stage.say("All cells are counted.")
    stage.wait(1800)
    return stage


def chord(seed: int) -> Stage | None:
    """Open the others around a number, once with right flags and once with a wrong."""
    stage = Stage(size="9x9/12", search="random", seed=seed)
    stage.quietly("open", [40])
    pair = _with_mines(stage, 2, safe=2)
    if pair is None:
        return None
    stage.show()
    stage.say("This 2 has two mines around it.")
    stage.wait(900)
    at, flags = pair
    for flag in flags:
        stage.go("flag", flag)
        stage.wait(400)
    stage.say("Both have a flag: a click on the 2 opens its other neighbours.")
    stage.wait(500)
    stage.go("chord", at)
    single = None if stage.game.is_over else _with_mines(stage, 1, safe=1)
    if single is None:
        return None
    stage.wait(1800)
    stage.say("Now a flag beside a 1, and a click on the 1.")
    stage.wait(600)
    at, mines = single
    hidden = [i for i in _around(stage, at) if stage.game.cells[i] == HIDDEN]
    stage.go("flag", next(i for i in hidden if i not in mines))
    stage.wait(700)
    stage.go("chord", at)
    stage.wait(900)
    stage.say("That flag was wrong: it gets a cross, and the mine explodes.")
    stage.wait(3000)
    return stage


def _with_mines(stage: Stage, clue: int, safe: int) -> tuple[int, list[int]] | None:
    """Return an open number whose mines have no flag yet, and these mines.

    It has so many hidden neighbours that are safe, at least.
    """
    game, board = stage.game, _board(stage)
    for at in np.flatnonzero(game.cells == clue).tolist():
        hidden = [i for i in _around(stage, at) if game.cells[i] == HIDDEN]
        mines = [i for i in hidden if board.clue[i] == MINE]
        if len(mines) == clue and len(hidden) >= clue + safe:
            return at, mines
    return None


def _carry_out(stage: Stage, hint: Message) -> None:
    """Do silently what a hint says."""
    stage.quietly("flag" if hint["of"] == "mine" else "open", hint["cells"])


def hints(seed: int) -> Stage | None:
    """Compare two numbers, six times in a row."""
    options = {"size": "9x9/16", "search": "random", "seed": seed}
    scout = Stage(**options)
    scout.quietly("open", [40])
    found: list[Message] = []
    in_a_row = 0
    while in_a_row < HINTS:
        if scout.game.is_over:
            return None
        hint = scout.handle(do="hint")
        if hint["of"] == "guess":
            return None
        in_a_row = in_a_row + 1 if hint["rule"] == "subset" else 0
        found.append(hint)
        _carry_out(scout, hint)
    stage = Stage(**options)
    stage.quietly("open", [40])
    for hint in found[:-HINTS]:
        _carry_out(stage, hint)
    stage.show()
    stage.say("No single number helps here.  Two numbers are compared.")
    stage.wait(1000)
    for _ in range(HINTS):
        hint = stage.ask("hint")
        stage.say(hint["text"])
        stage.wait(900)
        stage.tell(kind="pointer", at=hint["cells"][0])
        stage.wait(500)
        stage.beat()
        for at in hint["cells"]:
            stage.act("flag" if hint["of"] == "mine" else "open", at)
        stage.wait(600)
    stage.wait(900)
    return stage


def odds(seed: int) -> Stage | None:
    """Show the probabilities where nothing is certain, and take the lowest."""
    stage = Stage(size="9x9/13", search="random", seed=seed)
    stage.quietly("open", [40])
    while True:
        if stage.game.is_over:
            return None
        hint = stage.handle(do="hint")
        if hint["of"] == "guess":
            break
        _carry_out(stage, hint)
    if len(hint["cells"]) > 2 or len(_hidden(stage, mine=False)) < 15:
        return None
    best = hint["cells"][0]
    if _board(stage).clue[best] < 1:
        return None
    stage.show()
    stage.say("No cell is certain to be safe here.")
    stage.wait(1600)
    answer = stage.ask("probabilities")
    stage.say("Each cell shows how likely it is a mine: all layouts are counted.")
    stage.wait(2600)
    stage.say(answer["text"])
    stage.wait(1200)
    stage.go("open", best)
    stage.wait(800)
    answer = stage.ask("probabilities")
    if min(answer["mine"]) != 0:
        return None
    stage.say(answer["text"])
    stage.wait(1200)
    for at in answer["best"][:2]:
        if stage.game.cells[at] == HIDDEN:
            stage.go("open", at)
            stage.wait(500)
            stage.ask("probabilities")
            stage.wait(300)
    stage.wait(1200)
    return None if stage.game.is_over else stage


def shock_wave(seed: int) -> Stage | None:
    """Hit a mine in the middle of a board with many."""
    stage = Stage(size="16x16/60", search="random", seed=seed)
    stage.quietly("open", [3 * 16 + 3])
    if stage.game.is_over:
        return None
    mines = _hidden(stage, mine=True)
    middle = [at for at in mines if max(abs(at // 16 - 8), abs(at % 16 - 8)) <= 1]
    opened = np.count_nonzero(stage.game.cells >= 0)
    if not middle or not 20 <= opened <= 70:
        return None
    near = [
        at for at in mines if any(stage.game.cells[i] >= 0 for i in _around(stage, at))
    ]
    safe = _hidden(stage, mine=False)
    stage.quietly("flag", [*near[:4], safe[len(safe) // 4], safe[-9]])
    stage.show()
    stage.say("One click too many.")
    stage.wait(1000)
    stage.go("open", middle[0])
    stage.say("The wave sets off each mine when it arrives, and pushes the cells.")
    stage.wait(3000)
    stage.say("Wrong flags have a cross.")
    stage.wait(2200)
    return stage


def flag_counter(seed: int) -> Stage | None:
    """Set more flags than there are mines, and end the game."""
    stage = Stage(size="9x12/18", search="random", seed=seed)
    stage.quietly("open", [58])
    if stage.game.is_over:
        return None
    mines, safe = _hidden(stage, mine=True), _hidden(stage, mine=False)
    if len(safe) < 3 * WRONG:
        return None
    last, *right = sorted(mines, key=lambda at: (at % 5, at))[:-1]
    flags = sorted([*right, *safe[:: len(safe) // WRONG][:WRONG]], key=_snake)
    assert len(flags) == FLAGS
    stage.show()
    stage.say("The counter shows mines minus flags: 18 mines.")
    stage.wait(900)
    for k, at in enumerate(flags):
        if k == 18:
            stage.say("More flags than mines: the counter goes below zero.")
        stage.go("flag", at, glide=220)
        stage.wait(110)
    stage.wait(900)
    stage.say("20 flags for 18 mines.  A click shows which are wrong.")
    stage.wait(600)
    stage.go("open", last)
    stage.wait(900)
    stage.say(f"{number_of(WRONG, 'flag')} were wrong.")
    stage.wait(2600)
    return stage


def _snake(at: int) -> tuple[int, int]:
    """Order cells of a board of 9 columns, two rows at a time, there and back."""
    band, column = at // 18, at % 9
    return band, column if band % 2 == 0 else -column


def sonar(seed: int) -> Stage | None:
    """Let a beam turn over a board where most numbers are open and mines have flags.

    The start page shows the board of seed 2, before there is a session.  So
    ``static/sonar.js`` has it as text, and a test compares the two.
    """
    stage = Stage(size="15x15/36", search="random", seed=seed)
    stage.quietly("open", [7 * 15 + 7])
    if stage.game.is_over:
        return None
    clue = _board(stage).clue
    safe = _hidden(stage, mine=False)
    # Far from empty cells, which would open them.
    left = [at for at in safe if all(clue[i] for i in _around(stage, at)) and clue[at]]
    left = left[:: max(1, len(left) // 8)][:8]
    if len(left) < 8:
        return None
    for at in safe:
        if at not in left and stage.game.cells[at] == HIDDEN:
            stage.quietly("open", [at])
    stage.quietly("flag", _hidden(stage, mine=True))
    stage.show()
    stage.say("Numbers light up under the beam, and mines blink.")
    stage.tell(kind="sonar", turn=TURN)
    stage.wait(2 * TURN)
    return stage
