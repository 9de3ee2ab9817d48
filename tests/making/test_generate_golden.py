"""Every golden line and digest, through the public door and through both engines."""

import hashlib
import json

import numpy as np
import pytest
from golden import DATA, clues, lines

import nogues
from nogues.base.spec import check_spec
from nogues.kernels.boards.placement import Task, Wish
from nogues.kernels.search import reference_planes, reference_rows

WISH = Wish(0, False, 0, 0, 0)  # the reference search has none


def name(line):
    """A short name for a golden line."""
    return "-".join(str(value) for key, value in line.items() if key != "clue")[:60]


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


@pytest.mark.parametrize("line", lines("boards.jsonl"), ids=name)
def test_board(line):
    if line.get("fails"):
        with pytest.raises(nogues.GenerationError, match="attempts"):
            nogues.generate_board(**_arguments(line))
        return
    board = nogues.generate_board(**_arguments(line))
    assert np.array_equal(board.grid, clues(line))
    for name in ("mine_count", "attempts", "repairs", "opening"):
        assert getattr(board, name) == line[name], name
    assert board.solvable
    assert board.seed == line["seed"] % 2**32
    assert nogues.solve(board, max_passes=line["max_passes"]).passes == line["passes"]


@pytest.mark.parametrize("line", lines("boards.jsonl"), ids=name)
def test_board_with_rng(line):
    """The search that Python drives makes the same boards from the same draws."""
    arguments = _arguments(line)
    rng = nogues.create_rng(arguments.pop("seed"))
    if line["width"] * line["height"] > 2000 or line.get("fails"):
        arguments["max_attempts"] = min(5, arguments["max_attempts"])
    if line.get("fails"):
        with pytest.raises(nogues.GenerationError, match="this rng"):
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


@pytest.mark.parametrize("line", lines("digests.jsonl"), ids=name)
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


def engines(line):
    """Rows, and the shapes that hold a board."""
    width, height = line["width"], line["height"]
    fit = (s for s in reference_planes.SHAPES if width <= s.bits and height <= s.lanes)
    return ["wide", *map(str, fit)]


@pytest.mark.parametrize(
    ("line", "engine"),
    [(line, engine) for line in lines("digests.jsonl") for engine in engines(line)],
    ids=lambda value: value if isinstance(value, str) else name(value),
)
def test_digest_of_each_engine(line, engine):
    """Rows and every shape agree on whatever board they hold."""
    spec = check_spec(
        line["width"], line["height"], line["mines"], (line["row"], line["col"])
    )
    task = Task(spec.width, spec.height, spec.mine_count, *spec.start, 300, 60, 0)
    seeds = np.arange(line["count"] // 10, dtype=np.uint32)
    clue = np.empty((len(seeds), spec.cells), np.int8)
    columns = [np.zeros(len(seeds), np.int32) for _ in range(3)]
    columns.append(np.full(len(seeds), -1, np.int8))
    bounds, stop = np.empty((0, 2), np.int64), np.zeros(1, np.bool_)
    rest = (task, WISH, bounds, seeds, stop, clue, *columns)
    expected = nogues.generate_boards(*spec, seeds=seeds)
    if engine == "wide":
        reference_rows.generate(reference_rows.new_desk(task), *rest)
    else:
        shape = next(s for s in reference_planes.SHAPES if str(s) == engine)
        reference_planes.generate(shape, reference_planes.new_desk(shape, task), *rest)
    assert np.array_equal(clue, expected.clue)
    names = ("attempts", "repairs", "opening", "needs")
    for column, name in zip(columns, names, strict=True):
        assert np.array_equal(column, getattr(expected, name)), name


@pytest.mark.parametrize("line", lines("solve.jsonl"), ids=name)
def test_solve(line):
    s = nogues.solve(
        clues(line), (line["row"], line["col"]), max_passes=line["max_passes"]
    )
    for name in ("solvable", "hit_mine", "opened", "flagged", "passes"):
        assert getattr(s, name) == line[name], name
    assert "".join("m.s"[known + 1] for known in s.cells) == line["cells"]


@pytest.mark.parametrize("line", lines("reveal.jsonl"), ids=name)
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
