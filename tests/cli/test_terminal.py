"""Boards and probabilities in a terminal, in which nothing has a colour here."""

import nogues
from nogues.cli.terminal import print_board, print_probabilities


def test_a_board(capsys):
    print_board(nogues.from_lists([[-1, 2, 1], [1, 2, -1]]), "a board")
    first, second, about = capsys.readouterr().out.splitlines()
    assert (first, second) == ("* 2 1", "1 2 *")
    assert about.startswith("a board") and "2 mines" in about and "1,1" in about


def test_probabilities(capsys):
    """Certain ones of either kind, then a mine in one of two cells."""
    position = nogues.Position(5, 1, 2, [-2, 2, -1, 1, -2])
    print_probabilities(position, nogues.mine_probabilities(position))
    row, about = capsys.readouterr().out.splitlines()
    assert row.split() == ["100%", "2", "F", "1", "0%"]
    assert about.startswith("5x1") and "1 safe" in about
    position = nogues.Position(3, 1, 1, [-2, 1, -2])
    print_probabilities(position, nogues.mine_probabilities(position))
    assert capsys.readouterr().out.splitlines()[0].split() == ["50%", "1", "50%"]
