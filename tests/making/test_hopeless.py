"""Verdicts on boards that are too dense: none where boards are found."""

import pytest

from nogues.base.search import check_search, limits_of
from nogues.base.spec import check_spec
from nogues.kernels.codes import FOUND
from nogues.making import hopeless
from nogues.making.hopeless import Verdict, excludes, known, probe

NO_ANSWER = Verdict(hopeless=False)


def ask(width, height, mines, start=None, *, seeds=1, seconds=30, **options):
    spec = check_spec(width, height, mines, start)
    search = check_search(spec, **options)
    limits = limits_of(spec, search, None, 60)
    return probe(spec, limits, search, seeds, seconds)


@pytest.mark.parametrize("mines", range(40, 72, 4))
@pytest.mark.parametrize("search", ["repair", "uniform"])
def test_small_boards_are_never_without_hope(mines, search):
    assert ask(9, 9, mines, search=search, logic="complete") == NO_ANSWER


@pytest.mark.parametrize("mines", [410, 440, 469, 471])
def test_nor_are_boards_with_few_safe_cells(mines):
    assert ask(30, 16, mines, logic="complete") == NO_ANSWER


@pytest.mark.parametrize("mines", [330, 360, 400])
@pytest.mark.parametrize("logic", ["subset", "complete"])
def test_known_densities(monkeypatch, mines, logic):
    monkeypatch.setattr(hopeless, "chunk_search", None)  # nothing is searched
    options = {"logic": logic, "needs": "subset"}
    verdict = ask(30, 16, mines, **options)
    assert verdict == Verdict(hopeless=True, easy=226, hard=249)
    assert ask(16, 30, mines, **options) == verdict
    assert ask(70, 40, mines * 6, **options).hopeless


def test_the_tables_have_no_answer():
    spec = check_spec(30, 16, 320, None)
    dense = check_search(spec, logic="complete")
    assert known(spec, dense, 310) is None
    assert known(spec, check_search(spec), 320) is None
    assert known(spec, check_search(spec, search="uniform"), 320) is None
    narrow = check_spec(60, 8, 320, None)
    assert known(narrow, check_search(narrow, logic="complete"), 320) is None


def test_a_probe_of_a_quick_search():
    verdict = ask(30, 16, 300, search="uniform", logic="subset")
    assert verdict.hopeless and 30 < verdict.easy < 60 and 85 < verdict.hard < 130
    verdict = ask(30, 16, 110, search="uniform", logic="subset", seconds=0.5)
    assert not verdict.hopeless and verdict.hard < 110


def test_a_probe_of_a_large_board_takes_a_piece(monkeypatch):
    sizes = []

    def search(spec, limits, search, stop):
        def fill(seeds, out):
            sizes.append((spec.width, spec.height, spec.start))
            assert limits.max_attempts == 1 and search.moves == 0
            out.status[:] = FOUND if spec.mines < 400 else 0

        return fill

    monkeypatch.setattr(hopeless, "chunk_search", search)
    verdict = ask(200, 100, 9000, (0, 0), logic="subset", use_mine_count=False)
    assert set(sizes) == {(65, 65, (32, 32))}
    assert verdict.hopeless
    assert 1800 < verdict.easy <= 20_000 * 400 / 4216 and verdict.hard < 2200


def test_a_probe_ends_in_time(monkeypatch):
    def search(spec, limits, search, stop):
        def fill(seeds, out):
            while not stop[0]:
                pass

        return fill

    monkeypatch.setattr(hopeless, "chunk_search", search)
    verdict = ask(30, 16, 300, search="uniform", seconds=0.05)
    assert verdict == NO_ANSWER


def test_what_counts_exclude():
    # p falls from a half to 1/40 within 15 mines, as on 30x16 with repair.
    counts = {230: (15, 16), 237: (10, 16), 244: (17, 80), 251: (2, 80)}
    assert excludes(counts, 340, 30)
    assert not excludes(counts, 260, 30)
    # The same with a tenth of the layouts is no evidence.
    few = {230: (2, 2), 237: (1, 2), 244: (2, 8), 251: (0, 8)}
    assert not excludes(few, 300, 30)
    # Nothing found at one density does not say how fast p falls.
    assert not excludes({230: (15, 16), 300: (0, 1)}, 320, 30)


def test_more_seeds_ask_for_more():
    with_one = ask(30, 16, 190, search="uniform", logic="complete", seconds=60)
    assert with_one.hopeless
    options = {"search": "uniform", "logic": "complete", "seconds": 0.5}
    assert not ask(30, 16, 190, seeds=2**32, **options).hopeless
