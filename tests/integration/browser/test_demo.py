"""The demonstration in a real browser.  Clocks are set, so nothing is waited for."""

from browser import Player

from nogues.front.scenes import SCENES

#: Play a scene frame by frame up to a time, as the clock does, without waiting.
PLAY = """async ([number, times, step]) => {
  const { demo, board } = document.getElementById('nogues').view;
  demo.start(number);
  demo.clock.pause();
  const seen = [];
  for (const [k, to] of times.entries()) {
    for (let ms = k ? times[k - 1] : 0; ms < to + step; ms += step) {
      const at = Math.min(ms, to);
      demo.clock.frame(at);
      while (!demo.scene || demo.clock.now() < at) { // a beat is to come
        await new Promise((done) => setTimeout(done, 1));
        demo.clock.frame(at);
      }
    }
    seen.push([demo.clock.now(), board.canvas.toDataURL()]);
  }
  return seen; }"""

SET = """async ([number, times]) => {
  const { demo, board } = document.getElementById('nogues').view;
  demo.start(number);
  const seen = [];
  for (const ms of times) {
    await demo.set(ms);
    seen.push([demo.clock.now(), board.canvas.toDataURL()]);
  }
  return seen; }"""

#: Half of a scene: (number) -> [ms, cells].
HALF = """async (number) => {
  const { demo, board } = document.getElementById('nogues').view;
  demo.start(number);
  await demo.set(0);
  await demo.set(Math.round(demo.scene.until / 2));
  return [demo.clock.now(), Array.from(board.shown), Array.from(board.look)]; }"""

HIDE = """(hidden) => {
  Object.defineProperty(document, 'hidden', { get: () => hidden, configurable: true });
  document.dispatchEvent(new Event('visibilitychange')); }"""

#: Show the page again: the time of the scene two frames later.
SHOW = f"""async () => {{
  ({HIDE})(false);
  for (const frame of [1, 2]) await new Promise(requestAnimationFrame);
  return document.getElementById('nogues').view.demo.clock.now(); }}"""


def start(player, number):
    player.evaluate(f"view.demo.start({number})")
    player.wait("view.demo.scene")


def test_the_game_is_taken_over_in_the_middle_of_each_scene(player):
    for number in range(1, len(SCENES) + 1):
        ms, _, look = player.page.evaluate(HALF, number)
        assert ms > 2000
        take = player.page.locator("[name=take]")
        with player.answered():
            take.click()
        assert not player.evaluate("view.demo.isOn"), number
        assert not take.is_visible()
        assert player.evaluate("view.state.help").count("demo") == 1
        cells = player.game.cells.tolist()
        assert player.seen() == look, number
        if not player.game.is_over:
            assert cells == look, number
        assert player.page.get_attribute(".said", "aria-live") == "polite"


def test_a_tap_takes_over_and_is_carried_out(player):
    player.click(40)
    own = player.game
    _, _, look = player.page.evaluate(HALF, 1)
    assert player.session.game is own  # waits
    at = look.index(-2)
    box = player.page.locator(".field canvas").bounding_box()
    cell = box["width"] / 16
    x, y = box["x"] + (at % 16 + 0.5) * cell, box["y"] + (at // 16 + 0.5) * cell
    # The player's own game runs: it is not lost unasked.
    player.page.mouse.click(x, y, button="right")
    player.button("no")
    assert player.session.game is own
    player.page.mouse.click(x, y, button="right")
    with player.answered(2):
        player.button("yes")
    assert player.game.cells[at] == -3
    player.wait("!view.demo.isOn")
    # A key does the same.
    player.page.evaluate(SET, [5, [1900]])
    kinds = player.evaluate("[...view.board.fills.values()]")
    assert sorted(kinds) == ["only", "only", "shared", "shared"]
    with player.answered(2):
        player.page.keyboard.press("h")
    assert player.evaluate("view.advice.hint !== null")


def test_the_same_clock_shows_the_same_picture(browser, serving):
    """Played frame by frame in one tab, set in another, backwards."""
    times = [1230, 2290, 4400]
    with Player(browser, serving) as one, Player(browser, serving) as other:
        for number in range(1, len(SCENES) + 1):
            played = one.page.evaluate(PLAY, [number, times, 41])
            there = other.page.evaluate(SET, [number, times[::-1]])[::-1]
            assert [ms for ms, _ in played] == times
            assert played == there, number
            assert len({picture for _, picture in played}) >= 2, number


def test_keys_of_the_demonstration(player):
    player.click(40)
    own, before = player.game, player.seen()
    start(player, 1)
    press = player.page.keyboard.press
    assert player.page.get_attribute(".said", "aria-live") == "off"
    assert player.page.inner_text(".demo-title").split("\n") == ["1 of 9", "Ripple"]
    player.wait("view.demo.clock.now() > 60")
    press("p")
    now = player.evaluate("view.demo.clock.now()")
    assert not player.evaluate("view.demo.clock.runs")
    press("n")  # the next step, and the clock still stands
    player.wait(f"view.demo.clock.now() > {now + 500}")
    there = player.evaluate("view.demo.clock.now()")
    assert not player.evaluate("view.demo.clock.runs")
    press("r")
    assert player.evaluate(f"view.demo.clock.runs && view.demo.clock.now() < {there}")
    press("4")
    player.wait("view.demo.scene?.scene === 4")
    player.page.evaluate("document.getElementById('nogues').view.demo.set(1e9)")
    player.wait("view.demo.goal === null")
    said = ".demo [role=status]"
    assert player.page.inner_text(said) == SCENES[3].text
    press("n")
    player.wait("view.demo.scene?.scene === 5")
    assert player.page.inner_text(said) == ""
    with player.answered():
        press("Escape")
    assert player.game is own
    assert player.seen() == before
    assert not player.page.is_visible(".demo")
    assert player.page.get_attribute(".said", "aria-live") == "polite"
    player.click(player.hidden()[0], "right")  # the game goes on
    assert own.clicks == 2


def test_scenes_follow_each_other_and_a_hidden_tab_stops_them(player):
    start(player, 9)
    player.page.evaluate(
        "() => { const { demo } = document.getElementById('nogues').view;"
        " demo.clock.frame(demo.scene.until - 30); }"
    )
    player.page.evaluate(HIDE, True)
    now = player.evaluate("view.demo.clock.now()")
    player.page.wait_for_timeout(250)
    assert player.evaluate("view.demo.clock.now()") == now
    # A frame advances it by at most 50 ms: nothing is caught up.
    assert now < player.page.evaluate(SHOW) <= now + 150
    player.wait("document.querySelector('.demo [role=status]').textContent")
    player.wait("view.demo.scene?.scene === 1")


def test_reduced_motion_shows_the_last_picture_of_each_scene(browser, serving):
    with Player(browser, serving, reduced_motion="reduce") as player:
        for number in range(1, len(SCENES) + 1):
            if number == 1:
                start(player, 1)
            else:
                player.page.keyboard.press("n")
            player.wait(
                f"view.demo.scene?.scene === {number} && view.demo.goal === null"
            )
            until = player.evaluate("view.demo.scene.until")
            assert player.evaluate("view.demo.clock.now()") == until
            assert not player.evaluate("view.demo.clock.runs")
            same = "view.board.shown.join() === view.board.look.join()"
            assert player.evaluate(same)
        assert player.page.inner_text(".demo-title").split("\n") == ["9 of 9", "Sonar"]
