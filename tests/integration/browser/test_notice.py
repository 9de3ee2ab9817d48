"""The page while the server compiles: its status line says so, until it is done."""

import pytest
from browser import Player, Serving
from fake_compiler import compiling

from nogues.front.new_game import check_new_game
from nogues.front.session import warm_up

NOTICE = "Compiling kernels for this machine; this happens once."


@pytest.fixture(scope="module", autouse=True)
def nothing_left_to_compile():
    """Compile what the tests play, so that they show no notice but their own."""
    warm_up(check_new_game({"size": "beginner", "seed": 1}))


def test_the_status_line_has_the_notice_beside_its_text(player):
    player.click(40)
    assert player.said == "53 cells opened."
    with compiling():
        player.wait(f"root.querySelector('.said').textContent.includes('{NOTICE}')")
        assert player.said == f"53 cells opened. {NOTICE}"
        at = player.mines()[0]
        player.flag(at)
        placed = f"Flag placed on {player.place(at)}."
        assert player.said == f"{placed} {NOTICE}"
    player.wait("!root.querySelector('.said').textContent.includes('Compiling')")
    assert player.said == placed


def test_kernels_in_a_row_are_one_notice(player):
    player.evaluate(
        "(window.said = [], new MutationObserver(() => said.push("
        "root.querySelector('.said').textContent))"
        ".observe(root.querySelector('.said'), { childList: true }))"
    )
    for _ in range(5):
        with compiling():
            player.wait("view.status.compiling")
        player.wait("!view.status.compiling")
    player.wait("said.length > 1")
    assert player.page.evaluate("said") == [
        f"Open any cell.  {NOTICE}",
        "Open any cell.",
    ]


def test_a_lost_connection_takes_the_notice_along(browser):
    with (
        Serving(size="beginner", seed=1) as serving,
        Player(browser, serving) as player,
        compiling(),
    ):
        player.wait("view.status.compiling")
        serving.stop()
        player.wait("root.dataset.link === 'down'")
        assert player.said == "Connection lost. Reconnecting..."
