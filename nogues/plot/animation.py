"""Animations of boards: an opening that spreads, and a solver's rounds."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator
from numbers import Real
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from nogues.base.colours import FRESH, INK
from nogues.base.errors import MinesweeperError
from nogues.base.files import atomic_file, check_path
from nogues.base.looks import FLAG
from nogues.base.spec import LARGEST, check_integer
from nogues.base.words import number_of
from nogues.boards.board import Board
from nogues.boards.clues import checked_board
from nogues.kernels.codes import HIDDEN, MINE
from nogues.plot.canvas import Canvas, Marks, grounds_of, image_of
from nogues.plot.figures import axes_for, check_axes, figure_size, frame
from nogues.plot.player import player
from nogues.plot.solution import RULE_NAMES, solved
from nogues.solving.solve import reveal

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_ENDS = (".gif", ".html")

#: Frames per second: GIF files count hundredths of a second, up to some minutes.
SLOWEST, FASTEST = 0.01, 100


class Animation:
    """Frames of a board, drawn on request.

    Notebooks show it with buttons to play it.

    Attributes
    ----------
    ax : matplotlib.axes.Axes
        Where the frames are drawn.
    frames : int
        How many there are.
    """

    def __init__(
        self,
        ax: Axes,
        frames: int,
        show: Callable[[int], None],
        name: str = "Animation",
    ) -> None:
        self.ax, self.frames, self._show, self._name = ax, frames, show, name
        show(frames - 1)

    def draw(self, frame: int) -> Axes:
        """Draw one frame, number_of from 0, and return the axes.

        Raises
        ------
        IndexError
            When there is no such frame.
        TypeError
            When ``frame`` is no integer.
        """
        number = check_integer("frame", frame, -LARGEST)
        if not 0 <= number < self.frames:
            raise IndexError(f"frame {number} of {self.frames}")
        self._show(number)
        return self.ax

    def to_html(self, *, fps: float = 4.0) -> str:
        """Return HTML with the frames in it, and buttons to play them.

        It loads nothing from elsewhere.  Where scripts do not run, it shows the last
        frame.

        Parameters
        ----------
        fps : float, optional
            Frames per second, 0.01 to 100.

        Raises
        ------
        MinesweeperError
            When ``fps`` is out of range.
        TypeError
            When ``fps`` is no number.
        """
        return player(self._pictures(), self._name, _check_fps(fps))

    def save(self, path: str | os.PathLike[str], *, fps: float = 4.0) -> None:
        """Write a file, which appears complete or not at all.

        Parameters
        ----------
        path : str or path-like
            The file; its name ends in ``.gif`` or ``.html``.
        fps : float, optional
            Frames per second, 0.01 to 100.

        Raises
        ------
        MinesweeperError
            When the name has another ending, or ``fps`` is out of range.
        TypeError
            When an argument is of the wrong type.
        OSError
            When the file cannot be written; an old file is kept.
        """
        name = check_path(path)
        end = Path(name).suffix.lower()
        if end not in _ENDS:
            raise MinesweeperError(
                f"path must end in {' or '.join(_ENDS)}, not {name!r}"
            )
        speed = _check_fps(fps)
        with atomic_file(name) as file:
            if end == ".html":
                page = _PAGE.format(self.to_html(fps=speed))
                file.write(page.encode("utf-8"))
            else:
                file.write(self._gif(speed))

    def _repr_html_(self) -> str:
        return self.to_html()

    def _pictures(self) -> Iterator[tuple[NDArray[np.uint8], str]]:
        """Yield the pixels of each frame, and its title."""
        from matplotlib.backends.backend_agg import FigureCanvasAgg

        root: Any = self.ax.figure.canvas
        canvas: Any = FigureCanvasAgg(root.figure)
        for number in range(self.frames):
            self._show(number)
            canvas.draw()
            pixels = np.asarray(canvas.buffer_rgba()).astype(np.uint16)
            cover = pixels[..., 3:]  # less than 255 where a figure has no ground
            shown = (pixels[..., :3] * cover + 255 * (255 - cover)) // 255
            yield shown.astype(np.uint8), self.ax.get_title()

    def _gif(self, fps: float) -> bytes:
        from matplotlib.animation import PillowWriter

        # The writer needs a file name with the suffix.
        with tempfile.TemporaryDirectory() as folder:
            name = Path(folder) / "film.gif"
            writer: Any = PillowWriter
            self._film(fps).save(name, writer=writer(fps=fps))
            return name.read_bytes()

    def _film(self, fps: float) -> Any:
        from matplotlib.animation import FuncAnimation

        def update(frame: int) -> list[Any]:
            self._show(frame)
            return []

        root: Any = self.ax.figure.canvas
        return FuncAnimation(
            root.figure,
            update,
            frames=self.frames,
            init_func=lambda: None,  # otherwise the first frame is drawn twice
            interval=1000 / fps,
            cache_frame_data=False,
        )


_PAGE = (
    '<!DOCTYPE html>\n<html lang="en">\n<head><meta charset="utf-8">'
    "<title>nogues</title></head>\n<body>\n{}\n</body>\n</html>\n"
)


def _check_fps(fps: object) -> float:
    if isinstance(fps, bool) or not isinstance(fps, Real):
        raise TypeError(f"fps must be a number, not {fps!r}")
    speed = float(fps)
    if not SLOWEST <= speed <= FASTEST:
        raise MinesweeperError(f"fps must be {SLOWEST} to {FASTEST}, not {fps!r}")
    return speed


def animate_reveal(
    board: Board | Any,
    *,
    start: tuple[int, int] | None = None,
    ax: Axes | None = None,
) -> Animation:
    """Animate what a click opens, with one frame per step from the start.

    Parameters
    ----------
    board : Board or array_like of int, shape (height, width)
        The board; an array holds clues, -1 for a mine.
    start : tuple of int, optional
        (row, column) of the click; default: the board's start, or the centre of an
        array.
    ax : matplotlib.axes.Axes, optional
        Where to draw; default: a new figure outside pyplot, so notebooks show only the
        animation and nothing needs to be closed.

    Returns
    -------
    Animation
        Frame k shows the cells up to ``nogues.reveal(board).distance`` k, the newest
        on a blue background.

    Raises
    ------
    MinesweeperError
        When the clues contradict the mines, or the start is outside or a mine.
    TypeError
        When an argument is of the wrong type.
    ImportError
        When matplotlib is not installed.

    Examples
    --------
    >>> import nogues
    >>> board = nogues.generate_board(9, 9, 10, seed=7)
    >>> ripple = nogues.plot.animate_reveal(board)
    >>> ripple.frames, ripple.draw(4).get_title()
    (5, 'step 4: 34 cells open')
    >>> ripple.save("ripple.gif")  # doctest: +SKIP
    """
    check_axes(ax)
    grid, cell = checked_board(board, start)
    opened = reveal(grid, cell)
    if opened.hit_mine:
        raise MinesweeperError(f"start must be a safe cell, not the mine at {cell}")
    when = np.full(grid.shape, -1, np.int32)
    when.reshape(-1)[opened.cells] = opened.distance
    stage = _Stage(ax, grid, cell, when)

    def show(frame: int) -> None:
        cells = int(np.count_nonzero((when >= 0) & (when <= frame)))
        stage.show(frame, f"step {frame}: {number_of(cells, 'cell')} open")

    name = f"What a click opens, {grid.shape[1]}x{grid.shape[0]}"
    return stage.animate(int(opened.distance.max()) + 1, show, name)


def animate_solution(
    board: Board | Any,
    *,
    start: tuple[int, int] | None = None,
    logic: str = "complete",
    use_mine_count: bool = True,
    ax: Axes | None = None,
) -> Animation:
    """Animate a solver: the start, then one frame per round.

    Parameters
    ----------
    board, start, logic, use_mine_count
        As in ``steps``, which draws the same rounds as one picture.
    ax : matplotlib.axes.Axes, optional
        As in ``animate_reveal``.

    Returns
    -------
    Animation
        Frame k shows what is known after round k, the newest on a blue background; the
        title names the rule.

    Raises
    ------
    MinesweeperError, LimitError
        As ``steps``.
    TypeError
        When an argument is of the wrong type.
    ImportError
        When matplotlib is not installed.

    Examples
    --------
    >>> import nogues
    >>> film = nogues.plot.animate_solution([[1, -1, 1, 0, 0]], start=(0, 0))
    >>> film.frames, film.draw(2).get_title()
    (3, 'round 2, mine count: 3 cells')
    >>> film.save("film.html")  # doctest: +SKIP
    """
    check_axes(ax)
    grid, cell, rounds = solved(board, start, logic, use_mine_count)
    stage = _Stage(ax, grid, cell, rounds.number)

    def show(frame: int) -> None:
        cells = int(np.count_nonzero(rounds.number == frame))
        rule = RULE_NAMES[rounds.rules[frame - 1]] if frame else "start"
        stage.show(frame, f"round {frame}, {rule}: {number_of(cells, 'cell')}")

    name = f"A solver at the {logic} level, {grid.shape[1]}x{grid.shape[0]}"
    return stage.animate(len(rounds.rules) + 1, show, name)


class _Stage:
    """A board that becomes known step by step, on its own axes or given ones."""

    def __init__(
        self,
        ax: Axes | None,
        grid: NDArray[np.int8],
        start: tuple[int, int],
        when: NDArray[np.int32],
    ) -> None:
        height, width = grid.shape
        # A known mine is shown as a flag.
        self._codes = np.where(grid == MINE, np.int8(FLAG), grid)
        self._start, self._when = start, when
        self._own = ax is None
        self.ax = (
            _own_axes(width, height) if ax is None else axes_for(ax, width, height)
        )
        self._canvas = Canvas(self.ax, grid.shape)
        self._canvas.outline([start], "start", INK)
        frame(self.ax, width, height)

    def show(self, moment: int, title: str) -> None:
        from matplotlib.colors import to_rgba

        known = (self._when >= 0) & (self._when <= moment)
        codes = np.where(known, self._codes, np.int8(HIDDEN))
        marks = Marks()
        if self._canvas.has_glyphs:
            grounds = grounds_of(codes, [self._start])
            grounds[self._when == moment] = to_rgba(FRESH)
            marks.add_codes(codes)
        else:
            grounds = image_of(codes)
        self._canvas.paint(grounds, marks)
        self.ax.set_title(title, fontsize="medium")

    def animate(self, frames: int, show: Callable[[int], None], name: str) -> Animation:
        animation = Animation(self.ax, frames, show, name)
        if self._own:  # lay out once, not per frame
            figure: Any = self.ax.figure
            figure.draw_without_rendering()
            figure.set_layout_engine("none")
        return animation


def _own_axes(width: int, height: int) -> Axes:
    """Return axes of a figure outside pyplot."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=figure_size(width, height), layout="compressed")
    return figure.add_subplot()
