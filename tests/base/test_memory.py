"""Requests that no memory can hold."""

import pytest
from command import run_here

import nogues
from nogues import MinesweeperError
from nogues.base import memory
from nogues.base.memory import check_memory

MANY = range(10**12)
TOO_MANY = (
    r"^seeds must be at most [\d,]+ here, not 1,000,000,000,000: so many %s are too "
)


@pytest.mark.parametrize(
    ("make", "items"),
    [
        (nogues.generate_boards, "boards of 9x9/10"),
        (nogues.generate_random_boards, "boards of 9x9"),
        (nogues.simulate, "games"),
    ],
)
def test_too_many_seeds(make, items):
    with pytest.raises(MinesweeperError, match=TOO_MANY % items):
        make(9, 9, 10, seeds=MANY)
    with pytest.raises(MinesweeperError, match=r"not 1,0{3}(,0{3})*: so many"):
        make(9, 9, 10, seeds=range(10**30))


@pytest.mark.parametrize(
    "numbers", ["--seeds 0:1000000000000", "--count 1000000000000"]
)
@pytest.mark.parametrize("name", ["generate", "random"])
def test_too_many_for_a_file(tmp_path, monkeypatch, name, numbers):
    monkeypatch.chdir(tmp_path)
    arguments = f"{name} 30x16/99 {numbers} --no-progress --out h.npz".split()
    status, _, stderr = run_here(*arguments)
    assert status == 2 and stderr.count("\n") == 1
    assert "for the memory of this machine and for one file; make " in stderr
    assert ("--out FOLDER/" in stderr) == (name == "generate")
    assert not [*tmp_path.iterdir()]


def test_what_fits(monkeypatch):
    monkeypatch.setattr(memory, "total_memory", lambda: 1000)
    check_memory(range(0, -100, -1), 10, "boards", "")
    check_memory(range(0), 10**9, "boards", "")
    check_memory([1] * 1000, 10, "boards", "")
    with pytest.raises(MinesweeperError, match=r"^seeds must be at most 100 here, "):
        check_memory(range(0, -101, -1), 10, "boards", "split them")
    monkeypatch.setattr(memory, "total_memory", lambda: None)
    check_memory(range(101), 10, "boards", "")


def test_systems_that_do_not_say(monkeypatch):
    assert memory.total_memory() > 2**20
    monkeypatch.delattr("os.sysconf")
    assert memory.total_memory() is None
