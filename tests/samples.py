"""A data set to try."""

import numpy as np

EXPERT = (30, 16, 99)


#: Boards of data sets in these tests, in three shards.
SEEDS = range(100, 700)


SHARD = 256


def joined(batches):
    """All boards of some batches: their clues, seeds, and what else is known."""
    names = ("clue", "seed", "attempts", "repairs", "opening", "mine_count", "needs")
    found = list(batches)
    return {
        name: np.concatenate([getattr(boards, name) for boards in found])
        for name in names
    }
