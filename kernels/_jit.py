"""The one decorator for compiled code.

How code is compiled and where it is kept is in ``_compile``, which a reader of kernels
need not open.  In short: a kernel that kernels call is compiled into its callers, one
that Python calls is compiled once per machine and kept in ``CACHE_DIR``.

Where that folder cannot be made, every process compiles afresh, as it does with
``NOGUES_CACHE=0`` in the environment.  ``NUMBA_CACHE_DIR`` or ``XDG_CACHE_HOME`` move
the folder.
"""

from collections.abc import Callable
from typing import Any, TypeVar

import numba

from nogues.kernels._compile import switch, watch
from nogues.kernels._compile.cache import KernelCache
from nogues.kernels._compile.stamp import CACHE_DIR as CACHE_DIR

F = TypeVar("F", bound=Callable[..., Any])
_njit: Any = numba.njit  # its overloads cannot see through **options
_config: Any = numba.config  # filled in at run time, so untyped
JIT_ENABLED = not _config.DISABLE_JIT
watch.install()


def kernel(**options: Any) -> Callable[[F], F]:
    """Compile a function without the GIL, cached on disk where that is possible.

    Parameters
    ----------
    **options
        Go to ``numba.njit``.  Two are in use.  ``_nrt=False`` is for functions that
        allocate nothing: it leaves out the reference counts of their arrays.
        ``forceinline=True`` is for small ones in a hot loop, and for large ones with a
        single caller that run faster inside it.

    Returns
    -------
    function
        The decorator.
    """
    options.setdefault("nogil", True)
    make: Any = _compile_once if switch.compiles_once() else _compile_plainly

    def wrap(func: F) -> F:
        compiled: F = make(func, options) if JIT_ENABLED else func
        return compiled

    return wrap


def _compile_once(func: Any, options: dict[str, Any]) -> Any:
    from nogues.kernels._compile.once import KernelDispatcher

    return KernelDispatcher(func, {"nopython": True, "boundscheck": None, **options})


def _compile_plainly(func: Any, options: dict[str, Any]) -> Any:
    compiled = _njit(**options)(func)
    compiled._cache = KernelCache(func, "plain")
    return compiled
