"""Clues and boxes: the constraint graph that exact counting works on.

Two clues with the same hidden neighbours are one constraint.  Hidden cells seen by the
same clues are one *box*: only how many of them are mines matters.  Hidden cells that a
clue sees are the *frontier*, the others the *sea*.

Both groupings use the tables of ``boards.neighbours``: a set of neighbours is known by
its first member and its shape, so nothing is hashed.

Cost: proportional to the clues that still have hidden neighbours; about 1 us on an
expert board.
"""

import numpy as np

from nogues.kernels._jit import kernel
from nogues.kernels.bits import ONE, ZERO, lowest_index
from nogues.kernels.boards.neighbours import BIT, COLUMNS, FIRST, ROWS, SHAPE
from nogues.kernels.boards.position import HIDDEN_CELLS
from nogues.kernels.bundle import bundle

Graph = bundle(
    "Graph",
    [
        # For each cell of the grid.
        "seen",  # uint8: mask of the (merged) clues around a hidden cell
        "clue_head",  # int32: first clue whose first hidden cell this is, or -1
        "box_head",  # int32: first box whose first clue this is, or -1
        "clue_of",  # int32: the clue of an open cell
        "box_of",  # int32: the box of a hidden cell
        "frontier",  # int32: the hidden cells that a clue sees
        # For each clue.
        "cell_of",  # int32: its framed cell
        "need",  # int32: its mines
        "clue_next",  # int32: next clue with the same first cell, or -1
        "clue_shape",  # uint16: its hidden cells, as seen from the first
        "clue_degree",  # int32: number of boxes
        "clue_boxes",  # int32 (clues, 8): its boxes
        # For each box.
        "size",  # int32: number of cells
        "box_next",  # int32: next box with the same first clue, or -1
        "box_shape",  # uint16: its clues, as seen from the first
        "box_degree",  # int32: number of clues
        "box_clues",  # int32 (boxes, 8): its clues
        # What follows is written by those who use the graph.
        # What ``elimination_order.plan`` finds.
        "order",  # int32: boxes, component after component
        "starts",  # int32: where each component starts in the order
        # What ``forced.find_forced`` finds, for each box.
        "verdict",  # int32: safe (0), mined (1) or open (-1); before, an order on trial
        # Workspace of one step at a time; what it holds does not outlive the step.
        "left",  # int32, for each clue: boxes to come; in ``estimate``, cells to come
        "opened",  # int32, for each clue: place in the order at which it opened, + 1
        "cells_left",  # int32, for each clue: cells to come; in ``estimate``, decided
        "slot",  # int32, for each clue: lowest bit of its field in a state, or -1
        "queue",  # int32: clues of a component, breadth-first
        "front",  # int32: open clues; in ``note_component``, a mask of boxes
        "visited",  # uint8, for each clue; in ``note_clues``, those to be noted
        "done",  # uint8, for each box: already in the order
    ],
)


def new_graph(cells, framed):
    """Lay out the workspace for boards of one size.

    Parameters
    ----------
    cells : int
        Cells of the board.
    framed : int
        Cells of the board with its frame, ``grid.cell.size``.

    Returns
    -------
    Graph
        Not initialised.
    """
    by_cell = np.empty((5, framed), np.int32)
    # A clue or a box takes a cell at least, so there are no more of them than cells.
    counts = np.empty((16, cells + 1), np.int32)
    shapes = np.empty((2, cells), np.uint16)
    return Graph(
        seen=np.empty(framed, np.uint8),
        clue_head=by_cell[0],
        box_head=by_cell[1],
        clue_of=by_cell[2],
        box_of=by_cell[3],
        frontier=by_cell[4],
        cell_of=counts[0],
        need=counts[1],
        clue_next=counts[2],
        clue_shape=shapes[0],
        clue_degree=counts[3],
        clue_boxes=np.empty((cells, 8), np.int32),
        size=counts[4],
        box_next=counts[5],
        box_shape=shapes[1],
        box_degree=counts[6],
        box_clues=np.empty((cells, 8), np.int32),
        order=counts[7],
        starts=counts[8],
        verdict=counts[9],
        left=counts[10],
        opened=counts[11],
        cells_left=counts[12],
        slot=counts[13],
        queue=counts[14],
        front=counts[15],
        visited=np.empty(cells, np.uint8),
        done=np.empty(cells, np.uint8),
    )


@kernel(_nrt=False)
def merge_clues(grid, graph, active):
    """Merge equal clues and collect the frontier.

    Writes the fields by clue, ``seen``, ``clue_of`` and ``frontier``.  Returns the
    number of clues, the number of frontier cells, and the framed cell of a clue that
    contradicts an equal one, or 0.
    """
    seen, frontier, head, stride = (
        graph.seen,
        graph.frontier,
        graph.clue_head,
        grid.stride,
    )
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
        # Same first cell and same shape: the same set of cells.
        other = head[first]
        while other >= 0 and graph.clue_shape[other] != SHAPE[mask]:
            other = graph.clue_next[other]
        if other >= 0:
            graph.clue_of[at] = other
            if graph.need[other] != need:
                return clues, cells, at  # one set of cells cannot hold both
            continue
        graph.clue_next[clues] = head[first]
        head[first] = clues
        graph.clue_shape[clues] = SHAPE[mask]
        graph.cell_of[clues] = at
        graph.need[clues] = need
        graph.clue_degree[clues] = 0
        graph.clue_of[at] = clues
        clues += 1
        rest = np.uint64(mask)
        while rest != ZERO:
            k = lowest_index(rest)
            rest &= rest - ONE
            i = at + ROWS[k] * stride + COLUMNS[k]
            # Written always, counted only if new: else the next cell overwrites it.
            frontier[cells] = i
            cells += np.int64(seen[i] == 0)
            seen[i] |= BIT[7 - k]
    return clues, cells, np.int64(0)


@kernel(_nrt=False)
def group_boxes(grid, graph, cells):
    """Group the first ``cells`` frontier cells into boxes; returns the number of boxes.

    Writes the fields by box, and the edges between boxes and clues in both directions.
    """
    head, stride = graph.box_head, grid.stride
    for i in range(head.size):
        head[i] = -1
    boxes = np.int64(0)
    for u in range(cells):
        at = np.int64(graph.frontier[u])
        mask = graph.seen[at]
        k = FIRST[mask]
        first = at + ROWS[k] * stride + COLUMNS[k]
        box = np.int64(head[first])
        while box >= 0 and graph.box_shape[box] != SHAPE[mask]:
            box = np.int64(graph.box_next[box])
        if box < 0:
            box = boxes
            boxes += 1
            graph.box_next[box] = head[first]
            head[first] = box
            graph.box_shape[box] = SHAPE[mask]
            graph.size[box] = 0
            degree = np.int64(0)
            rest = np.uint64(mask)
            while rest != ZERO:
                k = lowest_index(rest)
                rest &= rest - ONE
                clue = np.int64(graph.clue_of[at + ROWS[k] * stride + COLUMNS[k]])
                graph.box_clues[box, degree] = clue
                degree += 1
                graph.clue_boxes[clue, graph.clue_degree[clue]] = box
                graph.clue_degree[clue] += 1
            graph.box_degree[box] = degree
        graph.size[box] += 1
        graph.box_of[at] = box
    return boxes


@kernel(_nrt=False)
def build_graph(grid, graph, active):
    """Find clues, boxes and sea of a grid.

    Parameters
    ----------
    grid : Grid
        A position on which no single clue fires.  Its ``active``, ``mask`` and ``need``
        hold the clues that have hidden neighbours.
    graph : Graph
        Written: all fields by cell, by clue and by box.
    active : int
        Number of listed clues, ``grid.active[:active]``.

    Returns
    -------
    clues, boxes : int64
        Numbers of merged clues and of boxes; no boxes after a contradiction.
    cells : int64
        Number of frontier cells, ``graph.frontier[:cells]``.
    sea : int64
        Number of hidden cells that no clue sees.
    wrong : int64
        Framed cell of a clue that contradicts an equal one, or 0.
    """
    clues, cells, wrong = merge_clues(grid, graph, active)
    if wrong:
        return clues, np.int64(0), cells, np.int64(0), wrong
    boxes = group_boxes(grid, graph, cells)
    return clues, boxes, cells, grid.tally[HIDDEN_CELLS] - cells, wrong
