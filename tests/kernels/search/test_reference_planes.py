"""The published search in every shape, and on rows: the same boards."""

import numpy as np
import pytest
from golden import lines, short_name

import nogues
from nogues.base.spec import check_spec
from nogues.kernels.boards.placement import Goal, Task
from nogues.kernels.codes import FOUND
from nogues.kernels.search import reference_planes, reference_rows
from nogues.kernels.search.results import new_out

GOAL = Goal(0, False, 0, 0, 0)  # the reference search has none


def engines(line):
    """Rows, and the shapes that hold a board."""
    width, height = line["width"], line["height"]
    fit = (s for s in reference_planes.SHAPES if width <= s.bits and height <= s.lanes)
    return ["rows", *map(str, fit)]


@pytest.mark.parametrize(
    ("line", "engine"),
    [(line, engine) for line in lines("digests.jsonl") for engine in engines(line)],
    ids=lambda value: value if isinstance(value, str) else short_name(value),
)
def test_digest_of_each_engine(line, engine):
    """Rows and every shape agree on whatever board they hold."""
    spec = check_spec(
        line["width"], line["height"], line["mines"], (line["row"], line["col"])
    )
    task = Task(spec.width, spec.height, spec.mine_count, *spec.start, 300, 60, 0)
    seeds = np.arange(line["count"] // 10, dtype=np.uint32)
    out = new_out(len(seeds), spec.cells)
    bounds, stop = np.empty((0, 2), np.int64), np.zeros(1, np.bool_)
    rest = (task, GOAL, bounds, seeds, stop, out)
    expected = nogues.generate_boards(*spec, seeds=seeds)
    if engine == "rows":
        reference_rows.generate(reference_rows.new_workspace(task), *rest)
    else:
        shape = next(s for s in reference_planes.SHAPES if str(s) == engine)
        work = reference_planes.new_workspace(shape, task)
        reference_planes.generate(shape, work, *rest)
    assert (out.status == FOUND).all()
    for name in ("clue", "attempts", "repairs", "opening", "needs"):
        assert np.array_equal(getattr(out, name), getattr(expected, name)), name
