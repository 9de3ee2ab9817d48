"""Codes of cells."""

import nogues
from nogues.base import looks


def test_codes_differ():
    codes = looks.FLAG, looks.WRONG, looks.EXPLODED, nogues.MINE, nogues.HIDDEN
    assert len(set(codes)) == 5 and max(codes) < 0
    assert nogues.FLAG == looks.FLAG == -3
