"""Workspaces for kernels: many arrays under one name, passed as a single pointer.

Numba passes a named tuple of arrays by value: seven numbers per array, forty arrays, at
each call of each function.  Compiling them took longer than compiling the loops.  A
bundle is a small table in memory that says where its arrays are; kernels receive its
address and read from it what they use.  The table never changes.  Its reads say so,
and LLVM moves them out of loops.

In Python a bundle is a named tuple: ``grid.cell`` is the array.  Kernels read fields in
the same way, but cannot make bundles or return them.
"""

import hashlib
from collections import namedtuple
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.typing.templates import AttributeTemplate
from numba.extending import (
    NativeValue,
    infer_getattr,
    lower_getattr_generic,
    models,
    register_model,
    typeof_impl,
    unbox,
)
from numba.np import arrayobj
from numba.np.numpy_support import from_dtype

WORD = ir.IntType(64)


class BundleType(types.Type):
    """What Numba knows of a bundle: the types of its fields, and where they are.

    Attributes
    ----------
    fields : tuple of (str, numba type)
        In the order of the table.
    places : dict of str to (numba type, int)
        The type of a field, and its first word in the table.
    """

    def __init__(self, name, fields):
        self.fields = fields
        self.places = {}
        at = 0
        for field, kind in fields:
            self.places[field] = kind, at
            at += _words(kind)
        self.words = at
        text = ", ".join(f"{field}: {kind}" for field, kind in fields)
        digest = hashlib.blake2b(text.encode(), digest_size=6).hexdigest()
        super().__init__(name=f"{name}_{digest}")  # short: it is in every symbol


def _words(kind):
    """Return the words that a field takes: where it is and its shape, or its value."""
    if isinstance(kind, BundleType):
        return kind.words
    return 1 + kind.ndim if isinstance(kind, types.Array) else 1


class Bundle:
    """The base of what ``bundle`` makes."""

    __slots__ = ()


def bundle(name: str, fields: list[str]) -> Any:
    """Make a class of bundles, named tuples that kernels take as one pointer.

    Parameters
    ----------
    name : str
        Name of the class.
    fields : list of str
        Names of its fields: arrays (C-contiguous and writeable), integers, or other
        bundles.

    Returns
    -------
    type
        Its instances are made with a value per field, by place or by name.
    """
    return type(name, (Bundle, namedtuple(name, fields)), {"__slots__": ()})


@typeof_impl.register(Bundle)
def _typeof(value, context):
    """Return the type of a bundle.

    Numba remembers it by class, dtypes and dimensions, so this is seldom called.
    """
    kinds = zip(value._fields, map(_kind_of, value), strict=True)
    return BundleType(type(value).__name__, tuple(kinds))


def _kind_of(value):
    if isinstance(value, Bundle):
        return _typeof(value, None)
    if not isinstance(value, np.ndarray):
        return types.uint64 if isinstance(value, np.uint64) else types.int64
    if not (value.flags.c_contiguous and value.flags.writeable):
        raise ValueError("a bundle takes C-contiguous, writeable arrays only")
    return types.Array(from_dtype(value.dtype), value.ndim, "C")


@register_model(BundleType)
class _Model(models.PrimitiveModel):
    def __init__(self, manager, kind):
        super().__init__(manager, kind, ir.PointerType(WORD))


@unbox(BundleType)
def _unbox(kind, value, c):
    """Write the table where the caller's frame is; it is gone when the kernel ends."""
    builder = c.builder
    most = max([0, *(field.ndim for field in _arrays(kind))])
    table = cgutils.alloca_once(builder, ir.ArrayType(WORD, kind.words))
    table = builder.bitcast(table, ir.PointerType(WORD))
    found = cgutils.alloca_once(builder, ir.ArrayType(WORD, _SHAPE + 2 * most))
    _fill(kind, value, c, table, found)
    return NativeValue(table, is_error=c.pyapi.c_api_error())


#: Words of what ``numba_adapt_ndarray`` writes of an array: where its address is, and
#: where its shape and strides begin.
_DATA, _SHAPE = 4, 5


def _arrays(kind):
    for _, field in kind.fields:
        if isinstance(field, BundleType):
            yield from _arrays(field)
        elif isinstance(field, types.Array):
            yield field


def _fill(kind, value, c, table, found):
    """Write the table of a bundle; ``found`` is room for what is read of an array."""
    builder, pyapi = c.builder, c.pyapi
    adapt = cgutils.get_or_insert_function(
        builder.module,
        ir.FunctionType(ir.IntType(32), [pyapi.pyobj, pyapi.voidptr]),
        "numba_adapt_ndarray",
    )
    room = builder.bitcast(found, pyapi.voidptr)
    words = builder.bitcast(found, ir.PointerType(WORD))
    for k, (name, field) in enumerate(kind.fields):
        item = pyapi.tuple_getitem(value, k)
        at = kind.places[name][1]
        place = cgutils.gep_inbounds(builder, table, at)
        if isinstance(field, BundleType):
            _fill(field, item, c, place, found)
        elif isinstance(field, types.Array):
            builder.call(adapt, [item, room])
            for n, word in enumerate((_DATA, *range(_SHAPE, _SHAPE + field.ndim))):
                read = builder.load(cgutils.gep_inbounds(builder, words, word))
                builder.store(read, cgutils.gep_inbounds(builder, place, n))
        elif field == types.uint64:
            number = pyapi.number_long(item)
            builder.store(pyapi.long_as_ulonglong(number), place)
            pyapi.decref(number)
        else:
            builder.store(pyapi.long_as_longlong(item), place)


@infer_getattr
class _Fields(AttributeTemplate):
    key = BundleType

    def generic_resolve(self, kind, attr):
        return kind.places[attr][0] if attr in kind.places else None


@lower_getattr_generic(BundleType)
def _read(context, builder, kind, value, attr):
    field, at = kind.places[attr]

    def word(k):
        place = cgutils.gep_inbounds(builder, value, at + k)
        loaded = builder.load(place)
        loaded.set_metadata("invariant.load", builder.module.add_metadata([]))
        return loaded

    if isinstance(field, BundleType):
        return cgutils.gep_inbounds(builder, value, at)
    if not isinstance(field, types.Array):
        return word(0)
    data = builder.inttoptr(word(0), context.get_data_type(field.dtype).as_pointer())
    shape = [word(1 + k) for k in range(field.ndim)]
    size = context.get_constant(
        types.intp, context.get_abi_sizeof(context.get_data_type(field.dtype))
    )
    strides = [size]
    for extent in reversed(shape[1:]):
        strides.insert(0, builder.mul(strides[0], extent))
    array = arrayobj.make_array(field)(context, builder)
    arrayobj.populate_array(
        array,
        data=data,
        shape=cgutils.pack_array(builder, shape),
        strides=cgutils.pack_array(builder, strides),
        itemsize=size,
        meminfo=None,
    )
    return array._getvalue()
