"""What a session says of a game: hints, probabilities, links, and the end."""

import re

import numpy as np
import pytest

import nogues
from nogues.front.answers import difficulty, solved_bbbv
from nogues.front.new_game import check_new_game
from nogues.front.session import Session

RANDOM = {"search": "random", "safe": "cell"}


class Clock:
    def __init__(self):
        self.now = 100.0

    def __call__(self):
        return self.now


def session_of(clock=None, **wanted):
    new_game = check_new_game({"size": "beginner", "seed": 1} | wanted)
    return Session(new_game) if clock is None else Session(new_game, clock)


def test_what_is_solved_is_reported_in_3bv():
    """A board that is all open has its whole 3BV; a lost one what a count gives."""
    for seed in range(30):
        board = nogues.generate_random_board(13, 9, 20, seed=seed)
        assert solved_bbbv(board.clue, board.clue, 13) == nogues.metrics(board)["bbbv"]
    # Two openings of which one is open, a number in it and one by itself.
    clue = np.array([0, 1, -1, 1, 0, 0, 2, 2, 2, 0, 0, 1, -1, 1, 0])
    seen = np.where(np.isin(np.arange(15), [0, 1, 5, 6, 10, 11, 7]), clue, -1)
    assert solved_bbbv(clue, seen, 5) == 2


def test_a_shared_board_is_made_again_in_a_shell():
    session = session_of(size="30x16/99", seed=7, logic="complete", start=(8, 14))
    command = session.handle({"do": "share"})["command"]
    assert command == "nogues play 30x16/99 --seed 7 --start 8,14 --logic complete"
    session = session_of(search="random", relocate=True)
    command = session.handle({"do": "share"})["command"]
    assert command == "nogues play 9x9/10 --seed 1 --search random --relocate"
    session.handle({"do": "new", "daily": "2026-10-27"})
    assert session.handle({"do": "share"})["command"] is None


def test_probabilities_are_those_of_the_position():
    session = session_of(search="random", safe="cell", seed=4)
    even = session.handle({"do": "probabilities"})
    assert even["mine"] == [round(10 / 81, 4)] * 81
    assert even["best"] == []
    assert even["text"] == "All hidden cells have the same risk: 12.3 %."
    session.handle({"do": "open", "game": 1, "at": 40})
    told = session.handle({"do": "probabilities"})
    p = nogues.mine_probabilities(session.game.position())
    assert told["cells"] == np.flatnonzero(p.hidden).tolist()
    assert told["mine"] == pytest.approx(p.mine[p.hidden], abs=1e-4)
    best = nogues.best_guess(session.game.position())
    assert told["best"] == [r * 9 + c for r, c in best.cells]


def test_equal_cells_of_a_guess_are_said_to_be_alike():
    for seed in range(50):
        session = session_of(**RANDOM, size="9x9/5", seed=seed)
        session.handle({"do": "open", "game": 1, "at": 0})
        hint = session.handle({"do": "hint"})
        if hint["of"] == "guess" and len(hint["cells"]) > 50:
            break
    assert hint["alike"]
    assert hint["text"].startswith(
        "No move is certain.  All cells away from the numbers are alike: each is a"
    )


def test_what_two_clues_share():
    for seed in range(20):
        session = session_of(search="random", seed=seed)
        session.handle({"do": "open", "game": 1, "at": 40})
        while not session.game.is_over:
            hint = session.handle({"do": "hint"})
            if hint["of"] == "guess":
                break
            if len(hint["clues"]) == 2:
                check_shared(session.game, hint)
            assert ("shared" in hint) == (len(hint["clues"]) == 2)
            assert not re.search(r"\(\d", hint["text"])
            do = "flag" if hint["of"] == "mine" else "open"
            for at in hint["cells"]:
                session.handle({"do": do, "game": 1, "at": at})


def check_shared(game, hint):
    """Compare with the definition; all flags of these games are right."""
    near = [
        {
            at
            for at in range(81)
            if max(abs(at // 9 - c // 9), abs(at % 9 - c % 9)) == 1
            and game.cells[at] == nogues.HIDDEN
        }
        for c in hint["clues"]
    ]
    assert set(hint["shared"]) == near[0] & near[1]
    assert [set(only) for only in hint["only"]] == [
        near[0] - near[1],
        near[1] - near[0],
    ]
    assert set(hint["cells"]) <= near[0] | near[1]


def test_how_hard_a_board_was():
    """The strongest rule that hints use, unless one of them is a guess."""
    ranks = ["elementary", "subset", "complete", "mine_count"]
    words = dict(zip(ranks, ["easy", "medium", "hard", "hard"], strict=True))
    seen = set()
    for seed in range(40):
        clock = Clock()
        session = session_of(clock, search="random", seed=seed, size="9x9/14")
        session.handle({"do": "open", "game": 1, "at": 40})
        game, needed, guessed = session.game, [0], False
        while not game.is_over:
            found = game.hint()
            guessed |= found is None
            needed.append(ranks.index(found.logic) if found else 0)
            safe = int(np.flatnonzero((game.cells < 0) & (game.board.clue >= 0))[0])
            cells = [safe] if found is None else [r * 9 + c for r, c in found.cells]
            do = "flag" if found and found.kind == "mine" else "open"
            clock.now += 1
            for at in cells:
                told = session.handle({"do": do, "game": 1, "at": at})
        end = told["end"]
        assert end["difficulty"] == ("guess" if guessed else words[ranks[max(needed)]])
        seconds = told["elapsed"] / 1000
        assert end["bbbv_per_second"] == round(end["solved"] / max(seconds, 1e-9), 2)
        seen.add(end["difficulty"])
    assert seen == {"easy", "medium", "hard", "guess"}


def test_a_board_that_takes_too_long_has_no_difficulty(monkeypatch):
    def too_long(*arguments, **more):
        raise nogues.LimitError("board 0 takes more than max_states = 9 states")

    monkeypatch.setattr("nogues.front.answers.solve_boards", too_long)
    assert difficulty(nogues.generate_board(9, 9, 10, seed=1), None) is None
