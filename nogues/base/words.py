"""Numbers in messages."""


def number_of(count: int, noun: str, plural: str | None = None) -> str:
    """Return a count and its noun, in the plural (default: with an s) unless it is 1.

    Examples
    --------
    >>> number_of(1, "board"), number_of(1000, "board")
    ('1 board', '1,000 boards')
    """
    if count == 1:
        return f"1 {noun}"
    return f"{count:,} {noun + 's' if plural is None else plural}"
