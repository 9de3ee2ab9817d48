"""Random boards against a shuffle of plain Python."""

import numpy as np
import reference

from nogues.kernels.boards.metrics import count_opening
from nogues.kernels.boards.random import count_up, lay_board


def test_mines_of_a_seed():
    width, height, mines = 8, 5, 12
    candidates = np.arange(4, 40, dtype=np.int32)
    order = candidates.copy()
    clue = np.full(40, 7, np.int8)
    for seed in range(10):
        draw, cells = reference.Mulberry(seed), candidates.tolist()
        for k in range(mines):
            other = k + int(draw() * (len(cells) - k))
            cells[k], cells[other] = cells[other], cells[k]
        laid = {divmod(cell, width) for cell in cells[:mines]}
        lay_board(width, height, mines, candidates, order, np.uint32(seed), clue)
        expected = reference.clues_of(width, height, laid)
        assert clue.tolist() == list(expected.values())


def test_a_mine_more_and_what_a_click_opens():
    width, height = 6, 4
    clue = np.zeros(24, np.int8)
    stack, mark = np.empty((2, 24), np.int32)
    laid = set()
    for cell in (0, 11, 22, 7):
        count_up(width, height, clue, cell)
        laid.add(divmod(cell, width))
        assert clue.tolist() == list(reference.clues_of(width, height, laid).values())
        for start in range(24):
            opened = reference.reveal(width, height, laid, divmod(start, width))
            found = count_opening(width, height, clue, start, stack, mark)
            assert found == len(opened)
