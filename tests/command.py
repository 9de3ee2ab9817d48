"""The command line, in a new process or in this one."""

import os
import subprocess
import sys

from click.testing import CliRunner

from nogues.cli.main import main

# What decides on colours and widths is ours.
COLOURS = ("FORCE_COLOR", "NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "TTY_COMPATIBLE")
PLAIN = {k: v for k, v in os.environ.items() if k not in COLOURS} | {"COLUMNS": "100"}


def run(*arguments, stdin=None):
    """Run the command in a new process; returns status, stdout and stderr."""
    done = subprocess.run(
        [sys.executable, "-m", "nogues", *map(str, arguments)],
        input=stdin,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=PLAIN | {"PYTHONIOENCODING": "utf-8"},
    )
    assert "Traceback" not in done.stderr, done.stderr
    return done.returncode, done.stdout, done.stderr


def run_here(*arguments, stdin=None):
    """Run the command in this process, which spares half a second for its start.

    For messages and help texts, of which there are many.
    """
    runner = CliRunner(env=dict.fromkeys(COLOURS) | {"COLUMNS": "100"})
    done = runner.invoke(main, list(map(str, arguments)), input=stdin)
    if not isinstance(done.exception, SystemExit | None):
        raise done.exception
    return done.exit_code, done.stdout, done.stderr
