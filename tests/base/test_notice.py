"""The notice of the compiler: when it comes, where, and that it is gone afterwards."""

import os
import subprocess
import sys
import threading
import time

import pytest
from command import PLAIN
from terminal import in_terminal

from nogues.base import notice as module
from nogues.base.notice import DELAY, Notice
from nogues.base.progress import reporting
from nogues.kernels._compile import stamp, watch

ONCE = "compiling kernels for this machine; this happens once"


class Timer:
    """A timer that goes off when a test says so."""

    def __init__(self, seconds, function, arguments):
        self.seconds = seconds
        self.go = lambda: function(*arguments)
        self.running = False

    def start(self):
        assert self.daemon
        self.running = True

    def cancel(self):
        self.running = False


class Desk:
    """A notice with a clock and timers of its own, and what it has shown."""

    def __init__(self):
        self.now = 100.0
        self.timers = []
        self.shown = []
        self.notice = Notice(lambda: self.now, self.make_timer)

    def make_timer(self, *arguments):
        self.timers.append(Timer(*arguments))
        return self.timers[-1]

    def compile(self, seconds):
        """Compile for a while; a timer goes off if it is due."""
        self.notice(True)
        timer = self.timers[-1]
        if timer.running and timer.seconds <= seconds:
            timer.go()
        self.now += seconds
        self.notice(False)
        assert not timer.running


@pytest.fixture
def desk(monkeypatch):
    """A notice whose default place is the test."""
    desk = Desk()
    monkeypatch.setattr(module, "_find_places", lambda: [desk.shown.append])
    monkeypatch.setattr(module, "_describe", lambda: "now")
    return desk


def test_the_package_listens():
    assert watch.listeners.count(module.notice) == 1


def test_quick_compiling_is_not_mentioned(desk):
    desk.compile(0.9)
    assert desk.shown == []
    assert desk.timers[0].seconds == DELAY


def test_slow_compiling_is_and_the_notice_goes(desk):
    desk.compile(5)
    assert desk.shown == ["now", ""]


def test_kernels_in_a_row_add_up(desk):
    for _ in range(3):
        desk.compile(0.4)
        desk.now += 0.1
    assert desk.shown == ["now", ""]
    assert desk.timers[-1].seconds == pytest.approx(0.2)
    desk.compile(0.01)  # at once, without a timer
    assert desk.shown == ["now", "", "now", ""]
    assert len(desk.timers) == 3


def test_a_pause_starts_anew(desk):
    desk.compile(0.9)
    desk.now += 1.1
    desk.compile(0.9)
    assert desk.shown == []


def test_a_timer_that_comes_too_late(desk):
    desk.notice(True)
    late = desk.timers[-1]
    desk.notice(False)
    late.go()
    desk.notice(True)
    late.go()
    assert desk.shown == []
    desk.notice(False)


def test_a_start_whose_end_was_lost(desk):
    desk.notice(True)
    desk.timers[-1].go()
    desk.notice(True)
    assert desk.shown == ["now", ""]
    assert not desk.timers[0].running
    desk.notice(False)
    desk.notice(False)
    assert desk.shown == ["now", ""]


def test_another_place(desk):
    here = []
    with desk.notice.shown_by(here.append):
        desk.compile(2)
    assert (here, desk.shown) == (["now", ""], [])
    desk.compile(2)
    assert (here, desk.shown) == (["now", ""], ["now", ""])


def test_several_places_come_and_go_while_compiling(desk):
    one, two = [], []
    desk.notice(True)
    desk.timers[-1].go()
    with desk.notice.shown_by(one.append):
        assert (desk.shown, one) == (["now", ""], ["now"])
        with desk.notice.shown_by(two.append):
            assert (one, two) == (["now"], ["now"])
        assert (one, two) == (["now"], ["now", ""])
    assert one == ["now", ""]
    assert desk.shown == ["now", "", "now"]
    desk.notice(False)
    assert desk.shown == ["now", "", "now", ""]


def test_a_place_that_fails_is_no_obstacle(desk):
    def fail(text):
        raise OSError(text)

    here = []
    with desk.notice.shown_by(fail), desk.notice.shown_by(here.append):
        desk.compile(2)
    assert here == ["now", ""]


def test_the_end_of_the_process(desk):
    desk.notice(True)
    desk.timers[-1].go()
    desk.notice.close()
    assert desk.shown == ["now", ""]
    desk.notice(False)
    desk.notice(True)
    desk.notice(False)
    assert desk.shown == ["now", ""]
    assert len(desk.timers) == 1


def test_no_more_threads(desk, monkeypatch):
    def refuse(self):
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(Timer, "start", refuse)
    desk.compile(0.1)
    assert desk.shown == []


@pytest.mark.parametrize(
    ("folder", "text"),
    [
        (None, "compiling kernels for this process; the cache is off"),
        ("here", ONCE),
        ("gone", "compiling kernels for this process; the cache folder is read-only"),
    ],
)
def test_what_it_says(folder, text, tmp_path, monkeypatch):
    (tmp_path / "here").mkdir()
    monkeypatch.setattr(stamp, "CACHE_DIR", folder and str(tmp_path / folder))
    assert module._describe() == text


def test_a_real_timer_and_an_exception():
    """The line and the timer are gone after an error, too."""
    shown = []
    notice = Notice()
    notice._spent, notice._ended = DELAY - 0.05, time.monotonic()
    with notice.shown_by(shown.append):
        try:
            notice(True)
            until = time.monotonic() + 10
            while not shown and time.monotonic() < until:
                time.sleep(0.01)
            raise ValueError
        except ValueError:
            notice(False)
    assert shown[1:] == [""]
    assert not any(isinstance(t, threading.Timer) for t in threading.enumerate())


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_forked_process_leaves_the_line_to_its_parent():
    code = """if True:
        import os, sys, nogues
        from nogues.base.notice import notice
        shown = []
        place = lambda text: shown.append(text)
        with notice.shown_by(place):
            notice._spent, notice._ended = 9, notice._clock()
            notice(True)
            child = os.fork()
            if not child:
                notice(True)  # its own, and its own timer
                notice(False)
        if not child:
            notice.close()
            os._exit(len(shown))
        notice(False)
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), shown[1:])
    """
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("1 ['']\n", "")


COMPILE = """if True:
    import sys, time
    import nogues.kernels._jit
    from nogues.base import notice as module
    from nogues.base.notice import notice
    module.DELAY = 0.1
    def compile(seconds):
        notice(True)
        time.sleep(seconds)
        notice(False)
"""


@pytest.fixture
def folder(tmp_path):
    """A cache that can be written to."""
    return {"NUMBA_CACHE_DIR": str(tmp_path)}


def test_a_terminal_gets_a_line(folder):
    code = COMPILE + "    compile(0.4); print('out')"
    status, out, err = in_terminal([sys.executable, "-c", code], **folder)
    assert (status, out) == (0, "out\n")
    assert err == f"\rnogues: {ONCE}\r{' ' * 63}\r"


def test_a_narrow_terminal_gets_a_short_line(folder):
    code = COMPILE + "    compile(0.4)"
    *_, err = in_terminal([sys.executable, "-c", code], columns=20, **folder)
    assert err == f"\rnogues: compiling k\r{' ' * 19}\r"


@pytest.mark.parametrize(
    ("code", "environment"),
    [
        ("compile(0.4)", {"NOGUES_QUIET": "1"}),
        ("sys.stderr = None; compile(0.4)", {}),
        ("sys.stderr.close(); compile(0.4)", {}),
    ],
)
def test_a_terminal_that_gets_nothing(code, environment, folder):
    code = COMPILE + "    " + code
    done = in_terminal([sys.executable, "-c", code], **environment, **folder)
    assert done == (0, "", "")


def test_a_process_that_ends_while_a_thread_compiles(folder):
    """As the server does, whose first compiling is in a daemon's thread."""
    code = COMPILE + (
        "    import threading\n"
        "    threading.Thread(target=compile, args=[60], daemon=True).start()\n"
        "    time.sleep(0.4)"
    )
    *_, err = in_terminal([sys.executable, "-c", code], **folder)
    assert err.endswith(f"{ONCE}\r{' ' * 63}\r")


def test_a_bar_has_the_notice_in_its_line(folder):
    code = COMPILE + (
        "    from nogues.base.progress import reporting\n"
        "    with reporting(True, 9) as report:\n"
        "        compile(0.4)\n"
        "        report(9)"
    )
    argv = [sys.executable, "-c", code]
    _, out, err = in_terminal(argv, columns=120, **folder)
    assert out == ""
    assert f"0 of 9 boards {ONCE} " in err
    assert "nogues:" not in err
    assert ONCE not in err[err.rindex("9 of 9 boards") :]
    # In a pipe there is no room for it.
    done = subprocess.run(argv, capture_output=True, text=True, env=PLAIN | folder)
    assert "9 of 9 boards" in done.stderr
    assert "compiling" not in done.stderr


def test_a_quiet_process_draws_no_bar(monkeypatch, capsys):
    monkeypatch.setenv("NOGUES_QUIET", "1")
    with reporting(True, 5) as report:
        report(5)
    assert capsys.readouterr() == ("", "")
    done = []
    with reporting(lambda *numbers: done.append(numbers), 5) as report:
        report(5)  # a callable is not stderr
    assert done == [(5, 5)]
