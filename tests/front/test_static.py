"""The front end's files: their colours, their syntax, and what they may not hold."""

import json
import re
import subprocess

import numpy as np
import pytest
from javascript import node

from nogues.base import colours
from nogues.front import scripts
from nogues.front.scenes import SCENES
from nogues.front.server import STATIC
from nogues.game.rules import FLAG
from nogues.kernels.codes import HIDDEN
from nogues.plot.heat_maps import risk_colours

MODULES = sorted(STATIC.glob("*.js"))


def luminance(colour):
    parts = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    linear = [
        p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    low, high = sorted([luminance(one), luminance(other)])
    return (high + 0.05) / (low + 0.05)


@pytest.fixture(scope="module")
def palettes():
    text = (STATIC / "colours.js").read_text(encoding="utf-8")
    return json.loads(
        node(
            text
            + """
            const tints = [...Array(101).keys()].map((k) => tint(k / 100));
            console.log(JSON.stringify({ ...PALETTES, ODDS, SURELY, tints }));"""
        )
    )


def test_contrast_of_known_colours():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_numbers_can_be_read(palettes, theme):
    palette = palettes[theme]
    assert len(set(palette["numbers"])) == 8
    for colour in palette["numbers"]:
        assert contrast(colour, palette["open"]) >= 5.7


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_marks_differ_from_the_ground(palettes, theme):
    palette = palettes[theme]
    for name in ("clue", "focus", "count"):
        assert contrast(palette[name], palette["open"]) >= 3, name
    for name in ("safe", "danger", "guess", "flag", "pole", "focus", "question"):
        assert contrast(palette[name], palette["hidden"]) >= 2, name
    assert contrast(palette["mine"], palette["open"]) >= 5.7
    for tint in palettes["tints"]:
        assert contrast(palette["tintText"], tint) >= 4.5, tint


def test_odds_are_those_of_the_plots(palettes):
    assert [tuple(stop) for stop in palettes["ODDS"]] == list(colours.ODDS)
    sure = {"safe": colours.SURELY_SAFE, "mine": colours.SURELY_MINE}
    assert palettes["SURELY"] == sure
    for theme in ("light", "dark"):
        assert palettes[theme]["tintText"] == colours.ODDS_INK
        assert palettes[theme]["tintBest"] == colours.ODDS_BEST
    tints, inner = palettes["tints"], risk_colours()(np.arange(1, 100) / 100)
    assert [tints[0], tints[100]] == [colours.SURELY_SAFE, colours.SURELY_MINE]
    for tint, colour in zip(tints[1:100], inner, strict=True):
        parts = [int(tint[k : k + 2], 16) / 255 for k in (1, 3, 5)]
        assert parts == pytest.approx(colour[:3].tolist(), abs=0.01)


def distance(one, other):
    """How far two colours are apart, 0 to 441."""
    parts = [[int(c[k : k + 2], 16) for k in (1, 3, 5)] for c in (one, other)]
    return sum((a - b) ** 2 for a, b in zip(*parts, strict=True)) ** 0.5


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_marks_differ_from_each_other(palettes, theme):
    """The frame of a clue is not that of the focus; shared cells are not the others."""
    palette = palettes[theme]
    for one, other in [("clue", "focus"), ("shared", "only"), ("scan", "count")]:
        assert distance(palette[one], palette[other]) > 80, (one, other)
    for name in ("shared", "only", "scan", "arrow"):
        assert distance(palette[name], palette["hidden"]) > 60, name


def test_the_start_page_shows_the_board_of_the_ninth_scene():
    text = (STATIC / "sonar.js").read_text(encoding="utf-8")
    rows = re.search(r"SONAR_ROWS = \[(.*?)\];", text, re.S)[1]
    looks = {"#": HIDDEN, "F": FLAG}
    cells = [looks.get(c) or int(c) for c in "".join(re.findall(r'"(.*)"', rows))]
    assert cells == scripts.sonar(SCENES[8].seed).game.cells.tolist()


def test_texts_of_the_page_can_be_read():
    text = (STATIC / "style.css").read_text(encoding="utf-8")
    blocks = re.findall(r"\.nogues(?:\[data-theme=\"dark\"\])? \{(.*?)\}", text, re.S)
    themes = [dict(re.findall(r"--([\w-]+): (#\w{6});", block)) for block in blocks]
    themes = [theme for theme in themes if theme]
    assert len(themes) == 2
    for theme in themes:
        for ink in ("ink", "soft"):
            assert contrast(theme[ink], theme["ground"]) >= 5.7
            assert contrast(theme[ink], theme["panel"]) >= 5.7
        assert contrast(theme["main"], theme["on-main"]) >= 5.7
        assert contrast(theme["dial"], theme["dial-ink"]) >= 5.7


def test_the_focus_can_be_seen_in_the_menu():
    """It is dark in both themes."""
    text = (STATIC / "style.css").read_text(encoding="utf-8")
    menu = re.search(r"\.nogues \.menu \{(.*?)\}", text, re.S)[1]
    ring = re.search(r"--main: (#\w{6})", menu)[1]
    for ground in [*re.findall(r"background: (#\w{6})", menu), "#1a242e"]:
        assert contrast(ring, ground) >= 5.7


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.name)
def test_modules_can_be_read(path):
    subprocess.run(
        ["node", "--check", "--input-type=module", "-"],
        input=path.read_bytes(),
        check=True,
        capture_output=True,
    )


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.name)
def test_modules_take_no_text_for_markup(path):
    text = path.read_text(encoding="utf-8")
    for name in (
        "innerHTML",
        "outerHTML",
        "insertAdjacentHTML",
        "eval(",
        "document.write",
    ):
        assert name not in text
