"""Coordinates, sizes as text, and the size of the safe zone."""

import itertools

import numpy as np
import pytest

import nogues
from nogues import MinesweeperError
from nogues.base.spec import (
    check_integer,
    check_spec,
    parse_size,
    zone_of,
    zone_size,
)


@pytest.mark.parametrize(
    ("size", "center"), [((1, 1), (0, 0)), ((9, 9), (4, 4)), ((30, 16), (8, 15))]
)
def test_center(size, center):
    assert nogues.center_of(*size) == center


def test_index_and_coordinate():
    for index in range(7 * 5):
        cell = nogues.cell_coord(7, 5, index)
        assert cell == (index // 7, index % 7)
        assert nogues.cell_index(7, 5, cell) == index
    with pytest.raises(MinesweeperError, match="cell column must be 0 to 6, not 7"):
        nogues.cell_index(7, 5, (0, 7))
    with pytest.raises(MinesweeperError, match="index must be 0 to 34, not 35"):
        nogues.cell_coord(7, 5, 35)
    with pytest.raises(TypeError, match="index must be an integer"):
        nogues.cell_coord(7, 5, 1.0)


@pytest.mark.parametrize("size", [(1, 1), (1, 9), (2, 3), (3, 3), (5, 5), (7, 4)])
def test_mines_that_fit(size):
    width, height = size
    for row in range(height):
        for column in range(width):
            outside = sum(
                abs(r - row) + abs(c - column) > 2
                for r in range(height)
                for c in range(width)
            )
            spec = check_spec(width, height, 10**6, (row, column))
            assert spec.mine_count == outside
            assert check_spec(width, height, 1, (row, column)).mine_count == min(
                1, outside
            )


def test_sizes_as_text():
    assert parse_size("expert") is nogues.PRESETS["expert"]
    assert parse_size("EXPERT") is nogues.PRESETS["expert"]
    for name in ("difícil", "dificil", "Difícil", "difi\u0301cil"):
        assert parse_size(name) is nogues.CAMPO_MINADO_LEVELS["difícil"]
    assert dict(parse_size("7x5/3")) == {"width": 7, "height": 5, "mines": 3}


@pytest.mark.parametrize("text", ["", "foo", "9x9", "9x9/", "9*9/1", "-9x9/1", "٩x9/1"])
def test_bad_sizes(text):
    with pytest.raises(MinesweeperError, match="size must be one of beginner"):
        parse_size(text)


def test_numpy_integers_count_as_integers():
    assert check_integer("x", np.int8(5), 0) == 5
    assert type(check_integer("x", np.int8(5), 0)) is int
    with pytest.raises(TypeError, match="x must be an integer"):
        check_integer("x", np.bool_(True), 0)
    with pytest.raises(TypeError, match="x must be an integer"):
        check_integer("x", np.float32(1), 0)


@pytest.mark.parametrize("safe", ["diamond", "block", "cell", "any"])
def test_zones(safe):
    for start in itertools.product(range(4), range(6)):
        spec = check_spec(6, 4, 3, start)
        zone = zone_of(spec, safe)
        assert zone.shape == (4, 6)
        assert zone.sum() == zone_size(spec, safe)
        assert zone[start] == (safe != "any")
