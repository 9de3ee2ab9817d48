"""The published search against two slow twins, in Python and in JavaScript."""

import itertools
import json
import shutil
import subprocess

import numpy as np
import pytest
import reference
from hypothesis import example, given, settings
from hypothesis import strategies as st
from paths import ROOT
from search_twin import expected_clue, search, specs

import nogues
from nogues.base.spec import Limits


@given(
    spec=specs(),
    seed=st.integers(0, 2**32 - 1),
    max_attempts=st.integers(1, 3),
    max_passes=st.integers(1, 60),
)
@example(spec=(1, 1, 0, (0, 0)), seed=0, max_attempts=1, max_passes=1)
@example(spec=(64, 2, 20, (0, 63)), seed=1, max_attempts=3, max_passes=60)
@example(spec=(65, 2, 20, (1, 64)), seed=1, max_attempts=3, max_passes=60)
@example(spec=(70, 1, 9, (0, 0)), seed=5, max_attempts=3, max_passes=2)
@settings(max_examples=250)
def test_generate_against_python(spec, seed, max_attempts, max_passes):
    width, height, _, start = spec
    limits = Limits(max_attempts, max_passes)
    found = reference.generate(*spec, reference.Mulberry(seed), *limits)
    for engine in ("any", "rows"):
        grid, attempts, repairs, opening = search(spec, seed, limits, engine)
        if found is None:
            assert attempts == 0
            continue
        layout, expected_attempts, expected_repairs = found
        assert np.array_equal(grid, expected_clue(width, height, layout))
        assert (attempts, repairs) == (expected_attempts, expected_repairs)
        assert opening == len(reference.reveal(width, height, layout, start))


@given(spec=specs(), seed=st.integers(0, 2**32 - 1), max_passes=st.integers(1, 60))
@settings(max_examples=250)
def test_solve_against_python(spec, seed, max_passes):
    width, height, mines, start = spec
    rng = np.random.default_rng(seed)
    chosen = rng.permutation(width * height)[:mines]
    layout = {divmod(int(i), width) for i in chosen}
    grid = expected_clue(width, height, layout)
    opened, flagged, passes = reference.solve(width, height, layout, start, max_passes)
    s = nogues.solve(grid, start, max_passes=max_passes)
    assert s.hit_mine == (start in layout)
    assert {divmod(int(i), width) for i in np.flatnonzero(s.cells == nogues.SAFE)} == (
        opened
    )
    assert {divmod(int(i), width) for i in np.flatnonzero(s.cells == nogues.MINE)} == (
        flagged
    )
    assert (s.opened, s.flagged, s.passes) == (len(opened), len(flagged), passes)
    everything = len(opened) + len(layout) == grid.size
    assert s.solvable == (everything and start not in layout)
    clicked = nogues.reveal(grid, start)
    pairs = [
        (divmod(int(i), width), int(d))
        for i, d in zip(clicked.cells, clicked.distance, strict=True)
    ]
    assert dict(pairs) == dict(reference.reveal(width, height, layout, start))
    assert [cell for cell, _ in pairs] == [
        cell for cell, _ in reference.reveal(width, height, layout, start)
    ]


def _random_specs():
    """Four hundred specs, small to 70x70, sparse to full, with every kind of cap."""
    rng = np.random.default_rng(2026)
    for k in range(400):
        width, height = (int(rng.integers(1, 71)) for _ in range(2))
        if k % 4 == 0:  # sizes that people play
            width, height = (int(rng.integers(8, 33)) for _ in range(2))
        cells = width * height
        density = rng.choice([0, 0.1, 0.15, 0.2, 0.25, 0.5, 1.1])
        yield {
            "width": width,
            "height": height,
            "mines": int(cells * density),
            "row": int(rng.integers(height)),
            "column": int(rng.integers(width)),
            "seed": int(rng.integers(2**32)),
            "maxAttempts": int(rng.choice([1, 2, 5])) if cells > 900 else 300,
            "maxPasses": int(rng.choice([60, 60, 60, 1, 2, 3, 5, 8, 13, 30])),
        }


@pytest.mark.parametrize("number", [100, pytest.param(400, marks=pytest.mark.slow)])
def test_generate_against_javascript(number):
    node = shutil.which("node")
    assert node, "the tests need Node.js: apt-get install nodejs"
    lines = list(itertools.islice(_random_specs(), number))
    answer = subprocess.run(
        [node, str(ROOT / "tests" / "reference.mjs"), "generate"],
        input="\n".join(map(json.dumps, lines)),
        capture_output=True,
        text=True,
        check=True,
    )
    outcomes = {"found": 0, "repaired": 0, "failed": 0}
    boards = map(json.loads, answer.stdout.splitlines())
    for line, expected in zip(lines, boards, strict=True):
        spec = (
            line["width"],
            line["height"],
            line["mines"],
            (line["row"], line["column"]),
        )
        limits = Limits(line["maxAttempts"], line["maxPasses"])
        grid, attempts, repairs, _ = search(spec, line["seed"], limits)
        if expected is None:
            assert attempts == 0, line
            outcomes["failed"] += 1
            continue
        assert grid.reshape(-1).tolist() == expected["clue"], line
        assert (attempts, repairs) == (expected["attempts"], expected["repairs"])
        outcomes["found"] += 1
        outcomes["repaired"] += repairs > 0
    # The specs are of every kind, so this test means something.
    assert min(outcomes.values()) > number // 10, outcomes
