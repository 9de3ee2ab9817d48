"""Workspaces for kernels: many arrays under one name, passed as a single pointer.

Numba passes a named tuple of arrays by value: seven numbers per array, forty arrays, at
each call of each function.  Compiling them took longer than compiling the loops.  A
bundle is a small table in memory that says where its arrays are; kernels receive its
address and read from it what they use.  The table never changes.  Its reads say so,
and LLVM moves them out of loops.

In Python a bundle is read like a named tuple: ``grid.cell`` is the array.  Kernels read
fields in the same way, but cannot make bundles or return them.
"""

import hashlib
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

    __slots__ = ("_address", "_table", "_type")
    _fields: tuple = ()

    def __init__(self, *args, **kwargs):
        values = dict(zip(self._fields, args, strict=False), **kwargs)
        if len(args) > len(self._fields) or values.keys() != set(self._fields):
            raise TypeError(f"{type(self).__name__} takes {', '.join(self._fields)}")
        kinds, table = [], []
        for field in self._fields:
            value = values[field]
            setattr(self, field, value)
            kinds.append(_add(value, table))
        self._table = np.array(table, np.uint64)
        self._address = self._table.__array_interface__["data"][0]
        self._type = _type_of(type(self), tuple(kinds))


def _add(value, table):
    """Add a field to the table; returns its Numba type."""
    if isinstance(value, Bundle):
        table.extend(value._table.tolist())
        return value._type
    if isinstance(value, np.ndarray):
        if not (value.flags.c_contiguous and value.flags.writeable):
            raise ValueError("a bundle takes C-contiguous, writeable arrays only")
        table.append(value.__array_interface__["data"][0])
        table.extend(value.shape)
        return _array_type(value.dtype, value.ndim)
    if isinstance(value, np.uint64):
        table.append(int(value))
        return types.uint64
    table.append(int(value) & 0xFFFF_FFFF_FFFF_FFFF)
    return types.int64


_array_types: dict = {}
_bundle_types: dict = {}


def _array_type(dtype, ndim):
    try:
        return _array_types[dtype, ndim]
    except KeyError:
        made = types.Array(from_dtype(dtype), ndim, "C")
        return _array_types.setdefault((dtype, ndim), made)


def _type_of(cls, kinds):
    try:
        return _bundle_types[cls, kinds]
    except KeyError:
        fields = tuple(zip(cls._fields, kinds, strict=True))
        made = BundleType(cls.__name__, fields)
        return _bundle_types.setdefault((cls, kinds), made)


def bundle(name: str, fields: list[str]) -> Any:
    """Make a class of bundles, as ``namedtuple`` makes one of tuples.

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
    return type(name, (Bundle,), {"__slots__": tuple(fields), "_fields": tuple(fields)})


@typeof_impl.register(Bundle)
def _typeof(value, context):
    return value._type


@register_model(BundleType)
class _Model(models.PrimitiveModel):
    def __init__(self, manager, kind):
        super().__init__(manager, kind, ir.PointerType(WORD))


@unbox(BundleType)
def _unbox(kind, value, c):
    address = c.pyapi.object_getattr_string(value, "_address")
    pointer = c.pyapi.long_as_voidptr(address)
    c.pyapi.decref(address)
    return NativeValue(c.builder.bitcast(pointer, ir.PointerType(WORD)))


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
