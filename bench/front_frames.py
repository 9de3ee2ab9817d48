"""How smoothly the page draws an opening, and how soon it answers a click.

    python bench/front_frames.py [--openings 5] [--clicks 40]

Frames are counted from the browser's own trace: the share not shown, of those that
Chromium's compositor began for an update while the opening of a 50x30 board ran.
Then the longest frame and the missed ones of a ripple, a shock wave and a sonar on a
board of 100x100.
An answer is the time from a click on an expert board until the page has the new state,
and until a frame with it is painted.  Headless Chromium draws without a GPU here.
"""

import argparse
import collections
import json
import os
import statistics
import sys
import time
from pathlib import Path

import numpy as np

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from browser import Player, Serving, chromium  # noqa: E402

import nogues  # noqa: E402

CATEGORIES = ["benchmark", "blink.user_timing"]

#: Boards of 50x30 by their mines: as played, and an opening over most of the board.
MINES = (300, 60)

CLICKED = """() => { window.answers = [];
  const view = document.getElementById('nogues').view;
  const canvas = document.querySelector('.field canvas');
  canvas.addEventListener('pointerup', (e) => { window.clicked = e.timeStamp; }, true);
  const receive = view.receive.bind(view);
  view.receive = (message) => { receive(message);
    if (message.kind !== 'changed') return;
    const received = performance.now() - window.clicked;
    requestAnimationFrame(() => { const channel = new MessageChannel();
      channel.port1.onmessage = () =>
        answers.push([received, performance.now() - window.clicked]);
      channel.port2.postMessage(0); }); }; }"""


MARKED = """() => { const board = document.getElementById('nogues').view.board;
  const move = board.move.bind(board);
  board.move = (part) => { performance.mark('opening'); move(part);
    const advance = part.advance.bind(part);
    part.advance = (now, on) => { const more = advance(now, on);
      if (!more) performance.mark('open');
      return more; }; }; }"""


def widest(mines, seeds=1000):
    """Return the seed with the largest opening from the centre, and its cells."""
    boards = nogues.generate_boards(50, 30, mines, seeds=range(seeds))
    best = int(np.argmax(boards.opening))
    return int(boards[best].seed), int(boards.opening[best])


def count_frames(browser, player):
    """Open the centre under a trace; return what became of the frames, and seconds."""
    player.wait("view.board.request === 0")
    browser.start_tracing(page=player.page, categories=CATEGORIES)
    player.page.evaluate(MARKED)
    player.click(15 * 50 + 25)
    player.still()
    events = json.loads(browser.stop_tracing())["traceEvents"]
    marks = {e["name"]: e["ts"] for e in events if e.get("cat") == "blink.user_timing"}
    begin, end = marks["opening"], marks["open"]
    states = {}
    for event in events:
        if event["name"] == "PipelineReporter" and begin <= event.get("ts", 0) <= end:
            report = event["args"].get("frame_reporter", {})
            # One frame can have two reports: what was shown in time, and the rest.
            frame = (report.get("frame_source"), report.get("frame_sequence"))
            states.setdefault(frame, set()).add(report.get("state", ""))
    states.pop((None, None), None)
    return collections.Counter(map(judge, states.values())), (end - begin) / 1e6


def judge(states):
    """What became of a frame: shown, late, dropped, or with nothing new."""
    short = {state.removeprefix("STATE_") for state in states}
    if "PRESENTED_ALL" in short:
        return "shown"
    if "DROPPED" in short:
        return "dropped"
    return "late" if "PRESENTED_PARTIAL" in short else "nothing new"


def frames(browser, openings):
    for mines in MINES:
        seed, cells = widest(mines)
        total = collections.Counter()
        drawn = seconds = 0
        for _ in range(openings):
            with (
                Serving(size=f"50x30/{mines}", seed=seed) as serving,
                Player(browser, serving, viewport={"width": 1680, "height": 1150}) as p,
            ):
                states, lasting = count_frames(browser, p)
                total += states
                drawn += p.evaluate("view.board.frames")
                seconds += lasting
        wanted = total.total() - total["nothing new"]
        missed = wanted - total["shown"]
        print(
            f"50x30/{mines}, {cells} cells open, {openings} openings: {drawn} frames "
            f"drawn in {seconds:.1f} s, {missed} of {wanted} missed, "
            f"{missed / max(wanted, 1):.1%} {dict(total)}"
        )


#: Time each frame: between frames, and in our code.
TIMED = """() => { const { board } = document.getElementById('nogues').view;
  window.timed = { between: [], within: [] };
  const draw = board.draw.bind(board);
  board.draw = (now) => { const begin = performance.now(); draw(now);
    timed.within.push(performance.now() - begin); };
  let last = null;
  const tick = (stamp) => { if (board.request) {
      if (last !== null) timed.between.push(stamp - last);
      last = stamp; } else last = null;
    requestAnimationFrame(tick); };
  requestAnimationFrame(tick); }"""

SONAR = """async () => { const { sonar } = await import('/static/sonar.js');
  sonar(document.getElementById('nogues').view.board); }"""


def large(browser):
    """Time the frames of the three largest animations on 100x100 cells."""
    wanted = {"size": "100x100/900", "seed": 1, "search": "random"}
    screen = {"width": 1920, "height": 1080}
    with Serving(**wanted) as serving, Player(browser, serving, viewport=screen) as p:
        p.page.evaluate(TIMED)
        p.click(50 * 100 + 50)
        p.still()
        report(p, "ripple")
        near = min(p.mines(), key=lambda at: abs(at // 100 - 50) + abs(at % 100 - 50))
        p.click(near)
        p.still()
        report(p, "shock wave")
        p.page.evaluate(SONAR)
        p.page.wait_for_timeout(5500)
        report(p, "sonar")


def report(player, name):
    timed = player.page.evaluate("() => timed")
    player.page.evaluate("() => { timed.between.length = timed.within.length = 0; }")
    side = player.evaluate("view.board.size")
    between, within = sorted(timed["between"]), sorted(timed["within"])
    missed = sum(round(ms / (1000 / 60)) - 1 for ms in between)
    print(
        f"100x100 of {side} px, {name}: {len(between)} frames, longest "
        f"{between[-1]:.0f} ms, {missed} missed; in our code {within[-1]:.1f} ms at "
        f"most, {statistics.median(within):.1f} ms half of the time"
    )


def answers(browser, clicks):
    with Serving(size="expert", seed=1) as serving, Player(browser, serving) as player:
        player.click(255)
        player.page.evaluate(CLICKED)
        done = 0
        while done < clicks and not player.game.is_over:
            p = nogues.mine_probabilities(player.game.position())
            safe = np.flatnonzero(p.safe)
            if not safe.size:
                break
            player.click(int(safe[0]))
            player.page.wait_for_timeout(60)
            done += 1
        times = player.page.evaluate("answers")
    for name, column in (("state", 0), ("painted", 1)):
        column = sorted(t[column] for t in times)
        print(
            f"click on expert until {name}: median {statistics.median(column):.1f} ms, "
            f"95 % {column[int(0.95 * len(column))]:.1f} ms, most {column[-1]:.1f} ms "
            f"({len(column)} clicks)"
        )


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--openings", type=int, default=5)
    parser.add_argument("--clicks", type=int, default=40)
    asked = parser.parse_args()
    load = os.getloadavg()[0]
    print(f"{os.cpu_count()} cores, load {load:.1f}, {time.strftime('%Y-%m-%d')}")
    with chromium() as browser:
        print("Chromium", browser.version)
        frames(browser, asked.openings)
        large(browser)
        answers(browser, asked.clicks)


if __name__ == "__main__":
    main()
