"""A data set to try, and the same boards in memory."""

import pytest
from samples import EXPERT, SEEDS, SHARD

import nogues


@pytest.fixture(scope="module")
def boards():
    return nogues.generate_boards(*EXPERT, seeds=SEEDS)


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    path = tmp_path_factory.mktemp("data") / "expert"
    return nogues.write_dataset(path, *EXPERT, seeds=SEEDS, shard_boards=SHARD)
