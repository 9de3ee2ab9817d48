"""The one decorator for compiled code, and the folder its machine code is kept in.

Numba stamps a cached kernel with the text of its own file only, so an edit to
a callee in another file, or an upgrade of this package, would go unnoticed and
old code would run.  Hence the cache folder is named by a digest of every kernel
source; a change to any of them starts an empty folder.  Folders of older
versions stay behind and may be deleted at any time.

Where the folder cannot be made or written to, every process compiles afresh, as it
does with ``NOGUES_CACHE=0`` in the environment;
``NUMBA_CACHE_DIR`` or ``XDG_CACHE_HOME`` move the folder.
"""

import hashlib
import os
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import numba
from numba.extending import register_jitable

F = TypeVar("F", bound=Callable[..., Any])
_njit: Any = numba.njit  # its overloads cannot see through **options
_config: Any = numba.config  # filled in at run time, so untyped


def _digest() -> str:
    """Hash every kernel source, plus a Numba switch its own key forgets."""
    h = hashlib.blake2b(digest_size=8)
    here = Path(__file__).parent
    for path in sorted(here.rglob("*.py")):
        h.update(path.relative_to(here).as_posix().encode())
        h.update(path.read_bytes())
    h.update(bytes([bool(_config.BOUNDSCHECK)]))
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
    compile, so what lays them out once a chunk had better not be compiled.
    """
    made: F = register_jitable(func)
    return made


def kernel(**options: Any) -> Callable[[F], F]:
    """Compile a function without the GIL, cached on disk where that is possible.

    Options go to ``numba.njit``.  The house uses three.  ``_nrt=False`` is for
    functions that allocate nothing: no reference counting of the arrays they are
    handed.  ``forceinline=True`` is for small ones that sit in a hot loop.
    ``inline="always"`` is for large ones with a single caller: every level of calls
    is optimised again with all that is below it, so a flat tree compiles faster.
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
