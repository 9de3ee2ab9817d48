"""What compiled code depends on, as one digest, and the folder named after it.

Numba stamps a cached kernel with the text of its own file and with the CPU.  An edit to
a callee in another file, an upgrade of this package, or a switch (``NUMBA_OPT=0``)
goes unnoticed, and old code runs.  So the name of the cache folder is a digest of every
kernel source, with its path, and of every switch of Numba that changes code.  A change
to any of them starts an empty folder.  Old folders stay and may be deleted at any time.

Switches are read when this module is imported.  Environment variables, a file
``.numba_config.yaml`` and ``numba.config`` are the same here; set them before.
"""

import hashlib
import os
from pathlib import Path
from typing import Any

import llvmlite
import numba

_config: Any = numba.config  # filled in at run time, so untyped

# Names in numba.config of what changes compiled code and is not in the key of a kernel
# (CPU_NAME, CPU_FEATURES and ENABLE_AVX are; DEBUGINFO_DEFAULT is NUMBA_DEBUGINFO
# or NUMBA_ENABLE_PROFILING).  Error model and fast maths are options of the decorator,
# so the sources show them.
SWITCHES = (
    "OPT",
    "LOOP_VECTORIZE",
    "SLP_VECTORIZE",
    "BOUNDSCHECK",
    "DEBUGINFO_DEFAULT",
    "EXTEND_VARIABLE_LIFETIMES",
    "FULL_TRACEBACKS",  # a failed bounds check prints the index
    "LLVM_REFPRUNE_PASS",
    "LLVM_REFPRUNE_FLAGS",
    "DISABLE_INTEL_SVML",
    "USING_SVML",  # not a switch: whether Numba has found the library
    "DEBUG_JIT",  # code that prints each step
    "DEBUG_NRT",  # code that fills new arrays
)


def make_digest() -> str:
    """Hash every kernel source, and what Numba's own key forgets."""
    h = hashlib.blake2b(digest_size=8)
    kernels = Path(__file__).parents[1]
    for path in sorted(kernels.rglob("*.py")):
        text = path.read_bytes()
        h.update(f"{path.relative_to(kernels).as_posix()} {len(text)} ".encode())
        h.update(text)
    _config.reload_config()  # the compiler does so too: the environment may be new
    values = [f"{name}={getattr(_config, name, None)!r}" for name in SWITCHES]
    h.update(" ".join([*values, llvmlite.__version__, numba.__version__]).encode())
    return h.hexdigest()


def find_folder() -> str | None:
    """Return the cache folder; make it if it is not there.

    A folder that others have filled need not be writable.
    """
    if not CACHE_IS_ON:
        return None
    base = (
        _config.CACHE_DIR
        or os.environ.get("XDG_CACHE_HOME")
        or os.path.expanduser("~/.cache")
    )
    folder = os.path.join(base, "nogues", DIGEST)
    try:
        os.makedirs(folder, exist_ok=True)
    except OSError:
        return None
    return folder


CACHE_IS_ON = os.environ.get("NOGUES_CACHE", "1") != "0"
DIGEST = make_digest()
CACHE_DIR = find_folder()
