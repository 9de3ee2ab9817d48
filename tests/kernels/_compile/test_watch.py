"""Who hears of compiling, and the list of what is compiled."""

import re

from processes import start

from nogues.kernels._compile import watch
from nogues.kernels._jit import kernel

CODE = """
from nogues.kernels._compile import watch
watch.listeners.append(lambda starts: print(starts))
import numpy as np
from nogues.kernels.boards.check import first_wrong
for clue in ([[-1, 1]], [[-1, 2]]):
    first_wrong(np.array(clue, np.int8), 2, 1)
"""


def test_listeners_hear_of_the_outermost_only(tmp_path):
    printed, log = start(CODE, tmp_path, NOGUES_QUIET="1")
    assert printed.split() == ["True", "False"]
    assert log == ""
    assert start(CODE, tmp_path)[0] == ""


def test_the_list(tmp_path):
    _, log = start(CODE, tmp_path, NOGUES_COMPILE_LOG="1")
    *inner, outer = log.splitlines()
    pattern = r" +\d+\.\d{3} s (?P<depth>(  )*)nogues\.kernels\.[\w.]+\(.*\)"
    matches = [re.fullmatch(pattern, line) for line in (*inner, outer)]
    assert all(matches), log
    assert len(inner) >= 1
    assert matches[-1]["depth"] == ""
    assert "boards.check.first_wrong(" in outer
    assert all(match["depth"] for match in matches[:-1])


def test_kernels_of_others_are_not_heard_of(monkeypatch):
    heard = []
    monkeypatch.setattr(watch, "listeners", [heard.append])

    @kernel()
    def triple(x):
        return 3 * x

    assert triple(14) == 42
    assert heard == []
