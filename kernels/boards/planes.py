"""A whole plane of a board as one value in registers.

A plane is one bit per cell: lane r of the vector is board row r, bit c of the lane
is column c.  An expert board is 16 lanes of 32 bits, one 512-bit register, and
moving every cell of it to its neighbour is one shift.  LLVM splits the value
into whatever registers the machine has (AVX-512, AVX2, SSE2, NEON), so nothing
here depends on the CPU except its byte order: planes are also read as arrays,
and all machines Numba compiles for are little-endian.

Kernels are compiled once for each ``Shape`` they are called with; a shape is
passed as an argument of its own (it holds no data at run time), because kernels
made inside a function would never be found in the on-disk cache again.

Planes take ``&  |  ^  ~`` and the functions below.  Bits past the board's width
and lanes past its height are kept clear by masking with the board's own plane.
"""

import functools
import operator
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import (
    NativeValue,
    intrinsic,
    lower_builtin,
    models,
    register_model,
    type_callable,
    typeof_impl,
    unbox,
)


class Shape:
    """A size class of boards: up to ``bits`` columns and ``lanes`` rows."""

    def __init__(self, bits: int, lanes: int) -> None:
        self.bits = bits
        self.lanes = lanes
        self.word = np.dtype(f"uint{bits}")

    def __repr__(self) -> str:
        """Return what would make the shape again."""
        return f"Shape({self.bits}, {self.lanes})"


class ShapeType(types.Opaque):
    """The Numba type of a shape: the sizes are in the type."""

    def __init__(self, bits: int, lanes: int) -> None:
        self.bits = bits
        self.lanes = lanes
        super().__init__(name=f"Shape({bits}x{lanes})")


class PlaneType(types.Type):
    """The Numba type of a plane: an LLVM vector of ``lanes`` integers of ``bits``."""

    def __init__(self, bits: int, lanes: int) -> None:
        self.bits = bits
        self.lanes = lanes
        super().__init__(name=f"Plane({bits}x{lanes})")

    @property
    def vector(self) -> ir.VectorType:
        """The register: an integer a row."""
        return ir.VectorType(ir.IntType(self.bits), self.lanes)

    @property
    def depths(self) -> ir.VectorType:
        """The same register read as one byte for each block of eight cells."""
        return ir.VectorType(ir.IntType(8), self.bits * self.lanes // 8)


@register_model(PlaneType)
class _PlaneModel(models.PrimitiveModel):
    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, kind.vector)


register_model(ShapeType)(models.OpaqueModel)


# Asked for at every call from Python, so kept.
_shape_type = functools.cache(ShapeType)


@typeof_impl.register(Shape)
def _typeof_shape(value, context):
    return _shape_type(value.bits, value.lanes)


@unbox(ShapeType)
def _unbox_shape(kind, value, context):
    return NativeValue(context.context.get_dummy_value())


# ---- how LLVM spells it ----


def splat(vector, value):
    """Return an ir.Constant with one value in every lane.

    Parameters
    ----------
    vector, value : ir.VectorType, int
    """
    return ir.Constant(vector, [value] * vector.count)


def _broadcast(builder, vector, scalar):
    undefined = ir.Constant(vector, ir.Undefined)
    i32 = ir.IntType(32)
    one = builder.insert_element(undefined, scalar, i32(0))
    lanes = ir.Constant(ir.VectorType(i32, vector.count), [0] * vector.count)
    return builder.shuffle_vector(one, undefined, lanes)


def _resize(builder, value, width):
    """Truncate or zero-extend an integer."""
    if value.type.width > width:
        return builder.trunc(value, ir.IntType(width))
    return builder.zext(value, ir.IntType(width))


def rows_down(builder, plane, n):
    """Return a plane with every row n rows down (up if negative); zeros come in.

    Parameters
    ----------
    builder, plane, n : ir.IRBuilder, ir.Value (a vector, one lane per row), int
    """
    count = plane.type.count
    source = [i - n if 0 <= i - n < count else count for i in range(count)]
    pick = ir.Constant(ir.VectorType(ir.IntType(32), count), source)
    return builder.shuffle_vector(plane, splat(plane.type, 0), pick)


def side_by_side(builder, plane, step):
    """Return the plane moved ``step`` bits left or right, both at once, per lane.

    Parameters
    ----------
    builder, plane, step : ir.IRBuilder, ir.Value (a vector, one lane per row), int
    """
    by = splat(plane.type, step)
    return builder.or_(builder.shl(plane, by), builder.lshr(plane, by))


def above_and_below(builder, plane):
    """Return the plane moved a row up or down, both at once.

    Parameters
    ----------
    builder, plane : ir.IRBuilder, ir.Value (a vector, one lane per row)
    """
    return builder.or_(rows_down(builder, plane, 1), rows_down(builder, plane, -1))


# ---- planes as values: & | ^ ~ ----


def _binary(symbol, method):
    @type_callable(symbol)
    def typed(context):
        def typer(a, b):
            return a if isinstance(a, PlaneType) and a == b else None

        return typer

    @lower_builtin(symbol, PlaneType, PlaneType)
    def lowered(context, builder, sig, args):
        return getattr(builder, method)(*args)


for _symbol, _method in (
    (operator.and_, "and_"),
    (operator.iand, "and_"),
    (operator.or_, "or_"),
    (operator.ior, "or_"),
    (operator.xor, "xor"),
    (operator.ixor, "xor"),
):
    _binary(_symbol, _method)


@type_callable(operator.invert)
def _type_invert(context):
    return lambda a: a if isinstance(a, PlaneType) else None


@lower_builtin(operator.invert, PlaneType)
def _lower_invert(context, builder, sig, args):
    return builder.not_(args[0])


# ---- making, loading, storing ----


def _constant(name, meaning, value):
    @intrinsic
    def constant(typingctx, shape):
        def codegen(context, builder, sig, args):
            return ir.IntType(64)(value(shape))

        return types.int64(shape), codegen

    constant.__doc__ = f"{name}(shape): {meaning}, a constant in compiled code."
    return constant


shape_bits = _constant("shape_bits", "columns of the shape", lambda shape: shape.bits)
shape_words = _constant(
    "shape_words",
    "64-bit words of a plane",
    lambda shape: shape.bits * shape.lanes // 64,
)


@intrinsic
def single(typingctx, shape, index):
    """single(shape, index): a plane with one cell set.

    Parameters
    ----------
    shape : Shape
        The register shape of the plane.
    index : int64
        row * shape.bits + column of the cell.
    """
    plane = PlaneType(shape.bits, shape.lanes)

    def codegen(context, builder, sig, args):
        vector = plane.vector
        index = args[1]
        i64 = ir.IntType(64)
        row = builder.lshr(index, i64(plane.bits.bit_length() - 1))
        column = builder.and_(index, i64(plane.bits - 1))
        bit = _resize(builder, builder.shl(i64(1), column), plane.bits)
        rows = ir.Constant(vector, list(range(plane.lanes)))
        here = builder.icmp_unsigned(
            "==", rows, _broadcast(builder, vector, _resize(builder, row, plane.bits))
        )
        lanes = _broadcast(builder, vector, bit)
        return builder.select(here, lanes, splat(vector, 0))

    return plane(shape, types.int64), codegen


def _address(context, builder, array_type, array, plane, k):
    """Point at the k-th plane of an array of words."""
    data = context.make_array(array_type)(context, builder, array).data
    first = builder.bitcast(data, plane.vector.as_pointer())
    return builder.gep(first, [k])


@intrinsic
def load(typingctx, shape, words, k):
    """load(shape, words, k): the k-th plane of an array.

    Parameters
    ----------
    shape : Shape
        The register shape of the plane.
    words : ndarray(uint64, ndim=2)
        (planes, words of a plane), contiguous.
    k : int64
        Row of the plane.
    """
    plane = PlaneType(shape.bits, shape.lanes)

    def codegen(context, builder, sig, args):
        where = _address(context, builder, sig.args[1], args[1], plane, args[2])
        value = builder.load(where)
        value.align = 8
        return value

    return plane(shape, words, types.int64), codegen


@intrinsic
def store(typingctx, words, k, plane):
    """store(words, k, plane): write the k-th plane of an array.

    Parameters
    ----------
    words : ndarray(uint64, ndim=2)
        (planes, words of a plane), contiguous; row k is written.
    k : int64
        Row of the plane.
    plane : plane
        What to write.
    """

    def codegen(context, builder, sig, args):
        where = _address(context, builder, sig.args[0], args[0], plane, args[1])
        builder.store(args[2], where).align = 8
        return context.get_dummy_value()

    return types.none(words, types.int64, plane), codegen


# ---- neighbours and tests ----


@intrinsic
def dilate(typingctx, plane):
    """dilate(plane): the plane of every set cell and its neighbours.

    Parameters
    ----------
    plane : plane
    """

    def codegen(context, builder, sig, args):
        wide = builder.or_(args[0], side_by_side(builder, args[0], 1))
        return builder.or_(wide, above_and_below(builder, wide))

    return plane(plane), codegen


@intrinsic
def neighbours(typingctx, plane):
    """neighbours(plane): the plane of cells with a set cell beside them.

    Parameters
    ----------
    plane : plane
    """

    def codegen(context, builder, sig, args):
        sides = side_by_side(builder, args[0], 1)
        wide = builder.or_(args[0], sides)
        return builder.or_(sides, above_and_below(builder, wide))

    return plane(plane), codegen


def _shift(name, move):
    @intrinsic
    def shift(typingctx, plane):
        def codegen(context, builder, sig, args):
            return move(builder, args[0], splat(args[0].type, 1))

        return plane(plane), codegen

    shift.__doc__ = (
        f"{name}(plane): each cell takes the bit of its {name[5:]} neighbour."
    )
    return shift


from_left = _shift("from_left", lambda builder, a, one: builder.shl(a, one))
from_right = _shift("from_right", lambda builder, a, one: builder.lshr(a, one))
from_above = _shift("from_above", lambda builder, a, one: rows_down(builder, a, 1))
from_below = _shift("from_below", lambda builder, a, one: rows_down(builder, a, -1))


@intrinsic
def occupied(typingctx, plane):
    """occupied(plane): whether any cell is set, as bool.

    Parameters
    ----------
    plane : plane
    """

    def codegen(context, builder, sig, args):
        value = args[0]
        # Fold to one 512-bit register before the test.
        while value.type.count > 1 and value.type.count * plane.bits > 512:
            half = value.type.count // 2
            index = ir.VectorType(ir.IntType(32), half)
            low = ir.Constant(index, list(range(half)))
            high = ir.Constant(index, list(range(half, 2 * half)))
            value = builder.or_(
                builder.shuffle_vector(value, value, low),
                builder.shuffle_vector(value, value, high),
            )
        lanes = builder.icmp_unsigned("!=", value, splat(value.type, 0))
        mask = builder.bitcast(lanes, ir.IntType(value.type.count))
        return builder.icmp_unsigned("!=", mask, mask.type(0))

    return types.boolean(plane), codegen


# ---- sweep numbers: one byte for each block of eight cells ----


def _larger(builder, plane, a, b):
    """Return the byte-wise maximum of two registers."""
    a = builder.bitcast(a, plane.depths)
    b = builder.bitcast(b, plane.depths)
    larger = builder.select(builder.icmp_unsigned(">", a, b), a, b)
    return builder.bitcast(larger, plane.vector)


@intrinsic
def uniform_depth(typingctx, shape, sweep):
    """uniform_depth(shape, sweep): a plane of depths, every block at the same sweep.

    Parameters
    ----------
    shape : Shape
        The register shape of the depths: one uint8 per block of eight cells.
    sweep : int64
        0 to 255.
    """
    plane = PlaneType(shape.bits, shape.lanes)

    def codegen(context, builder, sig, args):
        sweep = builder.trunc(args[1], ir.IntType(8))
        return builder.bitcast(_broadcast(builder, plane.depths, sweep), plane.vector)

    return plane(shape, types.int64), codegen


@intrinsic
def deepen(typingctx, depth, fired):
    """deepen(depth, fired): the depths after the cells of ``fired`` have fired.

    A cell fires in the sweep of its latest cause if that lies in an earlier row
    (the sweep has not passed the cell yet), else in the next one.  All causes lie
    within two rows and one block of eight columns.  Saturates at 255.

    Parameters
    ----------
    depth : plane
        One uint8 per block of eight cells; what comes back is of the same kind.
    fired : plane
        Cells of a board.
    """

    def codegen(context, builder, sig, args):
        before, fired = args
        across = before
        if depth.bits > 8:
            across = _larger(
                builder, depth, before, builder.shl(before, splat(before.type, 8))
            )
            across = _larger(
                builder, depth, across, builder.lshr(before, splat(before.type, 8))
            )

        def either(n):
            one = rows_down(builder, across, n)
            two = rows_down(builder, across, 2 * n)
            return _larger(builder, depth, one, two)

        earlier_rows = either(1)
        other_rows = _larger(builder, depth, across, either(-1))
        add = cgutils.get_or_insert_function(
            builder.module,
            ir.FunctionType(depth.depths, [depth.depths] * 2),
            f"llvm.uadd.sat.v{depth.depths.count}i8",
        )
        next_sweep = builder.call(
            add, [builder.bitcast(other_rows, depth.depths), splat(depth.depths, 1)]
        )
        after = _larger(builder, depth, next_sweep, earlier_rows)
        after = _larger(builder, depth, after, before)
        blocks = builder.icmp_unsigned(
            "!=", builder.bitcast(fired, depth.depths), splat(depth.depths, 0)
        )
        chosen = builder.select(
            blocks,
            builder.bitcast(after, depth.depths),
            builder.bitcast(before, depth.depths),
        )
        return builder.bitcast(chosen, depth.vector)

    return depth(depth, fired), codegen


@intrinsic
def deeper_than(typingctx, depth, sweep):
    """deeper_than(depth, sweep): whether any block is deeper than a sweep, as bool.

    Parameters
    ----------
    depth : plane
        One uint8 per block of eight cells.
    sweep : int64
        0 to 254.
    """

    def codegen(context, builder, sig, args):
        sweep = builder.trunc(args[1], ir.IntType(8))
        limit = _broadcast(builder, depth.depths, sweep)
        over = builder.icmp_unsigned(">", builder.bitcast(args[0], depth.depths), limit)
        mask = builder.bitcast(over, ir.IntType(depth.depths.count))
        return builder.icmp_unsigned("!=", mask, mask.type(0))

    return types.boolean(depth, types.int64), codegen
