"""Boards in a ``.npz`` file.

The arrays of ``Boards`` by their names, and ``about``: a JSON text with the format's
and the search's versions, the size, the start and the limits.  Nothing is compressed,
so that a million expert boards are written in about a second.
"""

from __future__ import annotations

import json
import os
import zipfile
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from nogues._version import __version__
from nogues.errors import FormatError, MinesweeperError
from nogues.kernels.codes import MINE
from nogues.spec import ALGORITHM, Limits, Spec, check_limits, check_spec

FORMAT = "nogues boards"
FORMAT_VERSION = 1
MADE_BY = ("search", "version")

#: Boards that are checked at a time, so that no copy of all of them is made.
PART = 4096
COLUMNS = {
    "clue": np.dtype(np.int8),
    "seed": np.dtype(np.uint32),
    "attempts": np.dtype(np.int32),
    "repairs": np.dtype(np.int32),
    "opening": np.dtype(np.int32),
    "mine_count": np.dtype(np.int32),
    "failed_seeds": np.dtype(np.uint32),
}


def write(file: BinaryIO, spec: Spec, limits: Limits, columns: dict[str, Any]) -> None:
    """Write the arrays of some boards to an open file."""
    about = {
        "format": FORMAT,
        "format_version": FORMAT_VERSION,
        "nogues": __version__,
        **{key: ALGORITHM[key] for key in MADE_BY},
        **spec._asdict(),
        **limits._asdict(),
    }
    np.savez(file, about=np.array(json.dumps(about)), **columns)


def read(path: str | os.PathLike[str]) -> tuple[Spec, Limits, dict[str, Any]]:
    """Read the arrays of some boards, and check their types, shapes and ranges."""
    name = os.fspath(path)
    with open(name, "rb") as file:
        try:
            about, columns = _unpack(name, file)
        except (MinesweeperError, MemoryError):
            raise
        except Exception as error:  # zipfile, zlib and NumPy raise of every kind
            raise FormatError(f"{name} is damaged or no .npz file: {error}") from None
    spec, limits = _head(name, about)
    _check_columns(name, spec, columns)
    return spec, limits, columns


def _unpack(name: str, file: BinaryIO) -> tuple[Any, dict[str, Any]]:
    with _open(name, file) as archive:
        missing = {"about", *COLUMNS} - set(archive.files)
        if missing:
            raise FormatError(
                f"{name} is not a file of boards: no {', '.join(sorted(missing))}"
            )
        about = json.loads(str(archive["about"]))
        return about, {column: archive[column] for column in COLUMNS}


def _open(name: str, file: BinaryIO) -> Any:
    # Not by name: of a damaged file NumPy would leave the handle open.
    if file.read(6) == np.lib.format.MAGIC_PREFIX:
        raise FormatError(f"{name} holds one array, not boards")
    file.seek(0)
    if not zipfile.is_zipfile(file):
        raise FormatError(f"{name} is damaged or no .npz file")
    file.seek(0)
    return np.load(file, allow_pickle=False)


def _head(name: str, about: Any) -> tuple[Spec, Limits]:
    if not isinstance(about, dict) or about.get("format") != FORMAT:
        raise FormatError(f"{name} is not a file of boards")
    version = about.get("format_version")
    if version != FORMAT_VERSION:
        raise FormatError(
            f"{name} has format version {version}; this nogues reads {FORMAT_VERSION}"
        )
    theirs = [about.get(key) for key in MADE_BY]
    ours = [ALGORITHM[key] for key in MADE_BY]
    if theirs != ours:
        raise FormatError(
            f"{name} was made by another search, {theirs}; this nogues has {ours}"
        )
    try:
        spec = check_spec(*(about[field] for field in Spec._fields))
        return spec, check_limits(*(about[field] for field in Limits._fields))
    except (KeyError, TypeError, MinesweeperError) as error:
        raise FormatError(f"{name} has a bad spec: {error}") from None


def _check_columns(name: str, spec: Spec, columns: dict[str, NDArray[Any]]) -> None:
    n, failed = columns["seed"].size, columns["failed_seeds"].size
    shapes = {"clue": (n, spec.cells), "failed_seeds": (failed,)}
    for column, dtype in COLUMNS.items():
        found = columns[column]
        expected = shapes.get(column, (n,))
        if found.dtype != dtype or found.shape != expected:
            raise FormatError(
                f"{name}: {column} must be {dtype} of shape {expected}, "
                f"not {found.dtype} of shape {found.shape}"
            )
    clue = columns["clue"]
    if n and not -1 <= clue.min() <= clue.max() <= 8:
        raise FormatError(f"{name}: clue must be -1 to 8 everywhere")
    counts = (
        np.count_nonzero(clue[k : k + PART] == MINE, axis=1) for k in range(0, n, PART)
    )
    if (columns["mine_count"] != spec.mine_count).any() or any(
        (count != spec.mine_count).any() for count in counts
    ):
        raise FormatError(f"{name}: a board has not {spec.mine_count} mines")
