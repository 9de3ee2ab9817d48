"""The LLVM module of one kernel: lowered for its callers, or an entry for Python."""

from typing import Any

import llvmlite.binding as llvm
from numba.core.codegen import JITCodeLibrary
from numba.core.environment import lookup_environment

#: How the names of global variables begin that point to a kernel's environment.
ENV_PREFIX = "_ZN08NumbaEnv"


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
