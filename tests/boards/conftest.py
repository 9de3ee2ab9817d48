"""Positions and a board to try."""

import numpy as np
import pytest
from positions import CELLS

import nogues
from nogues.boards.position import Position, Positions


@pytest.fixture
def position():
    return Position(3, 2, 4, CELLS)


@pytest.fixture
def positions():
    cells = np.arange(40 * 6).reshape(40, 6) % 11 - 2
    return Positions(3, 2, np.arange(40), cells)


@pytest.fixture
def board():
    return nogues.generate_board(9, 9, 10, (2, 3), seed=5)
