"""The nine scenes in beats: nothing is told before it is seen."""

import json
from itertools import pairwise

import numpy as np
import pytest

import nogues
from nogues.front import scripts
from nogues.front.scenes import SCENES, beat_of, check_scene, record

NUMBERS = range(1, len(SCENES) + 1)


def messages_of(number, kind=None, seed=None):
    found = record(*check_scene(number, seed)).messages
    return [(ms, m) for ms, m in found if kind in (None, m["kind"])]


@pytest.mark.parametrize("number", NUMBERS)
def test_beats_are_the_scene(number):
    recording = record(*check_scene(number, None))
    beats = [
        beat_of(number, SCENES[number - 1].seed, k)
        for k in range(len(recording.starts))
    ]
    told = [pair for beat in beats for pair in beat["messages"]]
    assert told == [list(pair) for pair in recording.messages]
    assert list(recording.starts) == sorted(set(recording.starts))
    assert recording.starts[0] == 0
    assert 6000 <= recording.until <= 14_000
    times = [ms for ms, _ in told]
    assert times == sorted(times) and times[-1] <= recording.until
    assert told[0][1]["kind"] == "state" and told[1][1]["kind"] == "caption"
    for beat in beats:
        assert beat["starts"] == list(recording.starts)
        assert beat["text"].endswith(".")
        json.dumps(beat, allow_nan=False)


@pytest.mark.parametrize("number", NUMBERS)
def test_nothing_is_told_ahead(number):
    """What a beat reveals, it reveals when it begins; the mines, when they are seen."""
    recording = record(*check_scene(number, None))
    scans = {ms for ms, _ in messages_of(number, "scan")}
    is_over = False
    for ms, message in recording.messages:
        begins = ms in recording.starts
        if message["kind"] in ("state", "changed", "hint", "probabilities", "leave"):
            k = np.searchsorted(recording.starts, ms, "right") - 1
            assert begins or recording.starts[k] in scans
        if message["kind"] in ("state", "changed"):
            values = message["cells" if message["kind"] == "state" else "values"]
            is_over |= message["status"] in ("won", "lost")
            assert (message["end"] is not None) == is_over
            assert is_over or nogues.MINE not in values
        if not is_over:
            assert "seed" not in json.dumps(message).replace('"demo_seed": null', "")


@pytest.mark.parametrize("number", NUMBERS)
def test_a_hand_arrives_with_the_next_move(number):
    found = messages_of(number)
    for (ms, message), (then, after) in pairwise(found):
        if message["kind"] == "pointer":
            assert 200 <= then - ms <= 500
            at = {"changed": "at", "leave": "at"}.get(after["kind"])
            assert after.get(at, message["at"]) == message["at"]


@pytest.mark.parametrize("number", NUMBERS)
def test_any_seed_has_a_scene_and_always_the_same(number):
    seed = 2**33 + 7 * number
    recording = record(number, seed)
    record.cache_clear()
    assert record(number, seed) == recording


def test_bad_scenes():
    for number in (0, 10):
        with pytest.raises(nogues.MinesweeperError, match=r"number must be 1 to 9"):
            check_scene(number, None)
    with pytest.raises(TypeError, match="seed must be an integer"):
        check_scene(1, "x")
    with pytest.raises(nogues.MinesweeperError, match=r"beat must be 0 to 2, not 3"):
        beat_of(1, SCENES[0].seed, 3)


def test_a_search_for_a_scene_ends(monkeypatch):
    monkeypatch.setattr(scripts, "MOVED", 100)
    monkeypatch.setattr("nogues.front.scenes.MOST_SEEDS", 3)
    with pytest.raises(nogues.GenerationError, match="no board for scene 2 was found"):
        record(2, 77)
