"""The same boards on other CPUs, with checked bounds, and with the JIT off."""

import json
import os
import subprocess
import sys

import pytest

# A size of each shape of registers, from 16x16 to 64x32, and one for rows.
SIZES = [(9, 9, 10), (30, 16, 99), (20, 25, 90), (50, 30, 300), (70, 20, 200)]
# Each is compiled for seconds where code is other than usual.  The narrowest and the
# widest registers differ most in how they are split, so each run has these.
FEW = [SIZES[0], SIZES[3], SIZES[4]]

# Every engine and path in a few seconds; each line is a digest of boards.
BOARDS = """
import hashlib, json, sys
import nogues, numpy as np
many, sizes = map(json.loads, sys.argv[1:])
for width, height, mines in sizes:
    cells = width * height
    boards = nogues.generate_boards(
        width, height, mines, (1, 2), seeds=range(max(1, many * 81 // cells)),
        max_attempts=4, skip_failures=True,
    )
    text = boards.clue.tobytes() + boards.opening.tobytes() + boards.repairs.tobytes()
    print(width, height, len(boards), hashlib.sha256(text).hexdigest())
capped = nogues.generate_boards(
    12, 12, 30, seeds=range(many), max_passes=4, max_attempts=2, skip_failures=True
)
print(len(capped), hashlib.sha256(capped.clue.tobytes()).hexdigest())
board = nogues.generate_board(20, 9, 30, rng=nogues.create_rng(3))
print(board.clue.tolist(), nogues.solve(board).passes)
print(nogues.reveal(board, (0, 0)).cells.tolist())
"""
INFO = "from nogues.kernels.bits import cpu_in_use; print(cpu_in_use())"


def run(code, *arguments, **environment):
    done = subprocess.run(
        [sys.executable, "-c", code, *map(json.dumps, arguments)],
        capture_output=True,
        text=True,
        env={**os.environ, **environment},
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


each_size = pytest.mark.parametrize(
    "sizes",
    [FEW, pytest.param(SIZES, marks=pytest.mark.slow)],
    ids=["few sizes", "all sizes"],
)


@each_size
def test_generic_cpu(sizes):
    """No AVX and no BMI2: narrow registers, and the search for the n-th bit."""
    assert run(INFO, NUMBA_CPU_NAME="generic").startswith("('generic', set()")
    assert run(BOARDS, 300, sizes, NUMBA_CPU_NAME="generic") == run(BOARDS, 300, sizes)


@each_size
def test_cpu_without_avx512(sizes):
    cpu = {"NUMBA_CPU_NAME": "haswell", "NUMBA_CPU_FEATURES": "+bmi2,+avx2,+popcnt"}
    if os.uname().machine == "x86_64":
        assert run(BOARDS, 300, sizes, **cpu) == run(BOARDS, 300, sizes)


@each_size
def test_checked_bounds(sizes):
    assert run(BOARDS, 300, sizes, NUMBA_BOUNDSCHECK="1") == run(BOARDS, 300, sizes)


@pytest.mark.parametrize("boards", [2])
def test_without_the_jit(boards):
    """Rows serve every size then; integers wrap as in compiled code, silently."""
    strict = {"NUMBA_DISABLE_JIT": "1", "PYTHONWARNINGS": "error"}
    assert run(BOARDS, boards, SIZES, **strict) == run(BOARDS, boards, SIZES)


# What draws random numbers, or counts layouts with a hash, in one way or another.
COUNTED = """
import warnings
import nogues, numpy as np
random = nogues.generate_random_boards(6, 6, 9, seeds=range(4), safe="block")
for logic in ("subset", "complete"):
    print(nogues.solve_boards(random, logic=logic, threads=2).solvable.tolist())
    print([nogues.solve(board, logic=logic, proof=True).opened for board in random])
print(nogues.generate_random_boards(6, 6, density=0.2, seeds=[3]).mine_count)
moved = nogues.generate_random_boards(6, 6, 9, seeds=[3], relocate=True)
print(moved.relocations.tolist(), nogues.metrics(moved[0]))
print(nogues.simulate(5, 5, 5, seeds=range(3)).won)
position = nogues.Position.from_board(random[0])
print(nogues.mine_probabilities(position).mine.round(6).tolist())
print(nogues.best_guess(position), position.status(), nogues.hint(position))
game = nogues.Game(9, 9, 10, seed=1)
print(game.open((4, 4)).cells.size, game.hint())
print(np.uint32(2**31) + np.uint32(1))
try:
    np.uint32(2**31) * np.uint32(2)  # ours is silent, what others do is not
except RuntimeWarning:
    print("a warning")
else:
    warnings.warn("no warning")
"""


def test_no_warnings_without_the_jit():
    strict = {"NUMBA_DISABLE_JIT": "1", "PYTHONWARNINGS": "error"}
    found = run(COUNTED, **strict)
    assert found == run(COUNTED, PYTHONWARNINGS="error")
    assert found.endswith("a warning\n")


# A fork with threads about is safe where the threads are ours, but not on macOS.
METHODS = ["spawn", "forkserver", *(["fork"] if sys.platform == "linux" else [])]


@pytest.mark.parametrize("method", METHODS)
def test_worker_processes(method, tmp_path):
    script = tmp_path / "script.py"
    script.write_text(
        "import multiprocessing as mp, nogues\n"
        "def work(first):\n"
        "    part = range(first, first + 50)\n"
        "    boards = nogues.generate_boards(30, 16, 99, seeds=part, threads=2)\n"
        "    return boards.clue.sum()\n"
        "if __name__ == '__main__':\n"
        "    here = [work(k) for k in (0, 50, 100)]\n"
        f"    with mp.get_context({method!r}).Pool(2) as pool:\n"
        "        assert pool.map(work, (0, 50, 100)) == here\n"
        "        print('same')\n"
    )
    done = subprocess.run(
        [sys.executable, script], capture_output=True, text=True, timeout=300
    )
    assert done.stdout == "same\n", done.stderr
