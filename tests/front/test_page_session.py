"""Watching a scene and taking it over: the player's game is left alone until then."""

import json

import pytest

from nogues.front.new_game import check_new_game
from nogues.front.page_session import PageSession
from nogues.front.scenes import SCENES, check_scene, record
from nogues.front.session import Session


class Clock:
    now = 500.0

    def __call__(self):
        return self.now


def session_of(**more):
    return PageSession(check_new_game({"size": "beginner", "seed": 1}), **more)


def test_watching_leaves_the_game_alone():
    session = session_of()
    session.handle({"do": "open", "game": 1, "at": 40})
    before = session.handle({"do": "hello"}) | {"elapsed": 0}
    for number in range(1, 10):
        beat = session.handle({"do": "scene", "number": number, "beat": 0})
        assert (beat["kind"], beat["scene"]) == ("beat", number)
        assert beat["seed"] == SCENES[number - 1].seed
    assert session.handle({"do": "hello"}) | {"elapsed": 0} == before


@pytest.mark.parametrize("number", range(1, 10))
def test_a_scene_is_taken_over_where_it_stands(number):
    recording = record(*check_scene(number, None))
    clock = Clock()
    session = session_of(clock=clock)
    for k, part in enumerate((0, 0.31, 0.5, 0.77, 1)):
        now = part * recording.until
        state = session.handle({"do": "take_over", "number": number, "clock": now})
        twin = Session(recording.new_game, clock := Clock())
        for ms, move in recording.moves:
            if ms <= now:
                clock.now = 500 + ms / 1000
                assert twin.handle({**move, "game": 1})["kind"] == "changed"
        clock.now = 500 + now / 1000
        expected = twin.handle({"do": "hello"})
        assert state["help"] == ["demo"]
        assert state["demo"] is None
        own = {"game", "revision", "help"}
        assert abs(state.pop("elapsed") - expected.pop("elapsed")) <= 1
        ends = [told["end"] or {} for told in (state, expected)]
        rates = [end.pop("bbbv_per_second", 0) for end in ends]
        assert rates[0] == pytest.approx(rates[1], abs=0.1)
        for name in expected.keys() - own:
            assert state[name] == expected[name], name
        assert state["game"] == k + 2
        if state["status"] == "playing":
            clicked = session.handle({"do": "undo", "game": k + 2})
            assert clicked["undone"] and "demo" in clicked["help"]


def test_the_clock_goes_on_from_the_scene():
    clock = Clock()
    session = session_of(clock=clock)
    state = session.handle({"do": "take_over", "number": 1, "clock": 5000})
    begun = next(ms for ms, _ in record(*check_scene(1, None)).moves)
    assert state["elapsed"] == 5000 - begun
    clock.now += 2
    assert session.handle({"do": "hello"})["elapsed"] == 7000 - begun


def test_a_page_that_begins_with_a_scene():
    session = session_of(demo=(4, 11))
    state = session.handle({"do": "hello"})
    assert (state["demo"], state["demo_seed"]) == (4, 11)
    beat = session.handle({"do": "scene", "number": 4, "seed": 11})
    assert (beat["beat"], beat["seed"]) == (0, 11)
    session.handle({"do": "flag", "game": 1, "at": 0})
    assert session.handle({"do": "hello"})["demo"] is None
    for message in (
        {"do": "new"},
        {"do": "take_over", "number": 1, "clock": 0},
        {"do": "restart"},
    ):
        assert session_of(demo=(4, 11)).handle(message)["demo"] is None


@pytest.mark.parametrize(
    ("message", "text"),
    [
        ({"do": "scene"}, "scene must have number"),
        ({"do": "scene", "number": 0}, "number must be 1 to 9, not 0"),
        ({"do": "scene", "number": "1"}, "number must be an integer, not '1'"),
        ({"do": "scene", "number": 1, "seed": 1.5}, "seed must be an integer, not 1.5"),
        ({"do": "scene", "number": 1, "beat": 9}, "beat must be 0 to 2, not 9"),
        ({"do": "take_over", "number": 1}, "take_over must have clock"),
        (
            {"do": "take_over", "number": 1, "clock": "x"},
            "clock must be a number of milliseconds, not 'x'",
        ),
        (
            {"do": "take_over", "number": 1, "clock": -1},
            "clock must be 0 or more milliseconds, not -1",
        ),
        (
            {"do": "take_over", "number": 1, "clock": float("nan")},
            "clock must be 0 or more milliseconds, not nan",
        ),
    ],
)
def test_bad_messages(message, text):
    session = session_of()
    before = json.dumps(session.handle({"do": "hello"}))
    assert session.handle(message) == {"kind": "error", "text": text}
    assert json.dumps(session.handle({"do": "hello"})) == before
