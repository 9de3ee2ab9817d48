"""A compiler for kernels that takes each one through LLVM no more than once.

Numba treats every function of a call tree as if Python might call it.  It optimises its
module with all callees linked in, emits machine code, a wrapper for Python and a
wrapper for C.  Then the caller links the optimised module and does it all again.
A function five calls deep is optimised six times, and what was emitted for it never
runs.

Here a kernel has two compilers.  For a call from another kernel it is *lowered*: typed
and turned into LLVM code, without wrappers, module passes or machine code.  For a call
from Python it is an *entry*: everything below it is linked, made internal, optimised
and emitted once.  A kernel that both call is compiled for both.

This leans on classes inside Numba, so ``switch`` decides whether it is in use.
"""

from functools import cached_property
from types import FunctionType
from typing import Any

import numpy as np
from numba.core.compiler import Compiler
from numba.core.dispatcher import _FunctionCompiler
from numba.core.registry import CPUDispatcher

from nogues.kernels._compile import switch
from nogues.kernels._compile.cache import KernelCache
from nogues.kernels._compile.library import (
    EntryLibrary,
    KernelLibrary,
    LoweredLibrary,
)


class _KernelCompiler(Compiler):
    """Numba's own pipeline with another library and fewer wrappers."""

    library_class: type[KernelLibrary]
    for_python: bool

    def __init__(
        self,
        typingctx: Any,
        targetctx: Any,
        library: Any,
        args: Any,
        return_type: Any,
        flags: Any,
        locals: Any,
    ) -> None:
        flags = flags.copy()
        flags.no_cfunc_wrapper = True
        flags.no_cpython_wrapper = not self.for_python
        super().__init__(
            typingctx, targetctx, library, args, return_type, flags, locals
        )

    def compile_extra(self, func: Any) -> Any:
        """Compile a Python function into a library of our own."""
        codegen = self.state.targetctx.codegen()
        self.state.library = self.library_class(codegen, func.__qualname__)
        self.state.library.enable_object_caching()
        return super().compile_extra(func)


class LoweringCompiler(_KernelCompiler):
    """Compiles a kernel for its callers."""

    library_class = LoweredLibrary
    for_python = False


class EntryCompiler(_KernelCompiler):
    """Compiles a kernel for Python."""

    library_class = EntryLibrary
    for_python = True


class _EntryOrPlain(_FunctionCompiler):
    """Compiles entries, or as Numba does if the check of this compiler has failed."""

    @property
    def pipeline_class(self) -> type[Compiler]:
        """The compiler to use."""
        return EntryCompiler if switch.works(_probe) else Compiler

    @pipeline_class.setter
    def pipeline_class(self, ignored: Any) -> None:
        pass


class _Lowered(CPUDispatcher):
    """The lowered versions of a kernel, one per signature."""

    def add_overload(self, result: Any) -> None:
        """Keep a result from the dispatcher in C, which would call it."""
        self.overloads[tuple(result.signature.args)] = result


class KernelDispatcher(CPUDispatcher):
    """A kernel: Python calls its entries; kernels get its lowered versions."""

    def __init__(self, py_func: Any, targetoptions: dict[str, Any]) -> None:
        super().__init__(py_func, targetoptions=targetoptions)
        self._compiler = _EntryOrPlain(
            py_func, self.targetdescr, targetoptions, {}, EntryCompiler
        )
        self._cache = KernelCache(py_func, "entry")

    @cached_property
    def lowered(self) -> _Lowered:
        """The kernel for its callers, made when the first one is compiled."""
        made = _Lowered(
            self.py_func,
            targetoptions=self.targetoptions,
            pipeline_class=LoweringCompiler,
        )
        made._cache = KernelCache(self.py_func, "lowered")
        return made

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """Type a call by a kernel."""
        if switch.compiles_once():
            return self.lowered.get_call_template(args, kws)
        return super().get_call_template(args, kws)

    def get_overload(self, sig: Any) -> Any:
        """Return what a kernel that is being lowered calls."""
        if switch.compiles_once():
            return self.lowered.get_overload(sig)
        return super().get_overload(sig)

    def compile(self, sig: Any) -> Any:
        """Compile for a call from Python, if the cache has no code for it."""
        if not switch.compiles_once():  # the check has failed since this was made
            self._cache = KernelCache(self.py_func, "plain")
        return _call_with_room(super().compile, sig)

    def __reduce__(self) -> Any:
        """Pickle by name, so that another process finds the kernel and its cache."""
        return self.__qualname__


def _call(function: Any, argument: Any) -> Any:
    return function(argument)


# Python keeps its frames in chunks of 16 KiB, and frees a chunk when the last frame
# leaves it.  Numba recurses across the end of a chunk hundreds of thousands of times,
# which took a fifth of the time of some kernels.  A frame as wide as this one gets
# 1 MiB, and the frames above it share what it leaves free.
_call_with_room = FunctionType(
    _call.__code__.replace(co_stacksize=70_000), globals(), "_call_with_room"
)


def _add_inside(values: Any, n: int) -> int:
    for i in range(values.size):
        n += values[i]
    return n


def _probe() -> bool:
    """Compile a kernel that calls a kernel, and see whether it computes."""
    options = {"nopython": True, "boundscheck": None, "nogil": True}
    inside = KernelDispatcher(_add_inside, options)

    def add(values: Any, n: int) -> int:
        return inside(values, n) + 1

    entry = KernelDispatcher(add, options)
    values = np.arange(5, dtype=np.int64)
    return bool(
        entry(values, 31) == 42 and entry.overloads and inside.lowered.overloads
    )
