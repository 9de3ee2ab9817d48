"""What can go wrong, as exceptions.

::

    ValueError
    └── MinesweeperError        a size, start or field that cannot be, or any of:
        ├── GenerationError     no board was found within the attempts allowed
        ├── FormatError         a file or text that is not what it should be
        ├── ContradictionError  a position that no layout of mines fits
        ├── LimitError          a position that takes more work than is allowed
        └── ProofError          a proof with a step that does not follow

Arguments of the wrong type raise ``TypeError``.
"""


class MinesweeperError(ValueError):
    """Base of all errors that are about boards."""


class GenerationError(MinesweeperError):
    """No board was found within the attempts allowed."""


class FormatError(MinesweeperError):
    """A file or text is not what it should be."""


class ContradictionError(MinesweeperError):
    """No layout of mines fits a position.

    Attributes
    ----------
    cell : tuple of int or None
        (row, column) of the clue that cannot be met; None where it is the mine count.
    """

    def __init__(self, message: str, cell: tuple[int, int] | None = None) -> None:
        super().__init__(message)
        self.cell = cell


class LimitError(MinesweeperError):
    """Exact counting would take more work than is allowed."""


class ProofError(MinesweeperError):
    """A proof has a step that does not follow."""
