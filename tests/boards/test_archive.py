"""Saving and loading, and what a damaged file says."""

import json
import os
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

import nogues
from nogues import FormatError
from nogues.base.files import atomic_file


@pytest.fixture
def boards():
    return nogues.generate_boards(
        30, 16, 140, seeds=range(50), max_attempts=2, skip_failures=True
    )


@pytest.fixture
def path(tmp_path, boards):
    boards.save(tmp_path / "boards.npz")
    return tmp_path / "boards.npz"


def test_round_trip(path, boards):
    again = nogues.Boards.load(path)
    assert again == boards
    assert len(again.failed_seeds)
    assert nogues.Boards.load(str(path)) == boards
    assert os.listdir(path.parent) == ["boards.npz"]


def test_what_is_inside(path, boards):
    with np.load(path) as archive:
        assert np.array_equal(archive["clue"], boards.clue)
        about = json.loads(str(archive["about"]))
    assert (about["search"], about["version"]) == ("repair", 1)
    assert (about["max_attempts"], about["max_passes"]) == (2, 60)
    assert about["nogues"] == nogues.__version__
    assert (about["width"], about["height"], about["mines"]) == (30, 16, 140)
    assert about["start"] == [8, 15]


def test_limits_go_along(tmp_path):
    boards = nogues.generate_boards(
        50, 30, 300, seeds=range(3), max_attempts=50, max_passes=1000
    )
    boards.save(tmp_path / "x.npz")
    again = nogues.Boards.load(tmp_path / "x.npz")
    assert (again.max_attempts, again.max_passes) == (50, 1000)
    assert again == boards


def test_empty(tmp_path):
    none = nogues.generate_boards(9, 9, 10, seeds=[])
    none.save(tmp_path / "none.npz")
    assert nogues.Boards.load(tmp_path / "none.npz") == none


def test_saving_replaces_or_changes_nothing(path, boards, monkeypatch):
    boards[:3].save(path)
    assert len(nogues.Boards.load(path)) == 3

    def fail(*args, **kwargs):
        raise KeyboardInterrupt

    monkeypatch.setattr("nogues.boards.archive.np.savez", fail)
    with pytest.raises(KeyboardInterrupt):
        boards.save(path)
    assert len(nogues.Boards.load(path)) == 3
    assert os.listdir(path.parent) == ["boards.npz"]


@pytest.mark.parametrize("share", [0, 0.3, 0.9, 0.999])
def test_truncated(path, share):
    data = path.read_bytes()
    path.write_bytes(data[: int(len(data) * share)])
    with pytest.raises(FormatError, match=r"boards\.npz is damaged or not a \.npz"):
        nogues.Boards.load(path)


def test_flipped_bit(path, boards):
    data = bytearray(path.read_bytes())
    at = data.index(boards.clue[7].tobytes()) + 100
    data[at] ^= 1
    path.write_bytes(data)
    with pytest.raises(FormatError, match="damaged"):
        nogues.Boards.load(path)


def test_any_damage_is_a_format_error(path, boards):
    """Bytes changed in the headers, in the directory, anywhere."""
    data = path.read_bytes()
    rng = np.random.default_rng(1)
    heads = [m.start() for m in re.finditer(b"PK\x01\x02|PK\x03\x04|PK\x05", data)]
    places = [head + k for head in heads for k in range(30)]
    places += rng.integers(0, len(data), 300).tolist()
    refused = 0
    for place in places:
        changed = bytearray(data)
        changed[place % len(data)] ^= int(rng.integers(1, 256))
        path.write_bytes(changed)
        try:
            assert nogues.Boards.load(path) == boards  # bytes that mean nothing
        except FormatError:
            refused += 1
    assert refused > 200


def test_foreign_files(tmp_path):
    path = tmp_path / "x.npz"
    np.savez(path, clue=np.zeros((1, 4), np.int8))
    with pytest.raises(FormatError, match="not a file of boards: it lacks about"):
        nogues.Boards.load(path)
    path.write_bytes(b"something else")
    with pytest.raises(FormatError, match="damaged or no"):
        nogues.Boards.load(path)
    with path.open("wb") as file:
        np.save(file, np.zeros(3))
    with pytest.raises(FormatError, match="contains one array"):
        nogues.Boards.load(path)
    with pytest.raises(FileNotFoundError):
        nogues.Boards.load(tmp_path / "none.npz")


def _change(path, **changes):
    """Write the file anew with some arrays replaced."""
    with np.load(path) as archive:
        arrays = {name: archive[name] for name in archive.files}
    np.savez(path, **{**arrays, **changes})


def _check_refused(path, about, message):
    """Write the file again with another header, which is refused."""
    with np.load(path) as archive:
        original = json.loads(str(archive["about"]))
    _change(path, about=np.array(json.dumps({**original, **about})))
    with pytest.raises(FormatError, match=message):
        nogues.Boards.load(path)


@pytest.mark.parametrize(
    ("about", "message"),
    [
        ({"format": "other"}, "not a file of boards"),
        ({"format_version": 99}, "format version 99; this nogues reads 1 and 2"),
        ({"width": 0}, "invalid spec: width must be"),
        ({"start": 5}, "invalid spec: start must be"),
        ({"height": 15}, "clue must be int8 of shape"),
        ({"version": 2}, "from another search"),
        ({"search": None}, "from another search"),
        ({"max_passes": 0}, "invalid spec: max_passes must be"),
    ],
)
def test_other_headers(path, about, message):
    _check_refused(path, about, message)


def test_header_that_is_no_json(path):
    _change(path, about=np.array("{"))
    with pytest.raises(FormatError, match="damaged"):
        nogues.Boards.load(path)
    _change(path, about=np.array("[1]"))
    with pytest.raises(FormatError, match="not a file of boards"):
        nogues.Boards.load(path)


def test_wrong_columns(path, boards):
    _change(path, seed=boards.seed[:-1])
    with pytest.raises(FormatError, match="must be"):
        nogues.Boards.load(path)
    _change(path, seed=boards.seed.astype(np.int64))
    with pytest.raises(FormatError, match="seed must be uint32"):
        nogues.Boards.load(path)
    for seed in (np.uint32(1), boards.seed[None]):
        _change(path, seed=seed)
        with pytest.raises(FormatError, match="must be"):
            nogues.Boards.load(path)
    _change(path, seed=boards.seed, failed_seeds=np.zeros((2, 2), np.uint32))
    with pytest.raises(FormatError, match="failed_seeds must be uint32 of shape"):
        nogues.Boards.load(path)
    for value in (-2, 9):
        clue = boards.clue.copy()
        clue[3, 5] = value
        _change(path, failed_seeds=boards.failed_seeds, clue=clue)
        with pytest.raises(FormatError, match="clue must be -1 to 8 everywhere"):
            nogues.Boards.load(path)
    clue = boards.clue.copy()
    clue[3, np.flatnonzero(clue[3] < 0)[0]] = 1
    _change(path, clue=clue)
    with pytest.raises(FormatError, match="a board does not have 140 mines"):
        nogues.Boards.load(path)
    _change(path, clue=boards.clue)
    assert nogues.Boards.load(path) == boards
    _change(path, seed=np.array([None], object))
    with pytest.raises(FormatError, match="damaged"):
        nogues.Boards.load(path)


def test_where_nothing_can_be_written(tmp_path, boards):
    with pytest.raises(FileNotFoundError, match="no folder"):
        boards.save(tmp_path / "none" / "x.npz")
    with pytest.raises(IsADirectoryError, match="it is a folder"):
        boards.save(tmp_path)


def test_saving_from_many_threads(tmp_path, boards):
    path = tmp_path / ("x" * 240 + ".npz")
    parts = [boards[k : k + 3] for k in range(8)]
    with ThreadPoolExecutor(8) as pool:
        for future in [pool.submit(part.save, path) for part in parts * 5]:
            future.result()
    assert nogues.Boards.load(path) in parts
    assert os.listdir(tmp_path) == [path.name]


def test_a_link_stays(tmp_path, boards):
    (tmp_path / "folder").mkdir()
    link, target = tmp_path / "link.npz", tmp_path / "folder" / "x.npz"
    link.symlink_to(target)
    boards.save(link)
    assert link.is_symlink()
    assert nogues.Boards.load(target) == boards


def test_errors_name_the_file_that_was_meant(boards, tmp_path, monkeypatch):
    def refuse(path, mode):
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(PermissionError, match=r"x\.npz'$"):
        boards.save(tmp_path / "x.npz")


def test_atomic_file_keeps_what_was_there(tmp_path):
    path = tmp_path / "x"
    path.write_text("old")
    with pytest.raises(ZeroDivisionError), atomic_file(path) as file:
        file.write(b"new")
        1 / 0  # noqa: B018
    assert path.read_text() == "old"
    with atomic_file(path) as file:
        file.write(b"new")
        assert path.read_text() == "old"
    assert path.read_text() == "new"
    assert os.listdir(tmp_path) == ["x"]


# --- other searches, and what came later ---


@pytest.mark.parametrize(
    "options",
    [
        {"safe": "block"},
        {"safe": "cell", "accept": nogues.Between(bbbv=(20, None), openings=(None, 9))},
    ],
    ids=str,
)
def test_what_was_asked_goes_along(tmp_path, options):
    boards = nogues.generate_boards(9, 9, 10, seeds=range(5), **options)
    boards.save(tmp_path / "x.npz")
    again = nogues.Boards.load(tmp_path / "x.npz")
    assert again == boards
    assert again.search == boards.search
    assert again[3] == boards[3]


@pytest.mark.parametrize(
    "options",
    [
        {"mines": 10, "safe": "any"},
        {"density": 0.21},
        {"density": 0},
        {"mines": 70, "safe": "diamond", "relocate": False},
        {"mines": 30, "relocate": True},
    ],
    ids=str,
)
@pytest.mark.parametrize("n", [0, 7])
def test_random_boards(tmp_path, options, n):
    if options.get("mines") == 70:
        options = options | {"mines": 68}  # as many as fit
    boards = nogues.generate_random_boards(9, 9, seeds=range(n), **options)
    boards.save(tmp_path / "x.npz")
    again = nogues.Boards.load(tmp_path / "x.npz")
    assert again == boards
    assert again.mines == options.get("mines")
    with np.load(tmp_path / "x.npz") as archive:
        moved = bool(n and options.get("relocate"))
        assert ("relocations" in archive.files) == moved
        about = json.loads(str(archive["about"]))
    assert (about["search"], about["logic"], about["version"]) == ("random", None, 1)
    assert about["mines"] == options.get("mines")


LATER = ("logic use_mine_count safe moves needs accept density relocate").split()


def _age(path):
    """Write the file anew as it was in format 1."""
    with np.load(path) as archive:
        arrays = {name: archive[name] for name in archive.files if name != "needs"}
    about = json.loads(str(arrays.pop("about")))
    assert about.keys() >= set(LATER)
    old = {key: value for key, value in about.items() if key not in LATER}
    np.savez(path, about=np.array(json.dumps(old | {"format_version": 1})), **arrays)


def test_files_of_format_1(path, boards):
    _age(path)
    assert nogues.Boards.load(path) == boards


@pytest.mark.parametrize(
    ("about", "message"),
    [
        ({"logic": "higher"}, "from another search"),
        ({"search": "random"}, "from another search"),
        ({"search": "uniform", "version": 2}, "from another search"),
        ({"search": ["repair"]}, "from another search"),
        ({"moves": 3}, "invalid spec: moves is for"),
        ({"safe": "any"}, "invalid spec: safe must be one of"),
        ({"needs": "subset"}, "invalid spec: needs must be at most"),
        ({"accept": {"bbbv": [9, 3]}}, "invalid spec: bbbv must be"),
        ({"accept": {"depth": [3, 9]}}, "invalid spec: "),
        ({"accept": 5}, "invalid spec: "),
        ({"mines": None}, "invalid spec: mines must be an integer"),
    ],
    ids=str,
)
def test_searches_that_cannot_be(path, about, message):
    _check_refused(path, about, message)


def test_wrong_later_columns(tmp_path):
    path = tmp_path / "x.npz"
    boards = nogues.generate_random_boards(9, 9, 30, seeds=range(5), relocate=True)
    boards.save(path)
    changes = [
        ({"needs": boards.needs + np.int8(5)}, "needs must be -1 to 3 everywhere"),
        ({"needs": boards.needs[1:]}, "needs must be int8 of shape"),
        ({"relocations": boards.relocations[:, :, :1]}, "relocations must be int32"),
        (
            {"relocations": boards.relocations + np.int32(99)},
            "relocations must be cells",
        ),
        (
            {"mine_count": boards.mine_count + np.int32(1)},
            "a board does not have 30 mines",
        ),
    ]
    for change, message in changes:
        boards.save(path)
        _change(path, **change)
        with pytest.raises(FormatError, match=message):
            nogues.Boards.load(path)
    some = nogues.generate_random_boards(9, 9, density=0.2, seeds=range(5))
    some.save(path)
    _change(path, mine_count=some.mine_count + np.int32(1))
    with pytest.raises(FormatError, match="a board does not have mine_count mines"):
        nogues.Boards.load(path)
