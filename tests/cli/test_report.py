"""What commands say on stderr: the notice of the compiler, reports, nothing."""

import os
import signal
import sys

import pytest
from command import run
from terminal import in_terminal

LINE = "\rnogues: compiling kernels for this machine; this happens once"
ERASED = f"\r{' ' * (len(LINE) + 1)}\r"
GENERATE = [sys.executable, "-m", "nogues", "generate", "beginner", "--seed", "1"]


def cold(folder):
    """The environment for an empty cache; no packed code is for this optimisation."""
    return {"NUMBA_CACHE_DIR": str(folder), "NUMBA_OPT": "2"}


def test_a_first_command_says_that_it_compiles(tmp_path):
    status, out, err = in_terminal(GENERATE, **cold(tmp_path))
    assert (status, out) == run("generate", "beginner", "--seed", 1)[:2]
    assert LINE in err
    assert err.replace(LINE + ERASED, "") == ""
    # The second one has nothing to compile.
    assert in_terminal(GENERATE, **cold(tmp_path)) == (0, out, "")


@pytest.mark.skipif(os.name != "posix", reason="sends a signal")
def test_an_interrupted_command_leaves_no_line(tmp_path):
    sent = []

    def interrupt(process, err):
        if "once" in err and not sent:
            sent.append(process.send_signal(signal.SIGINT))

    status, out, err = in_terminal(GENERATE, act=interrupt, **cold(tmp_path))
    assert (status, out) == (130, "")
    assert err == f"{LINE}{ERASED}\r\nnogues: interrupted; no file written\r\n"


def test_without_progress_there_is_no_notice(tmp_path):
    status, out, err = in_terminal([*GENERATE, "--no-progress"], **cold(tmp_path))
    assert (status, out) == run("generate", "beginner", "--seed", 1)[:2]
    assert err == ""


@pytest.mark.parametrize("place", ["before", "after"])
def test_a_quiet_command(place, tmp_path):
    arguments = ["generate", "beginner", "--seeds", "0:20", "--progress"]
    arguments += ["--out", str(tmp_path / "x.npz")]
    assert "20 boards of 9x9/10" in run(*arguments)[2]
    arguments.insert(0 if place == "before" else len(arguments), "--quiet")
    argv = [sys.executable, "-m", "nogues", *arguments]
    assert in_terminal(argv, **cold(tmp_path) if place == "before" else {}) == (
        0,
        "",
        "",
    )


def test_other_reports(tmp_path):
    made, folder = tmp_path / "x.txt", str(tmp_path / "x") + os.sep
    made.write_text(run("generate", "beginner", "--seed", 1)[1])
    for arguments in [
        ("convert", made, tmp_path / "x.mbf"),
        ("generate", "beginner", "--seeds", "0:9", "--out", folder, "--no-progress"),
    ]:
        assert run(*arguments)[2] != ""
        assert run(*arguments, "--quiet") == (0, "", "")


def test_errors_are_not_quiet():
    status, out, err = run("--quiet", "show", "0x0/0")
    assert (status, out) == (2, "")
    assert err.startswith("nogues: ")
