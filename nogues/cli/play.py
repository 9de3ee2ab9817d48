"""The local page on the command line: ``nogues play``."""

from __future__ import annotations

import socket
import threading
import webbrowser
from contextlib import suppress
from typing import Any

import click
import cloup

from nogues.base.optional import need
from nogues.base.options import GAMES
from nogues.cli.options import example, options

HOST = "127.0.0.1"

#: The usual port.  A browser keeps best times and settings by address, port included.
PORT = 8719


def listen(port: int | None, usual: int = PORT) -> socket.socket:
    """Return a listening socket; None asks for the usual port, or else any free one."""
    if port is None:
        with suppress(OSError):
            return socket.create_server((HOST, usual))
    return socket.create_server((HOST, port or 0))


@cloup.command(
    epilog=example(
        "nogues play expert",
        "nogues play 30x16/120 --logic complete",
        "nogues play beginner --seed 7 --start 4,4 --no-browser --port 8000",
        "nogues play --demo",
    )
)
@cloup.argument("size", required=False)
@cloup.option_group(
    "Boards",
    *options("start", "seed", "logic", "search", "safe", "relocate", table=GAMES),
)
@cloup.option_group(
    "Page",
    cloup.option(
        "--port",
        type=click.IntRange(0, 65535),
        show_default=f"{PORT}, or any free port",
        help="Port of the page; 0 for any.",
    ),
    cloup.option(
        "--demo",
        type=int,
        is_flag=False,
        flag_value=1,
        metavar="[N]",
        help="Begin with the demonstration, at scene N; --seed is its seed, too.",
    ),
    cloup.option("--browser/--no-browser", default=True, help="Open the page."),
)
def play(
    size: str | None,
    start: tuple[int, int] | None,
    seed: int | None,
    port: int | None,
    demo: int | None,
    browser: bool,
    **search: Any,
) -> None:
    """Play in the browser.

    Boards have SIZE, or a size chosen on the page.  The page is served to this machine
    only, until Ctrl-C.  The usual port keeps best times and settings in the browser.
    """
    from nogues.front.findable import check_findable
    from nogues.front.new_game import check_new_game, without_defaults
    from nogues.front.scenes import check_scene

    given = without_defaults(search)
    given |= {} if size is None else {"size": size}
    given |= {} if seed is None else {"seed": seed}
    given |= {} if start is None else {"start": start}
    new_game = check_new_game(given) if given else None
    if new_game is not None:
        check_findable(new_game)
    if demo is not None:
        check_scene(demo, seed, "demo")
    uvicorn = need("uvicorn", "play")
    need("websockets", "play")
    from nogues.front.server import MOST_LETTERS, build_app

    app = build_app(new_game, demo=None if demo is None else (demo, seed))
    listening = listen(port)
    address = f"http://{HOST}:{listening.getsockname()[1]}"
    config = uvicorn.Config(
        app,
        ws="websockets-sansio",
        ws_max_size=4 * MOST_LETTERS,
        log_level="warning",
        server_header=False,
        timeout_graceful_shutdown=1,
    )
    click.echo(f"{address} (Ctrl-C to stop)", err=True)
    if browser:
        threading.Timer(0.3, webbrowser.open, (address,)).start()
    with suppress(KeyboardInterrupt):  # Ctrl-C is how a user ends this
        uvicorn.Server(config).run([listening])
