"""The published search in every shape, and on rows: the same boards."""

import numpy as np
import pytest
from golden import lines, short_name

import nogues
from nogues.base.spec import check_spec
from nogues.kernels.boards.placement import Task, Wish
from nogues.kernels.search import reference_planes, reference_rows

WISH = Wish(0, False, 0, 0, 0)  # the reference search has none


def engines(line):
    """Rows, and the shapes that hold a board."""
    width, height = line["width"], line["height"]
    fit = (s for s in reference_planes.SHAPES if width <= s.bits and height <= s.lanes)
    return ["wide", *map(str, fit)]


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
