"""Numbers in messages."""


def number_of(count: int, noun: str) -> str:
    """Return a count and its noun, plural where the count is not 1.

    Examples
    --------
    >>> number_of(1, "board"), number_of(1000, "board")
    ('1 board', '1,000 boards')
    """
    return f"{count:,} {noun}{'s' * (count != 1)}"
