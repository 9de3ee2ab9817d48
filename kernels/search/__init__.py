"""The searches for no-guess boards."""
