"""The menu: sizes are checked before a game begins, and seeds are used once."""

import pytest
from browser import Player, Serving

#: Width, height, mines; board type; what is said, and the field that it is about.
MISTAKES = [
    ("abc", "9", "10", "repair", "Width must be a whole number, 1 to 100, not abc."),
    ("", "9", "10", "repair", "Width must be a whole number, 1 to 100."),
    ("9.5", "9", "10", "repair", "Width must be a whole number, 1 to 100, not 9.5."),
    ("0", "9", "10", "repair", "Width must be a whole number, 1 to 100, not 0."),
    ("9", "101", "10", "repair", "Height must be a whole number, 1 to 100, not 101."),
    ("9", "-9", "10", "repair", "Height must be a whole number, 1 to 100, not -9."),
    ("9", "9", "0", "repair", "Mines must be a whole number, 1 to 68, not 0."),
    ("9", "9", "x", "repair", "Mines must be a whole number, 1 to 68, not x."),
    ("9", "9", "81", "repair", "Mines must be a whole number, 1 to 68, not 81."),
    ("9", "9", "80", "repair", "Mines must be a whole number, 1 to 68, not 80."),
    ("9", "9", "81", "random", "Mines must be a whole number, 1 to 80, not 81."),
    ("100", "100", "9999", "repair", "Mines must be a whole number, 1 to 9987, not"),
    ("1", "1", "1", "random", "A board must have room for a mine beside the first"),
]


@pytest.fixture(scope="module")
def menu(browser):
    with Serving() as serving, Player(browser, serving) as player:
        player.page.select_option("[name=size]", "custom")
        yield player


@pytest.mark.parametrize(("width", "height", "mines", "search", "said"), MISTAKES)
def test_mistakes_in_a_size(menu, width, height, mines, search, said):
    before = menu.received()
    menu.page.select_option("[name=search]", search)
    for name, text in (("width", width), ("height", height), ("mines", mines)):
        menu.page.fill(f"[name={name}]", text)
    menu.page.focus("[name=play]")
    menu.button("play")
    assert menu.page.inner_text(".fault").startswith(said)
    assert menu.page.is_visible(".menu")
    field = said.split()[0].lower() if said[0] != "A" else "width"
    assert menu.evaluate("document.activeElement.name") == field
    assert menu.page.get_attribute(f"[name={field}]", "aria-invalid") == "true"
    # The message stands under the numbers that it is about.
    fault = menu.page.locator(".fault").bounding_box()
    numbers = menu.page.locator(".custom").bounding_box()
    gap = fault["y"] - numbers["y"] - numbers["height"]
    assert 0 <= gap < 30
    assert menu.received() == before  # nothing was asked of the server
    menu.page.type(f"[name={field}]", "1")
    assert not menu.page.is_visible(".fault")


def test_the_limits_are_shown(menu):
    menu.page.select_option("[name=search]", "repair")
    for first, most in (("", 187), ("block", 191), ("cell", 199)):
        menu.page.select_option("[name=safe]", first)
        menu.page.fill("[name=width]", "20")
        menu.page.fill("[name=height]", "10")
        text = f"Width and height: 1 to 100. Mines: 1 to {most}."
        assert menu.page.inner_text(".limits") == text
    menu.page.select_option("[name=safe]", "")


def test_what_the_server_refuses_is_said_in_the_menu(menu):
    """Of the field that it names, or above the buttons."""
    error = "{kind: 'error', text: 'no seed', field: 'seed'}"
    menu.evaluate(f"(view.menu.wait(), view.receive({error}))")
    assert menu.page.is_visible(".menu")
    assert menu.page.inner_text(".fault") == "No seed"
    assert menu.evaluate("document.activeElement.name") == "seed"
    assert menu.page.is_enabled("[name=play]")
    menu.page.fill("[name=seed]", "1e5")
    menu.button("play")
    assert menu.page.inner_text(".fault") == "Seed must be a whole number, not 1e5."


def test_a_typed_seed_is_used_once(browser, serving):
    with Player(browser, serving) as player:
        player.button("fresh")
        assert (
            player.page.get_attribute("[name=seed]", "placeholder") == "any (used once)"
        )
        player.page.fill("[name=seed]", "17")
        with player.answered():
            player.button("play")
        assert not player.page.is_visible(".menu")
        assert player.game.seed == 17
        player.button("fresh")
        assert player.page.input_value("[name=seed]") == ""
        with player.answered():
            player.button("play")
        assert player.game.seed != 17


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("seed=abc", "seed must be an integer, not 'abc'"),
        ("relocate=1", "relocate must be True or False, not '1'"),
        ("start=a", "start must be"),
        ("sise=9x9/10", "new may have"),
        ("size=abc", "size must be"),
    ],
)
def test_a_link_that_is_wrong_says_so(browser, serving, query, said):
    with Player(browser, serving) as player:
        player.page.goto(f"{serving.address}/?{query}")
        player.wait("root.querySelector('.said').textContent.startsWith('This link')")
        assert player.said.startswith(f"This link cannot be used: {said}")


def test_a_running_game_is_not_dropped_unasked(browser, serving):
    with Player(browser, serving) as player:
        player.click(40)
        page = player.page
        for key in ("r", None):
            page.keyboard.press(key) if key else player.button("restart")
            assert page.is_visible("dialog")
            assert player.evaluate("document.activeElement.name") == "yes"
            page.keyboard.press("Escape")
            assert not page.is_visible("dialog")
        player.button("fresh")
        player.button("play")
        assert page.inner_text("dialog h2") == "Leave the running game?"
        player.button("no")
        assert page.is_visible(".menu")
        player.button("play")
        with player.answered():
            player.button("yes")
        assert not page.is_visible(".menu")
        assert player.evaluate("document.activeElement.className") == "field"
        with player.answered():
            player.button("restart")  # nothing is open: no question
        assert player.evaluate("view.state.game") == 3
