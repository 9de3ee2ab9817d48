"""The programs whose formats they are write what nogues reads, and the other way."""

import hashlib
import os
import shutil
import subprocess

import ms_toollib
import numpy as np
import pytest

import nogues
from nogues.formats import sgt

PATH = os.pathsep.join((os.environ.get("PATH", ""), "/usr/games"))
SGT_MINES = shutil.which("sgt-mines", path=PATH)
SIZES = ["4x3", "9x9n10", "16x16n40", "30x16n99", "3x9n9", "17x5n20", "50x50n500"]


def sgt_mines(*arguments):
    assert SGT_MINES, "the tests need sgt-mines (Debian's sgt-puzzles)"
    return subprocess.run([SGT_MINES, *arguments], capture_output=True, text=True)


def unmask(game):
    """Decode a game ID byte by byte, as its program does."""
    size, _, told = game.partition(":")
    width, height = map(int, size.split("x"))
    x, y, digits = told.split(",")
    raw = bytearray.fromhex((digits[1:] + "0") if len(digits) % 2 == 0 else digits[1:])
    half = len(raw) // 2
    for target, seed in ((range(half, len(raw)), slice(0, half)),
                         (range(half), slice(half, None))):  # fmt: skip
        key = bytes(raw[seed])
        for k, place in enumerate(target):
            block = hashlib.sha1(key + b"%d" % (k // 20)).digest()
            raw[place] ^= block[k % 20]
        if width * height % 8:
            raw[-1] &= 0xFF00 >> (width * height % 8) & 0xFF
    bits = "".join(f"{byte:08b}" for byte in raw)[: width * height]
    return np.array(list(bits)).reshape(height, width) == "1", (int(y), int(x))


@pytest.mark.parametrize("size", SIZES)
def test_what_sgt_mines_prints(size):
    made = sgt_mines("--generate", "5", size)
    games = made.stdout.split()
    assert len(games) == 5, made.stderr
    for game in games:
        board = nogues.loads(game)
        if "n" in size:
            assert board.mines == int(size.partition("n")[2])
        assert board.grid[board.start] == 0
        assert nogues.dumps(board, "sgt") == game
        mines, start = unmask(game)
        assert (board.start, (board.grid < 0).tolist()) == (start, mines.tolist())
        assert nogues.is_solvable(board, logic="complete")


@pytest.mark.parametrize("size", [(30, 16, 99), (9, 9, 10), (5, 31, 20), (64, 3, 20)])
def test_what_sgt_mines_takes(size, tmp_path):
    """It loads our IDs, and saves what it has loaded."""
    for seed in range(3):
        board = nogues.generate_random_board(*size, seed=seed, safe="block")
        for masked in (True, False):
            game = sgt.dumps(board, masked=masked)
            saved = tmp_path / "game"
            done = sgt_mines("--generate", "1", "--save", str(saved), game)
            assert done.returncode == 0, done.stderr
            (file,) = tmp_path.iterdir()
            fields = dict(line.split(":", 1) for line in file.read_text().splitlines())
            keys = {key.strip(): value for key, value in fields.items()}
            assert keys["DESC"].endswith(game.partition(":")[2])
            file.unlink()
    wrong = sgt_mines("--generate", "1", "--save", str(tmp_path / "x"), game[:-1])
    assert wrong.returncode != 0


def test_ms_toollib_takes_our_lists():
    for seed in range(5):
        board = nogues.generate_random_board(30, 16, 99, seed=seed)
        lists = nogues.to_lists(board)
        blank = [[-1 if n == -1 else 0 for n in row] for row in lists]
        assert ms_toollib.cal_board_numbers(blank) == lists
        position = nogues.Position.from_board(board)
        found, *_ = ms_toollib.cal_probability_onboard(nogues.to_lists(position), 99)
        expected = nogues.mine_probabilities(position).mine.reshape(16, 30)
        hidden = position.hidden.reshape(16, 30)
        assert np.allclose(np.array(found)[hidden], expected[hidden], atol=1e-6)


def test_we_take_the_boards_of_ms_toollib():
    lists = ms_toollib.laymine(16, 30, 99, 8, 15)
    board = nogues.from_lists(lists)
    assert (board.width, board.height, board.mines) == (30, 16, 99)
    assert nogues.to_lists(board) == lists


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
    # Of a converted replay the converter and the encoding are told, too.
    begin = data.index(b"software\0") + len(b"software\0")
    more = data[:begin] + b"converter\0utf-8\0" + data[begin:]
    more = more[:1] + bytes([more[1] | 8]) + more[2:]
    theirs = ms_toollib.EvfVideo("x.evf", more)
    theirs.parse()
    assert theirs.board == nogues.to_lists(nogues.loads(more, "evf"))


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
