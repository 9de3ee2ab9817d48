"""Levels of deduction on planes against the same on positions."""

import pytest
from level_twin import LEVELS, random_clues

import nogues


@pytest.mark.parametrize("logic", LEVELS)
@pytest.mark.parametrize("size", [(9, 9, 10), (30, 16, 80), (50, 30, 220)])
def test_planes_agree_with_the_path_without(logic, size, monkeypatch):
    from nogues.kernels.search import reference_planes

    width, height, mines = size
    start = height // 2, width // 2
    boards = random_clues(width, height, mines, start, 60, 6)  # see test_lone_start
    with_planes = nogues.solve_boards(boards, logic=logic)
    monkeypatch.setattr(reference_planes, "shape_for", lambda width, height: None)
    without = nogues.solve_boards(boards, logic=logic)
    assert (with_planes.solvable == without.solvable).all()
    assert (with_planes.rounds == without.rounds).all()
    assert (with_planes.decided == without.decided).all()
