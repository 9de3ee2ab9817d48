"""Outlines in units of a cell."""

import numpy as np
import pytest

from nogues.plot import glyphs


@pytest.mark.parametrize("content", ["8", "12", ">99", "✓"])
@pytest.mark.parametrize("bold", [True, False])
def test_texts_are_in_the_middle_of_the_cell(content, bold):
    box = glyphs.text(content, 0.5, bold).get_extents()
    assert np.allclose([box.x0 + box.x1, box.y0 + box.y1], 0, atol=0.02)
    assert box.width <= 0.86 + 1e-9
    narrow = glyphs.text(content, 0.5, bold, 0.1).get_extents()
    assert narrow.width == pytest.approx(0.1, abs=0.005)


def test_digits_are_as_high_as_asked():
    for digit in "12345678":
        for height in (0.3, 0.58):
            assert glyphs.text(digit, height).get_extents().height == pytest.approx(
                height, rel=0.05
            )


@pytest.mark.parametrize("shape", ["mine", "pole", "pennant", "frame"])
def test_shapes_stay_in_their_cell(shape):
    box = getattr(glyphs, shape)().get_extents()
    assert min(box.x0, box.y0) >= -0.5 and max(box.x1, box.y1) <= 0.5
    assert box.width > 0.3


def test_a_frame_is_open_in_the_middle():
    frame = glyphs.frame()
    assert not frame.contains_point((0, 0)) and frame.contains_point((0.43, 0))
    assert glyphs.cross().contains_point((0, 0))


def test_moving_and_turning():
    outline = glyphs.pennant()
    moved = glyphs.move(outline, 3, 5)
    assert np.allclose(np.subtract(moved.vertices, outline.vertices), (5, 3))
    turned = glyphs.turned(outline)
    assert np.allclose(turned.vertices, np.multiply(outline.vertices, (1, -1)))
