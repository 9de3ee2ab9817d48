"""How soon the page's server answers, and how much memory it takes.

    python bench/front_server.py [--rounds 3] [--paint] [--all]

Runs ``nogues play`` and speaks to it as the page does, without a browser: the time
until the server answers at all, and from a first click to its answer, per preset.  The
click comes ``--pause`` seconds after that, as a player needs a moment to look.
``--paint`` asks Chromium when it first painted something, and when a first click was
painted.  ``--all`` then uses every option of the page and names the memory after each
step (RSS, and the part of it that is the process's own).  The cache of machine code is
``NUMBA_CACHE_DIR``; an empty one shows what a first user sees.
"""

import argparse
import asyncio
import json
import re
import statistics
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

from websockets.asyncio.client import connect

SIZES = ("beginner", "intermediate", "expert", "100x100/1500")
COMMAND = (sys.executable, "-m", "nogues", "play", "--no-browser", "--port", "0")
STATUS = ("VmRSS", "RssAnon")


class Server:
    """The command, until the end of the block."""

    def __init__(self, *arguments):
        self.begin = time.perf_counter()
        self.process = subprocess.Popen(
            [*COMMAND, *arguments],
            stderr=subprocess.PIPE,
            text=True,
        )
        line = self.process.stderr.readline()
        self.port = int(re.search(r":(\d+)", line)[1])
        urllib.request.urlopen(f"http://127.0.0.1:{self.port}/").read()
        self.ready = time.perf_counter() - self.begin

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.process.terminate()
        self.process.wait()

    def memory(self):
        """Return the resident memory and its private part, in MB."""
        text = Path(f"/proc/{self.process.pid}/status").read_text()
        found = dict(re.findall(r"(\w+):\s+(\d+) kB", text))
        return [int(found[name]) / 1024 for name in STATUS]

    async def play(self, work):
        """Open a socket and let ``work`` speak."""
        origin = f"http://127.0.0.1:{self.port}"
        address = f"ws://127.0.0.1:{self.port}/play"
        async with connect(address, origin=origin, max_size=2**24) as socket:
            await read(socket, "session")
            state = await read(socket, "state")
            return await work(socket, state)


async def read(socket, *kinds):
    while True:
        message = json.loads(await socket.recv())
        if message["kind"] in (*kinds, "error"):
            return message


async def ask(socket, kind, **message):
    await socket.send(json.dumps(message))
    return await read(socket, kind)


async def click(socket, state):
    """Return seconds from a click in the middle to its answer."""
    at = state["height"] // 2 * state["width"] + state["width"] // 2
    begin = time.perf_counter()
    answer = await ask(socket, "changed", do="open", game=state["game"], at=at)
    assert answer["kind"] == "changed", answer
    return time.perf_counter() - begin


def first_clicks(rounds, pause):
    for size in SIZES:
        ready, clicks = [], []
        for _ in range(rounds):
            with Server(size) as server:
                time.sleep(pause)
                ready.append(server.ready)
                clicks.append(asyncio.run(server.play(click)))
        print(
            f"{size:14} server answers after {statistics.median(ready):.2f} s, "
            f"first click {1000 * statistics.median(clicks):.0f} ms",
            flush=True,
        )


CLICKED = """() => new Promise((done) => {
  const view = document.getElementById('nogues').view;
  const receive = view.receive.bind(view);
  const begin = performance.now();
  view.receive = (message) => { receive(message);
    if (message.kind !== 'changed') return;
    requestAnimationFrame(() => { const channel = new MessageChannel();
      channel.port1.onmessage = () => done(performance.now() - begin);
      channel.port2.postMessage(0); }); };
  const { game, width, height } = view.state;
  const at = Math.floor(height / 2) * width + Math.floor(width / 2);
  view.send({ do: 'open', game, at }); })"""

PAINTED = "() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime"


def paints(rounds, pause):
    sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
    from browser import chromium

    with chromium() as browser:
        for size in SIZES:
            found = []
            for _ in range(rounds):
                with Server(size) as server, browser.new_context() as context:
                    time.sleep(pause)
                    page = context.new_page()
                    page.goto(f"http://127.0.0.1:{server.port}/")
                    page.wait_for_function(
                        "() => document.getElementById('nogues').view?.state != null"
                    )
                    clicked = page.evaluate(CLICKED)
                    found.append((page.evaluate(PAINTED), clicked))
            first, click = map(statistics.median, zip(*found, strict=True))
            print(
                f"{size:14} first paint {first:.0f} ms, first click painted after "
                f"{click:.0f} ms",
                flush=True,
            )


async def use_all(server, socket, state):
    """Play every size with every search and level, with hints and odds."""

    def show(step):
        rss, own = server.memory()
        print(f"  {step:34} {rss:4.0f} MB, {own:4.0f} MB of its own", flush=True)

    show("at the start")
    for search in ("repair", "uniform", "random"):
        for logic in ("elementary", "subset", "complete"):
            if search == "random" and logic != "elementary":
                continue
            for size in ("9x9/10", "16x16/40", "30x16/99", "100x100/1000"):
                more = {"search": search}
                if search != "random":
                    more["logic"] = logic
                state = await ask(socket, "state", do="new", size=size, **more)
                if state["kind"] == "error":
                    print(size, more, state["text"])
                    continue
                await click_through(socket, state)
            show(f"{search}, {logic}")
    for number in range(1, 10):
        await ask(socket, "beat", do="scene", number=number, beat=0)
    show("nine scenes")


async def click_through(socket, state):
    at = state["height"] // 2 * state["width"] + state["width"] // 2
    game = state["game"]
    answer = await ask(socket, "changed", do="open", game=game, at=at)
    if answer["kind"] == "error":
        return
    await ask(socket, "hint", do="hint")
    await ask(socket, "probabilities", do="probabilities")
    hidden = set(range(state["width"] * state["height"])) - set(answer["cells"])
    for at in sorted(hidden):  # to the end, which measures the board
        answer = await ask(socket, "changed", do="open", game=game, at=at)
        if answer.get("end"):
            return


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--pause", type=float, default=1.5, help="before a click, s")
    parser.add_argument("--paint", action="store_true", help="in Chromium, too")
    parser.add_argument("--all", action="store_true", help="use all options")
    arguments = parser.parse_args()
    if arguments.rounds:
        first_clicks(arguments.rounds, arguments.pause)
    if arguments.paint:
        paints(arguments.rounds, arguments.pause)
    if arguments.all:
        with Server("beginner") as server:
            asyncio.run(server.play(lambda *more: use_all(server, *more)))


if __name__ == "__main__":
    main()
