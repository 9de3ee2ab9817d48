"""One compiled kernel as bytes, and back.

Three kinds: an ``entry`` is machine code for Python to call; ``lowered`` is LLVM
bitcode that entries link; ``plain`` is what ``numba.njit`` caches, both of these.
"""

import pickle
from typing import Any

import llvmlite.binding as llvm
from numba.core.compiler import CompileResult
from numba.core.serialize import dumps

from nogues.kernels._compile.library import EntryLibrary, LoweredLibrary


def to_bytes(kind: str, result: Any) -> bytes | None:
    """Return what restores a compiled kernel, or None if that is not possible.

    Parameters
    ----------
    kind : {"entry", "lowered", "plain"}
        How it was compiled.
    result : CompileResult
        Numba's result.

    Returns
    -------
    bytes or None
        None for code that holds addresses of this process.
    """
    library = result.library
    if library.has_dynamic_globals or any(not x.can_cache for x in result.lifted):
        return None
    if kind == "plain":
        code, *rest = result._reduce()
        return dumps((code, *rest))
    fndesc = result.fndesc
    fndesc.typemap = fndesc.calltypes = None  # large, and needed no more
    if kind == "lowered":
        code = (library.name, library._final_module.as_bitcode())
    else:
        module = library._final_module
        symbols = [
            value.name
            for values in (module.functions, module.global_variables)
            for value in values
            if not value.is_declaration and value.linkage != llvm.Linkage.internal
        ]
        code = (library.name, library._get_compiled_object(), symbols)
    return dumps(
        (
            code,
            fndesc,
            result.environment,
            result.signature,
            result.objectmode,
            str(result.type_annotation),
            result.reload_init,
            result._find_referenced_environments() if kind == "entry" else [],
        )
    )


def from_bytes(kind: str, data: bytes, context: Any) -> Any:
    """Restore a compiled kernel.

    Parameters
    ----------
    kind : {"entry", "lowered", "plain"}
        How it was compiled.
    data : bytes
        From ``to_bytes``.  It is unpickled: check where it comes from first.
    context : CPUContext
        Numba's target context.

    Returns
    -------
    CompileResult
        As the compiler returned it, without what only the compiler needs.
    """
    parts = pickle.loads(data)
    if kind == "plain":
        return CompileResult._rebuild(context, *parts)
    code, fndesc, environment, signature, objectmode, annotation, init, envs = parts
    for function in init:
        function()
    library: Any
    if kind == "lowered":
        name, bitcode = code
        library = LoweredLibrary(context.codegen(), name)
        library.use(llvm.parse_bitcode(bitcode))
    else:
        name, machine_code, symbols = code
        library = EntryLibrary(context.codegen(), name)
        library.use(machine_code, symbols)
    entry_point = context.get_executable(library, fndesc, environment)
    for env in envs:
        library.codegen.set_env(env.env_name, env)
    fields = dict.fromkeys(CompileResult._fields) | {
        "typing_context": context.typing_context,
        "target_context": context,
        "entry_point": entry_point,
        "type_annotation": annotation,
        "signature": signature,
        "objectmode": objectmode,
        "lifted": (),
        "fndesc": fndesc,
        "library": library,
        "environment": environment,
        "reload_init": init,
        "referenced_envs": envs,
    }
    return CompileResult(**fields)
