"""Paths of users, and files that appear whole or not at all."""

import os
import re
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from nogues.base.errors import MinesweeperError

#: Suffix of files that are still being written; their names begin with a dot.
PARTIAL = ".partial"

#: What begins an address; a drive of Windows has one letter.
ADDRESS = re.compile(r"([a-zA-Z][a-zA-Z0-9+.-]+)://")


def check_path(path: object, name: str = "path") -> str:
    """Return a path as text, its ``~`` expanded, or raise naming the argument.

    Raises
    ------
    MinesweeperError
        If no file can have this path.
    TypeError
        If it is neither a str nor a path.
    """
    text = path_text(path, name)
    if ADDRESS.match(text):
        raise MinesweeperError(
            f"{name} must be a file on this machine, because addresses are not "
            f"fetched, not {text!r}"
        )
    return os.path.expanduser(text)


def path_text(path: object, name: str = "path", kind: str = "a file") -> str:
    """Return a path or an address as text, unchanged, or raise naming the argument."""
    text = os.fspath(path) if isinstance(path, os.PathLike) else path
    if not isinstance(text, str):
        raise TypeError(f"{name} must be a str or a path, not {path!r}")
    if not text or "\0" in text:
        raise MinesweeperError(f"{name} must be {kind}, not {text!r}")
    return text


@contextmanager
def atomic_file(
    path: str | os.PathLike[str], partial_in: Path | None = None
) -> Iterator[BinaryIO]:
    """Open a new file that gets its name when the block ends without an error.

    Until then, the bytes are in a hidden file in the same folder, or in the folder
    ``partial_in`` of the same file system.  On any error, Ctrl-C included, the hidden
    file is removed and ``path`` does not change.
    """
    place = check_path(path)
    target = Path(os.path.realpath(place))  # keep a link, and write its target
    if target.is_dir() or place.endswith(("/", os.sep)):
        raise IsADirectoryError(f"cannot write {target}: it is a folder")
    if not target.parent.is_dir():
        raise FileNotFoundError(f"cannot write {target}: no folder {target.parent}")
    partial = (partial_in or target.parent) / f".{secrets.token_hex(8)}{PARTIAL}"
    try:
        file = partial.open("xb")
    except OSError as error:
        raise type(error)(error.errno, error.strerror, str(target)) from None
    try:
        with file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.replace(partial, target)
        _sync_folder(target.parent)
    except BaseException:
        partial.unlink(missing_ok=True)
        raise


def _sync_folder(folder: Path) -> None:
    """Make a new name survive a crash, on systems where folders can be opened."""
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:  # Windows
        return
    try:
        os.fsync(handle)
    except OSError:  # some network file systems
        pass
    finally:
        os.close(handle)
