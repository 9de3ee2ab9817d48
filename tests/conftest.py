"""A guard against a stale package; no deadlines, since kernels compile in tests.

Plots need no screen, and figures do not pile up.
"""

import os
import sys

import pytest
from hypothesis import settings

import nogues

if nogues.__file__ is None:
    raise RuntimeError(f"stale folder {list(nogues.__path__)} hides the package")

os.environ.setdefault("MPLBACKEND", "agg")
settings.register_profile("nogues", deadline=None)
settings.load_profile("nogues")


@pytest.fixture(autouse=True)
def no_figures_left():
    """Close what a test has drawn."""
    yield
    if pyplot := sys.modules.get("matplotlib.pyplot"):
        pyplot.close("all")
