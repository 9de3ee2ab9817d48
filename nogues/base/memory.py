"""Requests that the memory of this machine cannot hold, refused before they are made.

Without this, a slip of the keyboard (``--seeds 0:1000000000000``) is an error of an
allocation that names neither the option nor what to do.
"""

from __future__ import annotations

import os

from nogues.base.errors import MinesweeperError

#: Bytes of a board in memory beside its cells: seed, attempts and so on.
BOARD_BYTES = 32
#: Bytes of a simulated game.
GAME_BYTES = 24


def total_memory() -> int | None:
    """Return the bytes of memory of this machine; None if the system does not say."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):
        return None


def check_memory(seeds: object, each: int, items: str, instead: str) -> None:
    """Raise if a range of seeds makes more than memory can hold.

    Parameters
    ----------
    seeds : object
        A range; anything else is in memory already, and passes.
    each : int
        Bytes of each.
    items, instead : str
        What they are, and what to do instead, for the message.
    """
    memory = total_memory()
    if not isinstance(seeds, range) or memory is None:
        return
    # Not len(), which fails from 2**63 on.
    count = max(0, -(-(seeds.stop - seeds.start) // seeds.step))
    if count * each > memory:
        raise MinesweeperError(
            f"seeds must be at most {memory // each:,} here, not {count:,}: so many "
            f"{items} are too many for the memory of this machine and for one file; "
            f"{instead}"
        )
