"""Replays in the format rmv."""

import ms_toollib
import numpy as np
import pytest

import nogues


@pytest.mark.parametrize("version", [1, 2])
def test_rmv(version):
    board = nogues.generate_random_board(30, 16, 99, seed=4)
    y, x = np.nonzero(board.grid < 0)
    pairs = np.stack([x, y], axis=1).astype(np.uint8).tobytes()
    result = b"\nLEVEL:Expert\nTIME:1.0\n" if version == 1 else b""
    program = b"# Vienna Minesweeper - 1.0"
    players = b"\0\4" + b"\4name" + b"\0" + b"\2xx" + b"\1t"
    body = bytes(4) + bytes([30, 16, 0, 99]) + pairs
    sizes = [len(program), len(players), len(body), 0, 4 if version == 1 else 7]
    sizes = ([len(result)] if version == 1 else []) + sizes + [0] * (version - 1)
    head = b"*rmv" + version.to_bytes(2, "big") + (b"\1\1" if version == 2 else b"")
    head += bytes(4) + b"".join(size.to_bytes(2, "big") for size in sizes) + bytes(6)
    properties = b"\0\0\0\2" + (b"\0\0\x10" if version == 2 else b"")
    events = b"\2" + bytes(4) + b"\0\x14\0\x40" + b"\3" + bytes(4) + b"\0\x14\0\x40\x10"
    data = head + result + program + players + body + properties + events
    if version == 1:  # it stops the interpreter at the other
        theirs = ms_toollib.RmvVideo("x.rmv", data)
        theirs.parse()
        assert theirs.board == nogues.to_lists(board)
    assert np.array_equal(nogues.loads(data).grid, board.grid)
