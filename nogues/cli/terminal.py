"""Boards and positions in the terminal's colours."""

from rich.console import Console
from rich.text import Text

from nogues.base.words import number_of
from nogues.boards.board import Board
from nogues.boards.position import Position
from nogues.kernels.codes import HIDDEN
from nogues.solving.probability import Probabilities

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
        f"{title}: {number_of(board.mine_count, 'mine')}, start {row},{column}, "
        f"seed {board.seed}, opening {board.opening}, attempts {board.attempts}, "
        f"repairs {board.repairs}",
        soft_wrap=True,
    )


def print_probabilities(position: Position, found: Probabilities) -> None:
    """Print a position with mine probabilities, and a line about it."""
    console = Console(highlight=False)
    chances = found.mine.reshape(position.height, position.width).tolist()
    text = Text()
    for shown, row in zip(position.grid.tolist(), chances, strict=True):
        for c, (code, chance) in enumerate(zip(shown, row, strict=True)):
            glyph, style = _chance(code, chance)
            text.append(f"{glyph:>4}", style)
            text.append(" " if c < position.width - 1 else "\n")
    console.print(text, end="", no_wrap=True, overflow="ignore", crop=False)
    hidden = int(found.hidden.sum())
    console.print(
        f"{position.width}x{position.height}: {number_of(position.mines, 'mine')}, "
        f"{position.known_mines} known, {number_of(hidden, 'hidden cell')}; "
        f"certain: {int(found.safe.sum())} safe, "
        f"{number_of(int(found.mines.sum()), 'mine')}",
        soft_wrap=True,
    )


def _chance(code: int, chance: float) -> tuple[str, str]:
    """Return the text of a cell, and its style."""
    if code >= 0:
        return str(code), CLUE_STYLES[code]
    if code != HIDDEN:
        return "F", "bold magenta"
    if chance in (0.0, 1.0):
        return f"{chance:.0%}", "bold green" if chance == 0.0 else "bold bright_red"
    # Never rounded to 0 or 100, which mean certain.
    percent = min(max(round(100 * chance), 1), 99)
    return f"{percent}%", "yellow" if percent < 50 else "bright_red"


def _cannot_show(text: str, encoding: str) -> bool:
    try:
        text.encode(encoding)
    except (LookupError, UnicodeEncodeError):
        return True
    return False
