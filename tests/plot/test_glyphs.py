"""Outlines in units of a cell."""

import numpy as np
import pytest

from nogues.plot import glyphs


@pytest.mark.parametrize("content", ["8", "12", ">99", "✓"])
@pytest.mark.parametrize("bold", [True, False])
def test_texts_are_in_the_middle_of_the_cell(content, bold):
    points = glyphs.text(content, 0.5, bold).vertices
    assert np.allclose(points.max(axis=0), -points.min(axis=0))
    assert np.ptp(points, axis=0)[0] <= 0.86 + 1e-9
    narrow = glyphs.text(content, 0.5, bold, 0.1).vertices
    assert np.ptp(narrow, axis=0)[0] == pytest.approx(0.1)


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
    """Its inner square goes the other way round, which makes it a hole."""
    outer, inner = glyphs.frame().to_polygons()
    areas = [
        float(np.sum(a[:-1, 0] * a[1:, 1] - a[1:, 0] * a[:-1, 1])) / 2
        for a in (outer, inner)
    ]
    assert areas == pytest.approx([0.94**2, -(0.78**2)])
    assert glyphs.cross().contains_point((0, 0))


def test_moving_and_turning():
    outline = glyphs.pennant()
    moved = glyphs.move(outline, 3, 5)
    assert np.allclose(np.subtract(moved.vertices, outline.vertices), (5, 3))
    turned = glyphs.turned(outline)
    assert np.allclose(turned.vertices, np.multiply(outline.vertices, (1, -1)))
