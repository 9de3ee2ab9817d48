"""Writing data sets: every layout and column."""

import numpy as np
import pyarrow.parquet as pq
import pytest
from samples import EXPERT, SEEDS, SHARD, joined

import nogues
from nogues.dataset.plan import COLUMN_METRICS


def test_files(data, tmp_path):
    nogues.write_dataset(tmp_path / "x", *EXPERT, seeds=SEEDS, shard_boards=SHARD)
    names = {p.relative_to(tmp_path / "x").as_posix() for p in tmp_path.glob("x/**/*")}
    parts = {f"data/part-0000{k}.parquet" for k in range(3)}
    assert names == {".lock", "README.md", "manifest.json", "data", *parts}


@pytest.mark.parametrize("layout", ["packed", "clues", "seeds"])
def test_what_was_made_comes_back(tmp_path, boards, layout):
    path = tmp_path / "expert"
    options = {"seeds": SEEDS, "shard_boards": SHARD, "layout": layout}
    data = nogues.write_dataset(path, *EXPERT, **options)
    assert len(data) == len(boards) == data.seeds and data.shards == 3
    batches = list(nogues.open_dataset(path).batches(SHARD))
    assert [len(batch) for batch in batches] == [256, 256, 88]
    assert batches[1] == boards[256:512]
    assert batches[2] == boards[512:]
    assert data.layout == layout
    columns = {"packed": ["mines"], "clues": ["clue"], "seeds": []}[layout]
    assert data.columns == ["seed", "attempts", "repairs", *columns]


def test_the_columns(data, boards):
    assert np.array_equal(data.column("seed"), boards.seed)
    assert np.array_equal(data.column("attempts"), boards.attempts)
    assert np.array_equal(data.column("repairs"), boards.repairs)
    mines = data.column("mines")
    assert mines.dtype == np.uint8 and mines.shape == (600, 60)
    assert np.array_equal(np.unpackbits(mines, axis=1), boards.mine_mask)
    with pytest.raises(nogues.MinesweeperError, match="name must be one of seed, "):
        data.column("bbbv")


def test_plain_clues(tmp_path, boards):
    data = nogues.write_dataset(tmp_path / "x", *EXPERT, seeds=SEEDS, layout="clues")
    assert np.array_equal(data.column("clue"), boards.clue)


@pytest.mark.parametrize("size", [(9, 9, 10), (70, 5, 40)])
def test_all_metrics(tmp_path, size):
    metrics = COLUMN_METRICS
    start = (2, 3)
    data = nogues.write_dataset(
        tmp_path / "x", *size, start, seeds=range(300), metrics=metrics
    )
    boards = nogues.generate_boards(*size, start, seeds=range(300))
    measured = nogues.metrics(boards)
    assert {*measured} < {*data.columns}
    for name, values in measured.items():
        assert np.array_equal(data.column(name), values)
    assert (data.column("start_row") == 2).all()
    assert (data.column("start_column") == 3).all()


def test_some_metrics_need_no_zini(tmp_path):
    path = tmp_path / "x"
    names = ["openings", "bbbv"]
    data = nogues.write_dataset(path, *EXPERT, seeds=range(50), metrics=names)
    assert data.columns == ["seed", "attempts", "repairs", "bbbv", "openings", "mines"]


def test_higher_levels_store_what_boards_need(tmp_path):
    options = {"logic": "complete", "moves": 20, "max_attempts": 100_000}
    path = tmp_path / "x"
    data = nogues.write_dataset(path, 12, 12, 40, seeds=range(300), **options)
    boards = nogues.generate_boards(12, 12, 40, seeds=range(300), **options)
    assert data.columns == ["seed", "attempts", "repairs", "needs", "mines"]
    assert np.array_equal(data.column("needs"), boards.needs)
    assert set(boards.needs.tolist()) > {1, 2}
    (batch,) = data
    assert batch == boards
    kinds = pq.read_schema(path / "data" / "part-00000.parquet")
    assert [str(kinds.field(k).type) for k in range(5)] == [
        "uint32",
        "uint32",
        "uint32",
        "uint8",
        "fixed_size_binary[18]",
    ]


def test_seeds_without_a_board(tmp_path):
    options = {"seeds": range(300), "max_attempts": 1}
    boards = nogues.generate_boards(*EXPERT, **options, skip_failures=True)
    assert 10 < len(boards) < 290
    with pytest.raises(nogues.GenerationError, match=f"seed {boards.failed_seeds[0]}"):
        nogues.write_dataset(tmp_path / "x", *EXPERT, **options, threads=1)
    options |= {"skip_failures": True, "shard_boards": 64}
    data = nogues.write_dataset(tmp_path / "y", *EXPERT, **options)
    assert len(data) == len(boards) and data.seeds == 300
    found = joined(data)
    assert np.array_equal(found["seed"], boards.seed)
    assert np.array_equal(found["clue"], boards.clue)
    assert data.of_seed(int(boards.seed[-1])).seed == boards.seed[-1]
    with pytest.raises(nogues.MinesweeperError, match="has no board"):
        data.of_seed(int(boards.failed_seeds[0]))
    assert nogues.verify_dataset(tmp_path / "y").ok


def test_no_seed_has_a_board(tmp_path):
    options = {"seeds": range(40), "skip_failures": True}
    data = nogues.write_dataset(tmp_path / "x", 9, 9, 68, **options)
    assert len(data) == 0 and data.seeds == 40
    assert list(data) == [] and len(data[:]) == 0
    assert nogues.verify_dataset(tmp_path / "x").ok


def test_several_starts(tmp_path):
    starts = {(0, 0): range(200), (8, 15): range(150, 250)}
    path = tmp_path / "x"
    data = nogues.write_dataset(path, *EXPERT, starts=starts, shard_boards=128)
    assert data.starts == starts and len(data) == 300 and data.shards == 3
    assert repr(data) == "<Dataset 300 boards of 30x16/99 from 2 starts in 3 shards>"
    batches = list(data)
    assert [batch.start for batch in batches] == [(0, 0), (8, 15)]
    for batch in batches:
        again = nogues.generate_boards(*EXPERT, batch.start, seeds=starts[batch.start])
        assert batch == again
    assert data.of_seed(170).start == (0, 0)
    assert data.of_seed(170, (8, 15)) == data[220]
    rows = data.column("start_row"), data.column("start_column")
    assert rows[0].tolist() == [0] * 200 + [8] * 100
    assert rows[1].tolist() == [0] * 200 + [15] * 100
    with pytest.raises(nogues.MinesweeperError, match="one start"):
        data[199:201]
    with pytest.raises(nogues.MinesweeperError, match=r"start must be one of \(0, 0\)"):
        data.of_seed(1, (1, 1))
    assert nogues.verify_dataset(path).ok


def test_boards_over_planes(tmp_path):
    for layout in ("packed", "clues", "seeds"):
        path = tmp_path / layout
        seeds = range(30)
        data = nogues.write_dataset(path, 70, 40, 400, seeds=seeds, layout=layout)
        assert data[:] == nogues.generate_boards(70, 40, 400, seeds=seeds)


def test_progress(tmp_path):
    told = []
    options = {"shard_boards": 128, "progress": lambda *now: told.append(now)}
    nogues.write_dataset(tmp_path / "x", 9, 9, 10, seeds=range(1000), **options)
    assert told[-1] == (1000, 1000)
    assert [done for done, _ in told] == sorted(done for done, _ in told)


def test_the_last_seed(tmp_path):
    path = tmp_path / "x"
    seeds = range(2**32 - 20, 2**32)
    data = nogues.write_dataset(path, 9, 9, 10, seeds=seeds)
    assert data[-1] == nogues.generate_board(9, 9, 10, seed=2**32 - 1)
    assert nogues.verify_dataset(path).ok


@pytest.mark.parametrize("name", ["README.md", "manifest.json"])
def test_files_of_something_else_stay(tmp_path, name):
    (tmp_path / name).write_text("{}")
    words = f"must be a new folder or that of a data set: .* holds another {name}"
    with pytest.raises(nogues.MinesweeperError, match=words):
        nogues.write_dataset(tmp_path, 9, 9, 10, seeds=range(5))
    assert (tmp_path / name).read_text() == "{}"
    with pytest.raises(nogues.MinesweeperError, match="path must be a folder or a URL"):
        nogues.write_dataset("", 9, 9, 10, seeds=range(5))


def test_a_note_on_the_card_stays(tmp_path):
    nogues.write_dataset(tmp_path, 9, 9, 10, seeds=range(5))
    card, manifest = tmp_path / "README.md", tmp_path / "manifest.json"
    card.write_text("mine")
    before = manifest.stat().st_mtime_ns
    nogues.write_dataset(tmp_path, 9, 9, 10, seeds=range(5))
    assert card.read_text() == "mine"
    assert manifest.stat().st_mtime_ns == before


def test_strange_files_beside_the_shards(tmp_path):
    options = {"seeds": range(50), "shard_boards": 20}
    nogues.write_dataset(tmp_path, 9, 9, 10, **options)
    for name in (".DS_Store", "._part-00000.parquet", "_SUCCESS"):
        (tmp_path / "data" / name).write_text("x")
    (tmp_path / "data" / "part-00001.parquet").unlink()
    assert len(nogues.write_dataset(tmp_path, 9, 9, 10, **options)) == 50
    assert nogues.verify_dataset(tmp_path).ok
    (tmp_path / "data" / "aaa").write_text("x")
    with pytest.raises(nogues.MinesweeperError, match="hold shards only, not aaa"):
        nogues.write_dataset(tmp_path, 9, 9, 10, **options)
