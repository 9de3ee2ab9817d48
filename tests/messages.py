"""Errors beside their messages."""

import re

import pytest


def raises(error, message):
    """Expect an error whose message ends so."""
    return pytest.raises(error, match=re.escape(message) + "$")
