"""Replays in the format rawvf."""

import nogues


def test_rawvf_levels_and_events():
    rows = "*" + "0" * 7 + "\n" + "0" * 8 + "\n"
    rows += (
        "*" * 8 + "\n" + "0" * 8 + "\n" + "0" * 7 + "*" + "\n" + ("0" * 8 + "\n") * 3
    )
    board = nogues.loads(f"LEVEL: beginner\nBoard:\n{rows}Events:\n0.000 lc 2 1 (24 8)")
    assert (board.width, board.height, board.mines) == (8, 8, 10)
    assert board.grid[4, 7] == board.grid[0, 0] == -1
    assert nogues.loads(nogues.dumps(board, "rawvf")) == board
    assert "Level: Beginner\n" in nogues.dumps(board, "rawvf")
