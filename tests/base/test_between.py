"""Limits of measures."""

import copy
import pickle

import numpy as np
import pytest

from nogues import Between, MinesweeperError

# --- limits of measures ---


def test_between():
    limits = Between(bbbv=(150, 200), openings=[8, None], buried=np.array([0, 3]))
    assert limits.bbbv == (150, 200)
    assert limits.openings == (8, None)
    assert limits.buried == (0, 3)
    assert limits.opening is None
    assert repr(limits) == "Between(bbbv=(150, 200), openings=(8, None), buried=(0, 3))"
    same = Between(bbbv=(150, 200), openings=(8, None), buried=(0, 3))
    assert limits == same
    assert hash(limits) == hash(same)
    assert pickle.loads(pickle.dumps(limits)) == limits == copy.deepcopy(limits)
    assert Between(bbbv=(None, None)) == Between()
    assert repr(Between()) == "Between()"


@pytest.mark.parametrize(
    ("limits", "error", "message"),
    [
        ({"bbbv": 5}, TypeError, r"bbbv must be a pair \(low, high\), not 5"),
        ({"bbbv": (1, 2, 3)}, TypeError, "bbbv must be a pair"),
        ({"bbbv": (1.5, 2)}, TypeError, "bbbv low must be an integer, not 1.5"),
        ({"opening": (1, "2")}, TypeError, "opening high must be an integer"),
        ({"buried": (True, 2)}, TypeError, "buried low must be an integer"),
        ({"openings": (-1, 2)}, MinesweeperError, "openings low must be 0 to"),
        (
            {"openings": (3, 2)},
            MinesweeperError,
            "low at most high",
        ),
        ({"depth": (1, 2)}, TypeError, "depth"),
    ],
)
def test_bad_limits(limits, error, message):
    with pytest.raises(error, match=message):
        Between(**limits)


def test_limits_are_named():
    with pytest.raises(TypeError):
        Between((1, 2))
