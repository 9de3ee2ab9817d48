"""sgt-mines reads what nogues writes, and the other way."""

import hashlib
import os
import shutil
import subprocess

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
