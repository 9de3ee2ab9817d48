"""New processes: importing, and the first board with a warm and an empty cache."""

import os
import subprocess
import sys

import pytest

FIRST = "import nogues; nogues.generate_board({}, seed=1)"
CODE = {
    "numpy alone": "import numpy",
    "import": "import numpy, nogues",
    "first expert board": FIRST.format("30, 16, 99"),
    "first 100x100 board": FIRST.format("100, 100, 1000"),
}


def start(code, cache=None):
    """Run code in a new process, with a cache of its own or the one in use."""
    env = {**os.environ, "NUMBA_CACHE_DIR": str(cache)} if cache else None
    subprocess.run([sys.executable, "-c", code], check=True, env=env)


@pytest.mark.parametrize("name", CODE)
def test_warm(benchmark, name):
    benchmark.group = "new process, warm"
    start(CODE[name])  # so that the cache has what it needs
    benchmark.pedantic(start, (CODE[name],), rounds=5 if benchmark.enabled else 1)


@pytest.mark.parametrize("name", ["first expert board", "first 100x100 board"])
def test_cold(benchmark, name, tmp_path_factory):
    benchmark.group = "new process, empty cache"
    benchmark.pedantic(
        start,
        setup=lambda: ((CODE[name], tmp_path_factory.mktemp("cache")), {}),
        rounds=2 if benchmark.enabled else 1,
    )
