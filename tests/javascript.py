"""Code of the page, run by Node.js."""

import subprocess


def node(code):
    """Run a module and return what it prints."""
    done = subprocess.run(
        ["node", "--input-type=module", "-"],
        input=code,
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr
    return done.stdout
