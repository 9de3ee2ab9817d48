"""The decorator of kernels."""

from pathlib import Path

import numpy as np

import nogues
from nogues.kernels import _jit

KERNELS = Path(nogues.__file__).parent / "kernels"


def test_only_one_place_compiles():
    for path in KERNELS.rglob("*.py"):
        if path.name != "_jit.py" and path.parent.name != "_compile":
            text = path.read_text(encoding="utf-8")
            assert "njit" not in text or path.name == "__init__.py", path


def test_options_go_to_numba():
    kernel = _jit.kernel(_nrt=False, error_model="numpy")(lambda x: 1 / x)
    assert kernel(0.0) == np.inf
    options = {"nogil": True, "_nrt": False, "error_model": "numpy"}
    assert options.items() <= kernel.targetoptions.items()


def test_the_caller_s_cache_setting_is_left_alone():
    before = _jit.numba.config.CACHE_DIR
    _jit.kernel()(lambda: 1)
    assert before == _jit.numba.config.CACHE_DIR
