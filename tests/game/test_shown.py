"""What a game looks like: nothing of its mines before it is lost."""

import re

import numpy as np

import nogues
from nogues.base.looks import EXPLODED, WRONG
from nogues.game.shown import in_words, shown


def test_shown():
    game = nogues.Game(9, 9, 10, seed=1)
    assert (shown(game) == nogues.HIDDEN).all()
    assert in_words(game) == "10 mines, ready, 0 flags"
    game.open((4, 4))
    game.flag((1, 4))
    game.flag((1, 2))
    assert np.array_equal(shown(game), game.grid)
    assert nogues.MINE not in shown(game)
    game.open((0, 0))
    codes, mines = shown(game).reshape(-1), game.mine_mask
    assert in_words(game) == "10 mines, lost, 2 flags"
    assert np.flatnonzero(codes == EXPLODED).tolist() == game.hit.tolist()
    assert np.flatnonzero(codes == WRONG).tolist() == game.wrong_flags.tolist()
    assert set(codes[mines].tolist()) == {nogues.MINE, nogues.FLAG, EXPLODED}
    assert not np.isin(codes[~mines], [nogues.MINE, nogues.FLAG, EXPLODED]).any()
    game.undo()
    assert np.array_equal(shown(game), game.grid) and nogues.MINE not in shown(game)


def table_of(game):
    return re.findall(r"<td[^>]*>(.*?)</td>", game._repr_html_())


def test_html_is_what_the_player_sees():
    game = nogues.Game(9, 9, 10, seed=1)
    assert table_of(game) == ["."] * 81
    game.open((4, 4))
    game.flag((1, 4))
    flag, mine = "&#9873;&#65038;", "&#9679;"
    words = {nogues.HIDDEN: ".", nogues.FLAG: flag, 0: ""}
    assert table_of(game) == [words.get(c, str(c)) for c in game.cells.tolist()]
    assert ">9x9, 10 mines, playing, 1 flag</caption>" in game._repr_html_()
    assert mine not in game._repr_html_()
    game.flag((1, 2))
    game.open((0, 0))
    assert game.status == "lost"
    texts = np.array(table_of(game))
    assert texts[game.wrong_flags].tolist() == ["&#10007;"]
    assert texts[game.hit].tolist() == [mine] and "#ff8a80" in game._repr_html_()
    assert set(texts[game.mine_mask].tolist()) == {mine, flag}
