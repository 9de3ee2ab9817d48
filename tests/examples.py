"""A small board in each format, and where the files of the tests are."""

from paths import DATA

import nogues

FORMATS = DATA / "formats"


EXAMPLE = [[-1, 2, 1], [1, 2, -1]]


ROWS = "*21\n12*"


#: The 3x2 board in each format; None where other tests have it.
WRITTEN = {
    "text": "# 3x2/2 mine_count 2 start 1,1 search given 1\n*21\n12*\n",
    "json": None,
    "npz": None,
    "csv": "-1,2,1\n1,2,-1\n",
    "mbf": bytes.fromhex("0302 0002 0000 0201"),
    "ptt": "b=32&m=gg",
    "sgt": None,
    "mine": "3x2x2\nF21\n12F\n",
    "lists": "[[-1,2,1],[1,2,-1]]",
    "board": (
        "# MINESWEEPER-BOARD v0.1\n# Render: ascii\nrows: 2\ncolumns: 3\nmines: 2\n"
        "game_mode: classic\n[real]\n*21\n12*\n"
    ),
    "rawvf": (
        "RawVF_Version: Rev6\nLevel: Custom\nWidth: 3\nHeight: 2\nMines: 2\n"
        "Board:\n*00\n00*\nEvents:\n"
    ),
}


WRITERS = [f.name for f in nogues.formats() if f.writes]


HOLDERS = [f.name for f in nogues.formats() if f.writes and "position" in f.holds]
