"""The page without a mouse, and what axe-core finds in it."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from browser import Player, Serving

AXE = Axe()


def serious(player, rules=None):
    """The names of faults that axe-core calls serious or worse, with their places."""
    options = None if rules is None else {"runOnly": rules}
    found = AXE.run(player.page, options=options).response["violations"]
    return [
        (fault["id"], [node["html"][:120] for node in fault["nodes"]])
        for fault in found
        if fault["impact"] in ("serious", "critical")
    ]


#: The dark page differs in its colours only.
RULES = {"light": None, "dark": ["color-contrast"]}


@pytest.mark.parametrize("theme", RULES)
def test_an_accessibility_checker_finds_nothing_serious(browser, theme):
    rules = RULES[theme]
    with (
        Serving(size="beginner", seed=1) as serving,
        Player(browser, serving, color_scheme=theme) as player,
    ):
        player.click(40)
        with player.answered():
            player.button("hint")
        assert serious(player, rules) == []
        for panel in ("help", "statistics", "settings", "more", "share"):
            player.evaluate(f"view.actions.{panel}()")
            player.page.wait_for_selector("dialog")
            assert serious(player, rules) == [], panel
            player.page.keyboard.press("Escape")
        player.page.keyboard.press("r")
        assert serious(player, rules) == []
        player.page.keyboard.press("Escape")
        player.button("fresh")
        player.page.select_option("[name=size]", "custom")
        player.page.fill("[name=width]", "0")
        player.button("play")
        assert serious(player, rules) == []


def active(player):
    return player.evaluate(
        "document.activeElement.name ?? document.activeElement.className"
    )


def tab_to(player, name):
    for _ in range(40):
        if active(player) == name:
            return
        player.page.keyboard.press("Tab")
    raise AssertionError(f"{name} is not reached")


def test_a_whole_game_by_keyboard_alone(browser):
    with Serving() as serving, Player(browser, serving) as player:
        keyboard = player.page.keyboard
        tab_to(player, "size")
        keyboard.type("Beg")
        tab_to(player, "seed")
        keyboard.type("3")
        player.press("Enter")
        assert player.evaluate("view.state.width") == 9
        assert active(player) == "field"
        player.press("Enter")
        for _ in range(100):
            mines = player.mines()
            safe = [at for at in player.hidden() if at not in mines]
            if not safe:
                break
            goal = safe[0]
            at = player.evaluate("view.cursor")
            down = goal // 9 - at // 9
            right = goal % 9 - at % 9
            for _ in range(abs(down)):
                keyboard.press("ArrowDown" if down > 0 else "ArrowUp")
            for _ in range(abs(right)):
                keyboard.press("ArrowRight" if right > 0 else "ArrowLeft")
            player.press("Enter")
        assert player.game.status == "won"
        assert player.said.startswith("Won in ")
        player.press("r")
        assert player.game.status == "ready"


def test_panels_hold_the_focus_and_give_it_back(player):
    keyboard = player.page.keyboard
    player.page.focus(".field")
    keyboard.press("?")
    inside = "document.querySelector('dialog').contains(document.activeElement)"
    for _ in range(4):
        assert player.evaluate(f"{inside} || document.activeElement === document.body")
        keyboard.press("Tab")
    keyboard.press("h")  # is not played meanwhile
    keyboard.press("Escape")
    assert not player.page.is_visible("dialog")
    assert active(player) == "field"
    assert player.evaluate("view.advice.hint") is None
    player.button("help")
    player.page.mouse.click(5, 5)  # beside it
    assert not player.page.is_visible("dialog")
    assert active(player) == "help"
    player.page.focus("[name=more]")
    keyboard.press("Enter")
    tab_to(player, "settings")
    keyboard.press("Enter")
    assert player.page.inner_text("dialog h2") == "Settings"
    keyboard.press("Escape")
    assert active(player) == "more"
