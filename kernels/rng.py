"""mulberry32, the generator of the published search (reference: Random numbers).

Its state is a counter: draw k of a seed is ``mix(seed + k * STEP)``.  So draws
can be made out of order, and a loop that makes many of them vectorises.
"""

import numpy as np

from nogues.kernels._jit import kernel

STEP = np.uint32(0x6D2B79F5)


@kernel(_nrt=False, forceinline=True)
def advance(counter, draws):
    """Return the uint32 counter after some more draws."""
    return np.uint32(counter + np.uint32(draws) * STEP)


@kernel(_nrt=False, forceinline=True)
def mix(counter):
    """Return the uint32 drawn at a uint32 counter."""
    t = np.uint32((counter ^ (counter >> np.uint32(15))) * (counter | np.uint32(1)))
    u = np.uint32((t ^ (t >> np.uint32(7))) * (t | np.uint32(61)))
    t = np.uint32(np.uint32(t + u) ^ t)
    return np.uint32(t ^ (t >> np.uint32(14)))


@kernel(_nrt=False, forceinline=True)
def below(draw, n):
    """Turn a uint32 draw into an int64 index 0..n-1, as floor(draw / 2**32 * n)."""
    return np.int64((np.uint64(draw) * np.uint64(n)) >> np.uint64(32))
