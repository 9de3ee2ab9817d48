"""Two tabs: of different games, and of the same one."""

from browser import Player


def test_tabs_of_different_games_do_not_disturb_each_other(browser, serving):
    with Player(browser, serving) as one:
        page = one.context.new_page()
        page.goto(serving.address)
        other = Player.beside(one, page)
        assert other.session is not one.session
        one.click(40)
        other.click(0)
        other.flag(other.hidden()[-1])
        one.flag(one.hidden()[0])
        with one.answered():
            one.button("hint")
        assert other.evaluate("view.advice.hint") is None
        for tab in (one, other):
            tab.still()
            assert tab.seen() == tab.game.cells.tolist()
        other.page.keyboard.press("r")
        other.press("Enter")
        assert one.game.status == "playing"
        assert one.evaluate("view.state.game") == 1
        one.evaluate("view.settings.set('theme', 'dark')")  # settings are shared
        other.wait("root.dataset.theme === 'dark'")


def test_tabs_of_one_game_stay_in_step(browser, serving):
    with Player(browser, serving) as one:
        with one.context.expect_page() as opened:
            one.page.evaluate("window.open(location.href)")  # copies the session
        other = Player.beside(one, opened.value)
        assert other.session is one.session
        one.click(40)
        other.wait("view.state.status === 'playing'")
        other.flag(0)
        one.wait("view.state.remaining === 9")
        with other.answered():
            other.button("undo")
        one.wait("view.state.remaining === 10")
        one.page.keyboard.press("r")
        one.press("Enter")
        other.wait("view.state.game === 2 && view.state.status === 'ready'")
        for tab in (one, other):
            assert tab.seen() == tab.game.cells.tolist()
