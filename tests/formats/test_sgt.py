"""Boards as game IDs of Simon Tatham's Mines."""

import dataclasses

import ms_toollib
from examples import FORMATS

import nogues
from nogues.formats import sgt

ID_669 = "9x9:4,4,m00b7d48a3e0231c419200"


GRID_669 = """\
******21*
****5*332
36*423*3*
*4*203*63
*41103***
*41224*42
*4*5**210
14***5200
02****100"""


def test_sgt_669():
    board = nogues.loads(ID_669)
    assert str(board) == GRID_669
    assert (board.mines, board.start, board.grid[4, 4]) == (35, (4, 4), 0)
    assert ms_toollib.cal_bbbv(nogues.to_lists(board)) == 22
    assert nogues.is_solvable(board, logic="complete", use_mine_count=False)
    plain = "9x9:4,4,ufcfa08b4483c12b0703c0"
    assert sgt.dumps(board, masked=False) == plain
    for same in (plain, plain.replace("u", ""), ID_669[:9] + ID_669[9:].upper()):
        assert nogues.loads(same) == board
    assert nogues.loads("9:4,4,ufcfa08b4483c12b0703c0") == board
    assert nogues.loads("9x9n35a:4,4,ufcfa08b4483c12b0703c0") == board
    assert nogues.loads("9x9:m00b7d48a3e0231c419200") == board  # the centre


def test_sgt_ids(example):
    ids = (FORMATS / "sgt_ids.txt").read_text().split()
    assert len(ids) == 3
    boards = [nogues.loads(game) for game in ids]
    assert [nogues.dumps(board, "sgt") for board in boards] == ids
    assert (boards[1].width, boards[1].height, boards[1].mines) == (49, 22, 220)
    assert ms_toollib.cal_bbbv(nogues.to_lists(boards[1])) == 333
    assert boards[1].start == (12, 9)
    assert (boards[2].mines, boards[2].start) == (10, (6, 8))
    assert nogues.loads("3x2:u84") == example
    mine = dataclasses.replace(example, start=(0, 0))
    assert nogues.dumps(mine, "sgt").startswith("3x2:m")
