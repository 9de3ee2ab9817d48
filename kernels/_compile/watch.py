"""Tells others when compiling starts and ends, and lists what is compiled.

``NOGUES_COMPILE_LOG=1`` in the environment lists on stderr each kernel that is compiled
with its signature and seconds, callees included.  What the cache has is not listed.

Light to import: the rest of the package adds listeners before anything is compiled.
"""

import os
import sys
import time
from collections.abc import Callable
from typing import Any

#: Called with True when compiling starts and with False when it ends, in the thread
#: that compiles.
listeners: list[Callable[[bool], None]] = []

_PROBED = "nogues.kernels._compile.once"  # its check of itself is of no interest
_LOG = os.environ.get("NOGUES_COMPILE_LOG", "0") != "0"
_begun: list[float] = []  # Numba compiles one function at a time, its callees inside


def _tell(is_compiling: bool) -> None:
    for listener in listeners:
        listener(is_compiling)


def _is_kernel(event: Any) -> bool:
    module: str = event.data["dispatcher"].py_func.__module__ or ""
    return module.startswith("nogues.kernels.") and module != _PROBED


def install() -> None:
    """Listen to Numba from now on."""
    from numba.core import event as events

    class Listener(events.Listener):
        def on_start(self, event: Any) -> None:
            if _is_kernel(event):
                _begun.append(time.perf_counter())
                if len(_begun) == 1:
                    _tell(True)

        def on_end(self, event: Any) -> None:
            if _is_kernel(event):
                seconds = time.perf_counter() - _begun.pop()
                if _LOG:
                    _print(event.data, seconds)
                if not _begun:
                    _tell(False)

    events.register("numba:compile", Listener())


def _print(data: Any, seconds: float) -> None:
    kernel = data["dispatcher"].py_func
    name = f"{kernel.__module__}.{kernel.__qualname__}"
    types = ", ".join(map(str, data["args"]))
    depth = "  " * len(_begun)
    print(f"{seconds:7.3f} s {depth}{name}({types})", file=sys.stderr)
