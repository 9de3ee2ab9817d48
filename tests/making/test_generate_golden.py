"""Every golden line and digest, through the public functions."""

import hashlib
import json

import numpy as np
import pytest
from golden import DATA, clues, lines, short_name

import nogues


def test_rng():
    document = json.loads((DATA / "rng.json").read_text(encoding="utf-8"))
    for line in document["mulberry32"]:
        rng = nogues.create_rng(line["seed"])
        assert [rng() * 2**32 for _ in line["draws"]] == line["draws"]
    for line in document["fnv1a"]:
        assert nogues.hash_seed(line["text"]) == line["hash"]


def _arguments(line):
    size = {key: line[key] for key in ("width", "height", "mines")}
    caps = {key: line[key] for key in ("max_attempts", "max_passes")}
    return {**size, "start": (line["row"], line["col"]), "seed": line["seed"], **caps}


@pytest.mark.parametrize("line", lines("boards.jsonl"), ids=short_name)
def test_board(line):
    if line.get("fails"):
        with pytest.raises(nogues.GenerationError, match=r"attempts|at most"):
            nogues.generate_board(**_arguments(line))
        return
    board = nogues.generate_board(**_arguments(line))
    assert np.array_equal(board.grid, clues(line))
    for name in ("mine_count", "attempts", "repairs", "opening"):
        assert getattr(board, name) == line[name], name
    assert board.solvable
    assert board.seed == line["seed"] % 2**32
    assert nogues.solve(board, max_passes=line["max_passes"]).passes == line["passes"]


@pytest.mark.parametrize("line", lines("boards.jsonl"), ids=short_name)
def test_board_with_rng(line):
    """The search that Python drives makes the same boards from the same draws."""
    arguments = _arguments(line)
    rng = nogues.create_rng(arguments.pop("seed"))
    if line["width"] * line["height"] > 2000 or line.get("fails"):
        arguments["max_attempts"] = min(5, arguments["max_attempts"])
    if line.get("fails"):
        with pytest.raises(nogues.GenerationError, match=r"this rng|at most"):
            nogues.generate_board(**arguments, rng=rng)
        return
    board = nogues.generate_board(**arguments, rng=rng)
    assert np.array_equal(board.grid, clues(line))
    assert (board.attempts, board.repairs) == (line["attempts"], line["repairs"])
    assert board.seed is None


def _digest(clue, attempts):
    h = hashlib.sha256()
    for row, tried in zip(clue, attempts, strict=True):
        h.update(row.tobytes() if tried else b"FAIL")
    return h.hexdigest()


@pytest.mark.parametrize("line", lines("digests.jsonl"), ids=short_name)
def test_digest(line):
    boards = nogues.generate_boards(
        line["width"],
        line["height"],
        line["mines"],
        (line["row"], line["col"]),
        seeds=range(line["first"], line["first"] + line["count"]),
    )
    assert line["failed"] == len(boards.failed_seeds) == 0
    assert boards.attempts.sum() == line["attempts"]
    assert boards.repairs.sum() == line["repairs"]
    assert _digest(boards.clue, boards.attempts) == line["sha256"]


@pytest.mark.parametrize("line", lines("solve.jsonl"), ids=short_name)
def test_solve(line):
    s = nogues.solve(
        clues(line), (line["row"], line["col"]), max_passes=line["max_passes"]
    )
    for name in ("solvable", "hit_mine", "opened", "flagged", "passes"):
        assert getattr(s, name) == line[name], name
    assert "".join("m.s"[known + 1] for known in s.cells) == line["cells"]


@pytest.mark.parametrize("line", lines("reveal.jsonl"), ids=short_name)
def test_reveal(line):
    opened = nogues.reveal(clues(line), (line["row"], line["col"]))
    assert opened.hit_mine == line["hit_mine"]
    assert opened.cells.tolist() == line["cells"]


@pytest.mark.parametrize("line", lines("daily.jsonl"), ids=lambda line: line["date"])
def test_daily(line):
    board = nogues.generate_daily_board(line["date"])
    assert nogues.hash_seed(f"campominado:daily-v1:{line['date']}") == line["hash"]
    for name in ("seed", "attempts", "repairs"):
        assert getattr(board, name) == line[name], name
    assert "".join("*" if c < 0 else str(c) for c in board.clue) == line["clue"]


def test_signature():
    """One number pins the boards; a commit that changes it says why."""
    boards = nogues.generate_boards(**nogues.PRESETS["expert"], seeds=range(64))
    digest = hashlib.blake2b(boards.clue.tobytes(), digest_size=8).hexdigest()
    assert digest == "4cbf6af3c91288da"
