"""The one decorator for compiled code, and the folder its machine code is kept in.

Numba stamps a cached kernel with the text of its own file and with the CPU.  An edit to
a callee in another file, an upgrade of this package, or a switch (``NUMBA_OPT=0``)
goes unnoticed, and old code runs.  So the name of the cache folder is a digest of every
kernel source, with its path, and of every switch of Numba that changes code.  A change
to any of them starts an empty folder.  Old folders stay and may be deleted at any time.

Switches are read when this module is imported.  Environment variables, a file
``.numba_config.yaml`` and ``numba.config`` are the same here; set them before.

Where the folder cannot be made or written to, every process compiles afresh, as it
does with ``NOGUES_CACHE=0`` in the environment.
``NUMBA_CACHE_DIR`` or ``XDG_CACHE_HOME`` move the folder.
"""

import hashlib
import os
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import llvmlite
import numba
from numba.extending import register_jitable

F = TypeVar("F", bound=Callable[..., Any])
_njit: Any = numba.njit  # its overloads cannot see through **options
_config: Any = numba.config  # filled in at run time, so untyped


# Names in numba.config of what changes compiled code and is not in the key of Numba's
# cache (CPU_NAME, CPU_FEATURES and ENABLE_AVX are; DEBUGINFO_DEFAULT is NUMBA_DEBUGINFO
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


def _digest() -> str:
    """Hash every kernel source, and what Numba's own key forgets."""
    h = hashlib.blake2b(digest_size=8)
    here = Path(__file__).parent
    for path in sorted(here.rglob("*.py")):
        text = path.read_bytes()
        h.update(f"{path.relative_to(here).as_posix()} {len(text)} ".encode())
        h.update(text)
    _config.reload_config()  # the compiler does so too: the environment may be new
    values = [f"{name}={getattr(_config, name, None)!r}" for name in SWITCHES]
    h.update(" ".join([*values, llvmlite.__version__]).encode())
    return h.hexdigest()


def _cache_dir() -> str | None:
    if os.environ.get("NOGUES_CACHE", "1") == "0":
        return None
    base = (
        _config.CACHE_DIR
        or os.environ.get("XDG_CACHE_HOME")
        or os.path.expanduser("~/.cache")
    )
    folder = os.path.join(base, "nogues", _digest())
    try:
        os.makedirs(folder, exist_ok=True)
    except OSError:
        return None
    # Not writable: rather no cache than Numba's next choice, the package's own
    # folder, where old code would be found after an upgrade.
    return folder if os.access(folder, os.W_OK) else None


CACHE_DIR = _cache_dir()
_changing_config = threading.Lock()  # kernels are imported lazily, in any thread
JIT_ENABLED = not _config.DISABLE_JIT


def layout(func: F) -> F:
    """Compile a function that lays out workspace where a kernel calls it.

    Called from Python it is plain Python: allocating many arrays takes seconds to
    compile, so what lays them out once per chunk is better left uncompiled.

    Parameters
    ----------
    func : function
        Takes sizes and returns new arrays.

    Returns
    -------
    function
        The same function, which kernels may call, too.
    """
    made: F = register_jitable(func)
    return made


def kernel(**options: Any) -> Callable[[F], F]:
    """Compile a function without the GIL, cached on disk where that is possible.

    Parameters
    ----------
    **options
        Go to ``numba.njit``.  Three are in use.  ``_nrt=False`` is for functions that
        allocate nothing: it leaves out the reference counts of their arrays.
        ``forceinline=True`` is for small ones in a hot loop.  ``inline="always"`` is
        for large ones with a single caller: every level of calls is optimised again
        with all that is below it, so a flat tree compiles faster.

    Returns
    -------
    function
        The decorator.
    """
    options.setdefault("nogil", True)

    def wrap(func: F) -> F:
        compiled: F
        if CACHE_DIR is None:
            compiled = _njit(**options)(func)
            return compiled
        with _changing_config:
            before, _config.CACHE_DIR = _config.CACHE_DIR, CACHE_DIR
            try:
                compiled = _njit(cache=True, **options)(func)
            finally:
                _config.CACHE_DIR = before
        return compiled

    return wrap
