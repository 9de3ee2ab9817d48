"""Row groups joined into batches of one size, in order or shuffled."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import groupby
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from nogues.boards.board import Boards
from nogues.dataset.plan import Shard

Values = dict[str, NDArray[Any]]


class Group(NamedTuple):
    """A row group of a shard."""

    shard: Shard
    number: int
    rows: int


def split(
    groups: list[Group], shuffle: int | None, together: int
) -> Iterator[list[Group]]:
    """Yield blocks of groups that are read together, each from one start.

    In order, a block is one group; when shuffling, it has up to ``together`` groups.
    """
    if shuffle is None:
        yield from ([group] for group in groups)
        return
    dice = np.random.default_rng([shuffle, 0])
    for _, members in groupby(groups, key=lambda group: group.shard.start):
        own = list(members)
        shuffled = [own[k] for k in dice.permutation(len(own))]
        for first in range(0, len(shuffled), together):
            yield shuffled[first : first + together]


def stream(
    read: Callable[[Group], Values],
    decode: Callable[[Shard, Values], Boards],
    blocks: list[list[Group]],
    size: int,
    shuffle: int | None,
    threads: int,
) -> Iterator[Boards]:
    """Yield the boards of blocks, ``size`` at a time; a batch never mixes starts.

    The next block is read while batches are decoded.  At most threads + 1 batches are
    kept until the caller takes them.
    """
    dice = None if shuffle is None else np.random.default_rng([shuffle, 1])
    with ThreadPoolExecutor(threads, "nogues") as pool:
        ahead: deque[Future[Boards]] = deque()
        reading = [pool.submit(read, group) for group in blocks[0]] if blocks else []
        rest: Values = {}
        for number, block in enumerate(blocks):
            pieces = [future.result() for future in reading]
            after = blocks[number + 1] if number + 1 < len(blocks) else []
            reading = [pool.submit(read, group) for group in after]
            values = _joined([rest, *pieces] if rest else pieces, dice)
            del pieces
            shard = block[0].shard
            last = not after or after[0].shard.start != shard.start
            rows = len(values["seed"])
            end = rows if last else rows - rows % size
            for first in range(0, end, size):
                some = _slice(values, first, min(first + size, end))
                ahead.append(pool.submit(decode, shard, some))
                while len(ahead) > threads:
                    yield ahead.popleft().result()
            rest = {} if end == rows else _slice(values, end, rows)
        while ahead:
            yield ahead.popleft().result()


def _joined(pieces: list[Values], dice: np.random.Generator | None) -> Values:
    """Join pieces and shuffle their rows; each column is freed once it is joined."""
    rows = sum(len(piece["seed"]) for piece in pieces)
    order = None if dice is None else dice.permutation(rows)
    if len(pieces) == 1 and order is None:
        return pieces[0]
    values = {}
    for name in list(pieces[0]):
        column = np.concatenate([piece.pop(name) for piece in pieces])
        values[name] = column if order is None else column[order]
    return values


def _slice(values: Values, first: int, last: int) -> Values:
    return {name: column[first:last] for name, column in values.items()}
