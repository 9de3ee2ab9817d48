"""Other generators of boards that need no guess, and what their boards are like."""

import hashlib
import os
import resource
import shutil
import statistics
import subprocess
import time
from functools import cache
from typing import NamedTuple

import ms_toollib
import numpy as np

from nogues.kernels._jit import kernel
from nogues.kernels.boards import clues, metrics

PLACES = os.pathsep.join([os.environ.get("PATH", os.defpath), "/usr/games"])


class Laid(NamedTuple):
    """Boards of one maker, and the CPU seconds they took."""

    seconds: float
    clue: np.ndarray  # (boards, height, width)
    start: np.ndarray  # (boards, 2), row and column


def run_sgt(params, boards):
    """Run sgt-mines; return CPU seconds, including its start-up, and the ids."""
    command = shutil.which("sgt-mines", path=PLACES)
    assert command, "the peer needs sgt-mines: apt-get install sgt-puzzles"
    begin = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        [command, "--generate", str(boards), params],
        capture_output=True,
        text=True,
        check=True,
    )
    end = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = end.ru_utime + end.ru_stime - begin.ru_utime - begin.ru_stime
    return spent, done.stdout.split()


@cache
def start_of_sgt():
    """Return the seconds that sgt-mines takes for a tiny board."""
    return statistics.median(run_sgt("9x9n10", 1)[0] for _ in range(9))


def sgt_mines(size, boards, seed):
    """Let sgt-mines make boards; it chooses where each starts."""
    width, height, mines = size
    base = start_of_sgt()
    seconds, ids = run_sgt(f"{width}x{height}n{mines}#{seed}", boards)
    assert len(ids) == boards
    made = [read_id(one) for one in ids]
    clue = np.array([grid for grid, _ in made])
    assert (np.count_nonzero(clue == -1, axis=(1, 2)) == mines).all()
    return Laid(max(seconds - base, 1e-6), clue, np.array([at for _, at in made]))


def toollib(function, size, boards, seed):
    """Let ms_toollib make boards that start in the centre; it takes no seed.

    When it gives up, which is rare, it is called again, and the time counts.
    """
    width, height, mines = size
    start = (height // 2, width // 2)
    made = []
    begin = time.process_time()
    while len(made) < boards:
        grid, found = function(height, width, mines, *start)
        if found:
            made.append(grid)
    seconds = time.process_time() - begin
    return Laid(seconds, np.array(made, np.int8), np.array([start] * boards))


def by_rejection(size, boards, seed):
    return toollib(ms_toollib.laymine_solvable, size, boards, seed)


def by_adjusting(size, boards, seed):
    return toollib(ms_toollib.laymine_solvable_adjust, size, boards, seed)


def stream(text, length):
    blocks = (
        hashlib.sha1(text + str(k).encode()).digest() for k in range(length // 20 + 1)
    )
    return np.frombuffer(b"".join(blocks)[:length], np.uint8)


def read_id(text):
    """Read a game id of sgt-mines; return the clues and the start, (row, column).

    After the start comes a bitmap of the mines, row-major, high bit first.  It is
    masked in two steps: the first half by SHA-1 of the second, then the second by SHA-1
    of the first.
    """
    params, description = text.split(":")
    width, height = map(int, params.split("x"))
    column, row, bitmap = description.split(",")
    assert bitmap[0] == "m"
    cells = width * height
    bits = np.frombuffer(
        bytes.fromhex(bitmap[1:] + "0" * (len(bitmap[1:]) % 2)), np.uint8
    )
    half = bits.size // 2
    left, right = bits[:half], bits[half:]
    right = right ^ stream(left.tobytes(), right.size)
    right[-1] &= 0xFF00 >> (cells - 1) % 8 + 1 & 0xFF
    left = left ^ stream(right.tobytes(), half)
    mask = np.unpackbits(np.concatenate([left, right]), count=cells).astype(bool)
    clue = np.empty(cells, np.int8)
    clues.count_mines(mask, width, height, clue)
    assert clue[int(row) * width + int(column)] == 0
    return clue.reshape(height, width), (int(row), int(column))


@kernel()
def measure_boards(workspace, width, height, clue, start, values):
    for k in range(start.size):
        metrics.measure(workspace, width, height, clue[k], start[k])
        values[k] = workspace.values


def quality(clue, start):
    """Measure boards: mean 3BV, buried mines in percent, edge and corner rates.

    A mine without a safe neighbour is buried.  Mine rates are divided by the rate
    inside.  The start and its safe zone, a block or a diamond, are left out.
    """
    n, height, width = clue.shape
    workspace = metrics.new_metrics(width * height)
    values = np.empty((n, workspace.values.size), np.int64)
    at = start[:, 0] * width + start[:, 1]
    flat = np.ascontiguousarray(clue).reshape(n, -1)
    measure_boards(workspace, width, height, flat, at, values)

    rows = np.arange(height, dtype=np.int16)[:, None]
    columns = np.arange(width, dtype=np.int16)[None, :]
    borders = 1 * (rows % (height - 1) == 0) + (columns % (width - 1) == 0)
    row, column = start.astype(np.int16).T[:, :, None, None]
    away = abs(rows - row) + abs(columns - column) > 2
    mine = clue == -1

    def rate(kind):
        counted = away & (borders == kind)
        return np.count_nonzero(mine & counted) / np.count_nonzero(counted)

    inside = rate(0)
    return {
        "boards": n,
        "bbbv": values[:, metrics.BBBV].mean(),
        "buried": 100 * values[:, metrics.BURIED].sum() / np.count_nonzero(mine),
        "edge": rate(1) / inside,
        "corner": rate(2) / inside,
    }
