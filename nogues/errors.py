"""What can go wrong, as exceptions.

::

    ValueError
    └── MinesweeperError     a size, start or field that cannot be, or any of:
        ├── GenerationError  no board was found within the attempts allowed
        └── FormatError      a file or text that is not what it should be

Arguments of the wrong type raise ``TypeError``.
"""


class MinesweeperError(ValueError):
    """Base of all errors that are about boards."""


class GenerationError(MinesweeperError):
    """No board was found within the attempts allowed."""


class FormatError(MinesweeperError):
    """A file or text is not what it should be."""
