"""Reading pictures back, and comparing them; run to write the expected ones anew.

What is read is found by the outlines of matplotlib's own texts, placed nowhere.
"""

import functools
import json
import re
import sys

import matplotlib
import numpy as np
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.textpath import TextPath
from paths import DATA
from PIL import Image

import nogues
from nogues.plot import glyphs
from nogues.plot.figures import TAG

EXPECTED = DATA / "plot"
#: Pixels of a side of what is compared at once, and how far apart colours may be:
#: what renders letters anew moves edges by less than a pixel.
BLOCK, APART = 6, 26
TEXTS = ["✓", "<1", ">99", *map(str, range(150))]


@functools.cache
def beginner():
    return nogues.generate_board(9, 9, 10, seed=7)


@functools.cache
def expert():
    return nogues.generate_board(30, 16, 99, seed=1)


@functools.cache
def hard():
    return nogues.generate_board(9, 9, 20, seed=4, logic="complete", needs="complete")


@functools.cache
def many():
    return nogues.generate_boards(12, 9, 20, (1, 2), seeds=range(300))


def _key(vertices):
    points = np.asarray(vertices) - np.min(vertices, axis=0)
    return len(points), (points / points.max()).round(2).tobytes()


@functools.cache
def _outlines():
    """Return names by outline; y goes down."""
    known = {
        _key(glyphs.mine().vertices): "mine",
        _key(glyphs.pennant().vertices): "flag",
        _key(glyphs.pole().vertices): "pole",
        _key(glyphs.cross().vertices): "cross",
    }
    for weight in ("bold", "normal"):
        font = FontProperties(family="DejaVu Sans", weight=weight)
        for text in TEXTS:
            path = TextPath((0, 0), text, size=10, prop=font)
            known[_key(path.vertices * (1, -1))] = text
    return known


def artist(ax, gid):
    """Return the one artist of that name."""
    (found,) = [child for child in ax.get_children() if child.get_gid() == TAG + gid]
    return found


def marks(ax):
    """Return what stands in each cell: a list of names, and one of colours."""
    read = {}
    found = artist(ax, "marks")
    for path, colour in zip(found.get_paths(), found.get_facecolor(), strict=True):
        middle = path.get_extents().get_points().mean(axis=0)
        column, row = np.floor(middle + 0.5).astype(int).tolist()
        name = _outlines().get(_key(path.vertices), "?")
        names, colours = read.setdefault((row, column), ([], []))
        names.append(name)
        colours.append(to_hex(colour))
    return read


def names(ax):
    """Return what stands in each cell that is not empty; a pole belongs to a flag."""
    return {
        cell: " ".join(name for name in found if name != "pole")
        for cell, (found, _) in marks(ax).items()
    }


def grounds(ax, width, height):
    """Return the colour of each cell, (height, width) of text."""
    colours = [to_hex(colour) for colour in artist(ax, "cells").get_facecolor()]
    return np.array(colours).reshape(height, width)


def framed(ax, gid):
    """Return the cells with a frame of that name."""
    cells = set()
    for path in artist(ax, gid).get_paths():
        box = path.get_extents()
        column, row = (box.get_points().mean(axis=0)).round().astype(int).tolist()
        assert 0.9 < box.width < 1 and 0.9 < box.height < 1
        cells.add((row, column))
    return cells


def luminance(colour):
    """Return the relative luminance of WCAG 2."""
    rgb = np.array(matplotlib.colors.to_rgb(colour))
    linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    return float(linear @ (0.2126, 0.7152, 0.0722))


def contrast(one, other):
    """Return the contrast ratio of WCAG 2."""
    dark, light = sorted(map(luminance, (one, other)))
    return (light + 0.05) / (dark + 0.05)


def pixels(figure):
    """Return what a figure looks like, (height, width, 3)."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    canvas = FigureCanvasAgg(figure)
    canvas.draw()
    return np.asarray(canvas.buffer_rgba())[..., :3].copy()


def steps_of(page):
    """Return the frames in the HTML of an animation: left, top, picture and text."""
    (found,) = re.findall(r"const steps = (\[.*\]);$", page, re.MULTILINE)
    return json.loads(found)


def apart(one, other):
    """Return how far two pictures are apart, at the worst place, 0 to 255."""
    if one.shape != other.shape:
        return 255.0
    far = np.abs(_blocks(one) - _blocks(other))
    return float(far.max())


def _blocks(picture):
    height, width = (n // BLOCK * BLOCK for n in picture.shape[:2])
    shape = (height // BLOCK, BLOCK, width // BLOCK, BLOCK, 3)
    return picture[:height, :width].astype(float).reshape(shape).mean(axis=(1, 3))


def bare(width, height, cell=24):
    """Return axes that fill a figure: no letters beside the cells are compared."""
    figure = Figure(figsize=(width * cell / 100, height * cell / 100), dpi=100)
    return figure.add_axes((0, 0, 1, 1))


def stuck(seed=7):
    """Return an expert position where nothing is certain."""
    board = nogues.generate_random_board(30, 16, 99, seed=seed)
    known = nogues.solve(board, logic="complete").cells
    return nogues.Position.from_board(board, known == nogues.SAFE, known == nogues.MINE)


def lost():
    """Return a lost game with a right flag and a wrong one."""
    game = nogues.Game(9, 9, 10, seed=1)
    game.open((4, 4))
    game.flag((1, 4))
    game.flag((1, 2))
    game.open((0, 0))
    return game


SMALL = """
6x4/5
01....
12..F.
..4...
......
"""
CODES = [[0, 1, 2, 3, 4], [5, 6, 7, 8, -1], [-2, -3, -2, -2, -2]]


def draw_codes():
    return nogues.plot.board(CODES, start=(0, 0), ax=bare(5, 3))


def draw_board():
    return nogues.plot.board(nogues.generate_board(16, 16, 40, seed=7), ax=bare(16, 16))


def draw_lost():
    return nogues.plot.board(lost(), ax=bare(9, 9))


def draw_probabilities():
    position = nogues.Position.from_text(SMALL)
    return nogues.plot.probabilities(position, ax=bare(6, 4))


def draw_steps():
    board = nogues.generate_board(12, 9, 22, seed=3, logic="complete")
    return nogues.plot.steps(board, ax=bare(12, 9))


def draw_density():
    boards = nogues.generate_boards(9, 9, 10, seeds=range(500))
    return nogues.plot.density(boards, ax=bare(9, 9))


def draw_gallery():
    boards = nogues.generate_boards(9, 9, 10, seeds=range(4))
    return nogues.plot.gallery(boards, columns=2, ax=bare(19, 22, cell=14))


def draw_ripple():
    board = nogues.generate_board(9, 9, 10, seed=7)
    return nogues.plot.animate_reveal(board, ax=bare(9, 9)).draw(2)


PICTURES = {
    name.removeprefix("draw_"): function
    for name, function in list(globals().items())
    if name.startswith("draw_")
}

if __name__ == "__main__":
    EXPECTED.mkdir(exist_ok=True)
    for name in sys.argv[1:] or PICTURES:
        picture = Image.fromarray(pixels(PICTURES[name]().figure))
        picture.save(EXPECTED / f"{name}.png", optimize=True)
