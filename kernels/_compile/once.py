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
from typing import Any

import llvmlite.binding as llvm
import numpy as np
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.dispatcher import _FunctionCompiler
from numba.core.environment import lookup_environment
from numba.core.registry import CPUDispatcher

from nogues.kernels._compile import switch
from nogues.kernels._compile.cache import KernelCache
from nogues.kernels._compile.record import ENV_PREFIX


class KernelLibrary(JITCodeLibrary):
    """The LLVM module of one kernel."""

    def _optimize_functions(self, module: Any) -> None:
        # As Numba does, but not for declarations: each would cost a pass manager.
        module.data_layout = self._codegen._data_layout
        for function in module.functions:
            if not function.is_declaration:
                passes, builder = self._codegen._function_pass_manager()
                passes.run(function, builder)

    def _link_callees(self) -> None:
        for library in dict.fromkeys(self._linking_libraries):
            self._reload_init.update(library._reload_init)
            module = library._get_module_for_linking()
            self._final_module.link_in(module, preserve=True)


class _NoMemory:
    """Stands in for the code generator of a lowered kernel, which is never loaded."""

    @staticmethod
    def set_env(name: str, env: Any) -> None:
        """Do nothing: the entry that links the kernel sets its environment."""


class LoweredLibrary(KernelLibrary):
    """A kernel for its callers: LLVM code that is neither optimised nor emitted."""

    @property
    def codegen(self) -> Any:
        """The code generator, for Numba to set the environment with."""
        return _NoMemory

    def finalize(self) -> None:
        """Link the callees, and let callers link the result more than once."""
        self._raise_if_finalized()
        self._link_callees()
        for function in self._final_module.functions:
            external = function.linkage == llvm.Linkage.external
            if external and not function.is_declaration:
                function.linkage = "linkonce_odr"
        self.use(self._final_module)
        self._finalize_dynamic_globals()

    def use(self, module: Any) -> None:
        """Take a module that is linked already, as from the cache."""
        self._final_module = self._shared_module = module
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        """Return 0: there is no machine code."""
        return 0


class EntryLibrary(KernelLibrary):
    """A kernel for Python, with all it calls."""

    def finalize(self) -> None:
        """Link the callees, then optimise and emit the whole once."""
        self._codegen._check_llvm_bugs()
        self._raise_if_finalized()
        defined = (f for f in self._final_module.functions if not f.is_declaration)
        own = {function.name for function in defined}
        self._link_callees()
        for function in self._final_module.functions:
            shared = function.linkage == llvm.Linkage.linkonce_odr
            # Nothing outside calls it, so it may be inlined and dropped.
            if shared and not function.is_declaration and function.name not in own:
                function.linkage = "internal"
        self._optimize_final_module()
        self._final_module.verify()
        self._finalize_final_module()
        for variable in self._final_module.global_variables:
            if variable.name.startswith(ENV_PREFIX):
                env = lookup_environment(variable.name)
                if env is not None:
                    self._codegen.set_env(variable.name, env)

    def use(self, machine_code: bytes, symbols: list[str]) -> None:
        """Load machine code that was emitted before, with the symbols it defines."""
        self.enable_object_caching()
        self._set_compiled_object(machine_code)
        self._finalize_final_module()
        self._codegen._engine._defined_symbols.update(symbols)


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
        return super().compile(sig)

    def __reduce__(self) -> Any:
        """Pickle by name, so that another process finds the kernel and its cache."""
        return self.__qualname__


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
