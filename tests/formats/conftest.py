"""The board of the examples."""

import pytest
from examples import EXAMPLE

import nogues


@pytest.fixture(scope="module")
def example():
    return nogues.from_lists(EXAMPLE)
