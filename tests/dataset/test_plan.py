"""How a data set is cut into shards, and what is refused."""

from dataclasses import replace

import pytest

import nogues
from nogues.base.options import check_limits
from nogues.base.search import REFERENCE, check_search
from nogues.base.spec import check_spec
from nogues.dataset.plan import (
    ALL_SEEDS,
    GROUP_BOARDS,
    Plan,
    Run,
    check_shard_boards,
    default_shard,
    differences,
    plan_from_text,
)

SPEC = check_spec(30, 16, 99, None)
PLAN = Plan(
    spec=SPEC,
    limits=check_limits(300, 60),
    search=REFERENCE,
    runs=(Run((8, 15), 10, 1000), Run((0, 0), 0, 300)),
    layout="packed",
    metrics=("bbbv",),
    shard_boards=400,
    skip_failures=False,
    pyarrow="26.0.1",
)


@pytest.mark.parametrize(
    ("boards", "cells", "layout", "size"),
    [
        (1, 480, "packed", 2**14),
        (10**6, 480, "packed", 2**14),
        (2**20, 480, "packed", 2**14),
        (2**20 + 1, 480, "packed", 2**15),
        (10**7, 480, "packed", 2**18),
        (10**8, 480, "packed", 2**20),
        (10**9, 480, "packed", 2**20),
        (10**8, 480, "clues", 2**17),
        (10**8, 10**6, "packed", 2**9),
        (10**8, 10**6, "clues", 2**6),
        (10**9, 480, "seeds", 2**20),
    ],
)
def test_default_shards(boards, cells, layout, size):
    assert default_shard(boards, cells, layout, REFERENCE) == size


def test_shards_are_smaller_where_boards_take_long():
    uniform = check_search(SPEC, logic="complete", search="uniform")
    assert default_shard(10_000, 480, "packed", uniform) == 2**10
    assert default_shard(10**6, 480, "packed", uniform) == 2**14
    assert default_shard(10**8, 480, "packed", uniform) == 2**16


def test_shards_of_a_plan():
    shards = PLAN.shards()
    assert [(s.start, s.first, s.last) for s in shards] == [
        ((8, 15), 10, 410),
        ((8, 15), 410, 810),
        ((8, 15), 810, 1000),
        ((0, 0), 0, 300),
    ]
    assert [s.name for s in shards] == [f"part-0000{k}.parquet" for k in range(4)]
    assert PLAN.boards == 1290
    assert PLAN.group_boards == 400
    assert replace(PLAN, shard_boards=2**20).group_boards == GROUP_BOARDS
    assert replace(PLAN, shard_boards=2**20, layout="clues").group_boards == 2**16
    large = SPEC._replace(width=1000, height=1000)
    assert replace(PLAN, spec=large, shard_boards=2**9).group_boards == 2**8


def test_plans_go_through_text():
    assert plan_from_text(PLAN.to_text(), "it") == PLAN
    accept = nogues.Between(bbbv=(100, None))
    options = {"logic": "complete", "needs": "complete", "moves": 7, "accept": accept}
    search = check_search(SPEC, **options)
    plan = replace(PLAN, search=search, skip_failures=True)
    assert plan_from_text(plan.to_text(), "it") == plan
    assert differences(plan, plan) == []
    assert differences(PLAN, replace(PLAN, shard_boards=5)) == [
        "shard_boards is 400 there, 5 here"
    ]


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('"nogues dataset"', '"other"', "it does not belong to a nogues data set"),
        ('"format_version":1', '"format_version":2', "format version 2; .* reads 1"),
        ('"version":1,"logic"', '"version":9,"logic"', "version 9 of its search"),
        ('"packed"', '"loose"', "bad plan: layout must be one of packed, clues, seeds"),
        ('"width":30', '"width":0', "bad plan: width must be 1 to"),
        ('"repair"', '"random"', "bad plan: no search 'random'"),
        ("[10,1000]", "[10,10]", "bad plan: seeds stop must be 11 to"),
        ('"mines":99,', "", "bad plan: 'mines'"),
        ("{", "[", "it does not belong to a nogues data set"),
    ],
)
def test_texts_that_are_no_plan(old, new, words):
    text = PLAN.to_text()
    assert old in text
    with pytest.raises(nogues.FormatError, match=words):
        plan_from_text(text.replace(old, new), "it")


@pytest.mark.parametrize(
    ("options", "error", "words"),
    [
        ({}, TypeError, "seeds must be a range, not None"),
        ({"seeds": [1, 2]}, TypeError, r"seeds must be a range, not \[1, 2\]"),
        ({"seeds": range(0)}, nogues.MinesweeperError, "counts up by 1"),
        ({"seeds": range(0, 9, 2)}, nogues.MinesweeperError, "counts up by 1"),
        ({"seeds": range(-1, 5)}, nogues.MinesweeperError, "within 0 to 4294967296"),
        ({"starts": {}}, TypeError, "starts must be a dict"),
        ({"starts": [(0, 0)]}, TypeError, "starts must be a dict"),
        (
            {"starts": {(0, 0): range(5)}, "seeds": range(5)},
            TypeError,
            "give seeds, or starts",
        ),
        (
            {"starts": {(0, 0): range(5)}, "start": (1, 1)},
            TypeError,
            "give start and seeds, or starts",
        ),
        ({"starts": {(16, 0): range(5)}}, nogues.MinesweeperError, "start row must"),
        ({"seeds": range(5), "layout": "raw"}, nogues.MinesweeperError, "layout must"),
        (
            {"seeds": range(5), "metrics": "bbbv"},
            TypeError,
            "metrics must be some of start, opening",
        ),
        (
            {"seeds": range(5), "metrics": ["3bv"]},
            nogues.MinesweeperError,
            "metrics must be one of start, opening, .* not '3bv'",
        ),
        (
            {"seeds": range(5), "shard_boards": 0},
            nogues.MinesweeperError,
            "shard_boards must be 1 to",
        ),
        (
            {"seeds": range(5), "storage_options": {"key": "x"}},
            nogues.MinesweeperError,
            "storage_options need a URL",
        ),
        ({"seeds": range(5), "skip_failures": 1}, TypeError, "skip_failures must be"),
    ],
)
def test_what_is_refused(tmp_path, options, error, words):
    with pytest.raises(error, match=words):
        nogues.write_dataset(tmp_path / "x", 30, 16, 99, **options)
    assert not (tmp_path / "x").exists()


def test_more_boards_than_seeds(tmp_path):
    with pytest.raises(nogues.MinesweeperError) as told:
        nogues.write_dataset(tmp_path / "x", 9, 9, 10, seeds=range(5 * 10**9))
    words = str(told.value)
    assert "a seed has 32 bits, so one start has 4,294,967,296 boards" in words
    starts = "starts={(4, 4): range(4294967296), (0, 0): range(705032704)}"
    assert starts in words
    assert "--starts 4,4=0:4294967296 --starts 0,0=0:705032704" in words
    with pytest.raises(nogues.MinesweeperError, match="and so on"):
        nogues.write_dataset(tmp_path / "x", 9, 9, 10, seeds=range(10**10))
    with pytest.raises(nogues.MinesweeperError, match="all 1 starts have fewer than"):
        nogues.write_dataset(tmp_path / "x", 1, 1, 0, seeds=range(ALL_SEEDS + 1))


def test_starts_must_have_room_for_the_same_mines(tmp_path):
    starts = {(0, 0): range(5), (4, 4): range(5)}
    with pytest.raises(nogues.MinesweeperError, match=r"72 from .* 68 from"):
        nogues.write_dataset(tmp_path / "x", 9, 9, 72, starts=starts)


def test_so_many_files_are_not_usable():
    message = r"^shard_boards must be at least 4,295 for 4,294,967,296 seeds, so that "
    with pytest.raises(nogues.MinesweeperError, match=message):
        check_shard_boards(4294, 2**32, SPEC, "packed", REFERENCE)
    assert check_shard_boards(4295, 2**32, SPEC, "packed", REFERENCE) == 4295
    text = replace(PLAN, shard_boards=1, runs=(Run((8, 15), 0, 2**32),)).to_text()
    with pytest.raises(nogues.FormatError, match=r"bad plan: shard_boards must be at"):
        plan_from_text(text, "it")
