"""The front end's modules, joined into one text.

A widget's code must be one module, and there is no build step.  The page is served
joined too: it is painted after one request instead of one after the other.
"""

from __future__ import annotations

import re
from pathlib import Path

STATIC = Path(__file__).parent / "static"

_IMPORT = re.compile(r'^import \{[^}]*\} from "\./([\w.]+)";\n', re.M)


def one_module(name: str) -> str:
    """Return a module of the front end and those that it imports, as one text.

    No two of the modules may define the same name.
    """
    texts: dict[str, str] = {}

    def add(file: str) -> None:
        if file not in texts:
            text = (STATIC / file).read_text(encoding="utf-8")
            texts[file] = ""  # seen, but not yet in its place
            for needed in _IMPORT.findall(text):
                add(needed)
            del texts[file]
            texts[file] = _IMPORT.sub("", text)

    add(name)
    *parts, last = texts.values()
    inner = [re.sub(r"^export (?!default)", "", part, flags=re.M) for part in parts]
    return "\n".join([*inner, last])
