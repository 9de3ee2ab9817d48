"""Write the file of machine code that ``ready`` reads.

First a process runs whatever needs kernels; ``list_entries`` then says what it has
compiled.  For each CPU level a process of its own compiles these, without running
them: ``python -m nogues.kernels._compile.pack``, entries on stdin, records on stdout.
"""

import json
import os
import pickle
import subprocess
import sys
import zlib
from importlib import import_module
from pathlib import Path
from typing import Any

from nogues.kernels._compile import ready, record
from nogues.kernels._compile.cache import name_of, python_tag
from nogues.kernels._compile.once import KernelDispatcher

#: A kernel's module and name, and the types of its arguments.
Entry = tuple[str, str, tuple[Any, ...]]


def list_entries() -> list[Entry]:
    """Return the kernels that Python has called in this process, with their types."""
    found = {}
    for module_name, module in [*sys.modules.items()]:
        if module_name.startswith("nogues.kernels."):
            for kernel in vars(module).values():
                if isinstance(kernel, KernelDispatcher):
                    for types in kernel.overloads:
                        py_func = kernel.py_func
                        entry = (py_func.__module__, py_func.__name__, types)
                        found[name_of(py_func, types)] = entry
    return [found[name] for name in sorted(found)]


def compile_entries(entries: list[Entry]) -> dict[str, bytes]:
    """Compile kernels for the CPU that the environment names.

    Parameters
    ----------
    entries : list of Entry
        From ``list_entries``.

    Returns
    -------
    dict of str to bytes
        What ``ready.find`` returns, by name.
    """
    records = {}
    for module, name, types in entries:
        kernel = getattr(import_module(module), name)
        kernel.compile(types)
        data = record.to_bytes("entry", kernel.overloads[types])
        if data is not None:
            records[name_of(kernel.py_func, types)] = data
    return records


def compile_for_level(level: str, entries: list[Entry]) -> dict[str, bytes]:
    """Compile kernels for a CPU level, in a process of its own.

    Parameters
    ----------
    level : str
        A key of ``ready.levels_here()``.
    entries : list of Entry
        From ``list_entries``.

    Returns
    -------
    dict of str to bytes
        As ``compile_entries`` does.
    """
    features = ",".join(f"+{name}" for name in ready.levels_here()[level])
    env = {
        **os.environ,
        "NOGUES_CACHE": "0",
        "NUMBA_CPU_NAME": level,
        "NUMBA_CPU_FEATURES": features,
    }
    command = [sys.executable, "-m", __name__]
    done = subprocess.run(
        command,
        input=pickle.dumps(entries),
        stdout=subprocess.PIPE,
        env=env,
        check=True,
    )
    records: dict[str, bytes] = pickle.loads(done.stdout)
    return records


def write(folder: Path, levels: dict[str, dict[str, bytes]]) -> Path:
    """Write the records of all levels into one file.

    Parameters
    ----------
    folder : Path
        Where the file goes; ``ready.FOLDER`` of an installed package is what is read.
    levels : dict
        Records by level.

    Returns
    -------
    Path
        The file.
    """
    header: dict[str, Any] = {}
    blobs: list[bytes] = []
    offset = 0
    order = [name for name in ready.levels_here() if name in levels]
    for level in order:
        entries = {}
        for name, data in levels[level].items():
            blob = zlib.compress(data, 9)
            entries[name] = (offset, len(blob), ready.digest_of(blob))
            blobs.append(blob)
            offset += len(blob)
        features = ready.levels_here()[level]
        header[level] = {"features": features, "entries": entries}
    text = zlib.compress(json.dumps(header).encode(), 9)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / ready.file_name(python_tag())
    part = path.with_suffix(".part")
    with part.open("wb") as file:
        file.write(ready.MAGIC)
        file.write(f"{ready.digest_of(text)} {len(text)}\n".encode())
        file.writelines([text, *blobs])
    part.replace(path)
    return path


if __name__ == "__main__":
    pickle.dump(compile_entries(pickle.load(sys.stdin.buffer)), sys.stdout.buffer)
