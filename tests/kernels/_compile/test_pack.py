"""Writing the file of machine code."""

import numpy as np
import pytest

from nogues.kernels._compile import pack, ready
from nogues.kernels.rng import mix


@pytest.fixture(scope="module")
def entries():
    """The entry of one small kernel; other tests may have called others."""
    mix(np.uint32(7))
    entries = [(m, n, types) for m, n, types in pack.list_entries() if n == "mix"]
    return [entry for entry in entries if [*map(str, entry[2])] == ["uint32"]]


def test_entries_are_what_python_has_called(entries):
    assert [entry[:2] for entry in entries] == [("nogues.kernels.rng", "mix")]


def test_levels_are_written_in_order_with_their_features(entries, tmp_path):
    levels = [*ready.levels_here()][:2]
    records = {level: pack.compile_for_level(level, entries) for level in levels}
    path = pack.write(tmp_path, dict(reversed(records.items())))
    assert [p.name for p in tmp_path.iterdir()] == [path.name]
    file = ready._File(path)
    assert list(file.levels) == levels
    for level in levels:
        assert file.levels[level]["features"] == ready.levels_here()[level]
        (name,) = file.levels[level]["entries"]
        assert name == "nogues.kernels.rng.mix(uint32)"
        place = file.levels[level]["entries"][name]
        assert file.read(*place) == records[level][name]
    assert file.best_level(set(ready.levels_here()[levels[-1]])) == levels[-1]
    assert file.best_level(set()) == (levels[0] if levels[0] == "generic" else None)
