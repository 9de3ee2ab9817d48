"""A package that shows its public names, and no others."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any


class PublicPackage(ModuleType):
    """Makes ``dir`` and ``help`` show what ``__all__`` lists.

    A package becomes one with ``sys.modules[__name__].__class__ = PublicPackage``.
    Submodules are imported as before.
    """

    def __dir__(self) -> list[str]:
        """Return the public names."""
        return sorted(self.__all__)

    @property
    def __path__(self) -> Any:
        """Where submodules are; hidden from ``help``, which would list them all."""
        if sys._getframe(1).f_globals.get("__name__") == "pydoc":
            raise AttributeError("__path__")
        return self.__dict__["__path__"]

    @__path__.setter
    def __path__(self, path: Any) -> None:
        self.__dict__["__path__"] = path
