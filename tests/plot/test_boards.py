"""Pictures of boards, positions and games; what a plot needs, and what it refuses."""

import itertools
import os
import subprocess
import sys

import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.axes import Axes
from plots import (
    CODES,
    artist,
    bare,
    beginner,
    contrast,
    expert,
    framed,
    grounds,
    lost,
    many,
    marks,
    names,
)

import nogues
from nogues import MinesweeperError
from nogues.base import colours
from nogues.base.colours import NUMBER_COLOURS
from nogues.plot import canvas


def in_words(grid):
    """Return what must stand in the cells of codes."""
    words = {-1: "mine", -3: "flag", **{k: str(k) for k in range(1, 9)}}
    cells = np.ndenumerate(np.asarray(grid))
    return {cell: words[code] for cell, code in cells if code in words}


@pytest.mark.parametrize("board", [expert, beginner])
def test_every_number_is_in_its_cell_in_its_colour(board):
    board = board()
    ax = nogues.plot.board(board)
    assert names(ax) == in_words(board.grid)
    for cell, (_, (colour, *_)) in marks(ax).items():
        clue = board.grid[cell]
        assert colour == (NUMBER_COLOURS[clue - 1] if clue > 0 else colours.INK)


def test_what_surrounds_a_board():
    ax = nogues.plot.board(expert())
    assert isinstance(ax, Axes)
    assert ax.get_title() == "30x16, 99 mines, seed 1"
    assert framed(ax, "start") == {(8, 15)}
    assert np.argwhere(grounds(ax, 30, 16) == colours.START).tolist() == [[8, 15]]
    assert ax.get_xlim() == (-0.5, 29.5)
    assert ax.get_ylim() == (15.5, -0.5)  # row 0 on top
    assert ax.get_aspect() == 1
    labels = [label.get_text() for label in ax.get_yticklabels()]
    assert "8" in labels and not any("." in label for label in labels)


def test_grounds():
    ground = grounds(nogues.plot.board(CODES, start=(0, 0)), 5, 3)
    number, hidden = colours.OPEN, colours.HIDDEN_GROUND
    assert ground.tolist() == [
        [colours.START] + [number] * 4,
        [number] * 5,
        [hidden] * 5,
    ]
    ground = grounds(nogues.plot.board(beginner()), 9, 9)
    same = (ground == colours.BLANK) == (beginner().grid == 0)
    assert same.sum() == 80  # all but the start
    assert ground[4, 4] == colours.START


def test_contrast_of_numbers():
    """WCAG 2, on every ground that a number stands on."""
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)
    stands_on = (colours.OPEN, colours.BLANK, colours.START, colours.FRESH)
    for number, ground in itertools.product(NUMBER_COLOURS, stands_on):
        assert contrast(number, ground) >= 5.7, (number, ground)
    assert contrast(colours.INK, colours.OPEN) >= 5.7
    for ground in (colours.HIDDEN_GROUND, colours.HIT):
        assert contrast(colours.INK, ground) >= 5.7
    assert len(set(NUMBER_COLOURS)) == 8


def test_hues_are_the_classic_ones():
    from matplotlib.colors import to_rgb

    blue, green, red, navy, maroon, teal, black, grey = map(to_rgb, NUMBER_COLOURS)
    assert blue == (0, 0, 1) and black == (0, 0, 0)
    assert green[1] > 0 == green[0] == green[2]
    assert red[0] > maroon[0] > 0 == red[1] == red[2] == maroon[1] == maroon[2]
    assert 1 > navy[2] > 0 == navy[0] == navy[1]
    assert teal[1] == teal[2] > 0 == teal[0]
    assert grey[0] == grey[1] == grey[2] > 0


def test_position():
    position = nogues.Position.from_text("4x2/3\n1F.2\n12..\n")
    ax = nogues.plot.board(position)
    assert names(ax) == in_words([[1, -3, -2, 2], [1, 2, -2, -2]])
    assert ax.get_title() == "4x2, 3 mines, 3 hidden"
    assert framed(ax, "start") == set()
    assert framed(nogues.plot.board(position, start=(1, 1)), "start") == {(1, 1)}


def test_game():
    game = nogues.Game(9, 9, 10, seed=1)
    ax = nogues.plot.board(game)
    assert names(ax) == {} and framed(ax, "start") == set()
    game.open((4, 4))
    game.flag((1, 4))
    ax = nogues.plot.board(game)
    assert names(ax) == in_words(game.grid)
    assert framed(ax, "start") == {(4, 4)}
    assert ax.get_title() == "9x9, 10 mines, playing, 1 flag"


def test_lost_game():
    game = lost()
    ax = nogues.plot.board(game)
    shown, ground = names(ax), grounds(ax, 9, 9)
    assert shown[0, 0] == "mine" and ground[0, 0] == colours.HIT
    assert (ground == colours.HIT).sum() == 1
    assert shown[1, 4] == "flag" and shown[1, 2] == "flag cross"
    mines = {divmod(k, 9) for k in np.flatnonzero(game.mine_mask).tolist()}
    assert {cell for cell, name in shown.items() if name == "mine"} == mines - {(1, 4)}


def test_axes_are_taken_and_returned():
    figure, (one, other) = plt.subplots(1, 2)
    assert nogues.plot.board(beginner(), ax=other) is other
    assert not one.collections and other.figure is figure
    assert plt.get_fignums() == [figure.number]
    assert nogues.plot.board(beginner()).figure.number == figure.number + 1


def test_large_boards_are_images():
    clue = np.zeros((100, 100), np.int8)
    clue[50, 50] = -1
    grid = nogues.count_clues(clue < 0)
    assert len(artist(nogues.plot.board(grid, ax=bare(9, 9)), "marks").get_paths()) == 9
    wide = np.zeros((100, 101), bool)
    wide[50, 50] = True
    grid = nogues.count_clues(wide)
    ax = nogues.plot.board(grid, ax=bare(9, 9))
    assert not artist(ax, "marks").get_paths()
    image = artist(ax, "cells").get_array()
    assert image.shape == (100, 101, 4)
    assert np.array_equal(image, canvas.image_of(grid))
    assert len({tuple(colour) for colour in image.reshape(-1, 4).tolist()}) == 3
    codes = np.arange(-6, 9, dtype=np.int8).reshape(1, -1)
    assert len({tuple(colour) for colour in canvas.image_of(codes)[0].tolist()}) == 14


@pytest.mark.parametrize("width, height", [(1, 1), (1, 40), (40, 1), (2, 3)])
def test_any_shape(width, height):
    grid = np.zeros((height, width), int)
    ax = nogues.plot.board(grid)
    ax.figure.draw_without_rendering()
    box = ax.get_window_extent()
    assert box.width / width == pytest.approx(box.height / height)
    assert box.width / width > 18  # pixels of a cell at 100 dpi


@pytest.mark.parametrize("kind", [np.int64, np.uint8, np.int16])
def test_arrays_of_any_integers(kind):
    assert names(nogues.plot.board(np.array([[0, 1], [2, 8]], kind))) == in_words(
        [[0, 1], [2, 8]]
    )


PLOTS = {
    "board": beginner,
    "probabilities": lambda: nogues.Position.from_board(beginner()),
    "steps": beginner,
    "density": lambda: many()[:3],
    "gallery": lambda: [beginner()],
    "animate_reveal": beginner,
    "animate_solution": beginner,
}


@pytest.mark.parametrize("name", PLOTS)
@pytest.mark.parametrize("ax", ["here", plt, 3], ids=str)
def test_wrong_axes(name, ax):
    with pytest.raises(TypeError, match=r"^ax must be matplotlib Axes or None, not "):
        getattr(nogues.plot, name)(PLOTS[name](), ax=ax)
    assert not plt.get_fignums()


@pytest.mark.parametrize("name", PLOTS)
def test_axes_that_cannot_be_drawn_into(name):
    draw = getattr(nogues.plot, name)
    for kind in ("polar", "3d"):
        ax = plt.figure().add_subplot(projection=kind)
        with pytest.raises(TypeError, match=rf"^ax must be rectilinear .* {kind} ones"):
            draw(PLOTS[name](), ax=ax)
        assert not ax.collections and not ax.get_title()
    ax = plt.figure().add_subplot()
    ax.remove()
    with pytest.raises(MinesweeperError, match=r"^ax must be in a figure, not removed"):
        draw(PLOTS[name](), ax=ax)


@pytest.mark.parametrize("name", PLOTS)
def test_item_of_a_wrong_type(name):
    for wrong in (None, 3, "*1", object()):
        with pytest.raises(TypeError, match=r"^(item|positions?|boards?) must be "):
            getattr(nogues.plot, name)(wrong)
    assert not plt.get_fignums()


@pytest.mark.parametrize(
    "item, start, error, message",
    [
        ([[0, 9]], None, MinesweeperError, "item must be clues 0 to 8, -1 (a mine), -2"
         " (hidden) or -3 (a flag), not 9 at (0, 1)"),
        ([[0], [-4]], None, MinesweeperError, "not -4 at (1, 0)"),
        (np.full((2, 2), 2**40), None, MinesweeperError, f"not {2**40} at (0, 0)"),
        ([[0.5]], None, TypeError, "not float64 of shape (1, 1)"),
        ([0, 1], None, TypeError, "not int64 of shape (2,)"),
        ([[0], [0, 1]], None, TypeError, "item must be an array: "),
        (np.zeros((0, 3), int), None, MinesweeperError, "height must be 1 to"),
        ([[0] * 9] * 9, (9, 0), MinesweeperError, "start row must be 0 to 8, not 9"),
        ([[0] * 9] * 9, 4, TypeError, "start must be a pair (row, column), not 4"),
    ],
)  # fmt: skip
def test_wrong_items(item, start, error, message):
    with pytest.raises(error) as raised:
        nogues.plot.board(item, start=start)
    assert message in str(raised.value)
    assert not plt.get_fignums()


def python(code, **environment):
    env = {**os.environ, **environment}
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "MPLBACKEND"):
        env.pop(name, None)
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        capture_output=True,
        text=True,
        env=env,
    )


def test_no_screen_is_needed(tmp_path):
    done = python(
        "import nogues\n"
        "ax = nogues.plot.board(nogues.generate_board(9, 9, 10, seed=7))\n"
        f"ax.figure.savefig({str(tmp_path / 'board.png')!r})\n"
        f"ax.figure.savefig({str(tmp_path / 'board.svg')!r})\n"
    )
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "board.png").read_bytes().startswith(b"\x89PNG")
    assert b"<svg" in (tmp_path / "board.svg").read_bytes()


@pytest.mark.parametrize("name", PLOTS)
def test_missing_matplotlib_is_named(name):
    done = python(
        "import sys; sys.modules['matplotlib'] = None\n"
        "import nogues\n"
        f"try:\n    nogues.plot.{name}(None)\n"
        "except ImportError as error:\n    print(error)\n"
    )
    assert done.returncode == 0, done.stderr
    assert "pip install 'nogues[plot]'" in done.stdout


def test_import_of_plot_is_light():
    done = python("import sys, nogues.plot; print(*sys.modules)")
    assert done.returncode == 0, done.stderr
    loaded = {name.partition(".")[0] for name in done.stdout.split()}
    assert not {"matplotlib", "PIL", "numba"} & loaded


def test_all_are_found():
    assert sorted(nogues.plot.__all__) == nogues.plot.__all__
    assert {*PLOTS, "Animation"} == set(nogues.plot.__all__)
    for name in PLOTS:
        assert ">>>" in getattr(nogues.plot, name).__doc__
    assert "plot" in nogues.__all__
    with pytest.raises(AttributeError, match="has no attribute 'plots'"):
        nogues.plots  # noqa: B018
