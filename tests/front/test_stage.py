"""Messages are recorded at their times, and beats begin with what they reveal."""

import pytest

from nogues.front.stage import Stage


def played():
    stage = Stage(size="beginner", seed=1)
    stage.quietly("flag", [0])
    stage.show()
    stage.wait(800)
    stage.go("open", 40)
    stage.wait(300)
    stage.ask("hint")
    stage.say("Look.")
    stage.wait(1000)
    return stage


def test_what_is_recorded():
    recording = played().recording()
    kinds = [(ms, m["kind"]) for ms, m in recording.messages]
    assert kinds == [
        (0, "state"),
        (800, "pointer"),
        (1300, "changed"),
        (1600, "hint"),
        (1600, "caption"),
    ]
    assert recording.messages[0][1]["remaining"] == 9
    assert recording.moves == (
        (0, {"do": "flag", "at": 0}),
        (1300, {"do": "open", "at": 40}),
    )
    assert (recording.starts, recording.until) == ((0, 1300, 1600), 2600)


def test_beats_share_out_the_messages():
    recording = played().recording()
    beats = [recording.beat(k) for k in range(3)]
    assert [len(beat) for beat in beats] == [2, 1, 2]
    assert tuple(pair for beat in beats for pair in beat) == recording.messages


def test_the_session_runs_on_the_stage_clock():
    stage = played()
    assert stage.handle(do="hello")["elapsed"] == 1300


def test_a_script_that_asks_for_nonsense_is_stopped():
    with pytest.raises(AssertionError, match="at must be 0 to 80, not 81"):
        Stage(size="beginner").quietly("open", [81])
