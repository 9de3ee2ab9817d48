"""Limits of a board's measures, and which limits a board can meet."""

from __future__ import annotations

import math
from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from nogues.base.errors import MinesweeperError
from nogues.base.spec import LARGEST, Spec, check_integer, check_pair, zone_size
from nogues.kernels.codes import METRICS

Range = tuple[int | None, int | None]


@dataclass(frozen=True, kw_only=True, slots=True)
class Between:
    """What boards are accepted: the measures that matter, each with its limits.

    A limit is a pair ``(low, high)``, both included; None stands for no limit.

    Parameters
    ----------
    opening : tuple, optional
        Cells that the first click opens.
    bbbv : tuple, optional
        3BV, the fewest clicks that open every safe cell: openings, and safe cells
        beside none of them.
    openings : tuple, optional
        Areas of zeros; zeros that touch at a corner are of one area.
    buried : tuple, optional
        Mines none of whose neighbours is safe, so that no number counts them.

    Raises
    ------
    MinesweeperError
        When a limit is negative, or low is above high.
    TypeError
        When a limit is no pair of integers or None.

    Examples
    --------
    >>> import nogues
    >>> nogues.Between(bbbv=(150, 200), openings=(8, None))
    Between(bbbv=(150, 200), openings=(8, None))
    """

    opening: Range | None = None
    bbbv: Range | None = None
    openings: Range | None = None
    buried: Range | None = None

    def __post_init__(self) -> None:
        """Check the limits, and forget pairs that limit nothing."""
        for metric in METRICS:
            limits = getattr(self, metric)
            if limits is not None:
                checked = _check_range(metric, limits)
                given = None if checked == (None, None) else checked
                object.__setattr__(self, metric, given)

    def __repr__(self) -> str:
        """Return what would make this object again."""
        return f"Between({', '.join(f'{k}={v}' for k, v in self.limits().items())})"

    def limits(self) -> dict[str, Range]:
        """Return the measures that are limited, with their limits."""
        pairs = ((f.name, getattr(self, f.name)) for f in fields(self))
        return {name: pair for name, pair in pairs if pair is not None}


def _check_range(metric: str, limits: object) -> Range:
    low, high = (
        None if limit is None else check_integer(f"{metric} {name}", limit, 0, LARGEST)
        for name, limit in zip(
            ("low", "high"), check_pair(metric, limits, "(low, high)"), strict=True
        )
    )
    if low is not None and high is not None and low > high:
        raise MinesweeperError(
            f"{metric} must be (low, high) with low at most high, not ({low}, {high})"
        )
    return low, high


def possible_measures(spec: Spec, mines: int, safe: str) -> dict[str, tuple[int, int]]:
    """Return bounds that the measures of all boards with so many mines keep."""
    safe_cells = spec.cells - mines
    # No two areas of zeros touch: no 2x2 square has cells of two.
    openings = math.ceil(spec.width / 2) * math.ceil(spec.height / 2)
    if mines == 0:
        openings = 1
    if safe in ("diamond", "block"):  # the start is a zero and opens its block
        first = zone_size(spec, "block")
        return {
            "opening": (first, safe_cells),
            "bbbv": (1, safe_cells - first + 1),
            "openings": (1, min(openings, safe_cells)),
            "buried": (0, mines),
        }
    least = min(1, safe_cells)
    return {
        "opening": (least, safe_cells),
        "bbbv": (least, safe_cells),
        "openings": (int(mines == 0), min(openings, safe_cells)),
        "buried": (0, mines),
    }


def bounds_of(accept: Between | None) -> NDArray[np.int64]:
    """Return the limits as the kernels take them: no rows, or one for each measure."""
    limits = {} if accept is None else accept.limits()
    if not limits:
        return np.empty((0, 2), np.int64)
    rows = (limits.get(metric, (None, None)) for metric in METRICS)
    return np.array(
        [(low or 0, LARGEST if high is None else high) for low, high in rows], np.int64
    )
