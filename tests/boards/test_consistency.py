"""What is wrong with a position."""

from paths import DATA

from nogues import Position


def case(name):
    return Position.from_text((DATA / "positions" / f"{name}.mine").read_text())


def read(text, mines):
    return Position.from_text(text.replace("/", "\n"), mines)


def test_status_lists_everything():
    position = read("5.....0F/........", 30)
    consistent, problems = position.status()
    assert not consistent
    assert len(problems) == 3
    assert (
        "clue 5 at (0, 0): it has only 0 known mines and 3 hidden cells" in problems[0]
    )
    assert "clue 0 at (0, 6): it has 1 known mine around it" in problems[1]
    assert problems[2].startswith("no layout has 30 mines: 1 mine is known and")


def test_status_names_one_of_two_that_disagree():
    (problem,) = read(".1.../.3...", 4).status().problems
    assert problem.endswith("together with the clues near it")
    (problem,) = read(".1.1.", 3).status().problems
    assert problem.startswith("no layout has 3 mines: ")


def test_status_of_what_is_right():
    assert read("1.", 1).status() == (True, ())
    assert case("gt1_60x35_540").status() == (True, ())
