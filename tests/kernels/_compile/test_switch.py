"""Which way kernels are compiled, and the fall-back."""

import numba
import pytest
from processes import COUNT, COUNTED, start

from nogues.kernels._compile import once, switch

WAY = "\nfrom nogues.kernels._compile.switch import *; print(compiles_once())"


@pytest.mark.parametrize(
    ("release", "chosen"),
    [((0, 62, 1), False), ((0, 63, 0), True), ((0, 68, 9), True), ((0, 69, 0), False)],
)
def test_releases_of_numba(monkeypatch, release, chosen):
    monkeypatch.delenv("NOGUES_COMPILE", raising=False)
    monkeypatch.setattr(numba, "version_info", release)
    assert switch._is_chosen() == chosen


def test_this_release_is_tried_and_works():
    assert switch._is_chosen()
    assert once._probe()
    assert switch.describe() == "each kernel once"


def test_the_environment_says_plain(tmp_path):
    printed, _ = start(COUNT + WAY, tmp_path, NOGUES_COMPILE="plain")
    assert printed == f"{COUNTED}\nFalse"


FAILS = """
from nogues.kernels._compile import once
def fail():
    raise AttributeError("no such class")
once._probe = {probe}
"""


@pytest.mark.parametrize(
    ("probe", "trouble"),
    [
        ("fail", "AttributeError: no such class"),
        ("lambda: False", "a wrong result"),
    ],
)
def test_a_failed_check_falls_back_with_one_warning(tmp_path, probe, trouble):
    code = FAILS.format(probe=probe) + COUNT + WAY
    for _ in range(2):  # the second run finds what the first has cached
        printed, log = start(code, tmp_path)
        assert printed == f"{COUNTED}\nFalse"
        assert log.count("Warning") == 1
        assert trouble in log
