"""Boards as planes and words, by plain Python."""

import numpy as np


def to_words(shape, plane):
    flat = np.packbits(plane.reshape(-1), bitorder="little")
    return flat.view(np.uint64).copy()


def to_plane(shape, flat):
    bytes_ = flat.view(np.uint8)
    return np.unpackbits(bytes_, bitorder="little").reshape(shape.lanes, shape.bits)
