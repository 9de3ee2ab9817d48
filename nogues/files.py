"""Files that appear whole or not at all."""

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO


@contextmanager
def atomic_file(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """Open a new file that takes its name when the block ends without an error.

    Until then the bytes are in a hidden file beside it; on any error, Ctrl-C
    included, that file is removed and what was at ``path`` stays as it was.
    """
    target = Path(os.path.realpath(path))  # a link stays, and what it names is written
    if target.is_dir():
        raise IsADirectoryError(f"cannot write {target}: it is a folder")
    if not target.parent.is_dir():
        raise FileNotFoundError(f"cannot write {target}: no folder {target.parent}")
    partial = target.with_name(f".{secrets.token_hex(8)}.partial")
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
    except BaseException:
        partial.unlink(missing_ok=True)
        raise
