"""A guard against a stale package; no deadlines, since kernels compile in tests.

Plots need no screen, and figures do not pile up.  Tests run in parallel, long ones
first, and all processes of a run share one package and one cache of machine code.
"""

import os
import sys
from pathlib import Path

import pytest
from hypothesis import settings

import nogues
from nogues.base.threads import check_threads

if nogues.__file__ is None:
    raise RuntimeError(f"stale folder {list(nogues.__path__)} hides the package")

os.environ.setdefault("MPLBACKEND", "agg")
# Processes that tests start in other folders import this package, too.  An installed
# copy has other paths, so Numba would compile everything once more for it.
PACKAGE = str(Path(nogues.__file__).parents[1])
PATHS = os.environ.get("PYTHONPATH", "").split(os.pathsep)
if PACKAGE not in PATHS:
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [PACKAGE, *PATHS]))
settings.register_profile("nogues", deadline=None)
settings.load_profile("nogues")

#: Workers at most.  Each collects all tests and compiles what it meets first.
WORKERS = 4


def pytest_xdist_auto_num_workers(config):
    """One worker per core for folders; none for named files, which are quick."""
    if all(arg.partition("::")[0].endswith(".py") for arg in config.args):
        return 0
    return min(WORKERS, check_threads(None))


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
