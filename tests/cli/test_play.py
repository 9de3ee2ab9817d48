"""The command ``nogues play``: what it serves, and what it says when it cannot."""

import re
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request

import pytest
from click.testing import CliRunner

from nogues.cli.main import main
from nogues.cli.play import listen


def start(*arguments):
    return subprocess.Popen(
        [sys.executable, "-m", "nogues", "play", "--no-browser", *arguments],
        stderr=subprocess.PIPE,
        text=True,
    )


def test_it_serves_until_it_is_stopped():
    process = start("beginner", "--seed", "1")
    try:
        address = re.search(r"http://127\.0\.0\.1:\d+", process.stderr.readline())[0]
        with urllib.request.urlopen(address) as page:
            assert b"nogues" in page.read()
        other = urllib.request.Request(address, headers={"Host": "example.com"})
        with pytest.raises(urllib.error.HTTPError, match="403"):
            urllib.request.urlopen(other)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
    finally:
        process.kill()
        process.wait()
    assert err == ""
    assert process.returncode == 0


def test_a_port_in_use_is_one_line():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        process = start("beginner", "--port", port)
        _, err = process.communicate(timeout=60)
    assert process.returncode == 2
    assert err.startswith("nogues: ")
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (["huge"], "size must be one of"),
        (["200x9/9"], "width must be 1 to 100, not 200"),
        (["--demo", "10"], "demo must be 1 to 9, not 10"),
        (["beginner", "--start", "9,9"], "start row must be 0 to 8, not 9"),
        (["beginner", "--search", "random", "--logic", "subset"], "logic is not for"),
    ],
)
def test_errors_are_one_line(arguments, text):
    done = CliRunner().invoke(main, ["play", "--no-browser", *arguments])
    assert done.exit_code == 2
    assert text in done.output
    assert done.output.count("\n") == 1


def test_the_usual_port_unless_it_is_taken():
    with listen(None, usual=0) as first:
        usual = first.getsockname()[1]
        with listen(None, usual) as second:
            assert second.getsockname()[1] not in (0, usual)
        with pytest.raises(OSError, match="in use"):
            listen(usual)
    with listen(None, usual) as again:
        assert again.getsockname()[1] == usual


def test_it_begins_with_a_scene(monkeypatch):
    asked = []
    monkeypatch.setattr(
        "nogues.front.server.build_app",
        lambda new_game, demo: asked.append((new_game, demo)) or (None, None),
    )
    monkeypatch.setattr("uvicorn.Server.run", lambda self, sockets: sockets[0].close())
    for arguments in (["--demo"], ["--demo", "4", "--seed", "7"], ["beginner"]):
        done = CliRunner().invoke(
            main, ["play", "--no-browser", "--port", "0", *arguments]
        )
        assert done.exit_code == 0, done.output
    (no_game, first), (game, second), (_, none) = asked
    assert (no_game, first, second, none) == (None, (1, None), (4, 7), None)
    assert game.seed == 7


@pytest.mark.parametrize("module", ["uvicorn", "starlette", "websockets"])
def test_a_missing_package_is_named(module, monkeypatch):
    monkeypatch.setitem(sys.modules, module, None)
    done = CliRunner().invoke(main, ["play", "--no-browser"])
    assert done.exit_code == 2
    err = f"nogues: this needs {module}: python -m pip install 'nogues[play]'\n"
    assert done.output == err
