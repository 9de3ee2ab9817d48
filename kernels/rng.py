"""Random numbers: mulberry32 for the published search, splitmix64 for our own.

mulberry32 (reference: Random numbers): its state is a counter, draw k of a seed is
``mix(seed + k * STEP)``.  So draws can be made out of order, and a loop that makes many
of them vectorises.

Searches of our own draw up to millions of numbers per board, more than 32 bits of state
are good for.  splitmix64 (Steele, Lea and Flood, OOPSLA 2014) is a counter too, of 64
bits; a search's *dice* are an array of one, set from the seed and a constant of the
search, so that two searches share no stream.
"""

import numpy as np

from nogues.kernels._jit import kernel

STEP = np.uint32(0x6D2B79F5)


@kernel(_nrt=False, forceinline=True)
def advance(counter, draws):
    """Return the uint32 counter after some more draws.

    Parameters
    ----------
    counter : uint32
        The state of mulberry32.
    draws : int
        Draws to skip.
    """
    return np.uint32(counter + np.uint32(draws) * STEP)


@kernel(_nrt=False, forceinline=True)
def mix(counter):
    """Return the uint32 drawn at a counter.

    Parameters
    ----------
    counter : uint32
        The state of mulberry32, already advanced for this draw.
    """
    t = np.uint32((counter ^ (counter >> np.uint32(15))) * (counter | np.uint32(1)))
    u = np.uint32((t ^ (t >> np.uint32(7))) * (t | np.uint32(61)))
    t = np.uint32(np.uint32(t + u) ^ t)
    return np.uint32(t ^ (t >> np.uint32(14)))


@kernel(_nrt=False, forceinline=True)
def below(draw, n):
    """Return an int64 index in 0..n-1: floor(draw / 2**32 * n).

    Parameters
    ----------
    draw : uint32
        What was drawn.
    n : int64
        Number of choices, 1 to 2**32.
    """
    return np.int64((np.uint64(draw) * np.uint64(n)) >> np.uint64(32))


GAMMA = np.uint64(0x9E37_79B9_7F4A_7C15)
MIX_ONE = np.uint64(0xBF58_476D_1CE4_E5B9)
MIX_TWO = np.uint64(0x94D0_49BB_1331_11EB)


@kernel(_nrt=False, forceinline=True)
def mix64(counter):
    """Return the uint64 drawn at a uint64 counter."""
    z = (counter ^ (counter >> np.uint64(30))) * MIX_ONE
    z = (z ^ (z >> np.uint64(27))) * MIX_TWO
    return z ^ (z >> np.uint64(31))


@kernel(_nrt=False, forceinline=True)
def set_dice(dice, seed, search):
    """Set the dice for a seed.

    Parameters
    ----------
    dice : ndarray(uint64, ndim=1)
        One item; written.
    seed : uint32
        The seed of a board.
    search : uint64
        A constant, its own for each search.
    """
    dice[0] = mix64(np.uint64(seed) * GAMMA + search)


@kernel(_nrt=False, forceinline=True)
def roll(dice):
    """Return the next uint64.

    Parameters
    ----------
    dice : ndarray(uint64, ndim=1)
        One item; advanced.
    """
    dice[0] += GAMMA
    return mix64(dice[0])


@kernel(_nrt=False, forceinline=True)
def roll_many(dice, candidates, choices):
    """Draw choices[k] among k..candidates-1, for every k; the loop vectorises.

    Parameters
    ----------
    dice : ndarray(uint64, ndim=1)
        One item; advanced by as many draws as there are choices.
    candidates : int64
        At least the number of choices.
    choices : ndarray(integer, ndim=1)
        Written.
    """
    counter = dice[0]
    for k in range(choices.size):
        draw = mix64(counter + np.uint64(k + 1) * GAMMA)
        choices[k] = k + below(np.uint32(draw >> np.uint64(32)), candidates - k)
    dice[0] = counter + np.uint64(choices.size) * GAMMA
