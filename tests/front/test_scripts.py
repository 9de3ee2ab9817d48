"""What each scene shows, in figures."""

import numpy as np

import nogues
from nogues.base.spec import neighbours_of
from nogues.front import scripts
from nogues.front.scenes import SCENES, check_scene, record


def messages_of(number, kind=None, seed=None):
    found = record(*check_scene(number, seed)).messages
    return [(ms, m) for ms, m in found if kind in (None, m["kind"])]


def moves_of(number, move):
    return [(ms, m) for ms, m in messages_of(number, "changed") if m["move"] == move]


def test_an_opening_of_fourteen_steps():
    first = messages_of(1, "changed")[0][1]
    assert max(first["distance"]) == 14


def test_three_mines_leave_nine_cells():
    ((begin, leave),) = messages_of(2, "leave")
    (opened, changed) = messages_of(2, "changed")[0]
    assert len(leave["from"]) == len(leave["to"]) == 3
    zone = {changed["at"], *neighbours_of(changed["at"], 12, 12)}
    assert set(leave["from"]) <= zone <= set(changed["cells"])
    assert begin < opened
    assert "moved" not in changed
    assert not set(leave["to"]) & set(changed["cells"])


def test_a_scan_of_thirty_two_cells_a_second():
    state = messages_of(3, "state")[0][1]
    width, height = state["width"], state["height"]
    scans = messages_of(3, "scan")
    assert [cell for _, m in scans for cell in m["cells"]] == [*range(width * height)]
    begin = scans[0][0]
    assert {m["each"] for _, m in scans} == {1000 / 32}
    for k, (ms, _) in enumerate(scans):
        assert ms == begin + k * 1000 * width / 32
    opened = messages_of(3, "changed")
    for ms, changed in opened:
        assert changed["cells"] == [changed["at"]]  # no zeros
        assert ms == begin + changed["at"] * 1000 / 32
    assert opened[-1][1]["status"] == "won"
    assert len(opened) + state["mines"] == width * height
    assert state["cells"].count(nogues.FLAG) == state["mines"]


def test_a_chord_with_right_flags_and_one_with_a_wrong_flag():
    first, second = moves_of(4, "chord")
    flags = moves_of(4, "flag")
    assert [ms < first[0] for ms, _ in flags] == [True, True, False]
    assert first[1]["status"] == "playing" and len(first[1]["cells"]) >= 2
    assert second[1]["status"] == "lost"
    assert second[1]["end"]["wrong"] == [flags[2][1]["at"]]


def test_six_hints_of_two_numbers_each():
    hints = messages_of(5, "hint")
    assert len(hints) == 6
    for _, hint in hints:
        assert hint["rule"] == "subset" and len(hint["clues"]) == 2
        assert hint["shared"] and len(hint["only"]) == 2
    ends = [*(ms for ms, _ in hints[1:]), 1e9]
    moves = messages_of(5, "changed")
    for (ms, hint), until in zip(hints, ends, strict=True):
        assert [m["at"] for t, m in moves if ms < t < until] == hint["cells"]


def test_the_least_likely_cell_is_named_and_opened():
    (_, told), *_ = messages_of(6, "probabilities")
    _, changed = messages_of(6, "changed")[0]
    assert 0 < min(told["mine"])
    assert changed["at"] == told["best"][0]
    assert changed["status"] == "playing"
    texts = [m["text"] for _, m in messages_of(6, "caption")]
    assert told["text"] in texts


def test_a_wave_is_over_in_three_seconds():
    """A ring of 170 px/s on cells of 28 px reaches the last mine, and time is left."""
    ((ms, lost),) = messages_of(7, "changed")
    end = lost["end"]
    assert lost["status"] == "lost" and len(end["mines"]) == 60 and end["wrong"]
    (hit,) = end["hit"]
    far = max(np.hypot(m // 16 - hit // 16, m % 16 - hit % 16) for m in end["mines"])
    assert 1.2 < far * 28 / 170 < 2.5
    assert record(*check_scene(7, None)).until - ms > 3000


def test_twenty_flags_for_eighteen_mines():
    flags = moves_of(8, "flag")
    assert [m["remaining"] for _, m in flags] == [*range(17, -3, -1)]
    *_, (_, lost) = messages_of(8, "changed")
    assert lost["status"] == "lost"
    assert len(lost["end"]["wrong"]) == 4


def test_the_board_of_the_sonar():
    board = str(scripts.sonar(SCENES[8].seed).game)
    assert board.count("F") == 36 and board.count(".") == 8
    ((ms, message),) = messages_of(9, "sonar")
    assert (ms, message["turn"]) == (0, 5500)
