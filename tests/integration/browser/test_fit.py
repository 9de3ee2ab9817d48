"""The board in its window: as large as there is room for, with all else in view."""

import pytest
from browser import Player, Serving

import nogues

WINDOWS = {
    "phone": (360, 740),
    "phone on its side": (740, 360),
    "window": (640, 560),
    "laptop": (1366, 625),
    "large": (2560, 1440),
}
SIZES = {
    name: "{width}x{height}/{mines}".format(**size)
    for name, size in {**nogues.PRESETS, **nogues.CAMPO_MINADO_LEVELS}.items()
} | {"largest": "100x100/1000"}

#: What is in view, the side of a cell, and the edges of field and board.
LOOK = """() => {
  const { parts, fit, board } = document.getElementById('nogues').view;
  const inView = (part) => {
    const box = part.getBoundingClientRect();
    return box.width > 0 && box.height > 0 && box.left >= 0 && box.top >= 0
      && box.right <= innerWidth && box.bottom <= innerHeight;
  };
  const tools = [...parts.game.querySelectorAll('.tools button')]
    .filter((button) => button.checkVisibility());
  const named = [parts.counter, parts.clock, parts.said, parts.field, parts.fresh];
  return {
    hidden: [...named, ...tools].filter((p) => !inView(p)).map((p) => p.className),
    tools: tools.length,
    said: parts.said.scrollHeight - parts.said.clientHeight,
    side: parts.canvas.offsetWidth / board.width,
    free: [fit.room.width - parts.canvas.offsetWidth,
      fit.room.height - parts.canvas.offsetHeight],
    overflow: [parts.field.scrollWidth - parts.field.clientWidth,
      parts.field.scrollHeight - parts.field.clientHeight],
    page: document.documentElement.scrollHeight - innerHeight,
  };
}"""


@pytest.fixture(scope="module")
def played(browser):
    with (
        Serving(size="beginner", seed=1) as serving,
        Player(browser, serving) as player,
    ):
        yield player


def begin(player, size):
    before = player.evaluate("view.state.game")
    player.evaluate(f"view.begin({{size: '{size}', search: 'random'}})")
    player.wait(f"view.state.game > {before}")


@pytest.mark.parametrize("window", WINDOWS)
def test_boards_fit(played, window):
    width, height = WINDOWS[window]
    played.page.set_viewport_size({"width": width, "height": height})
    for name, size in SIZES.items():
        begin(played, size)
        played.evaluate("view.say('word '.repeat(40))")  # as long as a long hint
        look = played.page.evaluate(LOOK)
        assert look["hidden"] == [], name
        assert look["said"] <= 1, name
        assert look["tools"] >= 9
        assert look["page"] <= 0, name
        side = look["side"]
        assert side >= 18, name
        columns, rows = map(int, size.split("/")[0].split("x"))
        free = [look["free"][0] / columns, look["free"][1] / rows]
        if min(look["free"]) >= 0:  # nothing to scroll, and no room for larger cells
            assert max(look["overflow"]) <= 0, name
            assert side == 96 or min(free) < 1, name
        else:  # at the least size, or only one way
            one_way = look["overflow"][1] <= 0 or look["overflow"][0] <= 0
            assert side == 18 or one_way, name
            assert side <= 30


def test_a_new_game_forgets_scroll_and_zoom(played):
    """The spot that brings a cell into view is a part of what scrolls."""
    played.page.set_viewport_size({"width": 1366, "height": 625})
    begin(played, "30x16/99")
    for _ in range(5):
        played.button("larger")
    played.page.focus(".field")
    for _ in range(9):
        played.page.keyboard.press("ArrowDown")
    assert played.evaluate("view.parts.field.scrollTop") > 0
    begin(played, "9x9/10")
    assert played.evaluate("view.parts.field.scrollTop") == 0
    look = played.page.evaluate(LOOK)
    assert max(look["overflow"]) <= 0
    assert look["side"] > 60


def test_turning_keeps_game_and_zoom(played):
    played.page.set_viewport_size({"width": 360, "height": 740})
    begin(played, "30x16/99")
    played.click(255)
    played.button("larger")
    side = played.evaluate("view.fit.side")
    played.page.set_viewport_size({"width": 740, "height": 360})
    played.wait("view.fit.room.width > view.fit.room.height")
    assert played.evaluate("view.fit.side") == side
    assert played.evaluate("view.state.status") == "playing"
    assert played.page.evaluate(LOOK)["hidden"] == []
    played.page.keyboard.press("0")
    assert played.evaluate("view.fit.side") < side


def test_zoom_by_keys_and_wheel_keeps_the_place(played):
    played.page.set_viewport_size({"width": 1000, "height": 720})
    begin(played, "30x16/99")
    x, y = played.point(100)
    played.page.mouse.move(x, y)
    played.page.keyboard.down("Control")
    for _ in range(3):
        side = played.evaluate("view.fit.side")
        played.page.mouse.wheel(0, -100)
        played.wait(f"view.fit.side > {side}")
    played.page.keyboard.up("Control")
    assert played.evaluate(f"view.board.cellAt({x}, {y})") == 100
    assert played.page.evaluate("visualViewport.scale") == 1
    played.page.focus(".field")
    large = played.evaluate("view.fit.side")
    played.page.keyboard.press("-")
    assert played.evaluate("view.fit.side") == pytest.approx(large / 1.25)
    played.page.keyboard.press("+")
    assert played.evaluate("view.fit.side") == pytest.approx(large)


def test_a_long_text_moves_nothing(played):
    played.page.set_viewport_size({"width": 1100, "height": 800})
    begin(played, "30x16/99")
    box = played.page.locator(".field canvas").bounding_box()
    for words in (1, 20, 60):
        played.evaluate(f"view.say('word '.repeat({words}))")
        assert played.page.locator(".field canvas").bounding_box() == box
        assert played.evaluate(
            "view.parts.said.scrollHeight <= view.parts.said.clientHeight + 1"
        )


def test_cells_of_the_largest_board_on_a_sharp_screen(browser):
    """A canvas has a largest size, and cells keep theirs."""
    sharp = {"viewport": {"width": 360, "height": 740}, "device_scale_factor": 3}
    with (
        Serving(size="100x100/1000", search="random") as serving,
        Player(browser, serving, **sharp) as player,
    ):
        assert player.page.evaluate(LOOK)["side"] == pytest.approx(18, abs=0.2)
        assert player.evaluate("view.parts.canvas.width") <= 4000
