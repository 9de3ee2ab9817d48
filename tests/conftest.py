"""A guard against a stale package; no deadlines, since kernels compile in tests.

Plots need no screen, and figures do not pile up.  Tests run in parallel, the long
ones first.
"""

import os
import sys

import pytest
from hypothesis import settings

import nogues
from nogues.base.threads import check_threads
from nogues.compiling.fill import compile_kernels
from nogues.kernels._compile.stamp import CACHE_DIR

if nogues.__file__ is None:
    raise RuntimeError(f"stale folder {list(nogues.__path__)} hides the package")

os.environ.setdefault("MPLBACKEND", "agg")
settings.register_profile("nogues", deadline=None)
settings.load_profile("nogues")

#: Workers at most.  Each collects all tests and compiles what it meets first.
WORKERS = 4

#: The tests that take longest, in this order: no worker then starts one of them when
#: the others have no more to do.  Most wait for processes that they have started.
LONGEST = (
    "tests/integration/test_docs.py::test_benchmarks_run",
    "tests/integration/test_docs.py::test_commands",
    "tests/integration/test_notebooks.py::test_runs",
    "tests/integration/test_portability.py",
    "tests/integration/browser/",
    "tests/dataset/test_cluster.py",
    "tests/dataset/test_write_killed.py",
    "tests/compiling/",
    "tests/kernels/_compile/",
)


def pytest_xdist_auto_num_workers(config):
    """One worker per core for folders; none for named files, which are quick."""
    if all(arg.partition("::")[0].endswith(".py") for arg in config.args):
        return 0
    return min(WORKERS, check_threads(None))


def pytest_xdist_setupnodes(config):
    """Compile what most tests need before workers of the whole suite begin.

    On an empty cache they would compile the same kernels at the same time.
    """
    whole = config.args == config.getini("testpaths")
    if whole and CACHE_DIR is not None and not os.listdir(CACHE_DIR):
        compile_kernels(progress=True)


def pytest_collection_modifyitems(items):
    """Begin with the longest tests; all others keep their order."""

    def place(item):
        starts = (item.nodeid.startswith(name) for name in LONGEST)
        return next((k for k, is_long in enumerate(starts) if is_long), len(LONGEST))

    items.sort(key=place)


def pytest_configure(config):
    """Say that there are no benchmarks here, before pytest-benchmark warns of xdist."""
    if config.option.numprocesses:
        config.option.benchmark_disable = True


@pytest.fixture(autouse=True)
def no_figures_left():
    """Close what a test has drawn."""
    yield
    if pyplot := sys.modules.get("matplotlib.pyplot"):
        pyplot.close("all")
