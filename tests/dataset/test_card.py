"""The card of a data set: its recipes run, its command makes the data again."""

import re

import numpy as np
import pandas as pd
import pytest

import nogues

SIZE = (30, 16, 99)


N = 3000


@pytest.fixture(scope="module")
def boards():
    return nogues.generate_boards(*SIZE, seeds=range(N))


@pytest.mark.parametrize("layout", ["packed", "clues"])
@pytest.mark.parametrize("size", [SIZE, (9, 9, 10)])
def test_the_recipes_of_the_card(tmp_path, layout, size):
    path = tmp_path / "x"
    nogues.write_dataset(path, *size, seeds=range(200), layout=layout)
    boards = nogues.generate_boards(*size, seeds=range(200))
    text = (path / "README.md").read_text()
    ours, numpy, queries = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    names = {}
    exec(ours.replace("FOLDER", str(path)), names)
    assert names["boards"] == boards
    names = {}
    exec(numpy.replace("FOLDER", str(path)), names)
    assert np.array_equal(names["clue"], boards.grid)
    assert names["clue"].dtype == np.int8
    *head, query, lazy = queries.replace("FOLDER", str(path)).strip().splitlines()
    names = {}
    exec("\n".join(head), names)
    rows = eval(query, names).fetchall()
    if layout == "packed":
        assert rows == [(size[2] * 200,)]
    else:
        assert dict(rows)[7] == boards.clue[7].tobytes().hex().upper()
    assert len(eval(lazy, names)) == 200


def test_the_card_says_how_it_was_made(tmp_path):
    path = tmp_path / "x"
    accept = nogues.Between(bbbv=(None, 90))
    options = {"logic": "complete", "use_mine_count": False, "accept": accept}
    nogues.write_dataset(path, 12, 12, 30, (0, 0), seeds=range(5, 30), **options)
    text = (path / "README.md").read_text()
    assert text.startswith("# 25 Minesweeper boards, 12x12 with 30 mines\n")
    (command,) = re.findall(r"^    nogues (.*)$", text, re.MULTILINE)
    from click.testing import CliRunner

    from nogues.cli.main import main

    words = command.replace("FOLDER", str(tmp_path / "y")).split()
    done = CliRunner().invoke(main, words)
    assert done.exit_code == 0, done.output
    for name in ("README.md", "manifest.json", "data/part-00000.parquet"):
        assert (tmp_path / "y" / name).read_bytes() == (path / name).read_bytes()


def test_a_card_without_boards(tmp_path):
    nogues.write_dataset(tmp_path, 9, 9, 10, seeds=range(9), layout="seeds")
    text = (tmp_path / "README.md").read_text()
    assert "nogues makes them again from their seeds" in text
    assert pd.read_parquet(tmp_path / "data").seed.tolist() == list(range(9))
