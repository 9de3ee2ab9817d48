"""Probabilities and densities as pictures."""

import itertools
import tracemalloc

import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.colors import to_hex
from plots import SMALL, artist, contrast, framed, grounds, many, names, stuck

import nogues
from nogues import MinesweeperError
from nogues.base import colours
from nogues.plot import heat_maps, solution

POSITION = nogues.Position.from_text(SMALL)


def legend(ax):
    return [entry.get_text() for entry in ax.get_legend().get_texts()]


def bar(ax):
    (found,) = ax.child_axes
    return found


def in_percent(p):
    if p < 0.01:
        return "<1"
    return ">99" if p > 0.99 else str(round(100 * p))


@pytest.mark.parametrize(
    "make",
    [lambda: POSITION, stuck, lambda: nogues.Position(30, 16, 99, np.full(480, -2))],
)
def test_probabilities_are_in_the_cells(make):
    position = make()
    ax = nogues.plot.probabilities(position)
    p = nogues.mine_probabilities(position)
    shape = position.grid.shape
    chance, shown = p.mine.reshape(shape), names(ax)
    for cell, code in np.ndenumerate(position.grid):
        if code == nogues.MINE:
            assert shown.pop(cell) == "flag"
        elif code > 0:
            assert shown.pop(cell) == str(code)
        elif code == nogues.HIDDEN:
            certain = {0: "✓", 1: "mine"}
            told = certain.get(chance[cell]) or in_percent(chance[cell])
            assert shown.pop(cell) == told
    assert not shown
    assert framed(ax, "least risk") == set(nogues.best_guess(position).cells)


def test_certain_cells_differ_by_shape():
    ax = nogues.plot.probabilities(POSITION)
    p = nogues.mine_probabilities(POSITION)
    for name, mask in (("✓", p.safe), ("mine", p.mines)):
        assert mask.any()
        cells = {cell for cell, shown in names(ax).items() if shown == name}
        assert cells == {divmod(k, 6) for k in np.flatnonzero(mask).tolist()}
    safe, mines = int(p.safe.sum()), int(p.mines.sum())
    assert legend(ax) == [
        f"safe: {safe} cells",
        f"certainly a mine: {mines} cells",
        f"least risk, 0 %: {safe} cells",
    ]
    guess = nogues.best_guess(stuck())
    told = f"least risk, {100 * guess.mine:.1f} %: {len(guess.cells)} cells"
    assert legend(nogues.plot.probabilities(stuck())) == [told]


def test_colours_of_probabilities():
    position = stuck()
    ax = nogues.plot.probabilities(position)
    cmap = heat_maps.risk_colours()
    p = nogues.mine_probabilities(position)
    certain = {0.0: colours.SURELY_SAFE, 1.0: colours.SURELY_MINE}
    expected = [certain.get(one) or to_hex(cmap(one)) for one in p.mine.tolist()]
    ground = grounds(ax, 30, 16).reshape(-1)
    hidden = position.hidden
    assert ground[hidden].tolist() == np.array(expected)[hidden].tolist()
    assert not set(ground[~hidden]) & set(ground[hidden])
    assert bar(ax).get_ylabel() == "probability of a mine, %"
    assert bar(ax).get_ylim() == (0, 100)


def test_contrast_of_probabilities_and_rounds():
    cmap = heat_maps.risk_colours()
    for chance in np.linspace(0, 1, 101):
        assert contrast(colours.ODDS_INK, to_hex(cmap(float(chance)))) >= 5.7
    for certain in (colours.SURELY_SAFE, colours.SURELY_MINE):
        assert contrast(colours.ODDS_INK, certain) >= 4.5
    for ground in (*solution.RULE_COLOURS, colours.START):
        assert contrast(colours.INK, ground) >= 5.7
    steps = [contrast("#000000", ground) for ground in solution.RULE_COLOURS]
    steps = np.array(steps)
    assert (steps[:-1] / steps[1:] > 1.1).all()  # darker, rule by rule


def test_certain_cells_differ_by_colour_too():
    """On boards too large for marks only colours remain."""
    ground = grounds(nogues.plot.probabilities(POSITION), 6, 4).reshape(-1)
    p = nogues.mine_probabilities(POSITION)
    assert set(ground[p.safe]) == {colours.SURELY_SAFE}
    assert set(ground[p.mines]) == {colours.SURELY_MINE}
    others = set(ground[~p.safe & ~p.mines])
    assert not others & {colours.SURELY_SAFE, colours.SURELY_MINE}


def draw(p, monkeypatch):
    """Draw what was made up instead of what is true."""
    with monkeypatch.context() as changed:
        changed.setattr(heat_maps, "mine_probabilities", lambda _: p)
        return nogues.plot.probabilities(POSITION)


def test_given_probabilities_are_drawn(monkeypatch):
    p = nogues.mine_probabilities(POSITION)
    other = nogues.Probabilities(np.where(p.hidden, 0.07, p.mine), p.hidden, 0.0)
    ax = draw(other, monkeypatch)
    hidden = {divmod(k, 6) for k in np.flatnonzero(p.hidden).tolist()}
    assert {names(ax)[cell] for cell in hidden} == {"7"}
    assert framed(ax, "least risk") == hidden
    near = np.where(p.hidden, 0.11, p.mine)
    near[[2, 3]] = 0.1, 0.1 * (1 + 1e-10)  # equal up to rounding
    ax = draw(nogues.Probabilities(near, p.hidden, 0.0), monkeypatch)
    assert framed(ax, "least risk") == {(0, 2), (0, 3)}
    with pytest.raises(MinesweeperError, match=r"^computed must be of this position"):
        nogues.plot.probabilities(stuck(), p)
    exact = nogues.mine_probabilities(POSITION, exact=True)
    with pytest.raises(TypeError, match=r"^computed must be Probabilities, not "):
        nogues.plot.probabilities(POSITION, exact)


def test_extreme_probabilities_are_not_called_certain(monkeypatch):
    told = {0.004: "<1", 0.0099: "<1", 0.01: "1", 0.5: "50", 0.99: "99", 0.991: ">99"}
    for chance, text in told.items():
        assert heat_maps.percent(chance) == text
    p = nogues.mine_probabilities(POSITION)
    mine = np.where(p.hidden, 1e-7, p.mine)
    mine[np.flatnonzero(p.hidden)[0]] = 1 - 1e-7
    ax = draw(nogues.Probabilities(mine, p.hidden, 0.0), monkeypatch)
    assert {"<1", ">99"} <= set(names(ax).values())
    assert legend(ax) == [f"least risk, 1e-05 %: {p.hidden.sum() - 1} cells"]


def test_contradictions_are_reported():
    with pytest.raises(nogues.ContradictionError, match="no layout fits the clue 3"):
        nogues.plot.probabilities(nogues.Position.from_text("3..", 1))
    assert not plt.get_fignums()


@pytest.mark.parametrize("text", ["1.....", "1\n.\n.\n.\n.\n.\n"])
def test_lines_have_room_for_the_bar(text):
    ax = nogues.plot.probabilities(nogues.Position.from_text(text, 2))
    ax.figure.draw_without_rendering()
    parts = [bar(ax), ax.get_legend(), ax.title, ax]
    boxes = [part.get_window_extent() for part in parts]
    for one, other in itertools.combinations(boxes, 2):
        assert not one.overlaps(other)
    whole = ax.figure.bbox
    assert all(whole.contains(*point) for box in boxes for point in box.corners())


def test_large_positions_are_images():
    cells = np.full((101, 100), nogues.HIDDEN)
    cells[0, 0] = 3
    ax = nogues.plot.probabilities(nogues.Position(100, 101, 500, cells))
    assert not artist(ax, "marks").get_paths()
    image = artist(ax, "cells").get_array()
    assert to_hex(image[0, 1]) == colours.SURELY_MINE


@pytest.mark.parametrize("chunk", [heat_maps.CHUNK_CELLS, 1, 7 * 108, 300 * 108])
def test_density_is_the_mean(chunk, monkeypatch):
    monkeypatch.setattr(heat_maps, "CHUNK_CELLS", chunk)
    ax = nogues.plot.density(many())
    rate = many().mine_mask.mean(axis=0).reshape(9, 12)
    assert np.allclose(artist(ax, "cells").get_array(), 100 * rate, atol=1e-9)
    assert ax.get_title() == f"12x9, 300 boards, {100 * rate.mean():.1f} % mines"
    assert bar(ax).get_ylabel() == "boards with a mine, %"
    assert bar(ax).get_ylim() == pytest.approx((0, 100 * rate.max()))
    (ring,) = (line for line in ax.lines if line.get_gid() == "nogues-start")
    assert (ring.get_ydata()[0], ring.get_xdata()[0]) == (1, 2)


def test_density_beside_the_mean():
    ax = nogues.plot.density(many(), relative=True)
    rate = many().mine_mask.mean(axis=0).reshape(9, 12)
    image = artist(ax, "cells")
    assert np.allclose(image.get_array(), rate / rate.mean())
    low, high = image.get_clim()
    assert low + high == pytest.approx(2) and high >= rate.max() / rate.mean()
    red, _, blue, _ = image.cmap(image.norm(high))
    assert red > blue  # more mines are red
    assert "mean = 1" in bar(ax).get_ylabel()


def test_density_of_arrays_has_no_start():
    ax = nogues.plot.density(many().grid)
    assert not ax.lines
    assert len(nogues.plot.density(many().grid, start=(0, 0)).lines) == 2


def test_density_of_no_mines_and_none():
    empty = np.zeros((2, 3, 4), int)
    for relative in (False, True):
        ax = nogues.plot.density(empty, relative=relative)
        ax.figure.draw_without_rendering()
        assert ax.get_title() == "4x3, 2 boards, 0.0 % mines"
    with pytest.raises(MinesweeperError, match=r"^boards must be at least one"):
        nogues.plot.density(empty[:0])
    with pytest.raises(TypeError, match=r"^relative must be True or False, not 1"):
        nogues.plot.density(many(), relative=1)
    with pytest.raises(MinesweeperError, match=r"^start row must be 0 to 8, not 9"):
        nogues.plot.density(many(), start=(9, 0))


def test_density_takes_no_memory():
    clue = np.zeros((400_000, 480), np.int8)  # 192 MB
    clue[::4, 7] = -1
    tracemalloc.start()
    rate = heat_maps.mine_rate(clue)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert rate[7] == 0.25 and rate.sum() == 0.25
    assert most < 40e6
