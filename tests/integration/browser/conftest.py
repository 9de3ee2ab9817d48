"""Fixtures of the tests in a real browser."""

import pytest
from browser import Player, Serving, chromium


@pytest.fixture(scope="module")
def browser():
    with chromium() as running:
        yield running


@pytest.fixture(scope="module")
def serving():
    """The page with one beginner board."""
    with Serving(size="beginner", seed=1) as running:
        yield running


@pytest.fixture
def player(browser, serving):
    """A new tab of the page."""
    with Player(browser, serving) as playing:
        yield playing
