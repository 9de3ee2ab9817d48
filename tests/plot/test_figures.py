"""Room for what surrounds the cells, drawing again, and pictures of large boards."""

import itertools

import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.colors import to_hex
from plots import SMALL, artist, bare, beginner, contrast, names, pixels, stuck

import nogues
from nogues import MinesweeperError
from nogues.plot import solution
from nogues.plot.figures import TAG

CORNERS = [[-1, 1, 0], [1, 2, 1], [0, 1, -1]]
POSITION = nogues.Position.from_text(SMALL)


def inside(ax):
    """Return whether nothing of a figure is cut, and the pixels of a cell."""
    ax.figure.draw_without_rendering()
    whole = ax.figure.bbox
    parts = [ax.bbox, ax.title.get_window_extent(), *map(window, ax.child_axes)]
    if ax.get_legend():
        parts.append(window(ax.get_legend()))
    fit = all(
        box.x0 >= 0 and box.y0 >= 0 and box.x1 <= whole.x1 and box.y1 <= whole.y1
        for box in parts
    )
    (low, high), width = ax.get_xlim(), ax.bbox.width
    return fit, width / (high - low)


def window(drawn):
    return drawn.get_window_extent()


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(
    "board, start",
    [([[1, -1, 1, 0, 0]], (0, 0)), ([[1], [-1], [1]], (0, 0)), (CORNERS, (0, 1)),
     (CORNERS, (2, 0)), ([[0]], (0, 0))],
)  # fmt: skip
def test_small_steps_have_room(board, start):
    for logic in ("elementary", "complete"):
        fit, cell = inside(nogues.plot.steps(board, start=start, logic=logic))
        assert fit and cell > 20


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("size", [(9, 9, 20), (12, 12, 35), (16, 16, 60)], ids=str)
def test_steps_of_common_boards_have_room(size):
    for seed in range(5):
        board = nogues.generate_random_board(*size, seed=seed)
        ax = nogues.plot.steps(board)
        fit, cell = inside(ax)
        assert fit and cell > 27
        plt.close(ax.figure)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(
    "position",
    [
        POSITION,
        nogues.Position(4, 1, 1, [-2, 1, -2, -2]),
        nogues.Position(1, 1, 1, [-2]),
    ],
)
def test_probabilities_have_room(position):
    fit, cell = inside(nogues.plot.probabilities(position))
    assert fit and cell > 20


def test_legends_beside_each_other_where_there_is_room():
    board = nogues.generate_random_board(30, 16, 99, seed=1)
    for width, across in ((16, 2), (5.1, 1)):
        ax = plt.figure(figsize=(width, 6)).add_subplot()
        assert nogues.plot.steps(board, ax=ax).get_legend()._ncols == across
    one, _, _ = plt.subplots(1, 3, figsize=(12, 4))[1]
    assert nogues.plot.steps(board, ax=one).get_legend()._ncols == 1


@pytest.mark.parametrize("clue", [0, -1])
@pytest.mark.parametrize("shape", [(2, 9, 9), (1, 1, 1)])
def test_constant_densities(clue, shape):
    ax = nogues.plot.density(np.full(shape, clue))
    assert artist(ax, "cells").get_clim() == (0, 100)
    (bar,) = ax.child_axes
    assert (bar.get_xlim() if shape[1] == 1 else bar.get_ylim()) == (0, 100)
    ax.figure.draw_without_rendering()
    labels = [*bar.get_xticklabels(), *bar.get_yticklabels()]
    assert not any("e" in label.get_text() for label in labels)


def test_density_of_many_boards_one_by_one():
    boards = nogues.generate_boards(9, 9, 10, (2, 3), seeds=range(5))
    whole = artist(nogues.plot.density(boards), "cells").get_array()
    for given in (list(boards), tuple(boards)):
        ax = nogues.plot.density(given)
        assert np.array_equal(artist(ax, "cells").get_array(), whole)
        assert artist(ax, "start").get_xdata()[0] == 3
    ax = nogues.plot.density([board.grid for board in boards])
    assert np.array_equal(artist(ax, "cells").get_array(), whole) and not ax.lines
    with pytest.raises(
        TypeError, match=r"^boards must be many; nogues.plot.board draws"
    ):
        nogues.plot.density(beginner())
    with pytest.raises(MinesweeperError, match="boards must have one width"):
        nogues.plot.density([beginner(), nogues.generate_board(10, 9, 10, seed=1)])
    with pytest.raises(TypeError, match="boards must be Boards, not 3 at 1"):
        nogues.plot.density([beginner(), 3])


DRAWN = {
    "board": lambda ax: nogues.plot.board(beginner(), ax=ax),
    "image": lambda ax: nogues.plot.board(np.zeros((101, 100), int), ax=ax),
    "gallery": lambda ax: nogues.plot.gallery([beginner()] * 2, ax=ax),
    "probabilities": lambda ax: nogues.plot.probabilities(POSITION, ax=ax),
    "steps": lambda ax: nogues.plot.steps(beginner(), ax=ax),
    "density": lambda ax: nogues.plot.density([beginner()] * 2, ax=ax),
    "film": lambda ax: nogues.plot.animate_reveal(beginner(), ax=ax).draw(1),
}


def fresh():
    return plt.figure(figsize=(5, 4), dpi=50).add_subplot()


@pytest.mark.parametrize("first", DRAWN)
@pytest.mark.parametrize("second", DRAWN)
def test_drawing_again_takes_away_what_was_drawn(first, second):
    ax = fresh()
    DRAWN[first](ax)
    DRAWN[second](ax)
    assert np.array_equal(pixels(ax.figure), pixels(DRAWN[second](fresh()).figure))
    plt.close("all")


def test_drawing_again_leaves_what_others_drew():
    ax = bare(9, 9)
    (line,) = ax.plot([0, 8], [0, 8])
    note = ax.text(1, 1, "here")
    for _ in range(2):
        nogues.plot.steps(beginner(), ax=ax)
        assert line in ax.lines and note in ax.texts
    for _ in range(2):
        ax.set_axis_off()
        nogues.plot.board(beginner(), ax=ax)
        assert not ax.axison and line in ax.lines and note in ax.texts
    gids = [child.get_gid() for child in ax.get_children()]
    assert sorted(gid for gid in gids if gid) == [
        TAG + name for name in ("cells", "marks", "start")
    ]


def test_one_is_no_plural():
    one = nogues.generate_board(9, 9, 1, seed=7)
    title = nogues.plot.board(one).get_title
    assert title() == "9x9, 1 mine, seed 7"
    position = nogues.Position(2, 1, 1, [1, -2])
    assert nogues.plot.board(position).get_title() == "2x1, 1 mine, 1 hidden"
    assert nogues.plot.probabilities(position).get_title() == "2x1, 1 mine, 1 hidden"
    game = nogues.Game(5, 5, 1, seed=1)
    game.open((2, 2))
    assert nogues.plot.board(game).get_title().startswith("5x5, 1 mine, ")
    ax = nogues.plot.steps([[1, -1]], start=(0, 0))
    assert ax.get_title() == "2x1, complete: 1 round"
    ax = nogues.plot.steps([[-1, 2, -1, 1]], start=(0, 1), logic="elementary")
    assert ax.get_title() == "4x1, elementary: 1 round, 1 cell left"


def test_all_lines_around_the_boards_of_a_gallery():
    """Beside each other, and at the edges, lines are as dark."""
    ax = nogues.plot.gallery([np.zeros((2, 2), int)] * 2, ax=bare(5, 4, cell=40))
    picture = pixels(ax.figure).astype(float).mean(axis=(0, 2))
    left, right = picture[:20].min(), picture[-20:].min()
    between = picture[60:140].min()
    assert left == pytest.approx(right, abs=25) and right == pytest.approx(
        between, abs=25
    )
    low, high = ax.get_xlim()
    assert low < -0.5 and high > 4.5 and min(ax.get_ylim()) < -0.5


def test_large_steps_show_the_round():
    board = nogues.generate_random_board(120, 100, 1500, seed=2)
    ax = nogues.plot.steps(board)
    found = nogues.solve(board, logic="complete", proof=True)
    number, rules = solution.rounds_of(board.grid, found.proof)
    last, image = len(rules), artist(ax, "cells").get_array()
    assert last > 30 and not names(ax)
    for moment in range(1, last + 1):
        (colour,) = {tuple(rgba) for rgba in image[number == moment].tolist()}
        shade = solution.shades(rules[moment - 1], moment / last)
        assert colour == pytest.approx(tuple(shade))
    strips = artist_of_bar(ax)
    used = sorted(set(rules))
    assert strips.get_array().shape == (last, len(used), 4)
    for k, rule in enumerate(used):
        light = [contrast("#000000", to_hex(rgba)) for rgba in strips.get_array()[:, k]]
        assert all(one > other for one, other in itertools.pairwise(light))
        assert light[0] > 3 * light[-1]
        assert tuple(strips.get_array()[-1, k]) == tuple(solution.shades(rule, 1.0))
    assert ax.child_axes[0].get_ylabel() == "round"
    assert ax.child_axes[0].get_ylim() == (0.5, last + 0.5)
    assert inside(ax)[0]


def test_large_flat_steps():
    ax = nogues.plot.steps(np.zeros((1, 10_001), int), start=(0, 0))
    assert artist_of_bar(ax).get_array().shape[:2] == (1, 10_000)
    assert ax.child_axes[0].get_xlabel() == "round"
    assert inside(ax)[0]


def artist_of_bar(ax):
    (bar,) = ax.child_axes
    (image,) = bar.images
    return image


OPEN = nogues.Position(4, 2, 2, [1, -2, -2, -2, 1, -2, -2, -2])


@pytest.mark.parametrize(
    "other, message",
    [
        ((3, [1, -2, -2, -2, 1, -2, -2, -2]), "the mines add up to 3"),
        ((2, [2, -2, -2, -2, 2, -2, -2, -2]), r"the mines around \(0, 0\) add to 2"),
        ((2, [-1, -2, -2, -2, 1, -2, -2, -2]), "the known mines differ"),
    ],
)
def test_probabilities_of_another_position(other, message):
    p = nogues.mine_probabilities(nogues.Position(4, 2, *other))
    assert np.array_equal(p.hidden, OPEN.hidden)
    with pytest.raises(MinesweeperError, match=message) as raised:
        nogues.plot.probabilities(OPEN, p)
    assert str(raised.value).startswith("computed must be of this position, ")
    assert not plt.get_fignums()


@pytest.mark.parametrize("seed", range(5))
def test_own_probabilities_are_taken(seed):
    position = stuck(seed)
    p = nogues.mine_probabilities(position)
    again = nogues.plot.probabilities(position, p, ax=bare(30, 16))
    assert names(again) == names(nogues.plot.probabilities(position, ax=bare(30, 16)))
