"""Where a data set is stored: a folder, or a prefix of an object store.

A file appears complete or not at all.  In a folder it is written under another name,
then renamed; an object store takes it in one request.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import Any, BinaryIO, Protocol

from nogues.base.errors import MinesweeperError
from nogues.base.files import ADDRESS, PARTIAL, atomic_file, path_text
from nogues.base.optional import need

#: Folder of the shards.  It must hold nothing else, because some readers of Parquet
#: folders refuse other files.
DATA = "data"

#: Lock file of a run.
LOCK = ".lock"

#: Protocols whose files appear complete: an interrupted request leaves no file.
ATOMIC = {"s3", "s3a", "gs", "gcs", "abfs", "abfss", "az", "adl", "oci", "memory"}


class Store(Protocol):
    """What a data set needs from its storage.

    Names are relative, with ``/`` between folders.
    """

    url: str

    def names(self) -> set[str]:
        """Return the names of the files in the folder of shards.

        Names that begin with a dot or an underscore are left out: operating systems
        make such files, and readers of Parquet folders ignore them.
        """

    def exists(self, name: str) -> bool:
        """Whether a file exists."""

    def read(self, name: str) -> bytes:
        """Return the bytes of a file."""

    def open(self, name: str) -> BinaryIO:
        """Open a file for random access."""

    def paths(self, names: list[str]) -> tuple[list[str], Any]:
        """Return paths of files and their file system, for pyarrow."""

    def put(self, name: str, data: memoryview | bytes) -> None:
        """Write a file, which appears complete or not at all."""

    def prepare(self) -> None:
        """Make the folders, and remove partial files of killed runs."""

    def lock(self) -> AbstractContextManager[Any]:
        """Keep other runs out while the block runs, if the store can do so."""


def open_store(path: str | os.PathLike[str], options: dict[str, Any] | None) -> Store:
    """Return the store of a path or a URL.

    Parameters
    ----------
    path : str or path-like
        A folder, or a URL that fsspec knows, such as ``s3://bucket/name``.
    options : dict or None
        Options of fsspec, such as keys and endpoints.
    """
    url = path_text(path, kind="a folder or a URL")
    match = ADDRESS.match(url)
    if match is None or match[1] in ("file", "local"):
        if options:
            raise MinesweeperError(
                f"storage_options need a URL such as s3://, not {url!r}"
            )
        return Folder(url[match.end() :] if match else os.path.expanduser(url))
    return Remote(url, options or {})


def _visible(names: Iterable[str]) -> set[str]:
    return {name for name in names if name and name[0] not in "._"}


class Folder:
    """A folder, local or shared by several machines."""

    def __init__(self, path: str) -> None:
        self.root = Path(os.path.abspath(path))
        self.url = str(self.root)

    def names(self) -> set[str]:
        """Return the names of the files in the folder of shards."""
        try:
            return _visible(os.listdir(self.root / DATA))
        except FileNotFoundError:
            return set()

    def exists(self, name: str) -> bool:
        """Whether a file exists."""
        return (self.root / name).is_file()

    def read(self, name: str) -> bytes:
        """Return the bytes of a file."""
        return (self.root / name).read_bytes()

    def open(self, name: str) -> BinaryIO:
        """Open a file for random access."""
        return (self.root / name).open("rb")

    def paths(self, names: list[str]) -> tuple[list[str], Any]:
        """Return paths of files and their file system, for pyarrow."""
        return [str(self.root / name) for name in names], None

    def put(self, name: str, data: memoryview | bytes) -> None:
        """Write a file, which appears complete or not at all."""
        target = self.root / name
        try:
            with atomic_file(target, self.root) as file:
                file.write(data)
        except OSError as error:
            if error.errno is None:
                raise
            # A full disk names no file in its error, and a rename the wrong one.
            raise type(error)(error.errno, error.strerror, str(target)) from None

    def prepare(self) -> None:
        """Make the folders, and remove partial files of killed runs."""
        (self.root / DATA).mkdir(parents=True, exist_ok=True)
        for path in self.root.glob(f".*{PARTIAL}"):
            path.unlink(missing_ok=True)

    @contextmanager
    def lock(self) -> Iterator[None]:
        """Keep other runs out while the block runs."""
        filelock = need("filelock", "parquet")
        if self.root.exists() and not self.root.is_dir():
            raise NotADirectoryError(f"{self.root} must be a folder, but is a file")
        self.root.mkdir(parents=True, exist_ok=True)
        lock = filelock.FileLock(self.root / LOCK, timeout=0)
        try:
            lock.acquire()
        except filelock.Timeout:
            raise MinesweeperError(
                f"another run is writing to {self.root}; wait for it to end"
            ) from None
        try:
            yield
        finally:
            lock.release()


@contextmanager
def _as_oserror(place: str) -> Iterator[None]:
    """Turn the errors of a file system's package into OSErrors that name the place."""
    try:
        yield
    except OSError as error:
        if error.filename:
            raise
        raise type(error)(f"{place}: {error}") from error
    except ImportError:
        raise
    except Exception as error:
        raise OSError(f"{place}: {type(error).__name__}: {error}") from error


class Remote:
    """A prefix of a store that fsspec can reach."""

    def __init__(self, url: str, options: dict[str, Any]) -> None:
        fsspec = need("fsspec", "dask")
        self.url = url.rstrip("/")
        self.options = options
        try:
            self.fs, self.root = fsspec.core.url_to_fs(self.url, **options)
        except ImportError as error:  # names the package of the protocol
            raise ImportError(f"{url} cannot be reached: {error}") from None
        except ValueError as error:
            raise MinesweeperError(f"path {url!r} cannot be reached: {error}") from None
        protocol = self.fs.protocol
        names = {protocol} if isinstance(protocol, str) else set(protocol)
        self.atomic = bool(names & ATOMIC)

    def _path(self, name: str) -> str:
        return f"{self.root}/{name}"

    def names(self) -> set[str]:
        """Return the names of the files in the folder of shards."""
        try:
            with _as_oserror(self.url):
                self.fs.invalidate_cache()
                found = self.fs.ls(self._path(DATA), detail=False)
        except FileNotFoundError:
            return set()
        names = (path.rstrip("/").rpartition("/")[2] for path in found)
        return _visible(name for name in names if name != DATA)

    def exists(self, name: str) -> bool:
        """Whether a file exists."""
        with _as_oserror(f"{self.url}/{name}"):
            self.fs.invalidate_cache()
            return bool(self.fs.exists(self._path(name)))

    def read(self, name: str) -> bytes:
        """Return the bytes of a file."""
        with _as_oserror(f"{self.url}/{name}"):
            data: bytes = self.fs.cat_file(self._path(name))
        return data

    def open(self, name: str) -> BinaryIO:
        """Open a file for random access."""
        with _as_oserror(f"{self.url}/{name}"):
            file: BinaryIO = self.fs.open(self._path(name), "rb")
        return file

    def paths(self, names: list[str]) -> tuple[list[str], Any]:
        """Return paths of files and their file system, for pyarrow."""
        return [self._path(name) for name in names], self.fs

    def put(self, name: str, data: memoryview | bytes) -> None:
        """Write a file, which appears complete or not at all."""
        target = self._path(name)
        with _as_oserror(f"{self.url}/{name}"):
            if self.atomic:
                self.fs.pipe_file(target, bytes(data))
                return
            partial = self._path(f".{os.urandom(8).hex()}{PARTIAL}")
            self.fs.pipe_file(partial, bytes(data))
            self.fs.mv(partial, target)

    def prepare(self) -> None:
        """Make the folders, if the store has folders, and remove partial files."""
        if self.atomic:
            return
        with _as_oserror(self.url):
            self.fs.makedirs(self._path(DATA), exist_ok=True)
            for path in self.fs.glob(self._path(f".*{PARTIAL}")):
                self.fs.rm_file(path)

    def lock(self) -> AbstractContextManager[Any]:
        """Do nothing: two runs write the same bytes, so nothing is lost."""
        return nullcontext()
