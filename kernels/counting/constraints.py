"""Clues and boxes: what exact counting works on.

Equal clues are one.  Hidden cells seen by the same clues are one *box*: only how many
of them are mines matters.  Both are found by their first member and shape (``masks``),
so nothing is hashed.  Hidden cells that no clue sees are the *sea*.

Cost: proportional to the clues that still say something, some 1 us on an expert board.
"""

from collections import namedtuple

import numpy as np

from nogues.kernels._jit import kernel, layout
from nogues.kernels.bits import ONE, ZERO, lowest_index
from nogues.kernels.boards.neighbours import BIT, COLUMNS, FIRST, ROWS, SHAPE
from nogues.kernels.boards.position import HIDDEN_CELLS

Web = namedtuple(
    "Web",
    [
        # For each cell of the grid.
        "seen",  # uint8: mask of the (merged) clues around a hidden cell
        "clue_head",  # int32: first clue whose first hidden cell this is, or -1
        "box_head",  # int32: first box whose first clue this is, or -1
        "clue_of",  # int32: the clue of an open cell
        "box_of",  # int32: the box of a hidden cell
        "frontier",  # int32: the hidden cells that a clue sees
        # For each clue.
        "place",  # int32: its cell
        "need",  # int32: its mines
        "clue_next",  # int32: next clue with the same first cell, or -1
        "clue_shape",  # uint16
        "clue_degree",  # int32: number of boxes
        "clue_boxes",  # int32 (clues, 8)
        # For each box.
        "size",  # int32: number of cells
        "box_next",  # int32
        "box_shape",  # uint16
        "box_degree",  # int32: number of clues
        "box_clues",  # int32 (boxes, 8)
        # Workspace of order and layers.
        "order",  # int32: boxes, component after component
        "trial",  # int32: an order that is being tried
        "starts",  # int32: where each component starts in the order
        "left",  # int32, for each clue
        "opened",  # int32, for each clue
        "cells_left",  # int32, for each clue
        "slot",  # int32, for each clue
        "queue",  # int32: clues
        "front",  # int32: clues
        "met",  # uint8, for each clue
        "done",  # uint8, for each box
    ],
)


@layout
def new_web(cells, framed):
    """Lay out the workspace for boards of some cells, and as many with their frame."""
    ints = np.empty((5, framed), np.int32)
    counts = np.empty((16, cells + 1), np.int32)
    shapes = np.empty((2, cells), np.uint16)
    return Web(
        np.empty(framed, np.uint8),
        ints[0],
        ints[1],
        ints[2],
        ints[3],
        ints[4],
        counts[0],
        counts[1],
        counts[2],
        shapes[0],
        counts[3],
        np.empty((cells, 8), np.int32),
        counts[4],
        counts[5],
        shapes[1],
        counts[6],
        np.empty((cells, 8), np.int32),
        counts[7],
        counts[8],
        counts[9],
        counts[10],
        counts[11],
        counts[12],
        counts[13],
        counts[14],
        counts[15],
        np.empty(cells, np.uint8),
        np.empty(cells, np.uint8),
    )


@kernel(_nrt=False)
def weave_clues(grid, web, active):
    """Merge equal clues and collect the frontier.

    Returns the number of clues, the number of frontier cells, and 0 or the cell of a
    clue that contradicts an equal one.
    """
    seen, frontier, head, stride = web.seen, web.frontier, web.clue_head, grid.stride
    for i in range(seen.size):
        seen[i] = np.uint8(0)
        head[i] = -1
    clues = np.int64(0)
    cells = np.int64(0)
    for u in range(active):
        at = np.int64(grid.active[u])
        mask = grid.mask[at]
        need = np.int32(grid.need[at])
        k = FIRST[mask]
        first = at + ROWS[k] * stride + COLUMNS[k]
        other = head[first]
        while other >= 0 and web.clue_shape[other] != SHAPE[mask]:
            other = web.clue_next[other]
        if other >= 0:
            web.clue_of[at] = other
            if web.need[other] != need:
                return clues, cells, at
            continue
        web.clue_next[clues] = head[first]
        head[first] = clues
        web.clue_shape[clues] = SHAPE[mask]
        web.place[clues] = at
        web.need[clues] = need
        web.clue_degree[clues] = 0
        web.clue_of[at] = clues
        clues += 1
        rest = np.uint64(mask)
        while rest != ZERO:
            k = lowest_index(rest)
            rest &= rest - ONE
            i = at + ROWS[k] * stride + COLUMNS[k]
            frontier[cells] = i
            cells += np.int64(seen[i] == 0)
            seen[i] |= BIT[7 - k]
    return clues, cells, np.int64(0)


@kernel(_nrt=False)
def weave_boxes(grid, web, cells):
    """Group the frontier into boxes and join them with the clues; returns how many."""
    head, stride = web.box_head, grid.stride
    for i in range(head.size):
        head[i] = -1
    boxes = np.int64(0)
    for u in range(cells):
        at = np.int64(web.frontier[u])
        mask = web.seen[at]
        k = FIRST[mask]
        first = at + ROWS[k] * stride + COLUMNS[k]
        box = np.int64(head[first])
        while box >= 0 and web.box_shape[box] != SHAPE[mask]:
            box = np.int64(web.box_next[box])
        if box < 0:
            box = boxes
            boxes += 1
            web.box_next[box] = head[first]
            head[first] = box
            web.box_shape[box] = SHAPE[mask]
            web.size[box] = 0
            degree = np.int64(0)
            rest = np.uint64(mask)
            while rest != ZERO:
                k = lowest_index(rest)
                rest &= rest - ONE
                clue = np.int64(web.clue_of[at + ROWS[k] * stride + COLUMNS[k]])
                web.box_clues[box, degree] = clue
                degree += 1
                web.clue_boxes[clue, web.clue_degree[clue]] = box
                web.clue_degree[clue] += 1
            web.box_degree[box] = degree
        web.size[box] += 1
        web.box_of[at] = box
    return boxes


@kernel(_nrt=False)
def weave(grid, web, active):
    """Find clues, boxes and sea of a grid on which no single clue fires.

    ``active`` is the number of clues listed in the grid.

    Returns clues, boxes, frontier cells, cells of the sea, and 0 or the cell of a clue
    that contradicts an equal one.
    """
    clues, cells, wrong = weave_clues(grid, web, active)
    if wrong:
        return clues, np.int64(0), cells, np.int64(0), wrong
    boxes = weave_boxes(grid, web, cells)
    return clues, boxes, cells, grid.tally[HIDDEN_CELLS] - cells, wrong
