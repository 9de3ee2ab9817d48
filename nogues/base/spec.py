"""Sizes, presets, constants and coordinates, and checks of arguments."""

import operator
import re
import unicodedata
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from nogues.base.errors import MinesweeperError
from nogues.kernels.codes import (
    LARGE_CELLS,
    MAX_ATTEMPTS,
    MAX_PASSES,
    MAX_REPAIRS,
    SAFE_DISTANCE,
)

#: Attempts and passes are counted in 32 bits.
LARGEST = 2**31 - 1

#: Cells of a diamond that no edge cuts.
LARGEST_ZONE = 2 * SAFE_DISTANCE * (SAFE_DISTANCE + 1) + 1


class Spec(NamedTuple):
    """A checked size, mine count and start."""

    width: int
    height: int
    mines: int
    start: tuple[int, int]

    @property
    def cells(self) -> int:
        """Number of cells."""
        return self.width * self.height

    @property
    def mine_count(self) -> int:
        """Mines that the published search lays: no more than fit outside its zone."""
        if self.mines <= self.cells - LARGEST_ZONE:
            return self.mines
        return min(self.mines, self.cells - zone_size(self, "diamond"))

    def __str__(self) -> str:
        """Return the size as the command line takes it, ``30x16/99``."""
        return f"{self.width}x{self.height}/{self.mines}"


class Limits(NamedTuple):
    """How long a search may run."""

    max_attempts: int
    max_passes: int


def _size(width: int, height: int, mines: int) -> Mapping[str, int]:
    return MappingProxyType({"width": width, "height": height, "mines": mines})


#: The classic sizes; ``generate_board(**PRESETS["expert"], seed=1)``.
PRESETS: Mapping[str, Mapping[str, int]] = MappingProxyType(
    {
        "beginner": _size(9, 9, 10),
        "intermediate": _size(16, 16, 40),
        "expert": _size(30, 16, 99),
    }
)

#: The levels of the site Campo Minado.
CAMPO_MINADO_LEVELS: Mapping[str, Mapping[str, int]] = MappingProxyType(
    {
        "fácil": _size(10, 8, 10),
        "médio": _size(18, 14, 40),
        "difícil": _size(24, 20, 99),
        "especialista": _size(30, 20, 120),
        "mestre": _size(40, 24, 192),
        "extremo": _size(50, 30, 300),
    }
)

#: The daily board, except its seed.
DAILY_PUZZLE: Mapping[str, Any] = MappingProxyType(
    {"width": 12, "height": 12, "mines": 25, "start": (6, 5)}
)

#: The published search: its name, version and constants.  The version is stored in
#: every file.  It changes if the board of any seed changes.
ALGORITHM: Mapping[str, Any] = MappingProxyType(
    {
        "search": "repair",
        "version": 1,
        "logic": "elementary",
        "rng": "mulberry32",
        "safe_distance": SAFE_DISTANCE,
        "max_attempts": MAX_ATTEMPTS,
        "max_repairs": MAX_REPAIRS,
        "max_passes": MAX_PASSES,
    }
)


def check_integer(name: str, value: object, low: int, high: int | None = None) -> int:
    """Return an int in low..high, or raise an error that names the argument."""
    try:
        if isinstance(value, bool):
            raise TypeError
        number = operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        raise TypeError(f"{name} must be an integer, not {value!r}") from None
    if number < low or (high is not None and number > high):
        allowed = f"at least {low}" if high is None else f"{low} to {high}"
        raise MinesweeperError(f"{name} must be {allowed}, not {number}")
    return number


def check_name(name: str, value: object, names: tuple[str, ...]) -> str:
    """Return a valid name, or raise an error that lists all valid names."""
    if not isinstance(value, str):
        raise TypeError(f"{name} must be one of {', '.join(names)}, not {value!r}")
    if value not in names:
        raise MinesweeperError(
            f"{name} must be one of {', '.join(names)}, not {value!r}"
        )
    return value


def check_flag(name: str, value: object) -> bool:
    """Return a bool, or raise an error that names the argument."""
    if not isinstance(value, (bool, np.bool_)):
        raise TypeError(f"{name} must be True or False, not {value!r}")
    return bool(value)


def check_size(width: object, height: object) -> tuple[int, int]:
    """Return width and height, or raise an error that names the invalid one."""
    w = check_integer("width", width, 1, LARGE_CELLS)
    h = check_integer("height", height, 1, LARGE_CELLS)
    if w * h > LARGE_CELLS:
        raise MinesweeperError(
            f"width * height must be at most {LARGE_CELLS}, not {w} * {h} = {w * h}"
        )
    return w, h


def check_cell(name: str, cell: object, width: int, height: int) -> tuple[int, int]:
    """Return a cell on the board, or raise an error that names the argument."""
    row, column = check_pair(name, cell, "(row, column)")
    return (
        check_integer(f"{name} row", row, 0, height - 1),
        check_integer(f"{name} column", column, 0, width - 1),
    )


def check_pair(name: str, value: object, meaning: str) -> tuple[Any, Any]:
    """Return the items of a pair, or raise an error that names the argument."""
    if isinstance(value, np.ndarray):
        value = value.tolist()
    if not isinstance(value, (tuple, list)) or len(value) != 2:
        raise TypeError(f"{name} must be a pair {meaning}, not {value!r}")
    return value[0], value[1]


def check_index(name: str, index: Any, length: int) -> int | slice | NDArray[Any]:
    """Return a valid index into a sequence: an integer, a slice or an array."""
    if isinstance(index, list):
        index = np.array(index, dtype=np.intp if not index else None)
    if isinstance(index, slice) or (isinstance(index, np.ndarray) and index.ndim == 1):
        return index
    try:
        if isinstance(index, bool):
            raise TypeError
        k = operator.index(index)
    except TypeError:
        raise TypeError(
            f"{name}s are indexed by an integer, a slice or an array, not {index!r}"
        ) from None
    if not -length <= k < length:
        raise IndexError(f"{name} {k} of {length}")
    return k


def check_spec(width: object, height: object, mines: object, start: object) -> Spec:
    """Check a size, mine count and start (None: the centre)."""
    w, h = check_size(width, height)
    count = check_integer("mines", mines, 0)
    cell = center_of(w, h) if start is None else check_cell("start", start, w, h)
    return Spec(w, h, count, cell)


def zone_size(spec: Spec, safe: str) -> int:
    """Return the number of cells in the safe zone of the start."""
    if safe == "any":
        return 0
    row, column = spec.start
    far = {"diamond": SAFE_DISTANCE, "block": 1, "cell": 0}[safe]
    size = 0
    for r in range(row - far, row + far + 1):
        if 0 <= r < spec.height:
            reach = far - abs(r - row) if safe == "diamond" else far
            first, last = max(column - reach, 0), min(column + reach, spec.width - 1)
            size += last - first + 1
    return size


def zone_of(spec: Spec, safe: str) -> NDArray[np.bool_]:
    """Return where the safe zone of the start is: shape (height, width)."""
    rows = np.abs(np.arange(spec.height) - spec.start[0])[:, None]
    columns = np.abs(np.arange(spec.width) - spec.start[1])[None, :]
    zone: dict[str, NDArray[np.bool_]] = {
        "diamond": rows + columns <= SAFE_DISTANCE,
        "block": np.maximum(rows, columns) <= 1,
        "cell": rows + columns == 0,
        "any": rows + columns < 0,
    }
    return zone[safe]


def center_of(width: int, height: int) -> tuple[int, int]:
    """Return the centre cell, the default start.

    Examples
    --------
    >>> center_of(30, 16)
    (8, 15)
    """
    w, h = check_size(width, height)
    return h // 2, w // 2


def neighbours_of(index: int, width: int, height: int) -> list[int]:
    """Return the row-major indices of the cells around a cell."""
    row, column = divmod(index, width)
    return [
        r * width + c
        for r in range(max(row - 1, 0), min(row + 2, height))
        for c in range(max(column - 1, 0), min(column + 2, width))
        if (r, c) != (row, column)
    ]


def cell_index(width: int, height: int, cell: tuple[int, int]) -> int:
    """Return the row-major index of a (row, column) cell.

    Raises
    ------
    MinesweeperError
        If the cell is outside the board.

    Examples
    --------
    >>> cell_index(30, 16, (8, 15))
    255
    """
    w, h = check_size(width, height)
    row, column = check_cell("cell", cell, w, h)
    return row * w + column


def cell_coord(width: int, height: int, index: int) -> tuple[int, int]:
    """Return the (row, column) of a row-major index.

    Raises
    ------
    MinesweeperError
        If the index is outside the board.

    Examples
    --------
    >>> cell_coord(30, 16, 255)
    (8, 15)
    """
    w, h = check_size(width, height)
    return divmod(check_integer("index", index, 0, w * h - 1), w)


def _plain(name: str) -> str:
    """Drop accents and case: ``Fácil`` and ``facil`` are the same level."""
    letters = unicodedata.normalize("NFKD", name.casefold())
    return "".join(c for c in letters if not unicodedata.combining(c))


def plain_size(text: str) -> str:
    """Return a size as ``WxH``, in which a user may write a cross and spaces, too.

    Examples
    --------
    >>> plain_size(" 9 X 9 / 10")
    '9x9/10'
    """
    crossed = re.sub("[X\N{MULTIPLICATION SIGN}]", "x", text.strip())
    return re.sub(r"\s*([x/])\s*", r"\1", crossed)


def parse_size(text: str) -> Mapping[str, int]:
    r"""Return the size that a text names: a preset, a level, or ``WxH/M``.

    Examples
    --------
    >>> dict(parse_size("30x16/99"))
    {'width': 30, 'height': 16, 'mines': 99}
    >>> parse_size("9X9/10") == parse_size("9\N{MULTIPLICATION SIGN}9/10")
    True
    >>> parse_size("facil") == CAMPO_MINADO_LEVELS["fácil"]
    True
    """
    named = {**PRESETS, **CAMPO_MINADO_LEVELS}
    for name, size in named.items():
        if _plain(name) == _plain(text.strip()):
            return size
    match = re.fullmatch(r"(\d{1,6})x(\d{1,6})/(\d{1,9})", plain_size(text), re.ASCII)
    if match is None:
        raise MinesweeperError(
            f"size must be one of {', '.join(named)}, or WxH/M such as 30x16/99, "
            f"not {text!r}"
        )
    width, height, mines = map(int, match.groups())
    return _size(width, height, mines)
