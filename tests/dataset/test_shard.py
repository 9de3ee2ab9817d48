"""One shard in memory."""

import numpy as np
from samples import EXPERT

from nogues.base.options import check_limits
from nogues.base.search import check_search
from nogues.base.spec import check_spec
from nogues.dataset.plan import Plan, Run
from nogues.dataset.shard import encode_shard


def test_progress_is_reported_per_chunk():
    """Where boards take long, a bar need not wait for a row group."""
    spec = check_spec(*EXPERT, None)
    search = check_search(spec, logic="subset", moves=0)
    run = Run(spec.start, 0, 500)
    limits = check_limits(1000, 60)
    plan = Plan(spec, limits, search, (run,), "packed", (), 512, False, "")
    told = []
    encode_shard(plan, plan.shards()[0], np.zeros(1, np.bool_), told.append)
    assert told == [136, 136, 136, 92]
