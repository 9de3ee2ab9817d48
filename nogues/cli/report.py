"""What a command says at its end about what it has written."""

import click

from nogues.base.notice import is_quiet


def report(text: str) -> None:
    """Write a line to stderr, except with --quiet."""
    if not is_quiet():
        click.echo(text, err=True)
