"""Files that are nearly valid, drawn from a ``random.Random``.

Hypothesis gives one that it can shrink; a long run takes one with a seed.
"""

import dataclasses
import re
from functools import cache

import numpy as np
from examples import FORMATS

import nogues
from nogues.formats.given import given_board

NAMES = [f.name for f in nogues.formats()]
BINARY = ("npz", "evf", "rmv")
#: Replays, which nogues does not write.
REPLAYS = {
    "evf": bytes([4, 0, 0, 2, 3, 0, 2]) + bytes(27) + b"a\0b\0c\0d\0\0\1U\x84",
    "rmv": b"*rmv\0\1\0\0\0\0\0\3\0\2" + bytes(14) + b"abcde\0\1\2xy"
    + bytes([0, 0, 0, 0, 3, 2, 0, 2, 0, 0, 2, 1]),
}  # fmt: skip
LETTERS = '0123456789*.HFMUOI?x/#:,=&[]{}"- \n\r\t\0\x1c\u2028\ufeff\u0661é'
WORDS = (
    *("null", "true", "NaN", "1e999", "-1", "1e400", "9" * 30, "[]", "{}", '""'),
    *("\n\n", "# ", "3x2/2", "3x2x2", "search repair 1", "start 0,0", "seed 7"),
    *('"mines"', '"rows"', '"board"', '"per_cell"', "analysis=", "b=32&m=gg", "PK\3\4"),
    *("accept bbbv=1:2", "density nan", "safe any", "needs complete", "[view]"),
)


@cache
def valid():
    """Return valid files of every format, as pairs of a name and data."""
    rng = np.random.default_rng(1)
    boards = [
        *nogues.generate_boards(9, 9, 10, seeds=range(2)),
        nogues.generate_board(7, 5, 6, (0, 0), seed=1, logic="complete", safe="cell"),
        nogues.generate_random_board(5, 4, density=0.3, seed=2, safe="any"),
        nogues.generate_random_board(5, 5, 6, seed=2, safe="block", relocate=True),
        *(given_board(rng.random(size) < 0.3) for size in [(1, 1), (2, 3), (3, 7)]),
        given_board(rng.random((4, 4)) < 0.3, (0, 3)),
    ]
    positions = [
        nogues.Position(3, 2, 1, [0, 1, -2, 0, 1, -2]),
        nogues.Position(4, 1, 2, [-1, 2, -2, -2]),
        nogues.Position.from_board(boards[0]),
    ]
    found = list(REPLAYS.items())
    for f in nogues.formats():
        some = boards + positions * ("position" in f.holds)
        found += [(f.name, nogues.dumps(one, f.name)) for one in some if f.writes]
    same = nogues.generate_random_boards(4, 3, 3, seeds=range(3))
    found += [(name, nogues.dumps(same, name)) for name in ("text", "json", "npz")]
    found += [("json", nogues.dumps(positions, "json"))]
    found += [("lists", "[[1, 10, 0]]"), ("text", "1..\n.F.\n"), ("sgt", "9x9n10#12")]
    found += [("analysis", text) for text in ("adacaaabblSblS", "analysis=adacaaabblH")]
    ids = (FORMATS / "sgt_ids.txt").read_text(encoding="utf-8").split()
    found += [("sgt", text) for text in ids[:4]]
    return found


def changed(rng, data):
    """Return data after one change, of the same type."""
    binary = isinstance(data, bytes)
    k, m = sorted(rng.randint(0, len(data)) for _ in range(2))
    what = rng.randrange(8)
    if what < 3:  # another letter, none or one more
        letter = bytes([rng.randrange(256)]) if binary else rng.choice(LETTERS)
        return data[:k] + letter * (what > 0) + data[k + (what < 2) :]
    if what == 3:
        word = rng.choice(WORDS)
        return (
            data[:k]
            + (word.encode() if binary else word)
            + data[m if m < k + 9 else k :]
        )
    if what == 4:
        return data[:k] + data[m:]
    if what == 5:
        return data[:m] + data[k:][:2000]
    if what == 6:
        return data[:k]
    return with_another_number(rng, data)


def with_another_number(rng, data):
    """Return data with another number in it."""
    if isinstance(data, bytes):
        k = rng.randrange(max(1, min(len(data), 40)))
        return data[:k] + bytes([rng.choice((0, 1, 2, 255))]) + data[k + 1 :]
    found = list(re.finditer("[0-9]+", data[:300]))
    if not found:
        return data
    match = rng.choice(found)
    old = int(match[0])
    new = rng.choice((0, 1, old + 1, max(old - 1, 0), 10 * old, 2**31, 10**20, 7))
    return f"{data[: match.start()]}{new}{data[match.end() :]}"


def wrong_file(rng):
    """Return the name of a format and data that is nearly a file of it, or anything."""
    name, data = rng.choice(valid())
    if rng.randrange(12) == 0:
        length = rng.randrange(60)
        if rng.randrange(2):
            return name, bytes(rng.randrange(256) for _ in range(length))
        return name, "".join(rng.choice(LETTERS) for _ in range(length))
    for _ in range(rng.choice((1, 1, 1, 2, 3, 6))):
        data = changed(rng, data)
    if rng.randrange(16) == 0:
        data = data.decode("latin-1") if isinstance(data, bytes) else data.encode()
    return name, data


def lies(board):
    """Yield names of formats and files of a board whose header is wrong."""
    w, h, mines = board.width, board.height, board.mine_count
    sizes = [(w, h, mines + 1), (w + 1, h, mines), (w, h + 1, mines)]
    sizes += [(w, h, mines - 1)] if mines else []
    sizes += [(h, w, mines)] if w != h else []
    layout = str(board)
    letters = layout.translate(str.maketrans("*", "F"))
    plain = re.sub("[1-8]", "0", layout)
    for wide, high, count in sizes:
        size = f"{wide}x{high}/{count}"
        for words in ("", " start 0,0", " search given 1", " found in the attic"):
            yield "text", f"# {size}{words}\n{layout}\n"
        yield "text", f"{size}\n{layout}\n"
        yield "mine", f"{wide}x{high}x{count}\n{letters}\n"
        rows = ",".join(f'"{row}"' for row in layout.split("\n"))
        yield (
            "json",
            (f'{{"width":{wide},"height":{high},"mines":{count},"rows":[{rows}]}}'),
        )
        if (wide, high) == (w, h):
            cells = board.grid.tolist()
            yield "lists", f'{{"board":{cells},"mines":{count}}}'
            digits = nogues.dumps(board, "sgt").partition(":")[2]
            yield "sgt", f"{w}x{h}n{count}:{digits}"
            mbf = nogues.dumps(board, "mbf")
            yield "mbf", mbf[:2] + count.to_bytes(2, "big") + mbf[4:]
        head = f"Width: {wide}\nHeight: {high}\nMines: {count}\n"
        yield "rawvf", f"{head}Board:\n{plain}\n"
        head = f"rows: {high}\ncolumns: {wide}\nmines: {count}\n"
        yield (
            "board",
            (f"# MINESWEEPER-BOARD v0.1\n{head}game_mode: classic\n[real]\n{layout}\n"),
        )
    if mines:
        yield (
            "npz",
            nogues.dumps(
                nogues.Boards.stack([dataclasses.replace(board, mine_count=mines - 1)]),
                "npz",
            ),
        )
