"""Heat maps, the solver's rounds, and galleries."""

import itertools
import tracemalloc

import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.colors import to_hex, to_rgba
from plots import SMALL, artist, bare, contrast, framed, grounds, names, stuck
from reference import neighbours

import nogues
from nogues import MinesweeperError
from nogues.base import colours
from nogues.plot import heat_maps, rounds, solution

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
    "position", [POSITION, stuck(), nogues.Position(30, 16, 99, np.full(480, -2))]
)
def test_probabilities_are_in_the_cells(position):
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


def test_certain_cells_are_told_apart_by_shape():
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
    expected = [to_hex(cmap(float(chance))) for chance in p.mine]
    ground = grounds(ax, 30, 16).reshape(-1)
    hidden = position.hidden
    assert ground[hidden].tolist() == np.array(expected)[hidden].tolist()
    assert not set(ground[~hidden]) & set(ground[hidden])
    assert bar(ax).get_ylabel() == "probability of a mine, %"
    assert bar(ax).get_ylim() == (0, 100)


def test_contrast_of_probabilities_and_rounds():
    cmap = heat_maps.risk_colours()
    for chance in np.linspace(0, 1, 101):
        assert contrast(colours.INK, to_hex(cmap(float(chance)))) >= 5.7
    assert contrast(heat_maps.SAFE_INK, to_hex(cmap(0.0))) >= 5.7
    for ground in (*solution.RULE_COLOURS, colours.START):
        assert contrast(colours.INK, ground) >= 5.7
    steps = [contrast("#000000", ground) for ground in solution.RULE_COLOURS]
    steps = np.array(steps)
    assert (steps[:-1] / steps[1:] > 1.1).all()  # darker, rule by rule


def test_equal_probabilities_are_perceived_equal():
    """The colours get darker evenly: no probability looks like a step."""
    cmap = heat_maps.risk_colours()
    light = [contrast("#000000", to_hex(cmap(k / 20))) for k in range(21)]
    lightness = 116 * ((np.array(light) - 1) * 0.05) ** (1 / 3) - 16
    falls = -np.diff(lightness)
    assert falls.min() > 0 and falls.max() < 2 * falls.min()


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
    near[[2, 3]] = 0.1, 0.1 * (1 + 1e-10)  # equal, but for rounding
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


def test_contradictions_are_told():
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
    assert tuple(image[0, 1]) == heat_maps.risk_colours()(1.0)


def waves(board, start):
    """Number cells by synchronous rounds of single clues, a cell at a time."""
    width, height = board.width, board.height
    clue = {cell: int(value) for cell, value in np.ndenumerate(board.grid)}
    when, moment = {start: 0}, 0
    while True:
        moment += 1
        found = set()
        for cell in when:
            if clue[cell] == -1:
                continue
            around = set(neighbours(width, height, cell))
            unknown = around - set(when)
            mines = sum(clue[other] == -1 for other in around & set(when))
            if clue[cell] - mines in (0, len(unknown)):
                found |= unknown
        if not found:
            return when
        when |= dict.fromkeys(found, moment)


@pytest.mark.parametrize("seed", range(4))
def test_steps_of_single_clues(seed):
    board = nogues.generate_random_board(16, 12, 30, seed=seed)
    ax = nogues.plot.steps(board, logic="elementary")
    when = waves(board, board.start)
    mines = {cell for cell in when if board.grid[cell] == -1}
    assert names(ax) == {
        cell: f"flag {moment}" if cell in mines else str(moment)
        for cell, moment in when.items()
    }
    ground = grounds(ax, 16, 12)
    hidden = {
        cell for cell, colour in np.ndenumerate(ground)
        if colour == colours.HIDDEN_GROUND
    }  # fmt: skip
    assert hidden == set(np.ndindex(12, 16)) - set(when)
    left = f"not decided: {len(hidden)} cells"
    assert (left in legend(ax)) == bool(hidden)
    assert framed(ax, "start") == {board.start}


@pytest.mark.parametrize("seed", range(20))
def test_rounds_are_those_of_the_proof(seed):
    board = nogues.generate_random_board(16, 16, 50, seed=seed)
    found = nogues.solve(board, logic="complete", proof=True)
    numbered = rounds.rounds_of(board.grid, found.proof)
    decided = {level: set() for level in found.rounds}
    for step in found.proof.steps:
        decided[step.level] |= set(step.cells)
    for rule, (level, cells) in enumerate(decided.items()):
        assert set(map(tuple, np.argwhere(numbered.by(rule)).tolist())) == cells, level
    assert np.array_equal(numbered.number.reshape(-1) >= 0, found.cells != 0)
    assert np.argwhere(numbered.number == 0).tolist() == [list(board.start)]
    assert numbered.number.max() == len(numbered.rules)
    present = set(numbered.number[numbered.number > 0].tolist())
    assert present == set(range(1, len(numbered.rules) + 1))
    # In the order of the solver, but for single clues.
    order = [
        int(numbered.number[cell])
        for step in found.proof.steps
        if step.level != "elementary"
        for cell in step.cells
    ]
    assert order == sorted(order)


def test_steps_of_every_rule():
    board = nogues.generate_board(
        30, 16, 99, seed=1, logic="complete", needs="complete"
    )
    found = nogues.solve(board, logic="complete")
    ax = nogues.plot.steps(board)
    ground = grounds(ax, 30, 16)
    for rule, name in enumerate(found.decided):
        # The solver counts the start and flags; the start has a ground of its own.
        cells = found.decided[name] - (rule == 0)
        assert (ground == solution.RULE_COLOURS[rule]).sum() == cells
        told = [text for text in legend(ax) if text.startswith(name.replace("_", " "))]
        assert len(told) == (cells > 0)
        assert all(f": {cells} cell" in text for text in told)
    assert sum(found.decided[name] > 0 for name in found.decided) >= 3
    without = nogues.plot.steps(board, logic="complete", use_mine_count=False)
    assert "mine count" not in " ".join(legend(without))


def test_steps_that_cannot_be():
    with pytest.raises(
        MinesweeperError, match=r"^start must be a safe cell, not the mine at \(0, 1\)"
    ):
        nogues.plot.steps([[1, -1]], start=(0, 1))
    with pytest.raises(MinesweeperError, match=r"^logic must be one of elementary, "):
        nogues.plot.steps([[1, -1]], start=(0, 0), logic="all")
    with pytest.raises(MinesweeperError, match=r"cell \(0, 0\) says 2"):
        nogues.plot.steps([[2, -1]], start=(0, 0))
    ax = nogues.plot.steps([[0]])
    assert names(ax) == {(0, 0): "0"} and ax.get_legend() is None


BOARDS = nogues.generate_boards(12, 9, 20, (1, 2), seeds=range(300))


@pytest.mark.parametrize("chunk", [heat_maps.CHUNK_CELLS, 1, 7 * 108, 300 * 108])
def test_density_is_the_mean(chunk, monkeypatch):
    monkeypatch.setattr(heat_maps, "CHUNK_CELLS", chunk)
    ax = nogues.plot.density(BOARDS)
    rate = BOARDS.mine_mask.mean(axis=0).reshape(9, 12)
    assert np.allclose(artist(ax, "cells").get_array(), 100 * rate, atol=1e-9)
    assert ax.get_title() == f"12x9, 300 boards, {100 * rate.mean():.1f} % mines"
    assert bar(ax).get_ylabel() == "boards with a mine, %"
    assert bar(ax).get_ylim() == pytest.approx((0, 100 * rate.max()))
    (ring,) = (line for line in ax.lines if line.get_gid() == "nogues-start")
    assert (ring.get_ydata()[0], ring.get_xdata()[0]) == (1, 2)


def test_density_beside_the_mean():
    ax = nogues.plot.density(BOARDS, relative=True)
    rate = BOARDS.mine_mask.mean(axis=0).reshape(9, 12)
    image = artist(ax, "cells")
    assert np.allclose(image.get_array(), rate / rate.mean())
    low, high = image.get_clim()
    assert low + high == pytest.approx(2) and high >= rate.max() / rate.mean()
    red, _, blue, _ = image.cmap(image.norm(high))
    assert red > blue  # more mines are red
    assert "mean = 1" in bar(ax).get_ylabel()


def test_density_of_arrays_has_no_start():
    ax = nogues.plot.density(BOARDS.grid)
    assert not ax.lines
    assert len(nogues.plot.density(BOARDS.grid, start=(0, 0)).lines) == 2


def test_density_of_no_mines_and_none():
    empty = np.zeros((2, 3, 4), int)
    for relative in (False, True):
        ax = nogues.plot.density(empty, relative=relative)
        ax.figure.draw_without_rendering()
        assert ax.get_title() == "4x3, 2 boards, 0.0 % mines"
    with pytest.raises(MinesweeperError, match=r"^boards must be at least one"):
        nogues.plot.density(empty[:0])
    with pytest.raises(TypeError, match=r"^relative must be True or False, not 1"):
        nogues.plot.density(BOARDS, relative=1)
    with pytest.raises(MinesweeperError, match=r"^start row must be 0 to 8, not 9"):
        nogues.plot.density(BOARDS, start=(9, 0))


def test_density_takes_no_memory():
    clue = np.zeros((400_000, 480), np.int8)  # 192 MB
    clue[::4, 7] = -1
    tracemalloc.start()
    rate = heat_maps.mine_rate(clue)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert rate[7] == 0.25 and rate.sum() == 0.25
    assert most < 40e6


def test_gallery():
    boards = nogues.generate_boards(9, 9, 10, seeds=[5, 6, 7, 8, 9])
    ax = nogues.plot.gallery(boards, columns=2, ax=bare(19, 33))
    shown, starts = names(ax), framed(ax, "start")
    for k, board in enumerate(boards):
        top, left = k // 2 * 11, k % 2 * 10
        for (row, column), clue in np.ndenumerate(board.grid):
            told = shown.pop((top + row, left + column), "0")
            assert told == ("mine" if clue < 0 else str(clue))
        starts.remove((top + 4, left + 4))
    assert not starts
    # What is left are the labels, one below each board.
    assert [row // 11 for row, _ in sorted(shown)] == [0, 0, 1, 1, 2]
    assert ax.get_title() == "5 boards"
    painted = artist(ax, "cells").get_facecolor().reshape(33, 19, 4)
    assert (painted[:, 9, 3] == 0).all()  # nothing between two boards


def test_gallery_of_all_kinds():
    items = [BOARDS[0], POSITION, nogues.Game(5, 4, 1), [[0, 1], [1, -1]]]
    for given in (items, tuple(items), iter(items)):
        ax = nogues.plot.gallery(given, columns=4)
        assert ax.get_title() == "4 boards"
        painted = artist(ax, "cells").get_facecolor()
        assert (painted[:, 3] > 0).sum() == 108 + 24 + 20 + 4
    positions = nogues.Positions.stack([POSITION] * 3)
    assert nogues.plot.gallery(positions).get_title() == "3 boards"


def test_gallery_is_about_square():
    for size, n in (((30, 16, 99), 12), ((9, 9, 10), 24), ((9, 9, 10), 1)):
        boards = nogues.generate_boards(*size, seeds=range(n))
        width, height = nogues.plot.gallery(boards).figure.get_size_inches()
        assert 0.6 < width / height < 1.6


def test_large_galleries_are_images():
    boards = nogues.generate_boards(30, 16, 99, seeds=range(30))
    ax = nogues.plot.gallery(boards)
    assert len(artist(ax, "marks").get_paths()) == 30  # the labels
    image = artist(ax, "cells").get_array()
    assert tuple(image[:16, :30][boards[0].grid == -1][0]) == to_rgba(colours.INK)


@pytest.mark.parametrize(
    "boards, error, message",
    [
        ([], MinesweeperError, "boards of a gallery must be 1 to 400, not 0"),
        (BOARDS[np.arange(401) % 300], MinesweeperError, "1 to 400, not 401"),
        (map(BOARDS.__getitem__, [0] * 500), MinesweeperError, "not more"),
        (
            [np.zeros((1, 3000), int), np.zeros((3000, 1), int)],
            MinesweeperError,
            "boards of a gallery must take at most 4,000,000 cells, not 19,",
        ),
        (BOARDS[0], TypeError, "boards must be Boards, or many of what board takes"),
        ([BOARDS[0], 3], TypeError, "boards at 1 must be a Board, a Position, "),
    ],
)
def test_wrong_galleries(boards, error, message):
    with pytest.raises(error) as raised:
        nogues.plot.gallery(boards)
    assert message in str(raised.value)
    assert not plt.get_fignums()


def test_wrong_columns():
    with pytest.raises(MinesweeperError, match=r"^columns must be at least 1, not 0"):
        nogues.plot.gallery(BOARDS[:2], columns=0)
    with pytest.raises(TypeError, match=r"^columns must be an integer, not 1.5"):
        nogues.plot.gallery(BOARDS[:2], columns=1.5)
