"""Pictures beside those that were looked at; ``python tests/plots.py`` writes them."""

import re

import numpy as np
import pytest
from PIL import Image
from plots import APART, EXPECTED, PICTURES, apart, artist, bare, pixels

import nogues


def expected(name):
    with Image.open(EXPECTED / f"{name}.png") as image:
        return np.asarray(image.convert("RGB"))


@pytest.mark.parametrize("name", PICTURES)
def test_picture(name, tmp_path):
    seen = pixels(PICTURES[name]().figure)
    far = apart(seen, expected(name))
    Image.fromarray(seen).save(tmp_path / f"{name}.png")
    assert far < APART, f"{far:.0f} apart, see {tmp_path / name}.png"


def test_all_are_there_and_small():
    files = list(EXPECTED.glob("*"))
    assert {file.name for file in files} == {f"{name}.png" for name in PICTURES}
    assert sum(file.stat().st_size for file in files) < 300_000


def drop_mark(ax):
    found = artist(ax, "marks")
    paths = found.get_paths()
    found.set_paths(paths[:5] + paths[6:])
    found.set_facecolor(np.delete(found.get_facecolor(), 5, axis=0))


def swap_marks(ax):
    found = artist(ax, "marks")
    colours = found.get_facecolor()
    found.set_facecolor(colours[::-1])


def recolour_ground(ax):
    found = artist(ax, "cells")
    colours = found.get_facecolor()
    colours[40] = (1, 1, 0, 1)
    found.set_facecolor(colours)


def shift(ax):
    low, high = ax.get_xlim()
    ax.set_xlim(low + 0.2, high + 0.2)


@pytest.mark.parametrize("change", [drop_mark, swap_marks, recolour_ground, shift])
def test_comparing_sees_what_is_wrong(change):
    ax = PICTURES["board"]()
    change(ax)
    assert apart(pixels(ax.figure), expected("board")) > APART


def test_comparing_bears_other_edges():
    """Half a pixel, as another version of a font may have it, is no difference."""
    ax = PICTURES["board"]()
    low, high = ax.get_xlim()
    ax.set_xlim(low + 0.5 / 24, high + 0.5 / 24)
    assert apart(pixels(ax.figure), expected("board")) < APART


def test_numbers_are_read_without_colour():
    """In grey, any two contents of a cell differ in many pixels, and by much."""
    codes = [[1, 2, 3, 4, 5, 6, 7, 8, -1, -2, -3, 0]]
    ax = nogues.plot.board(codes, ax=bare(12, 1))
    grey = pixels(ax.figure).astype(float).mean(axis=2)
    cells = [grey[2:-2, k * 24 + 2 : k * 24 + 22] for k in range(12)]
    for k, one in enumerate(cells):
        for other in cells[:k]:
            assert np.mean(np.abs(one - other) > 40) > 0.03


def test_pictures_of_the_documents(tmp_path, monkeypatch):
    """They are drawn by a script, are small, and are what the script draws."""
    import pictures

    root = pictures.FOLDER.parents[1]
    documents = [root / "README.md", *(root / "notebooks/guides").glob("*.md")]
    text = "".join(path.read_text(encoding="utf-8") for path in documents)
    embedded = set(re.findall(r"\]\([./]*(bench/pictures/\w+\.png)\)", text))
    files = sorted(pictures.FOLDER.glob("*"))
    assert sorted(embedded) == [f"bench/pictures/{file.name}" for file in files]
    assert {file.stem for file in files} == set(pictures.PICTURES)
    assert all(file.stat().st_size < 60_000 for file in files)
    kept = pictures.FOLDER
    monkeypatch.setattr(pictures, "FOLDER", tmp_path)
    spreads = [pictures.Spread(m, m / 2, m * 2) for m in (10, 1e3, 2e3, 100, 200)]
    rows = [pictures.Speed(job.name, *spreads) for job in pictures.JOBS]
    for name, figure in (
        ("board", pictures.board()),
        ("probabilities", pictures.probabilities()),
        ("speed", pictures.chart(rows)),
    ):
        pictures.write(name, figure)
        with Image.open(tmp_path / f"{name}.png") as new:
            with Image.open(kept / f"{name}.png") as old:
                assert new.size == old.size
                if name != "speed":  # letters beside the cells may have moved a little
                    both = [np.asarray(image.convert("RGB")) for image in (new, old)]
                    far = np.abs(both[0].astype(float) - both[1]).mean()
                    assert far < 6


def test_chart_of_speed_shows_runs_boards_and_ranges():
    import pictures

    names = ("reference", "one", "every")
    job = pictures.JOBS[2]
    assert pictures.spread([3, 1, 9]) == (3, 1, 9)
    spreads = [pictures.spread([m, m * 0.8, m * 3]) for m in (10, 1e3, 2e3, 100, 210)]
    (ax,) = pictures.chart([pictures.Speed(job.name, *spreads)], rounds=7).axes
    assert len(ax.containers) == len(names)
    for drawn, found in zip(ax.containers, spreads, strict=False):
        (points, _, (bars,)) = drawn
        assert points.get_xdata().tolist() == [found.median]
        (ends,) = bars.get_segments()
        assert ends[:, 0] == pytest.approx([found.low, found.high])
    (told,) = ax.texts
    assert told.get_text() == "100 times (80 to 300)\n210 times (168 to 630)"
    assert "median and range of 7 runs" in ax.get_xlabel()
    (label,) = ax.get_yticklabels()
    assert label.get_text() == "expert 30x16/99\nn = 100; 100,000"
