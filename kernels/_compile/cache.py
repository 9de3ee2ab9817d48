"""Where compiled kernels are looked up and saved.

One file per kernel, signature and kind, named by a digest of all that its code depends
on.  There is no index, so processes that fill a folder together cannot mix it up.  A
file begins with a digest of its key and content.  Damage is found before anything is
unpickled; the kernel is then compiled again, with one warning per process.

A folder that cannot be written to is read; a full disk costs the next process the
compiling, no more.  What the folder does not have is looked up in the code that came
with the package.
"""

import contextlib
import hashlib
import os
import sys
import uuid
import warnings
from typing import Any

from numba.core import sigutils
from numba.core.registry import cpu_target

from nogues.kernels._compile import ready, record, switch
from nogues.kernels._compile.stamp import CACHE_DIR, CACHE_IS_ON

DIGEST_BYTES = 16
_warned: set[str] = set()


def warn_once(message: str) -> None:
    """Warn, but not twice in a process of the same trouble."""
    if message not in _warned:
        _warned.add(message)
        warnings.warn(message, RuntimeWarning, stacklevel=2)


def name_of(py_func: Any, signature: Any) -> str:
    """Name a kernel and the types of its arguments.

    Parameters
    ----------
    py_func : function
        The kernel's Python code.
    signature : tuple of types, or Signature
        The types.

    Returns
    -------
    str
        Two kernels or types that differ have names that differ.
    """
    types, _ = sigutils.normalize_signature(signature)
    arguments = ", ".join(str(each) for each in types)
    return f"{py_func.__module__}.{py_func.__qualname__}({arguments})"


def python_tag() -> str:
    """Name the Python that code is for: it calls functions of it."""
    major, minor = sys.version_info[:2]
    return f"{sys.implementation.name}{major}{minor}{getattr(sys, 'abiflags', '')}"


def code_in_package() -> str | None:
    """Return the CPU level of the code that came with the package, if it is in use."""
    if not CACHE_IS_ON:
        return None
    return ready.level_in_use(cpu_target.target_context.codegen(), python_tag())


def _digest(key: str, data: bytes) -> bytes:
    h = hashlib.blake2b(key.encode() + b"\0", digest_size=DIGEST_BYTES)
    h.update(data)
    return h.digest()


class KernelCache:
    """The cache of one kernel; Numba's dispatcher calls its methods.

    Parameters
    ----------
    py_func : function
        The kernel.  Only kernels of this package are kept on disk: the name of the
        folder knows the text of no others.
    kind : {"entry", "lowered", "plain"}
        What is cached; see ``record``.
    """

    def __init__(self, py_func: Any, kind: str) -> None:
        self._py_func = py_func
        self._kind = kind
        module, own = py_func.__module__, __name__.rpartition(".")[0]
        self._is_ours = module.startswith("nogues.kernels.") and (
            not module.startswith(own)  # the check must compile
        )

    @property
    def cache_path(self) -> str | None:
        """The folder."""
        return CACHE_DIR

    def _file(self, key: str) -> str | None:
        if CACHE_DIR is None:
            return None
        short = hashlib.blake2b(key.encode(), digest_size=10).hexdigest()
        module = self._py_func.__module__.removeprefix("nogues.kernels.")
        name = f"{module}.{self._py_func.__qualname__}.{self._kind}.{short}.code"
        return os.path.join(CACHE_DIR, name)

    def _key(self, name: str, codegen: Any) -> str:
        cpu = " ".join(map(str, codegen.magic_tuple()))
        return f"{self._kind} {name} {python_tag()} {cpu}"

    def load_overload(self, signature: Any, context: Any) -> Any:
        """Return a compiled kernel from disk, or None."""
        if not (self._is_ours and CACHE_IS_ON):
            return None
        context.refresh()
        name = name_of(self._py_func, signature)
        return self._load_saved(name, context) or self._load_ready(name, context)

    def _load_saved(self, name: str, context: Any) -> Any:
        key = self._key(name, context.codegen())
        path = self._file(key)
        if path is None:
            return None
        try:
            with open(path, "rb") as file:
                digest, data = file.read(DIGEST_BYTES), file.read()
        except OSError:
            return None
        if digest == _digest(key, data):
            return record.from_bytes(self._kind, data, context)
        warn_once(f"damaged code in the cache folder {CACHE_DIR}; it is compiled again")
        return None

    def _load_ready(self, name: str, context: Any) -> Any:
        if self._kind != "entry":
            return None
        try:
            data = ready.find(name, context.codegen(), python_tag())
        except ready.DamagedError as error:
            warn_once(f"{error}; kernels are compiled instead")
            return None
        return data and record.from_bytes("entry", data, context)

    def save_overload(self, signature: Any, result: Any) -> None:
        """Keep a compiled kernel on disk, if that is possible."""
        if not self._is_ours or (self._kind == "plain") == switch.compiles_once():
            return
        key = self._key(name_of(self._py_func, signature), result.codegen)
        path = self._file(key)
        data = None if path is None else record.to_bytes(self._kind, result)
        if path is None or data is None:
            return
        part = f"{path}.{uuid.uuid4().hex[:12]}.part"
        try:
            with open(part, "wb") as file:
                file.write(_digest(key, data))
                file.write(data)
            os.replace(part, path)
        except OSError:  # read-only or full
            with contextlib.suppress(OSError):
                os.unlink(part)

    def flush(self) -> None:
        """Do nothing: the next save replaces the file."""
