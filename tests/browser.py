"""The page in Debian's Chromium, and the server it comes from in a thread."""

import contextlib
import shutil
import socket
import threading
import time

import numpy as np
import uvicorn
from playwright.sync_api import sync_playwright

import nogues
from nogues.front.new_game import check_new_game
from nogues.front.server import build_app


def chromium_path():
    """Where the browser is; Playwright's own is not downloaded."""
    names = ("chromium", "chromium-browser", "google-chrome")
    path = next(filter(None, map(shutil.which, names)), None)
    if path is None:
        raise RuntimeError("the tests need Chromium (Debian: apt-get install chromium)")
    return path


@contextlib.contextmanager
def chromium(**options):
    """A browser, closed at the end."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium_path(), args=["--no-sandbox"], **options
        )
        try:
            yield browser
        finally:
            browser.close()


class Serving:
    """The page on a free port, or on a given one."""

    def __init__(self, port=0, warm=False, rooms=None, **wanted):
        new_game = check_new_game(wanted) if wanted else None
        app = build_app(new_game, warm=warm)
        self.hub = app._app.state.hub
        self.hub._rooms.update(rooms or {})
        listening = socket.create_server(("127.0.0.1", port))
        self.port = listening.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        config = uvicorn.Config(
            app,
            ws="websockets-sansio",
            log_level="warning",
            timeout_graceful_shutdown=1,
        )
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(target=self.server.run, args=([listening],))
        self.thread.start()
        while not self.server.started:
            time.sleep(0.01)

    def stop(self):
        self.server.should_exit = True
        self.thread.join(20)

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.stop()


class Player:
    """One tab, and the game that the server keeps for it."""

    def __init__(self, browser, serving, clock=False, script=None, **context):
        options = {"viewport": {"width": 1100, "height": 800}} | context
        self.serving = serving
        self.context = browser.new_context(**options)
        self.page = self.context.new_page()
        self.troubles = []
        self.page.on("pageerror", lambda error: self.troubles.append(str(error)))
        self.page.on("console", self._receive)
        if script:
            self.page.add_init_script(script)
        if clock:
            self.page.clock.install()
        self.page.goto(serving.address)
        self.wait("view?.state")

    @classmethod
    def beside(cls, other, page):
        """The player of another page of the same browser."""
        tab = cls.__new__(cls)
        tab.serving, tab.context, tab.page = other.serving, other.context, page
        tab.troubles = []
        tab.wait("view?.state")
        return tab

    def _receive(self, message):
        # A lost connection is reported by the browser, and is no fault of the page.
        if message.type in ("error", "warning") and "WebSocket" not in message.text:
            self.troubles.append(message.text)

    def close(self):
        self.context.close()
        assert self.troubles == []

    def __enter__(self):
        return self

    def __exit__(self, kind, *error):
        self.context.close()
        if kind is None:
            assert self.troubles == [], self.troubles

    @property
    def session(self):
        name = self.page.get_attribute("#nogues", "data-session")
        return self.serving.hub._rooms[name].session

    @property
    def game(self):
        return self.session.game

    @property
    def said(self):
        return self.page.inner_text(".said")

    @property
    def counter(self):
        return self.page.get_attribute(".digits", "data-value")

    def wait(self, condition, timeout=10_000):
        """Wait until a JavaScript expression about ``view`` and ``root`` is true."""
        code = (
            "() => { const root = document.getElementById('nogues');"
            f" const view = root.view; return Boolean({condition}); }}"
        )
        self.page.wait_for_function(code, timeout=timeout)

    def evaluate(self, expression):
        code = (
            "() => { const root = document.getElementById('nogues');"
            f" const view = root.view; return {expression}; }}"
        )
        return self.page.evaluate(code)

    def received(self):
        return int(self.page.get_attribute("#nogues", "data-received") or 0)

    @contextlib.contextmanager
    def answered(self, answers=1):
        before = self.received()
        yield
        self.wait(f"Number(root.dataset.received) >= {before + answers}")

    def point(self, at):
        """The middle of a cell on the screen, scrolled to where it is seen."""
        canvas = self.page.locator(".field canvas")
        self.page.evaluate(f"document.getElementById('nogues').view.fit.bring({at})")
        box = canvas.bounding_box()
        row, column = divmod(at, self.game.width)
        x = box["x"] + (column + 0.5) * box["width"] / self.game.width
        return x, box["y"] + (row + 0.5) * box["height"] / self.game.height

    def click(self, at, button="left"):
        with self.answered():
            self.page.mouse.click(*self.point(at), button=button)

    def flag(self, at):
        self.click(at, "right")

    def press(self, key, answers=1):
        with self.answered(answers):
            self.page.keyboard.press(key)

    def button(self, name):
        """Click a button; some are in the panel that More opens."""
        if name in ("share", "statistics", "settings", "watch", "full"):
            self.page.click("[name=more]")
        self.page.click(f"[name={name}]")

    def around(self, at):
        return self.evaluate(f"view.board.around({at})")

    def place(self, at):
        """What the page calls a cell."""
        row, column = divmod(at, self.game.width)
        return f"row {row + 1}, column {column + 1}"

    def seen(self):
        return list(self.evaluate("Array.from(view.board.look)"))

    def still(self):
        """Wait until nothing moves."""
        self.wait("view.board.request === 0")

    def mines(self):
        return np.flatnonzero(self.game.board.clue == nogues.MINE).tolist()

    def hidden(self):
        return np.flatnonzero(self.game.cells == nogues.HIDDEN).tolist()
