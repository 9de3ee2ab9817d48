"""Animations: what each frame shows, and the files."""

import os
from fractions import Fraction

import matplotlib.pyplot as plt
import numpy as np
import pytest
from PIL import Image
from plots import bare, beginner, framed, grounds, hard, names, pixels, steps_of

import nogues
from nogues import MinesweeperError
from nogues.base import colours
from nogues.plot import rounds


def in_words(grid, mask):
    """Return what must stand in the cells that are known; mines have flags."""
    return {
        cell: "flag" if clue < 0 else str(clue)
        for cell, clue in np.ndenumerate(grid)
        if clue and mask[cell]
    }


def ripple(board, start=None):
    opened = nogues.reveal(board, start)
    when = np.full(board.grid.shape, 10**6)
    when.reshape(-1)[opened.cells] = opened.distance
    return when


@pytest.mark.parametrize("start", [None, (8, 0), (0, 8), (0, 1)])
def test_frames_of_a_ripple(start):
    film = nogues.plot.animate_reveal(beginner(), start=start)
    when = ripple(beginner(), start)
    assert film.frames == nogues.reveal(beginner(), start).distance.max() + 1
    for frame in range(film.frames):
        ax = film.draw(frame)
        assert names(ax) == in_words(beginner().grid, when <= frame)
        ground = grounds(ax, 9, 9)
        assert np.array_equal(ground == colours.FRESH, when == frame)
        assert np.array_equal(ground == colours.HIDDEN_GROUND, when > frame)
        n = int((when <= frame).sum())
        assert ax.get_title() == f"step {frame}: {n} cell{'s' * (n > 1)} open"
    assert framed(ax, "start") == {start or (4, 4)}


@pytest.mark.parametrize("logic", ["elementary", "complete"])
def test_frames_of_a_solution(logic):
    film = nogues.plot.animate_solution(hard(), logic=logic)
    proof = nogues.solve(hard(), logic=logic, proof=True).proof
    number, rules = rounds.rounds_of(hard().grid, proof)
    assert film.frames == len(rules) + 1
    said = [film.draw(frame).get_title() for frame in range(film.frames)]
    assert said[0] == "round 0, start: 1 cell"
    for frame in range(film.frames):
        ax = film.draw(frame)
        known = (number >= 0) & (number <= frame)
        assert names(ax) == in_words(hard().grid, known)
        fresh = grounds(ax, 9, 9) == colours.FRESH
        assert np.array_equal(fresh, number == frame)
    levels = [text.split(", ")[1].split(":")[0] for text in said[1:]]
    order = [("elementary", "subset", "complete", "mine count")[rule] for rule in rules]
    assert levels == order
    assert ("complete" in levels or "mine count" in levels) == (logic == "complete")


def test_frames_may_be_drawn_in_any_order():
    film = nogues.plot.animate_reveal(beginner())
    first = [pixels(film.draw(k).figure) for k in range(film.frames)]
    for k in reversed(range(film.frames)):
        assert np.array_equal(pixels(film.draw(k).figure), first[k])
    for wrong in (-1, film.frames):
        with pytest.raises(IndexError, match=f"frame {wrong} of {film.frames}"):
            film.draw(wrong)
    for wrong in (1.5, "1", None, True):
        with pytest.raises(TypeError, match=r"^frame must be an integer, not "):
            film.draw(wrong)
    assert film.draw(np.int64(1)).get_title().startswith("step 1:")


@pytest.mark.parametrize("fps", [0.01, 100, np.float32(2.5), Fraction(1, 3)], ids=str)
def test_any_speed_that_is_promised(fps, tmp_path):
    film = nogues.plot.animate_solution([[1, -1, 1, 0, 0]], start=(0, 0))
    film.save(tmp_path / "film.gif", fps=fps)
    with Image.open(tmp_path / "film.gif") as image:
        assert image.info["duration"] == pytest.approx(1000 / float(fps), abs=10)
    film.save(tmp_path / "film.html", fps=fps)
    assert (tmp_path / "film.html").stat().st_size > 1000


def test_frames_are_drawn_once(tmp_path, monkeypatch):
    film, drawn = nogues.plot.animate_reveal(beginner()), []
    monkeypatch.setattr(film, "_show", drawn.append)
    film.save(tmp_path / "ripple.gif")
    assert drawn == list(range(film.frames))


def test_gif(tmp_path):
    film = nogues.plot.animate_reveal(beginner())
    film.save(tmp_path / "ripple.gif", fps=10)
    with Image.open(tmp_path / "ripple.gif") as image:
        assert image.n_frames == film.frames
        assert image.info["duration"] == 100
        seen = []
        for k in range(film.frames):
            image.seek(k)
            seen.append(np.asarray(image.convert("RGB")).astype(float))
    shown = [pixels(film.draw(k).figure).astype(float) for k in range(film.frames)]
    for k, picture in enumerate(seen):
        far = [np.abs(picture - other).mean() for other in shown]
        assert np.argmin(far) == k and far[k] < 3
    assert os.listdir(tmp_path) == ["ripple.gif"]


def test_html(tmp_path):
    film = nogues.plot.animate_solution(beginner(), logic="elementary")
    frames = len(steps_of(film.to_html()))
    assert frames == len(steps_of(film._repr_html_())) == film.frames
    film.save(str(tmp_path / "film.HTML"))
    written = (tmp_path / "film.HTML").read_text(encoding="utf-8")
    assert written.startswith("<!DOCTYPE html>") and written.endswith("</html>\n")
    assert len(steps_of(written)) == film.frames


def test_films_leave_pyplot_alone():
    for _ in range(25):
        nogues.plot.animate_reveal(beginner())
    assert not plt.get_fignums()
    ax = bare(9, 9)
    film = nogues.plot.animate_reveal(beginner(), ax=ax)
    assert film.ax is ax and film.draw(0) is ax


def test_films_on_axes_beside_others(tmp_path):
    figure, (one, other) = plt.subplots(1, 2, figsize=(4, 2))
    nogues.plot.board(beginner(), ax=one)
    nogues.plot.animate_reveal(beginner(), ax=other).save(tmp_path / "two.gif")
    with Image.open(tmp_path / "two.gif") as image:
        assert image.size == (400, 200)
    assert plt.get_fignums() == [figure.number]


@pytest.mark.parametrize("ending", [".gif", ".html"])
def test_files_are_whole_or_not_there(ending, tmp_path, monkeypatch):
    path = tmp_path / f"film{ending}"
    path.write_text("before")
    film = nogues.plot.animate_reveal(beginner())

    def fail(frame, show=film._show):
        if frame == 2:
            raise KeyboardInterrupt
        show(frame)

    monkeypatch.setattr(film, "_show", fail)
    with pytest.raises(KeyboardInterrupt):
        film.save(path)
    assert os.listdir(tmp_path) == [path.name]
    assert path.read_text() == "before"
    monkeypatch.undo()
    film.save(path)
    assert path.stat().st_size > 1000


@pytest.mark.parametrize("name", ["film.mp4", "film", "gif"])
def test_wrong_endings(name, tmp_path):
    film = nogues.plot.animate_reveal(beginner())
    with pytest.raises(MinesweeperError) as raised:
        film.save(tmp_path / name)
    assert str(raised.value).startswith("path must end in .gif or .html, not ")
    assert name in str(raised.value)
    assert not os.listdir(tmp_path)


def test_wrong_paths_and_speeds(tmp_path):
    film = nogues.plot.animate_reveal(beginner())
    with pytest.raises(TypeError, match=r"^path must be a str or a path, not 3"):
        film.save(3)
    with pytest.raises(FileNotFoundError, match="no folder"):
        film.save(tmp_path / "none" / "film.gif")
    for wrong in (0, -1, 1e-9, 0.0099, 101, float("nan"), float("inf")):
        for act in (film.to_html, lambda fps: film.save(tmp_path / "a.gif", fps=fps)):
            with pytest.raises(
                MinesweeperError, match=r"^fps must be 0.01 to 100, not "
            ):
                act(fps=wrong)
    for wrong in ("4", None, True, 3j, np.complex128(3), np.array([4.0])):
        with pytest.raises(TypeError, match=r"^fps must be a number, not "):
            film.to_html(fps=wrong)
    assert not os.listdir(tmp_path)


@pytest.mark.parametrize("name", ["animate_reveal", "animate_solution"])
def test_starts_that_cannot_be(name):
    animate = getattr(nogues.plot, name)
    row, column = np.argwhere(beginner().grid < 0)[0].tolist()
    with pytest.raises(MinesweeperError, match=r"^start must be a safe cell, not the"):
        animate(beginner(), start=(row, column))
    with pytest.raises(MinesweeperError, match=r"^start column must be 0 to 8, not 9"):
        animate(beginner(), start=(0, 9))
    with pytest.raises(TypeError, match=r"^start must be a pair"):
        animate(beginner(), start=3)


def test_large_boards():
    grid = np.zeros((101, 100), int)
    film = nogues.plot.animate_reveal(grid, start=(0, 0))
    assert film.frames == 101
    film.draw(50)
    (image,) = film.ax.images
    open_cells = np.all(image.get_array()[..., :3] != image.get_array()[-1, -1, :3], -1)
    assert np.array_equal(open_cells, ripple_of_zeros() <= 50)


def ripple_of_zeros():
    rows, columns = np.indices((101, 100))
    return np.maximum(rows, columns)
