"""A page whose server goes away: it comes back, to a game or to a new one."""

from browser import Player, Serving

from nogues.front import hub

NO_STORAGE = """for (const name of ['localStorage', 'sessionStorage']) {
  Object.defineProperty(window, name, { get() { throw new Error('blocked'); } }); }"""


def test_a_new_server_begins_a_game(browser):
    """Its games are counted from 1 again, however many this page has seen."""
    with (
        Serving(size="beginner", seed=1) as serving,
        Player(browser, serving) as player,
    ):
        player.page.focus(".field")
        player.press("r")
        player.press("r")
        player.click(40)
        assert player.evaluate("view.state.game") == 3
        serving.stop()
        player.wait("root.dataset.link === 'down'")
        with Serving(serving.port, size="beginner", seed=2) as player.serving:
            player.wait("view.state?.game === 1 && view.state.status === 'ready'")
            assert player.said == "The previous game is gone. Open any cell."
            assert not player.page.is_visible(".sonar")
            player.click(0)
            assert player.game.history == [("open", (0, 0))]
            player.still()
            assert player.seen() == player.game.cells.tolist()
        player.wait("root.dataset.link === 'down'")


def test_a_browser_that_stores_nothing(browser):
    with (
        Serving(size="beginner", seed=1) as serving,
        Player(browser, serving, script=NO_STORAGE) as player,
    ):
        player.click(40)
        assert player.game.status == "playing"


def test_a_page_that_is_refused_asks_less_and_less_often(browser, monkeypatch):
    with (
        Serving(size="beginner", seed=1) as serving,
        Player(browser, serving) as player,
    ):
        asked = []
        player.page.on("websocket", lambda socket: asked.append(socket))
        serving.stop()
        player.wait("root.dataset.link === 'down'")
        monkeypatch.setattr(hub, "MOST_TABS", 0)
        with Serving(serving.port, size="beginner") as player.serving:
            player.wait("root.dataset.link === 'refused'")
            assert player.said == "One game can be open in at most 0 tabs"
            before = len(asked)
            player.page.wait_for_timeout(2000)
            assert len(asked) - before <= 3
            assert player.said == "One game can be open in at most 0 tabs"
            monkeypatch.undo()
            player.wait("root.dataset.link === 'up' && view.state?.game === 1")
