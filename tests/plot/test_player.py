"""Frames as HTML: what is kept of each, and the player in a browser."""

import base64
import io
import re

import numpy as np
import pytest
from browser import chromium
from matplotlib.figure import Figure
from PIL import Image
from plots import beginner, expert, hard, pixels, steps_of

import nogues
from nogues.plot.player import player


def picture(address):
    start = "data:image/png;base64,"
    assert address.startswith(start)
    return Image.open(io.BytesIO(base64.b64decode(address.removeprefix(start))))


def composed(page, width, height):
    """Return what each frame looks like, as a browser paints one over another."""
    canvas = Image.new("RGBA", (width, height))
    for left, top, address, _ in steps_of(page):
        if address:
            canvas.alpha_composite(picture(address).convert("RGBA"), (left, top))
        yield np.asarray(canvas.convert("RGB")).astype(int)


def last(page):
    (address, alt, width, height) = re.search(
        r'<img src="(.*?)" alt="(.*?)" width="(\d+)" height="(\d+)"', page
    ).groups()
    return picture(address), alt, int(width), int(height)


def test_changes_add_up_to_the_frames():
    film = nogues.plot.animate_solution(hard())
    page = film.to_html()
    still, alt, width, height = last(page)
    for k, shown in enumerate(composed(page, width, height)):
        ax = film.draw(k)
        real = pixels(ax.figure).astype(int)
        far = np.abs(shown - real)  # at the edges of letters only
        assert far.mean() < 0.5
        assert (far > 30).any(axis=2).mean() < 0.01
        assert steps_of(page)[k][3] == ax.get_title()
    assert np.abs(np.asarray(still.convert("RGB")) - shown).mean() < 0.5
    assert alt == f"A solver at the complete level, 9x9. {ax.get_title()}"


def test_a_film_of_an_expert_board_is_small():
    """It was 3.7 million as one whole picture per frame."""
    page = nogues.plot.animate_solution(expert()).to_html()
    assert len(page) < 400_000


def test_frames_without_a_change_and_with_one_pixel():
    first = np.full((4, 6, 3), 255, np.uint8)
    other = first.copy()
    other[2, 5] = 1, 2, 3
    page = player([(first, "a"), (first, "b"), (other, "<c>")], '"n"', 2.0)
    steps = steps_of(page)
    assert [step[0::3] for step in steps] == [[0, "a"], [0, "b"], [5, "<c>"]]
    assert steps[1][2] == "" and steps[2][1] == 2
    for shown, real in zip(composed(page, 6, 4), (first, first, other), strict=True):
        assert np.array_equal(shown, real)
    assert last(page)[1] == "&quot;n&quot;. &lt;c&gt;"
    assert "<c>" not in page


def test_many_colours_become_near_ones():
    levels = np.arange(40 * 40 * 3).reshape(40, 40, 3) * 7 % 256
    levels[:20] = 10, 20, 30  # the frequent one stays
    page = player([(levels.astype(np.uint8), "a")], "n", 2.0)
    (shown,) = composed(page, 40, 40)
    assert (shown[:20] == (10, 20, 30)).all()
    assert np.abs(shown - levels).max() < 90


def test_a_figure_without_a_ground_is_white():
    figure = Figure(figsize=(2, 2), facecolor="none")
    film = nogues.plot.animate_reveal(beginner(), ax=figure.add_subplot())
    assert last(film.to_html())[0].convert("RGB").getpixel((0, 0)) == (255, 255, 255)


@pytest.fixture
def browser():
    with chromium() as running:
        yield running


def test_playing(browser):
    film = nogues.plot.animate_solution(beginner())
    page = browser.new_page()
    troubles = []
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.set_content(film.to_html(fps=50))
    canvas = page.locator("canvas")
    name = "A solver at the complete level, 9x9. "

    def label_is(k):
        text = name + film.draw(k).get_title()
        page.wait_for_function(
            "text => document.querySelector('canvas')?.ariaLabel === text", arg=text
        )

    label_is(film.frames - 1)
    assert canvas.get_attribute("role") == "img" and not page.locator("img").count()
    page.get_by_label("Previous frame").click()
    label_is(film.frames - 2)
    page.get_by_label("First frame").click()
    label_is(0)
    page.get_by_label("Next frame").click()
    label_is(1)
    page.get_by_label("Frame", exact=True).fill("3")
    label_is(3)
    page.get_by_label("Play").click()
    label_is(film.frames - 1)
    page.get_by_role("button", name="Play").wait_for()  # no longer Pause
    assert troubles == []
