"""The local page on the command line: ``nogues play``."""

from __future__ import annotations

import socket
import threading
import webbrowser
from contextlib import suppress
from typing import Any

import click

from nogues.base.optional import need
from nogues.base.search import SEARCHES
from nogues.cli.options import check_start, example
from nogues.kernels.codes import LOGICS, SAFE_RULES

HOST = "127.0.0.1"


@click.command(
    epilog=example(
        "nogues play expert",
        "nogues play 30x16/120 --logic complete",
        "nogues play beginner --seed 7 --start 4,4 --no-browser --port 8000",
    )
)
@click.argument("size", required=False)
@click.option(
    "--start", metavar="ROW,COL", help="Where the board begins; free unless given."
)
@click.option("--seed", type=int, help="A random one unless given.")
@click.option(
    "--logic",
    type=click.Choice(LOGICS),
    default="elementary",
    show_default=True,
    help="Level of deduction that finishes the boards.",
)
@click.option(
    "--search",
    type=click.Choice((*SEARCHES, "random")),
    default="repair",
    show_default=True,
    help="How boards are found; random ones may need guesses.",
)
@click.option(
    "--safe", type=click.Choice(SAFE_RULES), help="Where no mine lies at the start."
)
@click.option(
    "--relocate", is_flag=True, help="Of random boards: mines move for the first click."
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=0,
    help="Any free one unless given.",
)
@click.option("--browser/--no-browser", default=True, help="Open the page.")
def play(
    size: str | None,
    start: str | None,
    seed: int | None,
    port: int,
    browser: bool,
    **asked: Any,
) -> None:
    """Play in the browser, on boards of SIZE or on what the page offers.

    The page is served to this machine only, until Ctrl-C.
    """
    from nogues.front.wishes import USUAL, check_wishes

    given = {name: value for name, value in asked.items() if value != USUAL[name]}
    given |= {} if size is None else {"size": size}
    given |= {} if seed is None else {"seed": seed}
    given |= {} if start is None else {"start": check_start(start)}
    wishes = check_wishes(given) if given else None
    uvicorn = need("uvicorn", "play")
    need("websockets", "play")
    from nogues.front.server import MOST_LETTERS, build_app

    app = build_app(wishes)
    listening = socket.create_server((HOST, port))
    address = f"http://{HOST}:{listening.getsockname()[1]}"
    config = uvicorn.Config(
        app,
        ws="websockets-sansio",
        ws_max_size=4 * MOST_LETTERS,
        log_level="warning",
        server_header=False,
        timeout_graceful_shutdown=1,
    )
    click.echo(f"{address} (Ctrl-C ends it)", err=True)
    if browser:
        threading.Timer(0.3, webbrowser.open, (address,)).start()
    with suppress(KeyboardInterrupt):  # it is how this ends
        uvicorn.Server(config).run([listening])
