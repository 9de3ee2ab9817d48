"""The local page: files and one WebSocket per tab, on 127.0.0.1 only.

Any web page can make a browser send requests to a local port.  So the server accepts
only requests whose host is this machine, and sockets only from its own page.
"""

from __future__ import annotations

import json
import threading
from asyncio import CancelledError, Queue, create_task, get_running_loop
from collections.abc import Awaitable, Callable, MutableMapping
from contextlib import suppress
from typing import Any

from nogues.base.errors import LimitError
from nogues.base.notice import notice
from nogues.base.optional import need
from nogues.front.answers import Message
from nogues.front.hub import Hub
from nogues.front.joined import STATIC, one_module
from nogues.front.new_game import NewGame, check_new_game
from nogues.front.session import compiling, warm_up

#: Names of this machine.
LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
#: Characters of a message; the longest that the page sends has about 200.
MOST_LETTERS = 4096

#: The page loads nothing from elsewhere, and no other page may frame it.
HEADERS = {
    "content-security-policy": (
        "default-src 'self'; img-src 'self' data:; "
        "connect-src 'self' ws://127.0.0.1:* ws://localhost:*; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "cache-control": "no-cache",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
}

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]


def _header(scope: Scope, name: bytes) -> list[str]:
    return [value.decode("latin-1") for key, value in scope["headers"] if key == name]


def is_from_here(scope: Scope) -> bool:
    """Whether a request is for this machine, and comes from a page of this server."""
    hosts = _header(scope, b"host")
    if len(hosts) != 1:
        return False
    host = hosts[0].lower()
    name, colon, port = (
        host.rpartition(":") if not host.endswith("]") else (host, "", "")
    )
    if (name if colon else host) not in LOOPBACK or (colon and not port.isdecimal()):
        return False
    origins = _header(scope, b"origin")
    if scope["type"] == "websocket":  # a browser always sends the origin of a socket
        return [origin.lower() for origin in origins] == [f"http://{host}"]
    return all(origin.lower() == f"http://{host}" for origin in origins)


class _Guard:
    """Refuses requests that are not local, and adds the headers to the others."""

    def __init__(self, app: Any) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if not is_from_here(scope):
            await self._refuse(scope, receive, send)
            return

        async def with_headers(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [
                    *message.get("headers", ()),
                    *((k.encode(), v.encode()) for k, v in HEADERS.items()),
                ]
            await send(message)

        await self._app(scope, receive, with_headers)

    @staticmethod
    async def _refuse(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008})
            return
        text = b"this page is served to this machine only\n"
        head = [(b"content-type", b"text/plain"), (b"connection", b"close")]
        await send({"type": "http.response.start", "status": 403, "headers": head})
        await send({"type": "http.response.body", "body": text})


# Over 70 lines because the handlers are closures that share the hub and the event.
def build_app(
    new_game: NewGame | None = None,
    *,
    warm: bool = True,
    demo: tuple[int, int | None] | None = None,
) -> Any:
    """Return the ASGI app.

    Parameters
    ----------
    new_game : NewGame, optional
        The first board of a visitor; default: an expert board.
    warm : bool, optional
        Whether to compile in the background what the first click needs.
    demo : tuple of (int, int or None), optional
        The scene that a new page begins with, and its seed; see ``scenes``.
    """
    need("starlette", "play")
    from starlette.applications import Starlette
    from starlette.responses import FileResponse, Response
    from starlette.routing import Mount, Route, WebSocketRoute
    from starlette.staticfiles import StaticFiles
    from starlette.websockets import WebSocket, WebSocketDisconnect

    asked = check_new_game({}) if new_game is None else new_game
    hub = Hub(asked, demo=demo)
    if warm:
        threading.Thread(
            target=warm_up, args=[asked], name="warm-up", daemon=True
        ).start()

    async def index(request: Any) -> Any:
        return FileResponse(STATIC / "index.html")

    async def code(request: Any) -> Any:
        return Response(one_module("page.js"), media_type="text/javascript")

    async def send_notices(
        texts: Queue[str], send: Callable[[Message], Awaitable[None]]
    ) -> None:
        with suppress(WebSocketDisconnect):  # this task has no caller to raise to
            while True:
                await send(compiling(await texts.get()))

    async def play(socket: WebSocket) -> None:
        await socket.accept()

        async def send(message: Message) -> None:
            text = json.dumps(message, separators=(",", ":"))
            try:
                await socket.send_text(text)
            except (RuntimeError, OSError):  # closed by either side
                raise WebSocketDisconnect(1006) from None

        try:
            room = hub.join(socket.query_params.get("session"), send)
        except LimitError as error:
            await send({"kind": "error", "text": str(error)})
            await socket.close(1013)
            return
        loop = get_running_loop()
        texts: Queue[str] = Queue()
        noticing = create_task(send_notices(texts, send))

        def show_notice(text: str) -> None:
            loop.call_soon_threadsafe(texts.put_nowait, text)

        try:
            hello = {
                "kind": "session",
                "name": room.name,
                "given": new_game is not None,
            }
            await send(hello)
            with notice.shown_by(show_notice):
                await room.answer({"do": "hello"}, send)
                while True:
                    await room.answer(_read(await socket.receive()), send)
        except (CancelledError, WebSocketDisconnect):
            # The tab was closed, or the server is stopping.  Only the server cancels
            # this task, and then it may simply end.  The game is kept.
            pass
        finally:
            hub.leave(room, send)
            noticing.cancel()

    def _read(frame: MutableMapping[str, Any]) -> object:
        """Return the message of a frame; None, answered as an error, if it is bad."""
        if frame["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(frame.get("code", 1000))
        text = frame.get("text")
        if text is None or len(text) > MOST_LETTERS:
            return None
        try:
            return json.loads(text)
        except (ValueError, RecursionError):
            return None

    app = Starlette(
        routes=[
            Route("/", index),
            Route("/page.js", code),
            WebSocketRoute("/play", play),
            Mount("/static", StaticFiles(directory=STATIC)),
        ]
    )
    app.state.hub = hub
    return _Guard(app)
