"""The deduction rules, from one clue alone to two clues compared."""
