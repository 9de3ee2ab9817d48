"""Whether kernels are compiled once (``once``) or as ``numba.njit`` does it.

Results are the same; the time to compile is not.  ``once`` leans on classes inside
Numba.  So it is used on releases it was tried on, if a small kernel computes, and if
the environment does not say ``NOGUES_COMPILE=plain``.
"""

import os
import warnings
from collections.abc import Callable

import numba

#: The first and the last release of Numba that ``once`` was tried on.
TRIED = ((0, 63), (0, 68))


def _is_chosen() -> bool:
    release = tuple(numba.version_info[:2])
    return TRIED[0] <= release <= TRIED[1] and (
        os.environ.get("NOGUES_COMPILE", "once") != "plain"
    )


_once = _is_chosen()
_checked = False


def compiles_once() -> bool:
    """Return whether kernels are compiled once, as far as is known now."""
    return _once


def works(probe: Callable[[], bool]) -> bool:
    """Return whether kernels are compiled once; check it before the first is.

    Parameters
    ----------
    probe : callable
        Compiles a small kernel and returns whether its result is right.

    Returns
    -------
    bool
        False from the moment that the check has failed, with one warning then.
    """
    global _once, _checked
    if _once and not _checked:
        _checked = True  # the probe compiles, too
        trouble = "a wrong result"
        try:
            _once = probe()
        except Exception as error:  # whatever a changed Numba raises
            _once, trouble = False, f"{type(error).__name__}: {error}"
        if not _once:
            warnings.warn(
                f"kernels compile slowly with Numba {numba.__version__} ({trouble})",
                RuntimeWarning,
                stacklevel=2,
            )
    return _once


def describe() -> str:
    """Say in words which way is on."""
    return "each kernel once" if _once else "as numba.njit does, which takes longer"
