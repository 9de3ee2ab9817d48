"""Best times and statistics, kept by the browser."""

import json

from browser import Player

KEPT = "JSON.parse(localStorage.getItem('nogues-records')).types"
BEGINNER = "9x9/10 repair elementary"


def finish(player, won=True):
    player.click(40)
    cells = set(player.hidden())
    mines = player.mines()
    if not won:
        player.click(mines[0])
        return
    safe = sorted(cells - set(mines))
    player.evaluate(f"{safe}.forEach((at) => view.move('open', at))")
    player.wait("view.state.status === 'won'")


def kept(player, condition="true"):
    player.wait(f"localStorage.getItem('nogues-records') && {condition}")
    return player.evaluate(KEPT)


def test_games_count_once(browser, serving):
    with Player(browser, serving) as player:
        finish(player)
        found = kept(player)[BEGINNER]
        assert (found["games"], found["won"], found["longest"]) == (1, 1, 1)
        assert found["times"] == [player.evaluate("view.state.elapsed")]
        player.page.reload()
        player.wait("view?.state")
        other = player.context.new_page()  # of the same game, in the same browser
        other.add_init_script(
            f"sessionStorage.setItem('nogues-session', "
            f"'{player.page.get_attribute('#nogues', 'data-session')}')"
        )
        other.goto(serving.address)
        other.wait_for_function("document.getElementById('nogues').view?.state?.end")
        other.close()
        assert kept(player)[BEGINNER] == found
        with player.answered():
            player.button("restart")
        finish(player, won=False)  # a board seen before: with help
        found = kept(player, f"{KEPT}['{BEGINNER}'].helped")[BEGINNER]
        assert (found["games"], found["helped"], found["helped_won"]) == (1, 1, 0)
        player.press("r")
        finish(player, won=False)
        found = kept(player, f"{KEPT}['{BEGINNER}'].games > 1")[BEGINNER]
        assert (found["games"], found["won"], found["streak"]) == (2, 1, 0)

        player.button("statistics")
        row = player.page.inner_text("dialog tbody tr")
        assert "Beginner: 9 x 9, 10 mines. No guessing, Easy" in row
        assert "1 (50 %)" in row
        with player.page.expect_download() as download:
            player.button("export")
        saved = json.loads(download.value.path().read_text(encoding="utf-8"))
        assert saved["types"] == kept(player)
        player.button("erase")
        player.page.click("dialog [name=yes]")
        assert player.page.inner_text(".note") == "Erased."
        assert kept(player) == {}
        for text, told in (
            (json.dumps(saved), "Imported."),
            ("{", "a.json is not a file of nogues statistics."),
            ('{"types": {"x": 1}}', "a.json is not a file of nogues statistics."),
        ):
            file = {"name": "a.json", "mimeType": "", "buffer": text.encode()}
            player.page.set_input_files("dialog [type=file]", [file])
            player.page.wait_for_function(
                f"() => document.querySelector('.note').textContent === {told!r}"
            )
        assert kept(player) == saved["types"]
        player.page.keyboard.press("Escape")
        # A reload after all that counts nothing again.
        player.page.reload()
        player.wait("view?.state?.end")
        assert kept(player) == saved["types"]


def test_a_browser_that_keeps_nothing(browser, serving):
    """As in a private window, or when its room is used up."""
    with Player(browser, serving) as player:
        player.evaluate(
            "(Storage.prototype.setItem = () => { throw new Error('full'); },"
            " Storage.prototype.getItem = () => '{')"
        )
        finish(player, won=False)
        player.button("statistics")
        assert player.page.is_visible("dialog")
        player.page.keyboard.press("Escape")
        player.evaluate("view.settings.set('theme', 'dark')")
        assert player.evaluate("root.dataset.theme") == "dark"
