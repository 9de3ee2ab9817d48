"""More ways to move: undo, chords and flags by mouse, flag mode, question marks."""

import numpy as np
from browser import Player

import nogues
from nogues import FLAG, HIDDEN


def test_undo(player):
    player.press("u")
    assert player.said == "There is nothing to undo."
    player.click(40)
    mine = player.mines()[0]
    player.click(mine)
    assert player.game.status == "lost"
    with player.answered():
        player.button("undo")
    assert player.game.status == "playing"
    assert player.said == "Move undone."
    player.still()
    assert player.seen() == player.game.cells.tolist()
    assert player.evaluate("root.dataset.status") == "playing"
    player.page.focus(".field")
    player.press("Control+z")
    assert player.game.status == "ready"
    assert player.evaluate("view.state.help") == ["undo"]


def test_chords_by_other_buttons(player):
    """The middle one, and the left one joined by the right one."""
    player.click(40)
    mouse = player.page.mouse
    for at in player.mines():
        player.flag(at)
    ways = ("middle", "both")
    for way in ways:
        cells = player.game.cells
        clue = next(
            at
            for at in np.flatnonzero(cells > 0).tolist()
            if any(cells[near] == HIDDEN for near in player.around(at))
        )
        before = player.game.clicks
        mouse.move(*player.point(clue))
        with player.answered():
            if way == "middle":
                mouse.click(*player.point(clue), button="middle")
            else:
                mouse.down()
                mouse.down(button="right")
                mouse.up()
                mouse.up(button="right")
        assert player.game.clicks == before + 1
        assert player.game.history[-1][0] == "chord"
        if player.game.is_over:
            break


def test_flags_are_drawn_with_the_right_button(player):
    mouse = player.page.mouse
    mouse.move(*player.point(0))
    mouse.down(button="right")
    mouse.move(*player.point(3))  # a quick mouse passes cells without a word
    mouse.up(button="right")
    player.wait("view.state.remaining === 6")
    assert player.game.cells[:5].tolist() == [FLAG, FLAG, FLAG, FLAG, HIDDEN]
    mouse.move(*player.point(1))
    mouse.down(button="right")
    for at in (2, 3, 4):  # takes them away, and sets none
        mouse.move(*player.point(at))
    mouse.up(button="right")
    player.wait("view.state.remaining === 9")
    assert player.game.cells[:5].tolist() == [FLAG, HIDDEN, HIDDEN, HIDDEN, HIDDEN]


def test_a_flag_on_an_open_cell_says_why_not(player):
    player.click(40)
    player.page.keyboard.press("ArrowUp")
    player.page.keyboard.press("f")
    assert player.said.endswith(" is open: only hidden cells take a flag.")
    assert player.game.clicks == 1


def test_question_marks_are_the_players_own(player):
    player.evaluate("view.settings.set('questions', true)")
    player.flag(0)
    player.flag(0)
    assert player.evaluate("view.board.look[0]") == 14
    assert player.said == "Question mark on row 1, column 1."
    assert player.game.cells[0] == HIDDEN
    player.page.reload()
    player.wait("view?.state")
    assert player.evaluate("view.board.look[0]") == 14
    player.page.mouse.click(*player.point(0), button="right")
    assert player.said == "Question mark removed from row 1, column 1."
    player.flag(0)
    player.flag(0)
    player.click(0)  # opens it like any hidden cell
    assert player.game.history[-1] == ("open", (0, 0))
    assert player.seen() == player.game.cells.tolist()


def test_flag_mode(browser, serving):
    with Player(browser, serving, has_touch=True) as player:
        tap = player.page.touchscreen.tap
        player.button("mode")
        with player.answered():
            tap(*player.point(0))
        assert player.game.cells[0] == FLAG
        with player.answered():
            tap(*player.point(0))
        assert player.game.cells[0] == HIDDEN
        player.button("mode")
        with player.answered():
            tap(*player.point(40))
        assert player.game.status == "playing"
        player.button("mode")
        number = int(np.flatnonzero(player.game.cells > 0)[0])
        with player.answered():
            tap(*player.point(number))  # numbers chord in both modes
        assert nogues.FLAG not in player.game.cells


def test_tenths(player):
    player.evaluate("view.settings.set('tenths', true)")
    player.click(40)
    player.wait("/^00\\d\\.[1-9]$/.test(view.parts.clock.textContent)")


def test_too_many_flags_are_said(player):
    for at in range(12):
        player.page.mouse.click(*player.point(at), button="right")
    player.wait("view.state.remaining === -2")
    label = player.page.get_attribute(".digits", "aria-label")
    assert label == "2 flags too many"
