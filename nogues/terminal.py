"""A board in the terminal's colours."""

from rich.console import Console
from rich.text import Text

from nogues.board import Board

#: Styles of the clues 0 to 8; bold where the plain colour is dark on dark grounds.
CLUE_STYLES = (
    "dim",
    "bold bright_blue",
    "bold green",
    "bold bright_red",
    "bold blue",
    "bold red",
    "bold cyan",
    "bold",
    "bold bright_black",
)


def print_board(board: Board, title: str) -> None:
    """Print a board, its start underlined, and a line about it."""
    console = Console(highlight=False)
    zero = "." if _cannot_show("·", console.encoding) else "·"
    text = Text()
    for r, row in enumerate(board.grid.tolist()):
        for c, clue in enumerate(row):
            glyph = "*" if clue < 0 else zero if clue == 0 else str(clue)
            style = "bold magenta" if clue < 0 else CLUE_STYLES[clue]
            if (r, c) == board.start:
                style += " underline reverse"
            text.append(glyph, style)
            text.append(" " if c < board.width - 1 else "\n")
    console.print(text, end="", no_wrap=True, overflow="ignore", crop=False)
    row, column = board.start
    console.print(
        f"{title}: {board.mine_count} mines, start {row},{column}, seed {board.seed}, "
        f"opening {board.opening}, attempts {board.attempts}, repairs {board.repairs}",
        soft_wrap=True,
    )


def _cannot_show(text: str, encoding: str) -> bool:
    try:
        text.encode(encoding)
    except (LookupError, UnicodeEncodeError):
        return True
    return False
