"""Recognising a format from a text or the bytes of a file."""

from __future__ import annotations

import re

from nogues.base.errors import FormatError
from nogues.formats import board, evf, mbf, mine, npz, rmv
from nogues.formats.places import decode, lines_of

_TEXTUAL = re.compile(rb"[^\x00-\x08\x0e-\x1f\x7f]*")
_ROW = re.compile(r"[0-8*]+|[0-8*.HFM\s]+")


def recognise(data: str | bytes) -> list[str]:
    """Return the names of the formats that data may be in."""
    if isinstance(data, bytes):
        if data.startswith(rmv.MAGIC):
            return ["rmv"]
        # A layout that happens to begin so has its announced length, and no cell PK.
        if data.startswith(npz.MAGIC) and (
            npz.DIRECTORY in data or len(data) != mbf.announced(data)
        ):
            return ["npz"]
        if not _TEXTUAL.fullmatch(data):
            return _binary(data)
        try:
            decode(data)
        except FormatError:
            return _binary(data)
    try:
        texts = [line.text for line in lines_of(data)]
    except FormatError:
        return []
    return _textual(texts, data) or (_binary(data) if isinstance(data, bytes) else [])


def _binary(data: bytes) -> list[str]:
    found = []
    if len(data) >= evf.HEAD and data[0] == evf.VERSION:
        found.append("evf")
    if len(data) >= mbf.HEAD and len(data) == mbf.announced(data):
        found.append("mbf")
    return found


def _textual(texts: list[str], data: str | bytes) -> list[str]:
    """Return what the lines of a text look like."""
    head = texts[0]
    if head == board.TITLE:
        return ["board"]
    if head.startswith("["):
        return ["lists"]
    if head.startswith("{"):
        whole = " ".join(texts)
        if _FOREIGN in whole:
            return ["json"]
        return [name for name, key in _KEYS.items() if f'"{key}"' in whole]
    if any(re.fullmatch(r"board:.*", text, re.IGNORECASE) for text in texts):
        return ["rawvf"]
    if len(texts) == 1:
        for name, look in _LINES.items():
            if look.search(head):
                return [name]
    if mine.HEADER.fullmatch(head):
        letters = set("".join(texts[1:]))
        return ["mine"] if not letters & set("*. ") else ["text"]
    if re.match(r"(# +)?[0-9]+x[0-9]+[/x][0-9]+", head) or head.startswith("#"):
        return ["text"]
    if "," in head:
        return ["csv"]
    if _is_hex_board(
        data
    ):  # digits, not all 0, so not the clues of a board without mines
        return ["mbf"]
    # The reader says where a later row is wrong.
    return ["text"] if _ROW.fullmatch(head) else []


#: A key that identifies each kind of JSON.
_KEYS = {"lists": "board", "json": "rows"}
#: One that only records of another program have; the reader of JSON names it.
_FOREIGN = '"per_cell"'
#: Patterns of the formats of one line.
_LINES = {
    "analysis": re.compile(r"(^|[?&])analysis="),
    "ptt": re.compile(r"(^|[?&])[bm]=[0-9a-zA-Z]*&([^&]*&)*[bm]="),
    # With # instead of a colon it is a seed, of which the reader says so.
    "sgt": re.compile(r"^[0-9]+(x[0-9]+)?[^\s:,#]*[:#]"),
}


def _is_hex_board(data: str | bytes) -> bool:
    try:
        raw = mbf.unhex(data)
    except FormatError:
        return False
    whole = len(raw) >= mbf.HEAD and len(raw) == mbf.announced(raw)
    return whole and raw[0] > 0 and raw[1] > 0
