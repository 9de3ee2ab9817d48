"""The chunk runner: coverage, order of work, errors, Ctrl-C."""

import os
import signal
import subprocess
import sys
import textwrap
import threading
import time

import numpy as np
import pytest

from nogues.base.threads import check_threads, run_chunks


@pytest.mark.parametrize("threads", [1, 2, 7])
@pytest.mark.parametrize(("total", "size"), [(1, 1), (10, 3), (10, 100), (1000, 1)])
def test_every_item_once(threads, total, size):
    seen = np.zeros(total, int)
    calls = []

    def work(first, last):
        calls.append((first, last, threading.current_thread()))
        seen[first:last] += 1
        return True

    told = []
    assert not run_chunks(work, total, size, threads, np.zeros(1, bool), told.append)
    assert (seen == 1).all()
    assert told[-1] == total
    here = threading.current_thread()
    assert calls[0] == (0, 0, here)  # compiles, where Ctrl-C can end it
    fair = min(size, -(-total // threads))  # shared out among the threads
    assert all(0 < last - first <= fair for first, last, _ in calls[1:])
    assert all(thread is not here for _, _, thread in calls[1:])


def test_inline_is_one_call_here():
    calls, told = [], []

    def work(first, last):
        calls.append((first, last, threading.current_thread()))
        return False

    stop = np.zeros(1, bool)
    assert not run_chunks(work, 7, 2, 3, stop, told.append, inline=True)
    assert calls == [(0, 7, threading.current_thread())]
    assert told == [7]


def test_nothing_to_do():
    told = []
    assert not run_chunks(print, 0, 5, 2, np.zeros(1, bool), told.append)
    assert told == [0]


def test_a_budget_sets_stop():
    """Compiling is not counted, and a run that ends in time says so."""
    stop, told = np.zeros(1, bool), []

    def work(first, last):
        while last and not stop[0]:
            time.sleep(0.001)
        if not last:
            time.sleep(0.1)
            assert not stop[0]
        return True

    assert run_chunks(work, 10, 1, 2, stop, told.append, budget=50)
    assert stop[0]
    assert told[-1] < 10
    stop[0] = False
    assert not run_chunks(
        lambda first, last: True, 10, 1, 2, stop, told.append, budget=60_000
    )
    assert not stop[0]
    assert told[-1] == 10


def test_an_error_in_work_comes_out():
    stop = np.zeros(1, bool)

    def work(first, last):
        if first == 5:
            raise ZeroDivisionError("five")
        return True

    with pytest.raises(ZeroDivisionError, match="five"):
        run_chunks(work, 1000, 1, 2, stop, lambda done: None)
    assert stop[0]


def test_work_can_end_early():
    begun = []

    def work(first, last):
        begun.append(first)
        return first < 20

    run_chunks(work, 10**9, 1, 2, np.zeros(1, bool), lambda done: None)
    assert len(begun) < 30
    assert set(range(20)) <= set(begun)


def test_threads_by_default():
    assert 1 <= check_threads(None) <= os.cpu_count()
    assert check_threads(3) == 3


SCRIPT = """
    import sys, time
    import nogues
    size, out = sys.argv[1:3]
    # Compiled before the clock runs, every engine.
    for width, height in ((9, 9), (30, 16), (50, 30), (200, 200)):
        nogues.generate_boards(width, height, 10, seeds=range(1))
    print("ready", flush=True)
    from nogues.cli.main import main
    main(["generate", size, *sys.argv[3:], "--out", out, "--skip-failures"])
"""


@pytest.mark.parametrize("size", ["30x16/99", "50x30/500", "200x200/9000"])
@pytest.mark.parametrize("suffix", ["npz", "txt"])
def test_ctrl_c_leaves_nothing_and_is_quick(tmp_path, size, suffix):
    """Also where each board takes long: here they all fail after 300 attempts."""
    if suffix == "npz" and size.startswith("200"):
        size = size.replace("200x200", "100x40").replace("9000", "1000")  # memory
    interrupt(
        tmp_path,
        size,
        tmp_path / f"x.{suffix}",
        "--seeds",
        "0:900000",
        "--threads",
        "1",
    )


@pytest.mark.parametrize("size", ["16x16/230", "30x16/450", "200x200/30000"])
def test_ctrl_c_on_one_board(tmp_path, size):
    """A board that cannot be made, and all the attempts in the world."""
    attempts = ("--max-attempts", "2000000000", "--start", "0,0")
    interrupt(tmp_path, size, tmp_path / "x.txt", "--seed", "1", *attempts)


def interrupt(tmp_path, *arguments):
    run = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(SCRIPT), *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert run.stdout.readline() == "ready\n"
    time.sleep(1)
    before = time.perf_counter()
    run.send_signal(signal.SIGINT)
    _, errors = run.communicate(timeout=60)
    # No timing is asserted but this promise, with room for a busy machine.
    assert time.perf_counter() - before < 10
    assert run.returncode == 130
    assert errors.splitlines()[-1] == "nogues: interrupted; no file written"
    assert os.listdir(tmp_path) == []
