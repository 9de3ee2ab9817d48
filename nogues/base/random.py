"""Seeds and random numbers: mulberry32 and FNV-1a, as in the reference."""

import operator
import random as _random
import secrets
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nogues.base.errors import MinesweeperError

_MASK = 0xFFFFFFFF
_STEP = 0x6D2B79F5


class Mulberry32:
    """The generator of the published search; calling it returns a float in [0, 1).

    Attributes
    ----------
    state : int
        32-bit counter; generators with equal states return equal draws.
    """

    __slots__ = ("state",)

    def __init__(self, seed: int) -> None:
        self.state = check_seed(seed)

    def __call__(self) -> float:
        """Return the next draw, a uint32 divided by 2**32."""
        return self.uint32() / 2**32

    def uint32(self) -> int:
        """Return the next draw as an integer below 2**32."""
        self.state = (self.state + _STEP) & _MASK
        t = self.state
        t = ((t ^ (t >> 15)) * (t | 1)) & _MASK
        t ^= (t + ((t ^ (t >> 7)) * (t | 61) & _MASK)) & _MASK
        return t ^ (t >> 14)

    def __repr__(self) -> str:
        """Return the call that creates an equal generator."""
        return f"Mulberry32({self.state})"


def create_rng(seed: int) -> Mulberry32:
    """Return the reference's generator for a seed (reference: Random numbers).

    Parameters
    ----------
    seed : int
        Any integer, taken mod 2**32.

    Examples
    --------
    >>> rng = create_rng(42)
    >>> rng(), rng()
    (0.6011037519201636, 0.44829055899754167)
    """
    return Mulberry32(seed)


def hash_seed(text: str) -> int:
    """Return the seed of a text: 32-bit FNV-1a over its Unicode code points.

    Raises
    ------
    TypeError
        If text is not a str.

    Examples
    --------
    >>> hash_seed("a")
    3826002220
    """
    if not isinstance(text, str):
        raise TypeError(f"text must be a str, not {text!r}")
    value = 0x811C9DC5
    for character in text:
        value = ((value ^ ord(character)) * 0x01000193) & _MASK
    return value


def check_seed(seed: object) -> int:
    """Return an integer of any size mod 2**32, or raise TypeError."""
    if isinstance(seed, (bool, np.bool_)):
        raise TypeError(f"seed must be an integer, not {seed!r}")
    try:
        return operator.index(seed) & _MASK  # type: ignore[arg-type]
    except TypeError:
        raise TypeError(f"seed must be an integer, not {seed!r}") from None


def entropy_seed() -> int:
    """Return a random 32-bit seed from the system."""
    return secrets.randbits(32)


def check_length(seeds: range) -> int:
    """Return the number of seeds in a range, if it is below 2**63."""
    try:
        return len(seeds)
    except OverflowError:
        raise MinesweeperError(
            f"seeds must be fewer than 2**63, not {seeds!r}"
        ) from None


def check_seeds(seeds: object) -> NDArray[np.uint32]:
    """Return seeds as a uint32 array, each mod 2**32.

    Takes a range, an integer array, or any iterable of integers.
    """
    if isinstance(seeds, range):
        count = check_length(seeds)
        # Wrapping 64-bit arithmetic is exact mod 2**32.
        first, step = np.uint64(seeds.start & _MASK), np.uint64(seeds.step & _MASK)
        return (first + step * np.arange(count, dtype=np.uint64)).astype(np.uint32)
    if isinstance(seeds, np.ndarray):
        if seeds.dtype.kind not in "iu" or seeds.ndim != 1:
            raise TypeError(
                "seeds must be a one-dimensional array of integers, not of "
                f"{seeds.ndim} dimensions and dtype {seeds.dtype}"
            )
        return np.array(seeds, np.uint32, subok=False)
    if isinstance(seeds, (str, bytes)) or not isinstance(seeds, Iterable):
        raise TypeError(f"seeds must be a range or integers, not {seeds!r}")
    return np.fromiter((check_seed(seed) for seed in seeds), np.uint32)


def draws_of(rng: Any) -> Callable[[], float]:
    """Return a function without arguments that draws checked floats from ``rng``.

    Takes a callable, a ``random.Random`` or a ``numpy.random.Generator``.
    """
    source: Callable[[], Any]
    if isinstance(rng, (_random.Random, np.random.Generator)):
        source = rng.random
    elif callable(rng) and not isinstance(rng, type):
        source = rng
    else:
        raise TypeError(
            "rng must be a callable, a random.Random or a numpy.random.Generator, "
            f"not {rng!r}"
        )

    def draw() -> float:
        value = source()
        try:
            if isinstance(value, (str, bytes, bool)):
                raise TypeError
            number = float(value)
        except (TypeError, OverflowError):
            raise TypeError(f"rng must return floats, not {value!r}") from None
        if not 0 <= number < 1:
            raise MinesweeperError(f"rng must return floats in [0, 1), not {value!r}")
        return number

    return draw
