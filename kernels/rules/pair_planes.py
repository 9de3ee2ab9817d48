"""Comparing two clues on planes: all pairs of a board at once.

The planes know the truth, so no clue is counted (as in ``single_planes``).  For clues
at c and at c + d, the *wing* of each is the part of its 3 by 3 block outside the
other's.  What the clues need differs by (mines in c's wing) - (mines in the other
wing).  The pair rule (``pair_position``) fires exactly when that equals the number of
unknown cells in c's wing: when none of these is safe and no unknown cell of the other
wing is a mine.  Then c's wing is mined and the other one safe.

A wing is a strip of columns and a strip of rows, so it is looked at with two planes a
direction.  Clues more than two apart share nothing and say no more together than alone;
that leaves 24 offsets.  A pass takes some 0.1 us for a 512-bit plane.

``find_twins`` asks a related question about a whole layout: can a mine and a safe cell
trade places without any clue showing it?
"""

from numba import types
from numba.extending import intrinsic

from nogues.kernels.boards.planes import above_and_below, rows_down, side_by_side, splat

REACH = range(-2, 3)
OFFSETS = [
    (down, across) for down in REACH for across in REACH if (down, across) != (0, 0)
]


def _shift(builder, plane, down, across):
    """Return the plane moved: cell (r, c) takes the bit at (r - down, c - across)."""
    if across > 0:
        plane = builder.shl(plane, splat(plane.type, across))
    elif across < 0:
        plane = builder.lshr(plane, splat(plane.type, -across))
    return rows_down(builder, plane, down) if down else plane


def _any(builder, *planes):
    """Or what is there; None where nothing is."""
    result = None
    for plane in planes:
        if plane is not None:
            result = plane if result is None else builder.or_(result, plane)
    return result


def _look(builder, column, row):
    """Say for each offset along an axis whether the strip away from it is occupied.

    ``column`` and ``row`` are strips one cell wide through each cell.  Returns two
    dicts: by columns across and by rows down to the other cell.
    """
    columns = {
        0: None,
        1: _shift(builder, column, 0, 1),
        -1: _shift(builder, column, 0, -1),
    }
    rows = {0: None, 1: _shift(builder, row, 1, 0), -1: _shift(builder, row, -1, 0)}
    return columns, rows


def _wings(builder, plane):
    """Say for each offset whether the strips of a cell's wing hold any of a plane."""
    column = builder.or_(plane, above_and_below(builder, plane))
    row = builder.or_(plane, side_by_side(builder, plane, 1))
    columns, rows = _look(builder, column, row)
    for sign in (1, -1):
        columns[2 * sign] = builder.or_(columns[sign], column)
        rows[2 * sign] = builder.or_(rows[sign], row)
    return columns, rows


def _spread(builder, columns, rows):
    """Return the cells of the wings of all cells that fired, by their offsets."""
    across = _any(
        builder,
        _shift(builder, builder.or_(columns[1], columns[2]), 0, -1),
        _shift(builder, builder.or_(columns[-1], columns[-2]), 0, 1),
        columns[2],
        columns[-2],
    )
    down = _any(
        builder,
        _shift(builder, builder.or_(rows[1], rows[2]), -1, 0),
        _shift(builder, builder.or_(rows[-1], rows[-2]), 1, 0),
        rows[2],
        rows[-2],
    )
    return _any(
        builder,
        across,
        above_and_below(builder, across),
        down,
        side_by_side(builder, down, 1),
    )


@intrinsic
def compare_pairs(typingctx, opened, safe, mined):
    """compare_pairs(opened, safe, mined): what all pairs of clues say, in one pass.

    Parameters
    ----------
    opened, safe, mined : plane
        Opened cells; unknown safe cells; unknown mines.

    Returns
    -------
    opens, flags : plane
        The unknown safe cells and the unknown mines that are proved.
    """

    def codegen(context, builder, sig, args):
        opened, safe, mined = args
        safe_columns, safe_rows = _wings(builder, safe)
        mine_columns, mine_rows = _wings(builder, mined)
        flag_columns, flag_rows, open_columns, open_rows = (
            dict.fromkeys(REACH) for _ in range(4)
        )
        for down, across in OFFSETS:
            # full: c's wing has an unknown safe cell; clear: the other has a mine.
            full = _any(builder, safe_columns[across], safe_rows[down])
            clear = _any(builder, mine_columns[-across], mine_rows[-down])
            mined_wing = builder.and_(opened, builder.not_(full))
            safe_wing = builder.and_(opened, builder.not_(clear))
            fired = builder.and_(mined_wing, _shift(builder, safe_wing, -down, -across))
            other = _shift(builder, fired, down, across)
            for planes, key, plane in (
                (flag_columns, across, fired),
                (flag_rows, down, fired),
                (open_columns, -across, other),
                (open_rows, -down, other),
            ):
                planes[key] = _any(builder, planes[key], plane)
        opens = builder.and_(safe, _spread(builder, open_columns, open_rows))
        flags = builder.and_(mined, _spread(builder, flag_columns, flag_rows))
        return context.make_tuple(builder, sig.return_type, (opens, flags))

    return types.UniTuple(opened, 2)(opened, safe, mined), codegen


@intrinsic
def find_twins(typingctx, mines, safe, hidden):
    """find_twins(mines, safe, hidden): mines that can trade places with a safe cell.

    A mine and a safe cell are twins if every other cell beside exactly one of them is a
    mine: then moving the mine changes no clue except those of the two cells.

    Parameters
    ----------
    mines, safe, hidden : plane
        The mines; all safe cells; those of them that may trade.

    Returns
    -------
    twins : plane
        The mines that have a twin within two rows and columns.
    """

    def codegen(context, builder, sig, args):
        mines, safe, hidden = args
        # A cell's own place is not beside it: strips through it leave it out.
        column = builder.or_(safe, above_and_below(builder, safe))
        row = builder.or_(safe, side_by_side(builder, safe, 1))
        columns, rows = _look(builder, column, row)
        for sign in (1, -1):
            columns[2 * sign] = builder.or_(
                columns[sign], above_and_below(builder, safe)
            )
            rows[2 * sign] = builder.or_(rows[sign], side_by_side(builder, safe, 1))
        twins = None
        for down, across in OFFSETS:
            here = _any(builder, columns[across], rows[down])
            there = _any(builder, columns[-across], rows[-down])
            mine = builder.and_(mines, builder.not_(here))
            partner = builder.and_(hidden, builder.not_(there))
            both = builder.and_(mine, _shift(builder, partner, -down, -across))
            twins = _any(builder, twins, both)
        return twins

    return mines(mines, safe, hidden), codegen
