"""What verify finds: each kind of damage, and where it is."""

import hashlib
import json
import shutil

import numpy as np
import pyarrow.parquet as pq
import pytest

import nogues
from nogues.dataset.columns import Digest, columns_of, from_table, settings_of, to_table
from nogues.dataset.footer import read_footer, to_metadata
from nogues.dataset.store import open_store

SIZE = (12, 10, 20)
SEEDS = range(1000)
SHARD = 256


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    path = tmp_path_factory.mktemp("verify") / "whole"
    options = {"shard_boards": SHARD, "metrics": ["bbbv", "opening"]}
    nogues.write_dataset(path, *SIZE, seeds=SEEDS, **options)
    return path


@pytest.fixture
def folder(whole, tmp_path):
    """A copy of the data set, to be damaged."""
    path = tmp_path / "copy"
    shutil.copytree(whole, path)
    return path


def part(folder, number):
    return folder / "data" / f"part-{number:05}.parquet"


def forge(folder, number, change):
    """Change the values of a shard, and make digest and manifest fit to them."""
    path = part(folder, number)
    footer = read_footer(open_store(folder, None), path.name)
    columns = columns_of(footer.plan)
    values = from_table(columns, pq.read_table(path))
    values = {name: column.copy() for name, column in values.items()}
    values = change(values) or values
    digest = Digest()
    digest.add(columns, values)
    table = to_table(columns, values)
    with pq.ParquetWriter(path, table.schema, **settings_of(columns)) as writer:
        writer.write_table(table)
        about = (footer.plan, footer.shard, len(table), digest.text())
        writer.add_key_value_metadata(to_metadata(*about))
    manifest = json.loads((folder / "manifest.json").read_text())
    told = manifest["shards"][number]
    told["boards"] = len(table)
    told["bytes"] = path.stat().st_size
    told["sha256"] = hashlib.sha256(path.read_bytes()).hexdigest()
    manifest["boards"] = sum(each["boards"] for each in manifest["shards"])
    (folder / "manifest.json").write_text(json.dumps(manifest))


def found(folder, sample=1.0):
    """What is wrong: the shard's number, the row and the words."""
    result = nogues.verify_dataset(folder, sample=sample)
    assert not result.ok
    number = None
    if result.shard is not None:
        name = result.shard.rpartition("/")[2]
        number = int(name[5:10])
    return number, result.row, result.problem


def test_all_right(whole):
    result = nogues.verify_dataset(whole)
    assert result == nogues.Verification(4, 1000, 1000, distinct=1000)
    words = "OK: 4 shards, 1,000 boards, 1,000 of them made again and solved"
    assert str(result) == words
    assert nogues.verify_dataset(whole, sample=0).made_again == 0
    # Rounded up for each row group.
    assert nogues.verify_dataset(whole, sample=0.01).made_again == 3 * 3 + 3


def test_a_forgery_that_changes_nothing(folder):
    forge(folder, 1, lambda values: None)
    assert nogues.verify_dataset(folder).ok


@pytest.mark.parametrize("seed", range(30))
def test_a_flipped_bit(folder, seed):
    dice = np.random.default_rng(seed)
    path = part(folder, 2)
    data = bytearray(path.read_bytes())
    data[dice.integers(len(data))] ^= 1 << dice.integers(8)
    path.write_bytes(data)
    number, _, problem = found(folder, sample=0.0)
    assert number == 2 and problem


def test_a_flipped_bit_of_a_board_is_traced_to_its_row(folder):
    path = part(folder, 2)
    before = pq.read_table(path)["mines"].to_pylist()
    chunk = pq.read_metadata(path).row_group(0).column(5)
    assert chunk.path_in_schema == "mines"
    traced = set()
    for at in range(chunk.data_page_offset + 200, chunk.data_page_offset + 2000, 100):
        damaged = bytearray(path.read_bytes())
        damaged[at] ^= 4
        path.write_bytes(damaged)
        # Without a look at checksums it can be read.
        after = pq.read_table(path)["mines"].to_pylist()
        number, row, problem = found(folder, sample=0.0)
        assert number == 2 and "manifest" in problem
        assert row == next(k for k in range(SHARD) if before[k] != after[k])
        traced.add(row)
    assert len(traced) > 3


def test_a_missing_shard(folder):
    part(folder, 1).unlink()
    assert found(folder) == (1, None, "is missing")


def test_the_first_of_several(folder):
    part(folder, 3).unlink()
    part(folder, 1).write_bytes(b"PAR1")
    number, row, problem = found(folder)
    assert (number, row) == (1, None) and "not Parquet: " in problem


def test_a_half_written_file(folder):
    path = part(folder, 0)
    path.write_bytes(path.read_bytes()[:-2000])
    number, row, problem = found(folder)
    assert (number, row) == (0, None) and "damaged or not Parquet" in problem


def test_a_shard_of_another_data_set(folder, tmp_path):
    nogues.write_dataset(tmp_path / "other", *SIZE, seeds=range(24, 1024))
    shutil.copy(part(tmp_path / "other", 0), part(folder, 1))
    number, _, problem = found(folder)
    assert number == 1
    assert problem.startswith("belongs to another data set: ")
    assert "seeds is [[24, 1024]] there, [[0, 1000]] here" in problem


def test_a_shard_in_another_place(folder):
    shutil.copy(part(folder, 2), part(folder, 1))
    problem = "is part-00002.parquet of 5,6=512:768, not part-00001.parquet of "
    number, row, told = found(folder)
    assert (number, row) == (1, None) and told.startswith(problem)


def test_a_file_too_many(folder):
    shutil.copy(part(folder, 2), part(folder, 4))
    assert found(folder) == (4, None, "is not a shard of this data set")


def test_an_unfinished_run(folder):
    (folder / "manifest.json").unlink()
    result = nogues.verify_dataset(folder)
    assert result.shard is None and "manifest.json is missing" in str(result)
    part(folder, 2).unlink()
    assert found(folder) == (2, None, "is missing")


def test_a_damaged_manifest(folder):
    (folder / "manifest.json").write_text("{")
    assert "manifest.json does not belong to a nogues data set" in str(found(folder))
    (folder / "manifest.json").write_text("")
    shutil.rmtree(folder / "data")
    with pytest.raises(nogues.FormatError, match="holds no data set"):
        nogues.verify_dataset(folder)


def test_a_board_that_is_not_of_its_seed(folder):
    def change(values):
        values["mines"][[17, 40]] = values["mines"][[40, 17]]

    forge(folder, 1, change)
    problem = f"mines of seed {256 + 17} is not what the search finds"
    assert found(folder) == (1, 17, problem)
    assert nogues.verify_dataset(folder, sample=0).ok  # it is not looked at


def test_a_mine_too_many(folder):
    def change(values):
        values["mines"][30] |= 0x80

    forge(folder, 1, change)
    forge(folder, 2, lambda values: values["mines"].__setitem__(5, 0))
    assert found(folder, sample=0) == (1, 30, "does not have 20 mines")


def test_a_bit_beyond_the_board(tmp_path):
    nogues.write_dataset(tmp_path / "x", 9, 9, 10, seeds=range(20))

    def change(values):
        values["mines"][7, -1] |= 1

    forge(tmp_path / "x", 0, change)
    assert found(tmp_path / "x", sample=0) == (0, 7, "does not have 10 mines")


def test_a_wrong_measure(folder):
    def change(values):
        values["bbbv"][9] += 1

    forge(folder, 3, change)
    problem = f"bbbv of seed {768 + 9} is not what the search finds"
    assert found(folder) == (3, 9, problem)


@pytest.mark.parametrize(
    ("change", "row", "problem"),
    [
        (
            lambda v: {k: np.delete(c, 9, 0) for k, c in v.items()},
            9,
            "seed 265 is missing",
        ),
        (lambda v: {k: c[:-1] for k, c in v.items()}, 255, "seed 511 is missing"),
        (
            lambda v: {k: np.insert(c, 9, c[9], 0) for k, c in v.items()},
            10,
            "seed 265 is not above the one before it",
        ),
        (
            lambda v: v["seed"].__setitem__(255, 512),
            255,
            "seed 512 is not below 512",
        ),
        (
            lambda v: v["seed"].__setitem__(0, 255),
            0,
            "seed 255 is not above the one before it",
        ),
    ],
    ids=["gap", "gap at the end", "duplicate", "beyond", "before"],
)
def test_seeds(folder, change, row, problem):
    forge(folder, 1, change)
    number, found_row, told = found(folder, sample=0)
    assert (number, found_row) == (1, row) and told.startswith(problem)


def test_a_seed_left_out_that_has_a_board(tmp_path):
    path = tmp_path / "x"
    options = {"skip_failures": True, "max_attempts": 1}
    data = nogues.write_dataset(path, 30, 16, 99, seeds=range(200), **options)
    assert nogues.verify_dataset(path).ok
    seed = int(data.column("seed")[5])
    forge(path, 0, lambda v: {k: np.delete(c, 5, 0) for k, c in v.items()})
    problem = f"seed {seed} has a board, but it is missing"
    assert found(path) == (0, 5, problem)


def test_a_digest_that_does_not_fit(folder):
    path = part(folder, 1)
    data = path.read_bytes()
    at = data.rfind(b'"sha256":"') + 10
    digit = b"0" if data[at : at + 1] != b"0" else b"1"
    path.write_bytes(data[:at] + digit + data[at + 1 :])
    manifest = json.loads((folder / "manifest.json").read_text())
    manifest["shards"][1]["sha256"] = hashlib.sha256(path.read_bytes()).hexdigest()
    (folder / "manifest.json").write_text(json.dumps(manifest))
    number, row, problem = found(folder, sample=0)
    assert (number, row) == (1, None)
    assert problem == "its rows do not match the digest in its footer"


def test_clues_out_of_range(tmp_path):
    path = tmp_path / "x"
    nogues.write_dataset(path, 9, 9, 10, seeds=range(20), layout="clues")
    forge(path, 0, lambda values: values["clue"].__setitem__((3, 0), 9))
    assert found(path, sample=0) == (0, 3, "has clues outside -1 to 8")


@pytest.mark.parametrize("layout", ["clues", "seeds"])
def test_other_layouts(tmp_path, layout):
    path = tmp_path / "x"
    nogues.write_dataset(path, 9, 9, 10, seeds=range(20), layout=layout)
    assert nogues.verify_dataset(path).made_again == 20
    forge(path, 0, lambda values: values["attempts"].__setitem__(3, 77))
    assert found(path) == (0, 3, "attempts of seed 3 is not what the search finds")


@pytest.mark.parametrize(
    ("sample", "error", "words"),
    [
        (1.5, nogues.MinesweeperError, "sample must be 0 to 1, not 1.5"),
        ("all", TypeError, "sample must be a number, not 'all'"),
    ],
)
def test_bad_samples(whole, sample, error, words):
    with pytest.raises(error, match=words):
        nogues.verify_dataset(whole, sample=sample)


def test_no_data_set(tmp_path):
    with pytest.raises(nogues.FormatError, match="holds no data set"):
        nogues.verify_dataset(tmp_path)


def test_a_manifest_that_contradicts_a_shard(folder):
    path = folder / "manifest.json"
    text = path.read_text()
    told = json.loads(text)
    told["shards"][2]["boards"] -= 1
    told["boards"] -= 1
    path.write_text(json.dumps(told))
    number, row, problem = found(folder, sample=0)
    assert (number, row) == (2, None) and "but manifest.json says" in problem
    told["boards"] += 1
    path.write_text(json.dumps(told))
    assert "has a bad list of shards" in str(found(folder, sample=0))
    told = json.loads(text)
    told["shards"].append({**told["shards"][0], "file": "data/part-00099.parquet"})
    told["boards"] += told["shards"][0]["boards"]
    path.write_text(json.dumps(told))
    problem = f"{path} lists part-00099.parquet, which is not a shard"
    assert found(folder, sample=0) == (None, None, problem)


def rewrite(folder, table, plan=None):
    """Write shard 1 again with other columns, or another plan, and its own digest."""
    path = part(folder, 1)
    footer = read_footer(open_store(folder, None), path.name)
    with pq.ParquetWriter(path, table.schema) as writer:
        writer.write_table(table)
        about = (footer.plan, footer.shard, len(table), footer.sha256)
        metadata = to_metadata(*about)
        if plan:
            metadata[b"nogues"] = plan(metadata[b"nogues"])
        writer.add_key_value_metadata(metadata)


def test_other_columns(folder):
    table = pq.read_table(part(folder, 1))
    rewrite(folder, table.drop_columns(["mines"]))
    number, _, problem = found(folder)
    assert number == 1
    assert problem.startswith("it has columns not in its plan: ")
    assert "mines" in problem
    with pytest.raises(nogues.FormatError, match="has columns not in its plan"):
        nogues.open_dataset(folder)


def test_a_plan_without_starts(folder):
    table = pq.read_table(part(folder, 1))
    rewrite(folder, table, lambda text: text.replace("[[5,6]]", "[]"))
    number, _, problem = found(folder)
    assert number == 1 and "has a bad plan" in problem
