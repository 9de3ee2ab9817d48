"""The messages of a game: what a player sees, and what is wrong with a message."""

import json
import random
import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import nogues
from nogues.front.new_game import LARGEST_SIDE, check_new_game
from nogues.front.session import ACTIONS, NOT_FOUND, Session, warm_up

RANDOM = {"search": "random", "safe": "cell"}


class Clock:
    def __init__(self):
        self.now = 100.0

    def __call__(self):
        return self.now


def session_of(clock=None, **wanted):
    new_game = check_new_game({"size": "beginner", "seed": 1} | wanted)
    return Session(new_game) if clock is None else Session(new_game, clock)


def error_of(session, message):
    before = session.handle({"do": "hello"})
    answer = session.handle(message)
    assert answer["kind"] == "error", answer
    assert session.handle({"do": "hello"}) == before
    return answer["text"]


def win(session):
    """Play to the end as the hints say; yields every answer."""
    while session.game.status in ("ready", "playing"):
        hint = session.handle({"do": "hint"})
        yield hint
        action = "flag" if hint["of"] == "mine" else "open"
        number = hint["game"]
        for at in hint["cells"]:
            yield session.handle({"do": action, "game": number, "at": at})


def test_a_state_before_the_first_click():
    state = session_of().handle({"do": "hello"})
    assert state["cells"] == [nogues.HIDDEN] * 81
    assert (state["width"], state["height"], state["mines"]) == (9, 9, 10)
    assert (state["status"], state["remaining"], state["elapsed"]) == ("ready", 10, 0)
    assert state["start"] is state["end"] is None
    assert state["demo"] is state["demo_seed"] is None
    assert "seed" not in json.dumps({k: v for k, v in state.items() if v is not None})


def test_a_move_reports_what_changed():
    session = session_of()
    changed = session.handle({"do": "open", "game": 1, "at": 40})
    again = nogues.Game(9, 9, 10, seed=1)
    opened = again.open((4, 4))
    assert changed["cells"] == opened.cells.tolist()
    assert changed["values"] == again.cells[opened.cells].tolist()
    assert changed["distance"] == opened.distance.tolist()
    assert session.handle({"do": "hello"})["cells"] == again.cells.tolist()
    flagged = session.handle({"do": "flag", "game": 1, "at": 13})
    assert (flagged["cells"], flagged["values"]) == ([13], [nogues.FLAG])
    assert flagged["remaining"] == 9
    assert flagged["revision"] == changed["revision"] + 1
    assert (
        session.handle({"do": "flag", "game": 1, "at": 13, "on": True})["cells"] == []
    )
    back = session.handle({"do": "flag", "game": 1, "at": 13})
    assert (back["values"], back["remaining"]) == ([nogues.HIDDEN], 10)


def test_a_chord_opens_the_others():
    session = session_of()
    session.handle({"do": "open", "game": 1, "at": 40})
    game = session.game
    hint = session.handle({"do": "hint"})
    while hint["of"] != "safe" or hint["rule"] != "elementary":
        for at in hint["cells"]:
            action = "flag" if hint["of"] == "mine" else "open"
            session.handle({"do": action, "game": 1, "at": at})
        hint = session.handle({"do": "hint"})
    clue = hint["clues"][0]
    p = nogues.mine_probabilities(game.position())
    for at in np.flatnonzero(p.mines).tolist():
        session.handle({"do": "flag", "game": 1, "at": at, "on": True})
    changed = session.handle({"do": "chord", "game": 1, "at": clue})
    assert set(hint["cells"]) <= set(changed["cells"])


def test_a_game_won_by_hints():
    clock = Clock()
    session = session_of(clock)
    answers = []
    for answer in win(session):
        clock.now += 0.25
        answers.append(answer)
    end = answers[-1]["end"]
    assert session.game.status == answers[-1]["status"] == "won"
    assert answers[-1]["remaining"] == 0
    measured = nogues.metrics(session.game.board, zini=False)
    assert (end["bbbv"], end["seed"], end["wrong"]) == (measured["bbbv"], 1, [])
    assert end["solved"] == end["bbbv"]
    assert end["efficiency"] == round(end["bbbv"] / end["clicks"], 4)
    elapsed = session.handle({"do": "hello"})["elapsed"]
    assert elapsed == answers[-1]["elapsed"] > 0
    clock.now += 100
    assert session.handle({"do": "hello"})["elapsed"] == elapsed
    assert session.handle({"do": "hint"})["cells"] == []
    assert session.handle({"do": "probabilities"})["mine"] == []


def test_a_lost_game_reveals_its_mines():
    session = session_of()
    session.handle({"do": "open", "game": 1, "at": 40})
    mines = np.flatnonzero(session.game.board.clue == nogues.MINE).tolist()
    hidden = np.flatnonzero(session.game.cells == nogues.HIDDEN).tolist()
    wrong = next(at for at in hidden if at not in mines)
    session.handle({"do": "flag", "game": 1, "at": wrong})
    lost = session.handle({"do": "open", "game": 1, "at": mines[0]})
    end = lost["end"]
    assert lost["status"] == "lost"
    assert (end["mines"], end["wrong"], end["hit"]) == (mines, [wrong], [mines[0]])
    assert end["blast"][0] == 0
    assert min(end["blast"][1:]) > 0
    assert (end["solved"], end["clicks"], end["efficiency"]) == (1, 3, 0.3333)


def test_the_counter_goes_below_zero():
    session = session_of()
    for at in range(12):
        told = session.handle({"do": "flag", "game": 1, "at": at})
    assert told["remaining"] == -2


def test_nothing_hidden_is_revealed_before_the_end():
    """Two boards that look the same so far give the same answers."""
    small = {"size": "4x4/4", "search": "random", "safe": "cell"}
    first = {"do": "open", "game": 1, "at": 5}
    told = {}
    for seed in range(200):
        session = session_of(Clock(), **small, seed=seed)
        answers = [session.handle(first)]
        answers += [
            session.handle({"do": do}) for do in ("hello", "hint", "probabilities")
        ]
        hidden = np.flatnonzero(session.game.cells == nogues.HIDDEN)
        if not session.game.is_over:
            at = int(hidden[0])
            flag = {"do": "flag", "game": 1, "at": at}
            undo = {"do": "undo", "game": 1}
            answers += [session.handle(message) for message in (flag, undo)]
        seen = session.game.cells.tobytes()
        mines = session.game.board.clue.tobytes()
        before = told.setdefault(seen, (mines, answers))
        assert before[1] == answers
    assert len(told) < 200


def test_moved_mines_reveal_only_where_they_were():
    for seed in range(50):
        session = session_of(search="random", relocate=True, seed=seed)
        changed = session.handle({"do": "open", "game": 1, "at": 40})
        moved = session.game.board.relocations
        assert changed.get("moved", []) == moved[:, 0].tolist()
        if len(moved):
            break
    assert len(moved)


def test_the_same_seed_again_and_a_link():
    session = session_of(seed=None)
    assert "start" not in session.handle({"do": "share"})["query"]
    session.handle({"do": "open", "game": 1, "at": 33})
    before = session.game.board
    link = session.handle({"do": "share"})
    seed = session.game.seed
    assert link["command"] == f"nogues play 9x9/10 --seed {seed} --start 3,6"
    assert link["query"] == f"size=9x9/10&seed={seed}&start=3,6"
    assert link["code"] == f"nogues.Widget(9, 9, 10, seed={seed}, start=(3, 6))"
    state = session.handle({"do": "restart"})
    assert (state["status"], state["start"], state["game"]) == ("ready", 33, 2)
    message = {"do": "open", "game": 2, "at": 40}
    assert error_of(session, message) == "this board must start at the marked cell"
    session.handle({"do": "flag", "game": 2, "at": 40})
    session.handle({"do": "open", "game": 2, "at": 33})
    assert session.game.board == before


@pytest.mark.parametrize("search", ["repair", "uniform"])
def test_a_board_that_is_not_found_reveals_no_seed(search):
    session = session_of(size="12x12/100", seed=123456789, search=search)
    answers = [session.handle({"do": "open", "game": 1, "at": 0})]
    assert answers == [{"kind": "error", "text": NOT_FOUND}]
    answers += [session.handle({"do": do}) for do in ("hello", "hint", "probabilities")]
    assert "123456789" not in json.dumps(answers)
    assert session.game.status == "ready"
    more = {"seed": 1, "start": [0, 0]}
    session.handle({"do": "new", "size": "12x12/100"} | more)
    told = session.handle({"do": "open", "game": 2, "at": 0})["text"]
    assert told.endswith("the marked cell.  Start a new game.")


def test_the_board_of_a_day():
    session = session_of()
    state = session.handle({"do": "new", "daily": "2026-10-27"})
    assert (state["width"], state["mines"], state["start"]) == (12, 25, 77)
    assert session.handle({"do": "hint"})["cells"] == [77]
    session.handle({"do": "open", "game": 2, "at": 77})
    assert session.game.board == nogues.generate_daily_board("2026-10-27")
    assert session.handle({"do": "share"})["query"] == "daily=2026-10-27"


def test_a_hint_where_nothing_is_certain():
    for seed in range(50):
        session = session_of(search="random", safe="cell", seed=seed)
        session.handle({"do": "open", "game": 1, "at": 40})
        if session.game.status == "playing" and session.game.hint() is None:
            hint = session.handle({"do": "hint"})
            if "alike" not in hint:
                break
    assert hint["of"] == "guess"
    assert hint["text"].startswith("No move is certain.  The lowest probability of a")


def test_undo_takes_back_a_move():
    clock = Clock()
    session = session_of(clock)
    first = session.handle({"do": "open", "game": 1, "at": 40})
    assert first["help"] == []
    clock.now += 2
    before = session.handle({"do": "hello"})
    at = session.handle({"do": "hint"})["cells"][0]
    assert session.handle({"do": "hello"})["help"] == ["hint"]
    session.handle({"do": "flag", "game": 1, "at": at})
    clock.now += 3
    state = session.handle({"do": "undo", "game": 1})
    assert (state["kind"], state["undone"]) == ("state", True)
    assert state["cells"] == before["cells"]
    assert (state["help"], state["elapsed"]) == (["hint", "undo"], 5000)
    assert state["revision"] == before["revision"] + 2
    ready = session.handle({"do": "undo", "game": 1})
    assert (ready["status"], ready["start"], ready["elapsed"]) == ("ready", None, 0)
    assert error_of(session, {"do": "undo", "game": 1}) == "There is nothing to undo."
    # The board may start elsewhere now.
    assert session.handle({"do": "open", "game": 1, "at": 30})["status"] == "playing"
    old = session.handle({"do": "undo", "game": 7})
    assert "undone" not in old and old["status"] == "playing"


def test_an_undone_end_continues_the_game():
    clock = Clock()
    session = session_of(clock)
    session.handle({"do": "open", "game": 1, "at": 40})
    mine = int(np.flatnonzero(session.game.board.clue == nogues.MINE)[0])
    clock.now += 4
    lost = session.handle({"do": "open", "game": 1, "at": mine})
    assert (lost["status"], lost["elapsed"]) == ("lost", 4000)
    clock.now += 1000
    state = session.handle({"do": "undo", "game": 1})
    assert (state["status"], state["elapsed"]) == ("playing", 4000)
    assert state["end"] is None
    assert state["help"] == ["undo"]
    clock.now += 1
    *_, won = win(session)
    assert (won["status"], won["elapsed"]) == ("won", 5000)
    assert won["end"]["hit"] == []


def test_a_start_that_is_required_is_required_after_undo():
    session = session_of(start=(3, 3))
    session.handle({"do": "open", "game": 1, "at": 30})
    assert session.handle({"do": "undo", "game": 1})["start"] == 30


def test_what_keeps_a_game_from_being_a_record():
    session = session_of(search="random", safe="cell")
    for do in ("hint", "probabilities"):  # of a game that has not begun: no help
        assert session.handle({"do": do})["help"] == []
    assert session.handle({"do": "restart"})["help"] == []  # nothing was seen
    session.handle({"do": "open", "game": 2, "at": 40})
    assert session.handle({"do": "probabilities"})["help"] == ["odds"]
    assert session.handle({"do": "restart"})["help"] == ["restart"]
    assert session.handle({"do": "restart"})["help"] == ["restart"]
    typed = session.handle({"do": "new", "size": "beginner", "seed": 1})
    assert typed["help"] == []


def test_a_move_of_an_older_game_is_answered_with_the_state():
    session = session_of()
    session.handle({"do": "new", "size": "beginner"})
    for action in ("open", "flag", "chord"):
        told = session.handle({"do": action, "game": 1, "at": 40})
        assert (told["kind"], told["game"], told["status"]) == ("state", 2, "ready")


@pytest.mark.parametrize(
    ("message", "text"),
    [
        (None, "a message must be an object, not None"),
        ([], "a message must be an object, not []"),
        ({}, f"do must be one of {', '.join(ACTIONS)}, not None"),
        ({"do": "redo"}, f"do must be one of {', '.join(ACTIONS)}, not 'redo'"),
        ({"do": "undo"}, "undo must have game"),
        ({"do": "undo", "game": 1}, "There is nothing to undo."),
        ({"do": "__init__"}, f"do must be one of {', '.join(ACTIONS)}, not '__init__'"),
        ({"do": "open", "at": 1}, "open must have game"),
        ({"do": "open", "game": 1}, "open must have at"),
        ({"do": "open", "game": 1, "at": 81}, "at must be 0 to 80, not 81"),
        ({"do": "open", "game": 1, "at": -1}, "at must be 0 to 80, not -1"),
        ({"do": "open", "game": 1, "at": 1.5}, "at must be an integer, not 1.5"),
        ({"do": "open", "game": 1, "at": True}, "at must be an integer, not True"),
        ({"do": "open", "game": "1", "at": 1}, "game must be an integer, not '1'"),
        (
            {"do": "flag", "game": 1, "at": 1, "on": 1},
            "on must be True or False, not 1",
        ),
        ({"do": "hint", "at": 1}, "hint may have nothing, not 'at'"),
        ({"do": "new", "size": 9}, "size must be text such as 30x16/99, not 9"),
        ({"do": "new", "size": "101x9/9"}, "width must be 1 to 100, not 101"),
        ({"do": "new", "size": "9x1000/9"}, "height must be 1 to 100, not 1000"),
        ({"do": "new", "seed": "x"}, "seed must be an integer, not 'x'"),
        ({"do": "new", "relocate": 1}, "relocate must be True or False, not 1"),
        (
            {"do": "new", "size": "9x9/9", "start": [9, 0]},
            "start row must be 0 to 8, not 9",
        ),
        (
            {"do": "new", "daily": "2026-02-30"},
            "date must be a day as YYYY-MM-DD, not '2026-02-30'",
        ),
        (
            {"do": "new", "daily": "2026-02-20", "seed": 1},
            "the board of a day depends only on the day, not on seed",
        ),
    ],
)
def test_bad_messages(message, text):
    assert error_of(session_of(), message) == text


def test_a_first_click_without_a_board_changes_nothing():
    session = session_of(size="9x9/40", search="uniform")
    text = error_of(session, {"do": "open", "game": 1, "at": 40})
    assert text == NOT_FOUND
    assert session.game.status == "ready"


def test_sizes_are_limited():
    side = LARGEST_SIDE
    assert check_new_game({"size": f"{side}x{side}/500"}).numbers == (side, side, 500)


@pytest.mark.parametrize(
    ("wanted", "field"),
    [
        ({"size": "101x9/9"}, "width"),
        ({"size": "9x0/9"}, "height"),
        ({"size": "9xx/9"}, "height"),
        ({"size": "9x9/81"}, "mines"),
        ({"size": "9x9/75"}, "mines"),
        ({"size": "9x9/9", "start": [0, 9]}, "start"),
        ({"seed": "x"}, "seed"),
        ({"size": "huge"}, None),
        ({"logic": "x"}, None),
    ],
)
def test_errors_of_a_new_game_name_the_field(wanted, field):
    answer = session_of().handle({"do": "new"} | wanted)
    assert answer["kind"] == "error"
    assert answer.get("field") == field


values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text()
    | st.sampled_from([*ACTIONS, "beginner", "random", "2026-01-01"]),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=6,
)
names = st.sampled_from(
    sorted({n for pair in ACTIONS.values() for n in pair[0] | pair[1]})
)


@given(st.sampled_from(list(ACTIONS)), st.dictionaries(names | st.text(), values))
def test_whatever_comes_is_answered(action, rest):
    if action == "new":  # no search that lasts
        rest.pop("search", None)
    session = session_of()
    answer = session.handle({"do": action} | rest)
    assert answer["kind"] in (
        "state",
        "changed",
        "hint",
        "probabilities",
        "link",
        "error",
    )
    json.dumps(answer, allow_nan=False)


def test_random_messages_never_reveal_hidden_mines():
    """Whatever is asked in whichever order, also after an end that was undone."""
    rng = random.Random(5)
    moves = ["open", "open", "flag", "chord", "undo"]
    for seed in range(20):
        session = session_of(search="random", seed=seed, relocate=True)
        for _ in range(150):
            do = rng.choice([*moves, "hello", "hint", "probabilities", "restart"])
            message = {"do": do}
            if do in moves:
                message["game"] = session.handle({"do": "hello"})["game"]
            if do in moves[:-1]:
                message["at"] = rng.randrange(81)
            told = session.handle(message)
            assert told["kind"] != "error" or do in ("undo", "open")
            if not session.game.is_over:
                assert told.get("end") is None
                assert nogues.MINE not in told.get("values", told.get("cells", []))
                assert not re.search('"(blast|wrong|hit|seed)"', json.dumps(told))


def test_warming_up_plays_nobodys_game():
    warm_up(check_new_game({"size": "beginner"}))
