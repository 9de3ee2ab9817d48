"""A process whose stderr is a terminal, and its stdout a pipe."""

import fcntl
import os
import pty
import struct
import subprocess
import termios

from command import PLAIN


def in_terminal(argv, columns=100, act=None, **environment):
    """Run a process to its end; returns its status, stdout and stderr.

    ``act`` is called with the process and what is on stderr, whenever there is more.
    """
    ours, theirs = pty.openpty()
    size = struct.pack("HHHH", 24, columns, 0, 0)
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, size)
    running = subprocess.Popen(
        argv,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=theirs,
        text=True,
        env=PLAIN | {"TERM": "xterm", "COLUMNS": str(columns)} | environment,
    )
    os.close(theirs)
    seen = b""
    while True:
        try:
            more = os.read(ours, 1 << 16)
        except OSError:  # the other end is closed
            break
        if not more:
            break
        seen += more
        if act is not None:
            act(running, seen.decode(errors="replace"))
    os.close(ours)
    out = running.stdout.read()
    running.stdout.close()
    return running.wait(30), out, seen.decode()
