"""The page by keys: what they do when held, where they lead, and what is said."""

from browser import Player, Serving

import nogues


def test_a_key_that_is_held_acts_once(player):
    keyboard = player.page.keyboard
    player.page.focus(".field")
    keyboard.press("ArrowUp")
    for key in ("f", "f", "f"):
        keyboard.down(key)  # from the second on it repeats
    keyboard.up("f")
    for _ in range(3):
        keyboard.down("ArrowUp")
    keyboard.up("ArrowUp")
    assert player.evaluate("view.cursor") == 4 + 9
    player.press("h")
    assert player.game.clicks == 1
    assert player.game.cells[40] == nogues.FLAG


def test_probabilities_are_said_when_asked_for_and_only_then(player):
    player.page.focus(".field")
    player.click(40)
    player.press("h")
    player.press("p")
    assert player.said.endswith("certainly safe.")  # even while a hint is shown
    safe = nogues.mine_probabilities(player.game.position()).safe.nonzero()[0][0]
    with player.answered(2):
        player.page.mouse.click(*player.point(int(safe)))
    assert player.evaluate("view.board.probabilities.size") == len(player.hidden())
    assert "safe" not in player.said


def test_the_same_words_again_are_a_change(player):
    player.page.focus(".field")
    player.click(40)
    said = [player.page.text_content(".said")]
    for _ in range(3):
        player.press("h")
        said.append(player.page.text_content(".said"))
    assert said[1] == said[3] == player.evaluate("view.advice.hint.text")
    assert said[2] == said[1] + "\u00a0"


def focused(player):
    return player.evaluate(
        "document.activeElement.name ?? document.activeElement.className"
    )


def test_keys_are_heard_from_the_first(player):
    assert focused(player) == "field"
    assert not player.evaluate("view.parts.field.matches(':focus-visible')")
    player.press("Enter")
    assert player.game.status == "playing"


def test_the_focus_follows_the_menu(player):
    keyboard = player.page.keyboard
    player.button("fresh")
    assert focused(player) == "size"
    keyboard.press("r")  # chooses in the list, and no more
    keyboard.press("Escape")
    assert not player.page.is_visible(".menu")
    assert focused(player) == "field"
    player.button("fresh")
    player.button("back")
    assert focused(player) == "field"
    assert player.evaluate("view.state.game") == player.session._number


def test_letters_are_heard_after_a_click_on_a_button(player):
    player.click(40)
    with player.answered():
        player.button("hint")
    assert focused(player) == "hint"
    player.press("p")
    assert player.evaluate("view.board.probabilities.size") > 0
    player.page.keyboard.press("r")
    assert focused(player) == "yes"
    player.page.keyboard.press("Escape")
    assert focused(player) == "hint"
    assert player.game.status == "playing"
    player.page.keyboard.press("r")
    player.page.keyboard.press("Enter")
    player.wait("view.state.status === 'ready'")
    player.page.focus("[name=hint]")
    player.press("Enter")  # is the button's
    assert player.game.status == "ready"
    player.wait("view.advice.hint !== null")  # odds may be answered before
    player.press("r")  # nothing is open: no question
    assert player.evaluate("view.state.game") == 3


def test_what_the_parts_are_called(player):
    field = player.page.locator(".field")
    assert field.get_attribute("aria-label") == "Minesweeper board, 9 by 9, 10 mines"
    keys = player.page.locator(f"[id='{field.get_attribute('aria-describedby')}']")
    assert keys.text_content().startswith("Arrow keys move, ")
    assert player.page.get_attribute(".clock", "aria-label") == "Seconds"


def test_a_flag_that_is_clicked_says_so(player):
    player.page.keyboard.press("ArrowUp")
    player.press("f")
    player.page.keyboard.press("Enter")
    assert player.said == "Row 5, column 5 has a flag."


def test_the_cursor_stays_in_view(browser):
    small = {"viewport": {"width": 375, "height": 300}}
    with (
        Serving(size="30x30/99", seed=1) as serving,
        Player(browser, serving, **small) as player,
    ):
        player.page.focus(".field")
        for _ in range(16):
            player.page.keyboard.press("ArrowRight")
            player.page.keyboard.press("ArrowDown")
        corner = """(() => {
          const box = view.parts.canvas.getBoundingClientRect();
          return [box.right - 16, box.bottom - 16];
        })()"""
        assert player.evaluate("view.cursor") == 899
        x, y = player.evaluate(corner)
        assert 0 < x < 375
        assert 0 < y < 300
