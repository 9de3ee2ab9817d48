"""Replays in the format evf, as ms_toollib writes and reads them."""

import ms_toollib
import numpy as np
import pytest

import nogues


def replay(board, pixels=16):
    """Let ms_toollib play a board, and return its replay."""
    video = ms_toollib.BaseVideo(nogues.to_lists(board), pixels)
    row, column = board.start
    for event in ("lc", "lr"):
        video.step(event, (row * pixels, column * pixels))
    safe = [cell for cell in range(board.clue.size) if board.clue[cell] >= 0]
    for cell in safe:
        row, column = divmod(cell, board.width)
        for event in ("lc", "lr"):
            video.step(event, (row * pixels, column * pixels))
    video.software, video.country = "software", "XX"
    video.player_identifier, video.race_identifier = "player", ""
    video.unique_identifier = "unique"
    video.generate_evf_v4_raw_data()
    return bytes(video.raw_data)


@pytest.mark.parametrize("size", [(30, 16, 99), (9, 9, 10), (7, 13, 11)])
def test_evf_of_ms_toollib(size):
    board = nogues.generate_random_board(*size, seed=4)
    mines = board.grid < 0
    assert mines[:, -1].any()
    data = replay(board)
    assert np.array_equal(nogues.loads(data, "evf").grid, board.grid)
    assert np.array_equal(nogues.loads(data).grid, board.grid)
    # Of a converted replay the converter and the encoding are reported, too.
    begin = data.index(b"software\0") + len(b"software\0")
    more = data[:begin] + b"converter\0utf-8\0" + data[begin:]
    more = more[:1] + bytes([more[1] | 8]) + more[2:]
    theirs = ms_toollib.EvfVideo("x.evf", more)
    theirs.parse()
    assert theirs.board == nogues.to_lists(nogues.loads(more, "evf"))
