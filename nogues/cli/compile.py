"""Compiling ahead on the command line: ``nogues compile``."""

from __future__ import annotations

import time

import click
import cloup

from nogues.cli.options import example, options


@cloup.command(
    "compile",
    epilog=example(
        "nogues compile",
        "NUMBA_CACHE_DIR=/opt/nogues nogues compile --threads 4",
    ),
)
@cloup.option_group("Run", *options("threads", "progress"))
def compile_command(threads: int | None, progress: bool | None) -> None:
    """Compile all kernels now, so that no later command waits.

    Fills the cache folder, which other users may then only read.  To be run while an
    image is built, or before jobs on a cluster.
    """
    from nogues.compiling.fill import compile_kernels

    begin = time.perf_counter()
    folder = compile_kernels(threads=threads, progress=progress is not False)
    seconds = time.perf_counter() - begin
    click.echo(f"kernels in {folder}, {seconds:.1f} s", err=True)
