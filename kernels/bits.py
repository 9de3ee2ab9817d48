"""One-line helpers on 64-bit words.

Each is an ordinary Python function, which says what it means and serves when
the JIT is off, and a lowering to the machine instructions that compiled code
gets instead.  ``nth_set_bit`` uses BMI2's ``pdep`` where the target has it and
the portable search elsewhere; nothing else asks for a CPU feature.
"""

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.registry import cpu_target
from numba.extending import lower_builtin, type_callable

# A bare 1 is int64 and would drag a whole expression signed.
ZERO = np.uint64(0)
ONE = np.uint64(1)
TOP = np.uint64(63)
ALL = np.uint64(0xFFFF_FFFF_FFFF_FFFF)


def popcount(word):
    """Return the number of set bits of a uint64, as int64.

    Parameters
    ----------
    word : uint64
        Any word.
    """
    return np.int64(int(word).bit_count())


def lowest_index(word):
    """Return the index of the lowest set bit, as int64.

    Parameters
    ----------
    word : uint64
        Not zero.
    """
    return np.int64((int(word) & -int(word)).bit_length() - 1)


def highest_index(word):
    """Return the index of the highest set bit, as int64.

    Parameters
    ----------
    word : uint64
        Not zero.
    """
    return np.int64(int(word).bit_length() - 1)


def nth_set_bit(word, n):
    """Return the index of the n-th set bit, as int64; n = 0 is the lowest.

    Parameters
    ----------
    word : uint64
        Has more than n set bits.
    n : int64
        At least 0.
    """
    return _search_nth_bit(word, n)


def _search_nth_bit(word, n):
    # Halve the window six times: is the bit among the lower half's?
    index = np.int64(0)
    width = np.int64(32)
    while width > 0:
        low = word & ((ONE << np.uint64(width)) - ONE)
        below = popcount(low)
        if n < below:
            word = low
        else:
            n -= below
            word = word >> np.uint64(width)
            index += width
        width >>= np.int64(1)
    return index


def spread_clues(out, at, ones, twos, fours, eights, mines):
    """Write a row of clues: one int8 per bit of a word, lowest first.

    Parameters
    ----------
    out : ndarray(int8, ndim=1)
        Written from ``at`` on, as many items as a word has bits.
    at : int64
        Where to begin.
    ones, twos, fours, eights : unsigned integer
        The binary digits of the clues; all words are of one type.
    mines : unsigned integer
        Cells that become -1, whatever the digits say.
    """
    for bit in range(ones.dtype.itemsize * 8):
        clue = 0
        for digit, word in enumerate((ones, twos, fours, eights)):
            clue |= (int(word) >> bit & 1) << digit
        out[at + bit] = -1 if int(mines) >> bit & 1 else clue


def cpu_in_use() -> tuple[str, set[str]]:
    """Return the CPU that code is compiled for, and the features it may use."""
    _, cpu, features = cpu_target.target_context.codegen().magic_tuple()
    return cpu, {name[1:] for name in features.split(",") if name.startswith("+")}


@type_callable(popcount)
def _type_popcount(context):
    return lambda word: types.int64


@type_callable(lowest_index)
def _type_lowest_index(context):
    return lambda word: types.int64


@type_callable(highest_index)
def _type_highest_index(context):
    return lambda word: types.int64


@type_callable(nth_set_bit)
def _type_nth_set_bit(context):
    return lambda word, n: types.int64


@type_callable(spread_clues)
def _type_spread_clues(context):
    return lambda out, at, ones, twos, fours, eights, mines: types.none


@lower_builtin(popcount, types.uint64)
def _lower_popcount(context, builder, sig, args):
    return builder.ctpop(args[0])


@lower_builtin(lowest_index, types.uint64)
def _lower_lowest_index(context, builder, sig, args):
    return builder.cttz(args[0], cgutils.true_bit)


@lower_builtin(highest_index, types.uint64)
def _lower_highest_index(context, builder, sig, args):
    zeros = builder.ctlz(args[0], cgutils.true_bit)
    return builder.sub(ir.Constant(zeros.type, 63), zeros)


@lower_builtin(nth_set_bit, types.uint64, types.int64)
def _lower_nth_set_bit(context, builder, sig, args):
    if "bmi2" not in cpu_in_use()[1]:
        return context.compile_internal(builder, _search_nth_bit, sig, args)
    i64 = ir.IntType(64)
    pdep = cgutils.get_or_insert_function(
        builder.module, ir.FunctionType(i64, [i64, i64]), "llvm.x86.bmi.pdep.64"
    )
    word, n = args
    bit = builder.call(pdep, [builder.shl(i64(1), n), word])
    return builder.cttz(bit, cgutils.true_bit)


@lower_builtin(spread_clues, types.Array, types.Integer, *[types.Integer] * 5)
def _lower_spread_clues(context, builder, sig, args):
    bits = sig.args[2].bitwidth
    row = ir.VectorType(ir.IntType(8), bits)

    def cells(word, value):
        here = builder.bitcast(word, ir.VectorType(ir.IntType(1), bits))
        return builder.select(
            here, ir.Constant(row, [value] * bits), ir.Constant(row, [0] * bits)
        )

    clues = cells(args[6], 0xFF)
    for word, digit in zip(args[2:6], (1, 2, 4, 8), strict=True):
        clues = builder.or_(clues, cells(word, digit))
    data = context.make_array(sig.args[0])(context, builder, args[0]).data
    where = builder.bitcast(builder.gep(data, [args[1]]), row.as_pointer())
    builder.store(clues, where).align = 1
    return context.get_dummy_value()
