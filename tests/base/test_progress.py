"""Progress of a long run: nothing, a bar, or a callable."""

import pytest

from nogues.base.progress import reporting


@pytest.mark.parametrize("progress", [None, False])
def test_nothing_is_said(progress, capsys):
    with reporting(progress, 10) as report:
        report(3)
    assert capsys.readouterr() == ("", "")


def test_a_callable_gets_done_and_total():
    calls = []
    with reporting(lambda done, total: calls.append((done, total)), 10) as report:
        for done in (0, 4, 10):
            report(done)
    assert calls == [(0, 10), (4, 10), (10, 10)]


def test_a_bar_goes_to_stderr(capsys):
    with reporting(True, 12_000) as report:
        report(12_000)
    out, err = capsys.readouterr()
    assert out == ""
    assert "12,000 of 12,000 boards" in err and "boards/s" in err


@pytest.mark.parametrize("progress", [1, "yes", []])
def test_what_is_neither(progress):
    with pytest.raises(TypeError), reporting(progress, 10):
        pass
