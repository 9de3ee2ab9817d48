"""Data sets without nogues: DuckDB, polars, pandas, pyarrow, and the card's recipes."""

import re
import sys
import types

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pytest
from paths import ROOT

import nogues

README = (ROOT / "README.md").read_text(encoding="utf-8")
SIZE = (30, 16, 99)
N = 3000


@pytest.fixture(scope="module")
def boards():
    return nogues.generate_boards(*SIZE, seeds=range(N))


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    path = tmp_path_factory.mktemp("readers") / "expert"
    options = {"shard_boards": 1024, "metrics": ["bbbv", "opening"]}
    nogues.write_dataset(path, *SIZE, seeds=range(N), **options)
    return path


def test_duckdb(folder, boards):
    files = f"'{folder}/data/*.parquet'"
    mines, bbbv, seeds = duckdb.sql(
        f"select sum(bit_count(mines::BIT)), avg(bbbv), count(distinct seed) "
        f"from {files}"
    ).fetchall()[0]
    assert (mines, seeds) == (99 * N, N)
    assert bbbv == pytest.approx(nogues.metrics(boards, zini=False)["bbbv"].mean())
    cells = ", ".join(f"sum(get_bit(mines::BIT, {cell}))" for cell in range(480))
    counts = duckdb.sql(f"select {cells} from {files}").fetchall()[0]
    assert list(counts) == boards.mine_mask.sum(0).tolist()


def test_polars(folder, boards):
    table = pl.read_parquet(folder / "data")
    assert table["seed"].to_list() == list(range(N))
    assert table["opening"].to_list() == boards.opening.tolist()
    data = np.frombuffer(b"".join(table["mines"].to_list()), np.uint8)
    assert int(np.bitwise_count(data).sum()) == 99 * N
    few = pl.scan_parquet(folder / "data").filter(pl.col("bbbv") > 200).collect()
    assert 0 < len(few) < 300 and few["bbbv"].min() == 201


def test_pandas(folder, boards):
    table = pd.read_parquet(folder / "data")
    names = ["seed", "attempts", "repairs", "opening", "bbbv", "mines"]
    assert list(table.columns) == names
    assert str(table.seed.dtype) == "uint32" and str(table.bbbv.dtype) == "uint16"
    assert table.attempts.tolist() == boards.attempts.tolist()
    counts = table.mines.map(lambda row: int.from_bytes(row, "big").bit_count())
    assert (counts == 99).all()


def test_pyarrow(folder):
    found = nogues.open_dataset(folder).arrow()
    assert found.count_rows() == N
    assert found.to_table(["seed"])["seed"].to_pylist() == list(range(N))


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


def test_the_readme_feeds_a_network(folder, boards, monkeypatch):
    """The loader of the README, with as much of torch as it uses."""
    (code,) = (
        block
        for block in re.findall(r"```python\n(.*?)```", README, re.DOTALL)
        if "IterableDataset" in block
    )
    worker = types.SimpleNamespace(id=1, num_workers=2)
    now = {"worker": None}
    torch = types.ModuleType("torch")
    torch.from_numpy = np.asarray
    utils = types.ModuleType("torch.utils")
    data = types.ModuleType("torch.utils.data")
    data.IterableDataset = object
    data.get_worker_info = lambda: now["worker"]
    torch.utils, utils.data = utils, data
    for name in ("torch", "torch.utils", "torch.utils.data"):
        module = {"torch": torch, "torch.utils": utils, "torch.utils.data": data}[name]
        monkeypatch.setitem(sys.modules, name, module)
    names = {}
    exec(code, names)
    stream = names["BoardStream"](folder, epoch=3)
    found = list(stream)
    assert found[0].shape[1:] == (16, 30)
    every = np.concatenate(found).reshape(-1, 480)
    assert sorted(row.tobytes() for row in every) == sorted(
        row.tobytes() for row in boards.clue
    )
    shares = []
    for k in range(2):
        worker.id = k
        now["worker"] = worker
        shares.append(sum(len(batch) for batch in stream))
    assert shares == [1024 + N - 2048, 1024]
