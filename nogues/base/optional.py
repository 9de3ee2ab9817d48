"""Imports of optional packages, those of the extras."""

from __future__ import annotations

import importlib
from typing import Any


def need(module: str, extra: str) -> Any:
    """Import a module of an extra.

    Raises
    ------
    ImportError
        If it is not installed; names the command that installs it.
    """
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        package = module.partition(".")[0]
        if error.name is None or error.name.partition(".")[0] != package:
            raise  # it is installed, but one of its own imports is missing
        raise ImportError(
            f"this needs {package}: python -m pip install 'nogues[{extra}]'"
        ) from None
