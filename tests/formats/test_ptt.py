"""Boards as codes of a page's address."""

import ms_toollib
import pytest

import nogues
from nogues.formats import ptt


@pytest.mark.parametrize(
    ("code", "size", "mines", "bbbv"),
    [
        (
            "b=3&m=vvvvvvg00000g00201h0104gg08801k50001g02190g00g00g80844k0g000g0920gh0"
            "0000k000i0g20g00g12200g00001",
            *((30, 16), 83, 66),
        ),
        (
            "b=4005&m=vvvvvvvv000000010000000194i94i95vvvvvvvv",
            *((40, 5), 96, 104),
        ),
        ("b=2&m=" + "0" * 42 + "mmg80854k0", (16, 16), 14, 20),
    ],
)
def test_ptt_codes(code, size, mines, bbbv):
    board = nogues.loads(code)
    assert ((board.width, board.height), board.mines) == (size, mines)
    assert ms_toollib.cal_bbbv(nogues.to_lists(board)) == bbbv
    assert nogues.dumps(board, "ptt") == code
    assert ptt.url(board) == (
        f"https://pttacgfans.github.io/Minesweeper-ZiNi-Calculator/?{code}"
    )
    for address in (
        ptt.url(board),
        f"https://llamasweeper.com/#/game/zini-explorer?{code}",
        f"https://llamasweeper.com/#/game/board-editor?{code}&other=1",
        f"https://www.llamasweeper.com/#/game/board-editor?{code}",
        f"llamasweeper.com/#/game/board-editor?{code}",
        f"?{code}",
    ):
        assert nogues.loads(address) == board


def test_ptt_sizes():
    tall = nogues.generate_random_board(9, 100, 100, seed=1)
    assert nogues.dumps(tall, "ptt").startswith("b=009100&m=")
    odd = nogues.loads("b=916&m=" + "0" * 29)
    assert (odd.width, odd.height) == (9, 16)
    assert nogues.dumps(odd, "ptt").startswith("b=0916&m=")
    assert nogues.loads("b=99&m=" + "0" * 17) == nogues.loads("b=1&m=" + "0" * 17)
