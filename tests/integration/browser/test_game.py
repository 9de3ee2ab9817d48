"""Games in a real browser: by mouse, by keys, by fingers; lost, won, reloaded."""

import re

import numpy as np
import pytest
from browser import Player, Serving

import nogues


def check_same(player):
    """The page shows what the player may see, and shows it at rest."""
    player.still()
    if not player.game.is_over:
        assert player.seen() == player.game.cells.tolist()
    assert player.evaluate("view.board.shown.join()") == player.evaluate(
        "view.board.look.join()"
    )
    seen = player.evaluate("view.board.canvas.toDataURL()")
    again = "(view.board.settle(), view.board.canvas.toDataURL())"
    assert player.evaluate(again) == seen


def test_a_game_won_by_clicking_hints(player):
    for _ in range(100):
        with player.answered():
            player.button("hint")
        hint = player.evaluate("view.advice.hint")
        assert player.said == hint["text"]
        player.wait(f"view.board.marks.size >= {len(hint['cells'])}")
        for at in hint["cells"]:
            player.click(at, "right" if hint["of"] == "mine" else "left")
        if player.game.is_over:
            break
    assert player.game.status == "won"
    assert player.counter == "000"
    bbbv = nogues.metrics(player.game.board, zini=False)["bbbv"]
    told = (
        rf"Won in \d+\.\d\d s\. Easy, 3BV {bbbv}, \d+\.\d\d 3BV/s, "
        rf"{player.game.clicks} clicks, efficiency \d+ %\. With hints: "
        r"does not count for best times\.$"
    )
    assert re.match(told, player.said)
    player.still()
    flags = (np.array(player.seen()) == nogues.FLAG).nonzero()[0].tolist()
    assert flags == player.mines()


def test_a_lost_game_shows_mines_and_wrong_flags(player):
    player.click(40)
    assert player.game.status == "playing"
    mines = player.mines()
    wrong = next(at for at in player.hidden() if at not in mines)
    player.flag(wrong)
    player.flag(mines[1])
    player.click(mines[0])
    assert player.game.status == "lost"
    check_same(player)
    seen = player.seen()
    assert (seen[mines[0]], seen[wrong], seen[mines[1]]) == (9, 10, nogues.FLAG)
    assert all(seen[at] == nogues.MINE for at in mines[2:])
    bbbv = nogues.metrics(player.game.board, zini=False)["bbbv"]
    assert re.match(
        rf"Lost after \d+\.\d\d s: {player.place(mines[0])} is a mine, "
        rf"1 wrong flag\. Easy, 3BV 1 of {bbbv}, \d+\.\d\d 3BV/s, 4 clicks, "
        r"efficiency 25 %\.$",
        player.said,
    )
    with player.answered():
        player.button("restart")
    assert player.game.status == "ready"
    player.click(40)
    assert player.mines() == mines


def test_chords_and_flags(player):
    player.click(40)
    p = nogues.mine_probabilities(player.game.position())
    certain = np.flatnonzero(p.mines).tolist()
    safe = np.flatnonzero(p.safe).tolist()
    for k, at in enumerate(certain):
        player.flag(at)
        assert player.counter == f"{9 - k:03}"
    player.flag(certain[0])
    player.flag(certain[0])
    open_clues = np.flatnonzero(player.game.cells > 0).tolist()
    clue = next(
        at
        for at in open_clues
        for other in player.evaluate(f"view.board.around({at})")
        if other in safe
        and sum(c in certain for c in player.evaluate(f"view.board.around({at})"))
        == player.game.cells[at]
    )
    before = len(player.hidden())
    player.click(clue)
    assert player.game.history[-1][0] == "chord"
    assert len(player.hidden()) < before
    check_same(player)


def test_a_click_on_a_flag_is_silent(player):
    player.click(40)
    player.flag(0)
    moves = player.game.clicks
    player.page.mouse.click(*player.point(0))
    player.flag(0)
    assert player.game.clicks == moves + 1


def test_a_button_let_go_of_outside_is_no_click(player):
    mouse = player.page.mouse
    x, y = player.point(0)
    mouse.move(x, y)
    mouse.down()
    assert player.evaluate("view.board.pressed.size") == 1
    box = player.page.locator(".field").bounding_box()
    mouse.move(x, box["y"] - 20)  # in one step, past the edge
    mouse.up()
    assert player.evaluate("view.board.pressed.size") == 0
    player.click(0)
    assert player.game.history == [("open", (0, 0))]


def test_the_counter_goes_below_zero(player):
    for at in range(12):
        player.flag(at)
    assert player.counter == "-002"


def test_keys_alone_win(player):
    player.page.keyboard.press("Tab")
    while player.evaluate("document.activeElement.className") != "field":
        player.page.keyboard.press("Tab")
    for _ in range(200):
        player.press("n")
        if not player.game.is_over and player.game.status == "ready":
            player.page.keyboard.press("Enter")
            player.wait("view.state.status === 'playing'")
        if player.game.is_over:
            break
        player.page.wait_for_timeout(30)
    assert player.game.status == "won"
    player.wait("view.state.status === 'won'")
    player.page.wait_for_timeout(100)
    assert player.said.startswith("Won in")


def test_keys_move_open_flag_and_begin_anew(player):
    player.page.focus(".field")
    player.page.keyboard.press("ArrowUp")  # shows where we are
    assert player.said == "Row 5, column 5: hidden."
    player.press("Enter")
    assert player.game.status == "playing"
    clue = int(player.game.cells[40])
    assert clue == 0
    for _ in range(10):
        player.page.keyboard.press("ArrowRight")
        player.page.keyboard.press("ArrowDown")
    assert player.evaluate("view.cursor") == 80
    assert player.said.startswith("Row 9, column 9: ")
    player.page.keyboard.press("ArrowLeft")
    hidden = player.hidden()[0]
    while player.evaluate("Math.floor(view.cursor / 9)") > hidden // 9:
        player.page.keyboard.press("ArrowUp")
    while player.evaluate("view.cursor % 9") > hidden % 9:
        player.page.keyboard.press("ArrowLeft")
    player.press("f")
    assert player.game.cells[hidden] == nogues.FLAG
    assert player.said == f"Flag placed on {player.place(hidden)}."
    player.press("p")
    assert player.evaluate("view.board.probabilities.size") > 0
    player.press("p", answers=0)
    assert player.evaluate("view.board.probabilities.size") == 0
    player.press("h")
    assert player.said == player.evaluate("view.advice.hint.text")
    check_same(player)
    player.page.keyboard.press("r")  # asks first: a game is running
    player.press("Enter")
    assert player.game.status == "ready"
    assert player.evaluate("view.state.game") == 2
    player.page.keyboard.press(" ")
    player.wait("view.state.status === 'playing'")


def test_words_are_said_once(player):
    code = """() => { window.said = [];
      new MutationObserver(() => said.push(document.querySelector('.said').textContent))
        .observe(document.querySelector('.said'), {childList: true}); }"""
    player.page.evaluate(code)
    player.click(40)
    player.flag(player.mines()[0])
    player.still()
    said = player.page.evaluate("window.said")
    name = player.place(player.mines()[0])
    assert said == ["53 cells opened.", f"Flag placed on {name}."]
    assert player.page.get_attribute(".said", "aria-live") == "polite"
    assert player.page.get_attribute(".field", "role") == "application"


def test_a_reload_goes_on(player):
    player.click(40)
    player.flag(player.mines()[0])
    session, seen = player.session, player.seen()
    player.page.reload()
    player.wait("view?.state")
    assert player.session is session
    assert player.seen() == seen
    assert player.counter == "009"
    check_same(player)
    assert player.evaluate("view.board.clock.now() - view.dials.base") > 0


def test_a_reload_shows_how_it_ended(player):
    player.click(40)
    player.flag(player.hidden()[0])
    player.click(player.mines()[3])
    player.still()
    seen, said = player.seen(), player.said
    player.page.reload()
    player.wait("view?.state")
    assert player.seen() == seen
    assert player.said == said


def test_another_tab_has_another_game(browser, player, serving):
    player.click(40)
    with Player(browser, serving) as other:
        assert other.session is not player.session
        assert other.game.status == "ready"
        other.click(0)
    assert player.game.history == [("open", (4, 4))]


def test_a_dropped_socket_comes_back(browser):
    with (
        Serving(size="beginner", seed=1) as serving,
        Player(browser, serving) as player,
    ):
        player.click(40)
        hub, port = serving.hub, serving.port
        serving.stop()
        player.wait("root.dataset.link === 'down'")
        assert player.said == "Connection lost. Reconnecting..."
        mine = player.mines()[0]
        player.page.mouse.click(*player.point(mine), button="right")  # is not lost
        with Serving(port, rooms=hub._rooms, size="beginner"):
            player.wait("root.dataset.link === 'up' && view.state?.remaining === 9")
            assert player.game.cells[mine] == nogues.FLAG


def test_a_link_makes_the_board_again(browser, serving, player):
    player.click(31)
    with player.answered():
        player.button("share")
    link = player.page.input_value("[name=link]")
    command = player.page.input_value("[name=command]")
    assert command == f"nogues play 9x9/10 --seed {player.game.seed} --start 3,4"
    player.page.keyboard.press("Escape")
    with Player(browser, serving) as other:
        other.page.goto(link)
        other.wait("view?.state?.start === 31")
        other.page.mouse.click(*other.point(0))
        other.wait("document.querySelector('.said').textContent.includes('marked')")
        other.click(31)
        assert other.game.board == player.game.board
        assert "?" not in other.page.url


def test_the_start_page(browser):
    with Serving() as serving, Player(browser, serving) as player:
        assert player.page.is_visible(".sonar")
        player.page.select_option("[name=size]", "custom")
        for name, number in (("width", "12"), ("height", "10"), ("mines", "15")):
            player.page.fill(f"[name={name}]", number)
        player.page.select_option("[name=search]", "random")
        player.page.select_option("[name=safe]", "relocate")
        with player.answered():
            player.button("play")
        assert not player.page.is_visible(".sonar")
        assert player.evaluate("view.menu.sonar.request") == 0
        arguments = player.game.arguments
        wanted = {"width": 12, "height": 10, "mines": 15, "search": "random"}
        assert wanted.items() <= arguments.items()
        assert arguments["relocate"] is True
        player.button("fresh")
        with player.answered():
            player.button("daily")
        assert (player.game.width, player.game.mines) == (12, 25)
        player.page.reload()
        player.wait("view?.state")
        assert not player.page.is_visible(".sonar")


def test_reduced_motion_stands_still(browser, serving):
    with Player(browser, serving, reduced_motion="reduce") as player:
        player.click(40)
        assert player.evaluate("view.board.frames") == 0
        check_same(player)
        player.flag(player.mines()[0])
        with player.answered():
            player.button("hint")
        player.click(player.mines()[1])
        assert player.evaluate("view.board.frames") == 0
        check_same(player)


def test_no_loop_runs_when_nothing_moves_or_the_page_is_hidden(player):
    player.click(40)
    player.still()
    before = player.evaluate("view.board.frames")
    assert before > 3
    player.page.wait_for_timeout(200)
    assert player.evaluate("view.board.frames") == before
    hide = """() => { Object.defineProperty(document, 'hidden', {get: () => true});
      document.dispatchEvent(new Event('visibilitychange')); }"""
    player.click(player.mines()[0])
    player.page.evaluate(hide)
    assert player.evaluate("view.board.request") == 0
    check_same(player)


def test_nothing_hidden_reaches_the_page(browser, serving):
    with Player(browser, serving) as player:
        frames = []
        player.page.on(
            "websocket", lambda ws: ws.on("framereceived", lambda f: frames.append(f))
        )
        player.page.reload()
        player.wait("view?.state")
        player.click(40)
        with player.answered():
            player.button("probabilities")
        text = "".join(map(str, frames))
        assert len(text) > 500
        assert '"end":{' not in text
        assert '"seed"' not in text
        assert '"mines":[' not in text


def test_the_probabilities_follow_the_game(player):
    player.click(40)
    with player.answered():
        player.button("probabilities")
    assert player.said.endswith("certainly safe.")
    p = nogues.mine_probabilities(player.game.position())
    before = player.evaluate("Array.from(view.board.probabilities)")
    assert [at for at, _ in before] == np.flatnonzero(p.hidden).tolist()
    safe = int(np.flatnonzero(p.safe)[0])
    assert player.evaluate(f"view.board.best.has({safe})")
    with player.answered(2):
        player.page.mouse.click(*player.point(safe))
    assert player.evaluate("view.board.probabilities.size") < len(before)
    check_same(player)
    with player.answered():
        player.page.mouse.click(*player.point(player.mines()[0]))
    assert player.evaluate("view.board.probabilities.size") == 0
    assert player.page.get_attribute("[name=probabilities]", "aria-pressed") == "false"


def test_neighbours_are_counted(player):
    player.button("count")
    assert player.said == "Click an open number first, then count."
    player.click(40)
    clue = int(np.flatnonzero(player.game.cells == 1)[0])
    around = player.evaluate(f"view.board.around({clue})")
    mine = next(at for at in around if at in player.mines())
    player.flag(mine)
    player.page.mouse.click(*player.point(clue))  # the cell to count around
    player.page.wait_for_timeout(200)
    player.button("count")
    player.wait(f"view.board.marks.size === {len(around) + 1}")
    assert player.evaluate(f"view.board.marks.get({mine}).text") == "1"
    assert re.match(
        r"The 1 at row \d, column \d has 1 flag and \d hidden cells?: 0 ", player.said
    )


HINT = """view.receive({kind: 'hint', of: 'safe', game: view.state.game,
  cells: [1, 2, 3], clues: [10, 11], text: 'Three.'})"""


def test_marks_to_come_are_cleared_too(player):
    player.evaluate(f"({HINT}, view.board.clearMarks())")
    player.still()
    assert player.evaluate("view.board.marks.size") == 0
    check_same(player)


def test_marks_to_come_outlast_a_resize(player):
    player.evaluate(f"({HINT}, view.board.settle())")
    assert player.evaluate("[...view.board.marks.keys()]") == [10, 11, 1, 2, 3]
    check_same(player)


def test_mines_that_make_way_are_seen_leaving(browser):
    options = {"search": "random", "relocate": True, "seed": 3}
    with Serving(size="16x12/40", **options) as serving:
        with Player(browser, serving) as player:
            player.click(6 * 16 + 8)
            assert player.said.startswith("1 mine moved away. ")
            assert player.evaluate("view.board.moving.length") >= 2
            check_same(player)
            assert player.evaluate("view.board.frames") > 10
            # Where they went is shown when the game is over.
            assert player.evaluate("view.board.arrows.size") == 0
            player.click(player.mines()[0])
            check_same(player)
            ((one, other),) = player.evaluate("view.state.end.moved")
            passed = player.evaluate("[...view.board.arrows.keys()]")
            assert {one, other} <= set(passed)


def test_a_page_that_is_read_from_the_right(player):
    player.page.evaluate("document.documentElement.dir = 'rtl'")
    for part in (".digits", ".field"):
        style = f"getComputedStyle(document.querySelector('{part}')).direction"
        assert player.evaluate(style) == "ltr"


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_themes(browser, serving, theme):
    with Player(browser, serving, color_scheme=theme) as player:
        assert player.page.get_attribute("#nogues", "data-theme") == theme
        other = {"light": "dark", "dark": "light"}[theme]
        player.page.emulate_media(color_scheme=other)
        player.wait(f"root.dataset.theme === '{other}'")
        check_same(player)
