"""Boards in a ``.npz`` file.

The file has the arrays of ``Boards`` under their names, and ``about``: a JSON text with
the versions of the format and the search, the search's options, the size, the start and
the limits.  Nothing is compressed: a million expert boards are written in about a
second.

Format 1 had the published search only.  It stores neither options nor ``needs``.
"""

from __future__ import annotations

import json
import os
import zipfile
from typing import Any, BinaryIO, NamedTuple

import numpy as np
from numpy.typing import NDArray

from nogues._version import __version__
from nogues.base.errors import FormatError, MinesweeperError
from nogues.base.files import check_path
from nogues.base.options import check_limits
from nogues.base.search import VERSIONS, Search, from_json, to_json
from nogues.base.spec import Limits, Spec, check_spec
from nogues.base.words import number_of
from nogues.kernels.codes import MINE, RULES

FORMAT = "nogues boards"
FORMAT_VERSION = 2
READABLE = (1, 2)

#: Boards checked at a time, to avoid a copy of all of them.
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
#: Columns that format 1 lacks, or that exist only if mines were relocated.
MORE_COLUMNS = {"needs": np.dtype(np.int8), "relocations": np.dtype(np.int32)}


class Head(NamedTuple):
    """What all boards of a file share."""

    spec: Spec
    limits: Limits
    search: Search
    by_density: bool  # if so, boards differ in their mines, and the spec has 0


def write(file: BinaryIO, head: Head, columns: dict[str, Any]) -> None:
    """Write the arrays of boards to an open file."""
    about = {
        "format": FORMAT,
        "format_version": FORMAT_VERSION,
        "nogues": __version__,
        **to_json(head.search),
        **head.spec._asdict(),
        **head.limits._asdict(),
    }
    if head.by_density:
        about["mines"] = None
    if not columns["relocations"].size:
        columns = {k: column for k, column in columns.items() if k != "relocations"}
    np.savez(file, about=np.array(json.dumps(about)), **columns)


def read(path: str | os.PathLike[str]) -> tuple[Head, dict[str, Any]]:
    """Read the arrays of boards; check their types, shapes and ranges."""
    name = check_path(path)
    with open(name, "rb") as file:
        return read_open(file, name)


def read_open(file: BinaryIO, name: str) -> tuple[Head, dict[str, Any]]:
    """Read an open file, which errors call ``name``, as ``read`` does."""
    try:
        about, columns = _unpack(name, file)
    except (MinesweeperError, MemoryError):
        raise
    except Exception as error:  # zipfile, zlib and NumPy raise many types
        raise FormatError(f"{name} is damaged or not a .npz file: {error}") from None
    head = _head(name, about)
    if "needs" not in columns:  # format 1: elementary rules only
        columns["needs"] = np.zeros(columns["seed"].shape, np.int8)
    if "relocations" not in columns:
        columns["relocations"] = np.empty((columns["seed"].size, 0, 2), np.int32)
    _check_columns(name, head, columns)
    return head, columns


def _unpack(name: str, file: BinaryIO) -> tuple[Any, dict[str, Any]]:
    with _open(name, file) as archive:
        missing = {"about", *COLUMNS} - set(archive.files)
        if missing:
            raise FormatError(
                f"{name} is not a file of boards: it lacks {', '.join(sorted(missing))}"
            )
        about = json.loads(str(archive["about"]))
        there = [column for column in MORE_COLUMNS if column in archive.files]
        return about, {column: archive[column] for column in [*COLUMNS, *there]}


def _open(name: str, file: BinaryIO) -> Any:
    # Pass an open file: given a name, NumPy leaves damaged files open.
    if file.read(6) == np.lib.format.MAGIC_PREFIX:
        raise FormatError(f"{name} contains one array, not boards")
    file.seek(0)
    if not zipfile.is_zipfile(file):
        raise FormatError(f"{name} is damaged or not a .npz file")
    file.seek(0)
    return np.load(file, allow_pickle=False)


def _head(name: str, about: Any) -> Head:
    if not isinstance(about, dict) or about.get("format") != FORMAT:
        raise FormatError(f"{name} is not a file of boards")
    version = about.get("format_version")
    if version not in READABLE:
        ours = " and ".join(map(str, READABLE))
        raise FormatError(
            f"{name} has format version {version}; this nogues reads {ours}"
        )
    theirs = [about.get("search"), about.get("logic", "elementary")]
    made_by = [*theirs, about.get("version")]
    if made_by not in [[*key, number] for key, number in VERSIONS.items()]:
        raise FormatError(
            f"{name} is from another search, {made_by}; this nogues has "
            f"{', '.join(f'{k[0]} {k[1]} {number}' for k, number in VERSIONS.items())}"
        )
    try:
        free = about["search"] in ("random", "given")
        by_density = free and about["mines"] is None
        size = about | {"mines": 0} if by_density else about
        spec = check_spec(*(size[field] for field in Spec._fields))
        limits = check_limits(*(about[field] for field in Limits._fields))
        return Head(spec, limits, from_json(spec, about), by_density)
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise FormatError(f"{name} has an invalid spec: {error}") from None


def _check_columns(name: str, head: Head, columns: dict[str, NDArray[Any]]) -> None:
    spec = head.spec
    n, failed = columns["seed"].size, columns["failed_seeds"].size
    most = columns["relocations"].size // max(2 * n, 1)
    shapes: dict[str, tuple[int, ...]] = {
        "clue": (n, spec.cells),
        "failed_seeds": (failed,),
        "relocations": (n, most, 2),
    }
    for column, dtype in {**COLUMNS, **MORE_COLUMNS}.items():
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
    needs = columns["needs"]
    if n and not -1 <= needs.min() <= needs.max() < len(RULES):
        raise FormatError(f"{name}: needs must be -1 to {len(RULES) - 1} everywhere")
    moved = columns["relocations"]
    if moved.size and not -1 <= moved.min() <= moved.max() < spec.cells:
        raise FormatError(f"{name}: relocations must be cells or -1")
    stored = columns["mine_count"]
    mines = head.search.mines_laid(spec)
    wrong = not head.by_density and bool((stored != mines).any())
    for k in range(0, n, PART):
        counts = np.count_nonzero(clue[k : k + PART] == MINE, axis=1)
        wrong = wrong or bool((counts != stored[k : k + PART]).any())
    if wrong:
        number = "mine_count mines" if head.by_density else number_of(mines, "mine")
        raise FormatError(f"{name}: a board does not have {number}")
