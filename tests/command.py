"""The command line, run in this process."""

import os
import subprocess
import sys

# What decides on colours and widths is ours.
COLOURS = ("FORCE_COLOR", "NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "TTY_COMPATIBLE")
PLAIN = {k: v for k, v in os.environ.items() if k not in COLOURS} | {"COLUMNS": "100"}


def run(*arguments, stdin=None):
    """Run the command; returns status, stdout and stderr."""
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
