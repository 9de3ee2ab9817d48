"""What is imported only where it is used: the packages of the extras."""

from __future__ import annotations

import importlib
from typing import Any


def need(module: str, extra: str) -> Any:
    """Import a module of an extra, or say which command brings it.

    Raises
    ------
    ImportError
        When it is not installed; names the extra.
    """
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        package = module.partition(".")[0]
        if error.name is None or error.name.partition(".")[0] != package:
            raise  # it is there, and lacks something of its own
        raise ImportError(
            f"this needs {package}: python -m pip install 'nogues[{extra}]'"
        ) from None
