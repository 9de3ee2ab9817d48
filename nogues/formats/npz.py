"""Boards in ``.npz`` files, as one of the formats.

``nogues.boards.archive`` describes the file, and ``Boards.load`` reads it as arrays.
The clues are compared with the mines, as in every other format.
"""

from __future__ import annotations

import io
from collections.abc import Iterator

from nogues.base.errors import FormatError
from nogues.base.words import number_of
from nogues.boards.board import Board, Boards
from nogues.formats.places import binary

#: First bytes of a zip file, and what marks its directory at its end.
MAGIC, DIRECTORY = b"PK\3\4", b"PK\5\6"

#: Cells whose clues are checked at a time.
PART_CELLS = 1_000_000


def loads(data: str | bytes) -> Board:
    """Return the only board of a ``.npz`` file.

    Examples
    --------
    >>> import nogues
    >>> board = nogues.generate_board(9, 9, 10, seed=1)
    >>> loads(dumps(board)) == board
    True
    """
    boards = load(data)
    if len(boards) != 1:
        raise FormatError(
            f"the file holds {number_of(len(boards), 'board')}, not one; read_boards "
            "and Boards.load read them all"
        )
    return boards[0]


def read_all(data: str | bytes) -> Iterator[Board]:
    """Yield the boards of a ``.npz`` file."""
    yield from load(data)


def load(data: str | bytes) -> Boards:
    """Return the boards of a ``.npz`` file, their clues checked."""
    boards = Boards.read(io.BytesIO(binary(data, "npz")))
    check_clues(boards)
    return boards


def check_clues(boards: Boards) -> None:
    """Raise if a clue is not the number of mines around it."""
    from nogues.kernels.boards.check import first_wrong

    width, height = boards.width, boards.height
    part = max(1, PART_CELLS // (width * height))
    for first in range(0, len(boards), part):
        # A copy: the kernel is compiled for arrays that can be written.
        clues = boards.clue[first : first + part].copy()
        k, wrong = first_wrong(clues, width, height)
        if k < 0:
            continue
        k += first
        cell = divmod(int(wrong), boards.width)
        clue = boards.grid[k][cell]
        raise FormatError(
            f"board {k}, cell {cell}: the clue is {clue}, which is not the number of "
            "mines around it"
        )


def dumps(board: Board) -> bytes:
    """Return the bytes of a ``.npz`` file with one board."""
    return dumps_all(Boards.stack([board]))


def dumps_all(boards: Boards) -> bytes:
    """Return the bytes of a ``.npz`` file."""
    file = io.BytesIO()
    boards.write(file)
    return file.getvalue()
