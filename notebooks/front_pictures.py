"""Take the pictures of the page, in Chromium; they are kept in ``pictures/front``.

    python notebooks/front_pictures.py

The page's clock stands still and is moved on by hand, so that a picture shows the same
moment of what moves wherever it is taken.
"""

import sys
from pathlib import Path

import numpy as np

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "tests"))

from browser import Player, Serving, chromium  # noqa: E402

import nogues  # noqa: E402

FOLDER = HERE / "pictures" / "front"
#: Largest size of a picture, in bytes.
MOST = 90_000

WIDE = {"viewport": {"width": 760, "height": 560}}
PHONE = {
    "viewport": {"width": 375, "height": 480},
    "device_scale_factor": 2,
    "is_mobile": True,
    "has_touch": True,
}


class Still(Player):
    """A tab whose clock is advanced by hand."""

    def on(self, milliseconds):
        self.page.clock.run_for(milliseconds)

    def hold(self):
        self.page.clock.pause_at(self.page.evaluate("Date.now() + 50"))

    def take(self, name, part="body"):
        path = FOLDER / f"{name}.png"
        clip = None if part == "body" else self.page.locator(part).bounding_box()
        self.page.screenshot(path=path, clip=clip)
        size = path.stat().st_size
        assert size <= MOST, f"{path.name} has {size} bytes, more than {MOST}"
        print(f"{path.name:20} {size:6}")

    def certain(self, kind):
        """What is certain on the board now."""
        p = nogues.mine_probabilities(self.game.position())
        return np.flatnonzero(p.mines if kind == "mine" else p.safe).tolist()


# Over 70 lines because most pictures go on with the game of the one before.
def take_all(browser):
    small = {**WIDE, "device_scale_factor": 0.8}
    with Serving() as serving, Still(browser, serving, **small) as player:
        player.page.wait_for_timeout(700)
        player.take("start")

    with (
        Serving(size="20x12/38", seed=7) as serving,
        Still(browser, serving, clock=True, **WIDE) as player,
    ):
        player.hold()
        player.click(6 * 20 + 10)
        player.on(300)
        player.take("ripple")
        player.on(2000)
        mines = player.certain("mine")
        player.flag(mines[0])
        player.on(90)
        player.take("flag")
        for at in mines[1:5]:
            player.flag(at)
        player.on(1000)
        with player.answered():
            player.button("probabilities")
        player.on(500)
        player.take("probabilities")
        player.button("probabilities")
        with player.answered():
            player.button("hint")
        player.on(2000)
        player.take("hint")
        clue = next(
            at
            for at in np.flatnonzero(player.game.cells >= 2).tolist()
            if set(player.evaluate(f"view.board.around({at})")) & set(mines[:5])
        )
        player.page.mouse.click(*player.point(clue))
        player.page.wait_for_timeout(200)
        player.button("count")
        player.on(2000)
        player.take("count")
        wrong = player.certain("safe")[-1]
        player.flag(wrong)
        player.on(1000)
        player.click(player.mines()[20])
        player.on(420)
        player.take("wave", ".field canvas")
        player.on(5000)
        player.take("lost")

    with (
        Serving(size="16x12/40", seed=3, search="random", relocate=True) as serving,
        Still(browser, serving, clock=True, **WIDE) as player,
    ):
        player.hold()
        player.click(6 * 16 + 8)
        player.on(650)
        player.take("made_safe")

    with Serving(size="expert", seed=1) as serving:
        with Still(browser, serving, **PHONE) as player:
            player.page.touchscreen.tap(*player.point(255))
            player.wait("view.state.status === 'playing'")
            player.still()
            player.take("phone")
            for _ in range(3):
                player.button("larger")
            player.take("phone_full")
        options = {"color_scheme": "dark", "viewport": {"width": 900, "height": 620}}
        with Still(browser, serving, **options) as player:
            player.click(255)
            player.still()
            for at in player.certain("mine")[:6]:
                player.flag(at)
            player.still()
            player.take("dark")
        with Still(browser, serving, reduced_motion="reduce", **WIDE) as player:
            player.click(255)
            player.click(player.mines()[9])
            assert player.evaluate("view.board.frames") == 0
            player.take("reduced_motion")


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    with chromium() as browser:
        take_all(browser)
