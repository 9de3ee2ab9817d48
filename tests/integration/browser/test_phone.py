"""The page on a phone: taps, a finger held down, two fingers."""

from browser import Player, Serving

import nogues

PHONE = {
    "viewport": {"width": 375, "height": 667},
    "device_scale_factor": 2,
    "is_mobile": True,
    "has_touch": True,
}


def press_long(player, at):
    """Hold a finger on a cell; some browsers ask for a menu meanwhile."""
    touch = player.context.new_cdp_session(player.page)
    x, y = player.point(at)
    with player.answered():
        start = {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]}
        touch.send("Input.dispatchTouchEvent", start)
        player.page.wait_for_timeout(650)
    menu = f"new MouseEvent('contextmenu', {{clientX: {x}, clientY: {y}}})"
    player.evaluate(f"view.parts.canvas.dispatchEvent({menu})")
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    player.page.wait_for_timeout(300)


def test_two_fingers_make_it_larger(browser):
    with (
        Serving(size="expert", seed=1) as serving,
        Player(browser, serving, **PHONE) as player,
    ):
        touch = player.context.new_cdp_session(player.page)
        x, y = player.point(255)

        def put(kind, *places):
            points = [{"x": place, "y": y, "id": k} for k, place in enumerate(places)]
            event = {"type": kind, "touchPoints": points}
            touch.send("Input.dispatchTouchEvent", event)

        put("touchStart", x - 20)
        put("touchStart", x - 20, x + 20)
        for apart in range(20, 100, 8):
            put("touchMove", x - apart, x + apart)
            player.page.wait_for_timeout(20)
        before = player.evaluate("view.fit.side")
        put("touchEnd")
        assert player.evaluate("view.fit.side") > 1.5 * before
        assert player.page.evaluate("visualViewport.scale") == 1
        assert player.game.clicks == 0


def test_a_phone(browser):
    with (
        Serving(size="expert", seed=1) as serving,
        Player(browser, serving, **PHONE) as player,
    ):
        assert player.evaluate("view.fit.side") >= 18
        wide = "document.documentElement.scrollWidth <= innerWidth"
        assert player.page.evaluate(wide)
        with player.answered():
            player.page.touchscreen.tap(*player.point(255))
        assert player.game.history == [("open", (8, 15))]
        mine = player.mines()[0]
        press_long(player, mine)
        assert player.game.cells[mine] == nogues.FLAG  # once, and not opened
        assert player.game.history[-1] == ("flag", divmod(mine, 30))
        press_long(player, mine)  # takes the flag away, and does not open either
        assert player.game.status == "playing"
        assert player.game.cells[mine] == nogues.HIDDEN
        assert player.game.clicks == 3
        player.button("larger")
        assert player.page.locator(".field canvas").bounding_box()["width"] >= 900
        assert player.page.evaluate(wide)  # the board scrolls, not the page
        while player.page.is_enabled("[name=smaller]"):
            player.button("smaller")
        assert player.page.locator(".field canvas").bounding_box()["width"] <= 375
