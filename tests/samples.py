"""A data set to try."""

import numpy as np

from nogues.base.options import check_limits
from nogues.base.search import check_search
from nogues.base.spec import check_spec
from nogues.dataset.plan import Plan, Run

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


def plan_of(seeds=SEEDS, layout="packed", metrics=(), shard=SHARD):
    """The plan of a data set of expert boards."""
    spec = check_spec(*EXPERT, None)
    run = Run(spec.start, seeds.start, seeds.stop)
    search, limits = check_search(spec), check_limits(300, 60)
    return Plan(spec, limits, search, (run,), layout, metrics, shard, False, "")
