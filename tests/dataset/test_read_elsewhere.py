"""Data sets without nogues: DuckDB, polars, pandas and pyarrow."""

import re
import sys
import types

import dask.dataframe
import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow.dataset
import pytest
from paths import ROOT

import nogues

GUIDE = (ROOT / "notebooks/guides/datasets.md").read_text(encoding="utf-8")


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


def test_the_folder_that_all_take(folder):
    """The card and the guide name it; the folder above holds the card."""
    data = folder / "data"
    assert len(pd.read_parquet(data)) == len(pl.read_parquet(data)) == N
    assert pyarrow.dataset.dataset(data).count_rows() == N
    assert len(dask.dataframe.read_parquet(data)) == N
    with pytest.raises(ValueError, match=r"README\.md"):  # which says what to read
        pd.read_parquet(folder)
    text = (folder / "README.md").read_text(encoding="utf-8")
    assert '`pandas.read_parquet("FOLDER/data")`' in text.split("|")[0]


def test_pyarrow(folder):
    found = nogues.open_dataset(folder).arrow()
    assert found.count_rows() == N
    assert found.to_table(["seed"])["seed"].to_pylist() == list(range(N))


def test_the_guide_feeds_a_network(folder, boards, monkeypatch):
    """The loader of the guide, with as much of torch as it uses."""
    (code,) = (
        block
        for block in re.findall(r"```python\n(.*?)```", GUIDE, re.DOTALL)
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
