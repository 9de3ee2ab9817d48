"""What can go wrong, as exceptions, and warnings about boards.

::

    ValueError
    └── MinesweeperError        invalid size, start or other value, or one of:
        ├── GenerationError     no board found within the allowed attempts
        ├── FormatError         invalid file or text
        ├── ContradictionError  a position that no layout of mines fits
        ├── LimitError          a position that takes more work than allowed
        └── ProofError          a proof with a step that does not follow

An argument of the wrong type raises ``TypeError``.  ``MinesWarning`` and
``DensityWarning`` are ``UserWarning``.
"""


class MinesweeperError(ValueError):
    """Base class of all errors about boards."""


class GenerationError(MinesweeperError):
    """No board was found within the allowed attempts."""


class FormatError(MinesweeperError):
    """A file or text is not valid."""


class ContradictionError(MinesweeperError):
    """No layout of mines fits a position.

    Attributes
    ----------
    cell : tuple of int or None
        (row, column) of the clue that no layout fits; None if it is the mine count.
    """

    def __init__(self, message: str, cell: tuple[int, int] | None = None) -> None:
        super().__init__(message)
        self.cell = cell


class LimitError(MinesweeperError):
    """Exact counting would take more work than allowed."""


class ProofError(MinesweeperError):
    """A proof has a step that does not follow."""


class DensityWarning(UserWarning):
    """All seeds are left out: no board is so dense."""


class MinesWarning(UserWarning):
    """Boards have fewer mines than requested.

    The published search lays no more than fit outside its safe zone.
    """
