"""The page by keys: what they do when held, where they lead, and what is said."""

import pytest
from browser import Player, Serving, chromium

import nogues


@pytest.fixture(scope="module")
def browser():
    with chromium() as running:
        yield running


@pytest.fixture(scope="module")
def serving():
    with Serving(size="beginner", seed=1) as running:
        yield running


@pytest.fixture
def player(browser, serving):
    with Player(browser, serving) as playing:
        yield playing


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
    assert player.evaluate("face.cursor") == 4 + 9
    player.press("h")
    assert player.game.clicks == 1
    assert player.game.cells[40] == nogues.FLAG
