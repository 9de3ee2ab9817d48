"""Machine code that came with the package, in the folder ``kernels/_compile/code``.

A file is for one Python, Numba, llvmlite, platform and digest of the kernels, all in
its name.  It holds the entries of one or more CPU levels.  Its header is read first:
the CPU features each level needs, and place and digest of each entry.  The header has a
digest of its own, so nothing is unpickled that is not what was written.  A file is
read from the package only, never from a folder that others may write to.
"""

import hashlib
import json
import platform
import zlib
from pathlib import Path
from typing import Any

import llvmlite
import numba

from nogues.kernels._compile.stamp import DIGEST

MAGIC = b"nogues machine code 1\n"
DIGEST_BYTES = 16
FOLDER = Path(__file__).parent / "code"

#: CPU levels by name, best last, with the features (LLVM's names) that each adds.
LEVELS = {
    "x86-64-v2": "cx16 popcnt sahf sse3 sse4.1 sse4.2 ssse3",
    "x86-64-v3": "avx avx2 bmi bmi2 f16c fma lzcnt movbe xsave",
    "x86-64-v4": "avx512bw avx512cd avx512dq avx512f avx512vl",
}


class DamagedError(Exception):
    """A file of machine code is not what was written."""


def file_name(python: str) -> str:
    """Name the file for a Python with the libraries at hand.

    Parameters
    ----------
    python : str
        The Python, such as ``cpython311``.

    Returns
    -------
    str
        The name of the file, without its folder.
    """
    machine = f"{platform.system()}-{platform.machine()}".lower()
    versions = f"numba{numba.__version__}-llvmlite{llvmlite.__version__}"
    return f"{python}-{versions}-{machine}-{DIGEST}.code"


def levels_here() -> dict[str, list[str]]:
    """Return the CPU levels of this machine's kind, with all features each needs."""
    if platform.machine().lower() not in ("x86_64", "amd64"):
        return {"generic": []}
    levels: dict[str, list[str]] = {}
    needed: list[str] = []
    for level, added in LEVELS.items():
        needed = needed + added.split()
        levels[level] = needed
    return levels


def digest_of(data: bytes) -> str:
    """Return the digest that headers hold.

    Parameters
    ----------
    data : bytes
        The code of an entry, or a header.

    Returns
    -------
    str
        Hexadecimal digits.
    """
    return hashlib.blake2b(data, digest_size=DIGEST_BYTES).hexdigest()


class _File:
    """A file of machine code, with its header read and checked."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            with path.open("rb") as file:
                magic = file.read(len(MAGIC))
                line = file.readline()
                digest, size = line.split()
                header = file.read(int(size))
                self._start = file.tell()
        except ValueError:
            raise self._damaged() from None
        if magic != MAGIC or digest.decode("latin-1") != digest_of(header):
            raise self._damaged()
        self.levels: dict[str, Any] = json.loads(zlib.decompress(header))

    def _damaged(self) -> DamagedError:
        return DamagedError(f"{self.path} is damaged")

    def best_level(self, features: set[str]) -> str | None:
        """Return the best level that a CPU can run, or None."""
        for level, content in reversed(self.levels.items()):
            if features.issuperset(content["features"]):
                return level
        return None

    def read(self, offset: int, size: int, digest: str) -> bytes:
        """Return the bytes of one entry."""
        with self.path.open("rb") as file:
            file.seek(self._start + offset)
            data = file.read(size)
        if digest_of(data) != digest:
            raise self._damaged()
        return zlib.decompress(data)


_opened: dict[str, tuple[_File, str] | None] = {}


def _open(codegen: Any, python: str) -> tuple[_File, str] | None:
    """Return the file and the level for this CPU, or None; damage is raised once."""
    if numba.config.CPU_NAME is not None or numba.config.CPU_FEATURES is not None:
        return None  # somebody wants code for another CPU than this
    if python not in _opened:
        _opened[python] = None
        try:
            file = _File(FOLDER / file_name(python))
        except OSError:
            return None
        _, _, text = codegen.magic_tuple()
        features = {each[1:] for each in text.split(",") if each.startswith("+")}
        level = file.best_level(features)
        if level is not None:
            _opened[python] = file, level
    return _opened[python]


def level_in_use(codegen: Any, python: str) -> str | None:
    """Return the CPU level of the code that came with the package, or None.

    Parameters
    ----------
    codegen : CPUCodegen
        Knows the CPU that code is to be for.
    python : str
        The Python that code is to be for.

    Returns
    -------
    str or None
        None if none came, or none that this CPU can run.
    """
    try:
        opened = _open(codegen, python)
    except DamagedError:
        return None
    return opened and opened[1]


def find(name: str, codegen: Any, python: str) -> bytes | None:
    """Return the record of an entry, or None if none came with the package.

    Parameters
    ----------
    name : str
        The kernel and the types of its arguments.
    codegen : CPUCodegen
        Knows the CPU that code is to be for.
    python : str
        The Python that code is to be for.

    Returns
    -------
    bytes or None
        For ``record.from_bytes``.

    Raises
    ------
    DamagedError
        If the file is not what was written.
    """
    opened = _open(codegen, python)
    if opened is None:
        return None
    file, level = opened
    place = file.levels[level]["entries"].get(name)
    return None if place is None else file.read(*place)
