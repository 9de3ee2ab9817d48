"""The daily board."""

from __future__ import annotations

import datetime
import re

from nogues.base.errors import GenerationError, MinesweeperError
from nogues.base.random import hash_seed
from nogues.base.spec import DAILY_PUZZLE
from nogues.boards.board import Board
from nogues.kernels.codes import MAX_ATTEMPTS
from nogues.making.generate import generate_board

#: Where the first seed fails, the second has this many attempts.
SECOND_SEED_ATTEMPTS = 3000
SECOND_SEED_XOR = 0x9E3779B9


def generate_daily_board(date: str | datetime.date) -> Board:
    """Make the board of a day: 12x12 with 25 mines, from row 6, column 5.

    The seed is the FNV-1a hash of ``campominado:daily-v1:YYYY-MM-DD``; should its 300
    attempts fail, 3,000 are made with that hash XOR 0x9E3779B9 (reference: Daily).

    Parameters
    ----------
    date : str or datetime.date
        ``YYYY-MM-DD``, or a date; of a ``datetime`` the date part counts.

    Raises
    ------
    MinesweeperError
        When the text is no date.
    TypeError
        When it is neither text nor a date.

    Examples
    --------
    >>> board = generate_daily_board("2026-10-27")
    >>> board.seed, board.attempts, board.solvable
    (2919792200, 1, True)
    """
    return _search(daily_seed(date))


def daily_seed(date: str | datetime.date) -> int:
    """Return the first seed of a day."""
    if isinstance(date, datetime.datetime):
        date = date.date()
    if isinstance(date, datetime.date):
        text = date.isoformat()
    elif isinstance(date, str):
        text = date
        if not (re.fullmatch(r"\d{4}-\d\d-\d\d", text, re.ASCII) and _exists(text)):
            raise MinesweeperError(f"date must be a day as YYYY-MM-DD, not {date!r}")
    else:
        raise TypeError(f"date must be a str or a datetime.date, not {date!r}")
    return hash_seed(f"campominado:daily-v1:{text}")


def _exists(text: str) -> bool:
    try:
        datetime.date.fromisoformat(text)
    except ValueError:
        return False
    return True


def _search(seed: int, max_attempts: int = MAX_ATTEMPTS) -> Board:
    try:
        return generate_board(**DAILY_PUZZLE, seed=seed, max_attempts=max_attempts)
    except GenerationError:
        return generate_board(
            **DAILY_PUZZLE,
            seed=seed ^ SECOND_SEED_XOR,
            max_attempts=SECOND_SEED_ATTEMPTS,
        )
