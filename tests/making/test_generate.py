"""generate_board and generate_boards: arguments, seeds, draws, threads, failures."""

import random
import threading

import numpy as np
import pytest
import reference

import nogues
from nogues import MinesweeperError

EXPERT = nogues.PRESETS["expert"]


def test_presets_and_constants():
    assert dict(EXPERT) == {"width": 30, "height": 16, "mines": 99}
    assert list(nogues.PRESETS) == ["beginner", "intermediate", "expert"]
    assert dict(nogues.CAMPO_MINADO_LEVELS["extremo"]) == {
        "width": 50,
        "height": 30,
        "mines": 300,
    }
    assert nogues.DAILY_PUZZLE["start"] == (6, 5)
    assert (nogues.SAFE_DISTANCE, nogues.MAX_CELLS) == (2, 40_000)
    assert nogues.ALGORITHM["search"] == "repair"
    assert nogues.ALGORITHM["version"] == 1
    with pytest.raises(TypeError):
        nogues.PRESETS["expert"]["mines"] = 1


def test_no_seed_can_be_made_again():
    first, second = (nogues.generate_board(**EXPERT) for _ in range(2))
    assert first.seed != second.seed
    assert nogues.generate_board(**EXPERT, seed=first.seed) == first


def test_seed_zero_is_a_seed():
    assert nogues.generate_board(**EXPERT, seed=0) == nogues.generate_board(
        **EXPERT, seed=0
    )
    assert nogues.generate_board(**EXPERT, seed=0).seed == 0


@pytest.mark.parametrize(
    ("seed", "same"),
    [
        (-1, 2**32 - 1),
        (2**32, 0),
        (2**63, 0),
        (2**200 + 5, 5),
        (np.int64(-3), 2**32 - 3),
        (np.uint64(2**63 + 9), 9),
    ],
)
def test_integers_of_any_size(seed, same):
    board = nogues.generate_board(9, 9, 10, seed=seed)
    assert board == nogues.generate_board(9, 9, 10, seed=same)
    assert board.seed == same
    assert nogues.generate_boards(9, 9, 10, seeds=[seed])[0] == board


@pytest.mark.parametrize(
    "seed", [1.0, 1.5, True, "1", b"1", np.bool_(True), np.float64(2), [1], None]
)
def test_bad_seeds(seed):
    if seed is not None:
        with pytest.raises(TypeError, match="seed must be an integer"):
            nogues.generate_board(9, 9, 10, seed=seed)
    with pytest.raises(TypeError, match="seed must be an integer"):
        nogues.generate_boards(9, 9, 10, seeds=[seed])


@pytest.mark.parametrize(
    "seeds",
    [5, 1.5, "123", None, np.array([1.0]), np.array([[1]]), np.array([True])],
    ids=repr,
)
def test_bad_seed_lists(seeds):
    with pytest.raises(TypeError, match="seeds must be"):
        nogues.generate_boards(9, 9, 10, seeds=seeds)


def test_too_many_seeds():
    with pytest.raises(MinesweeperError, match=r"seeds must be at most [\d,]+ here"):
        nogues.generate_boards(9, 9, 10, seeds=range(10**30))


def test_masked_arrays_become_plain():
    seeds = np.ma.array([1, 2], mask=[True, False])
    assert type(nogues.generate_boards(9, 9, 10, seeds=seeds).seed) is np.ndarray


def test_seed_lists_of_every_kind():
    numbers = [7, 2**32 + 1, -2]
    expected = nogues.generate_boards(9, 9, 10, seeds=numbers)
    assert expected.seed.tolist() == [7, 1, 2**32 - 2]
    assert nogues.generate_boards(9, 9, 10, seeds=np.array(numbers)) == expected
    assert nogues.generate_boards(9, 9, 10, seeds=iter(numbers)) == expected
    span = range(2**40 - 5, -(2**40), -(2**39))
    assert nogues.generate_boards(9, 9, 10, seeds=span) == nogues.generate_boards(
        9, 9, 10, seeds=list(span)
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((0, 9, 1), "width must be 1 to 1000000, not 0"),
        ((9, -1, 1), "height must be 1 to 1000000, not -1"),
        (
            (40001, 1, 1),
            "at most 40000 with search=.repair. and logic=.elementary., not",
        ),
        (
            (201, 200, 1),
            "width . height must be at most 40000 .* not 201 . 200 = 40200",
        ),
        ((1001, 1000, 1), "width . height must be at most 1000000, not"),
        ((9, 9, -1), "mines must be at least 0, not -1"),
        ((9, 9, 1, (9, 0)), "start row must be 0 to 8, not 9"),
        ((9, 8, 1, (0, 9)), "start column must be 0 to 8, not 9"),
        ((9, 9, 1, (-1, 0)), "start row must be 0 to 8, not -1"),
    ],
)
def test_values_out_of_range(arguments, message):
    with pytest.raises(MinesweeperError, match=message):
        nogues.generate_board(*arguments)
    with pytest.raises(MinesweeperError, match=message):
        nogues.generate_boards(*arguments, seeds=[1])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((9.0, 9, 1), r"width must be an integer, not 9\.0"),
        (("9", 9, 1), "width must be an integer, not '9'"),
        ((9, True, 1), "height must be an integer, not True"),
        ((9, 9, None), "mines must be an integer, not None"),
        ((9, 9, 1, 4), r"start must be a pair \(row, column\), not 4"),
        ((9, 9, 1, (1, 2, 3)), r"start must be a pair"),
        ((9, 9, 1, "44"), r"start must be a pair"),
        ((9, 9, 1, {1, 2}), r"start must be a pair"),
        ((9, 9, 1, (1.0, 2)), r"start row must be an integer, not 1\.0"),
    ],
)
def test_values_of_wrong_type(arguments, message):
    with pytest.raises(TypeError, match=message):
        nogues.generate_board(*arguments)


@pytest.mark.parametrize("name", ["max_attempts", "max_passes"])
def test_bad_caps(name):
    with pytest.raises(MinesweeperError, match=f"{name} must be 1 to 2147483647"):
        nogues.generate_board(9, 9, 10, **{name: 0})
    with pytest.raises(MinesweeperError, match=name):
        nogues.generate_board(9, 9, 10, **{name: 2**31})
    with pytest.raises(TypeError, match=name):
        nogues.generate_board(9, 9, 10, **{name: 1.5})


def test_bad_threads_and_progress():
    with pytest.raises(MinesweeperError, match="threads must be 1 to 1024, not 0"):
        nogues.generate_boards(9, 9, 10, seeds=[1], threads=0)
    with pytest.raises(TypeError, match="progress"):
        nogues.generate_boards(9, 9, 10, seeds=[1], progress=3)


def test_mines_are_clamped_to_what_fits():
    board = nogues.generate_board(5, 1, 99, (0, 0), seed=1)
    assert (board.mines, board.mine_count) == (99, 2)
    assert board.clue.tolist() == [0, 0, 1, -1, -1]
    assert nogues.generate_board(5, 1, 10**30, (0, 0), seed=1).mine_count == 2


@pytest.mark.parametrize("size", [(30, 16, 99), (70, 60, 600)])
def test_boards_are_what_they_promise(size):
    boards = nogues.generate_boards(*size, seeds=range(60))
    row, column = boards.start
    for board in boards:
        assert np.count_nonzero(board.mine_mask) == board.mine_count == size[2]
        assert np.array_equal(
            board.grid, nogues.count_clues(board.mine_mask.reshape(board.grid.shape))
        )
        mines = np.argwhere(board.grid == nogues.MINE)
        assert np.abs(mines - (row, column)).sum(axis=1).min() > nogues.SAFE_DISTANCE
        assert nogues.is_solvable(board)
        assert len(nogues.reveal(board).cells) == board.opening


# --- bulk ---


@pytest.mark.parametrize("size", [(9, 9, 10), (30, 16, 99), (90, 40, 400)])
def test_threads_and_chunks_do_not_matter(size, monkeypatch):
    seeds = range(1000 if size[0] < 50 else 40)
    expected = nogues.generate_boards(*size, seeds=seeds, threads=1)
    assert nogues.generate_boards(*size, seeds=seeds, threads=2) == expected
    monkeypatch.setattr("nogues.making.generate.CHUNK_BOARDS", 7)
    for threads in (1, 2, 5):
        assert nogues.generate_boards(*size, seeds=seeds, threads=threads) == expected
    assert expected[3] == nogues.generate_board(*size, seed=3)


def test_interleaved_calls_share_nothing():
    results = {}

    def make(name, size):
        results[name] = [nogues.generate_board(*size, seed=s) for s in range(50)]

    sizes = {"a": (30, 16, 99), "b": (16, 16, 40), "c": (66, 10, 80)}
    workers = [threading.Thread(target=make, args=item) for item in sizes.items()]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    for name, size in sizes.items():
        assert results[name] == list(nogues.generate_boards(*size, seeds=range(50)))


def test_no_seeds_no_boards():
    boards = nogues.generate_boards(9, 9, 10, seeds=[])
    assert len(boards) == 0
    assert boards.clue.shape == (0, 81)
    assert list(boards) == []


# 30x16/140 fails for about half of the seeds within two attempts.
FAILING = {"width": 30, "height": 16, "mines": 140, "max_attempts": 2}


def test_failures_are_listed_or_raised(monkeypatch):
    seeds = range(100, 400)
    boards = nogues.generate_boards(**FAILING, seeds=seeds, skip_failures=True)
    failed = boards.failed_seeds.tolist()
    assert failed
    assert len(boards)
    assert sorted(failed + boards.seed.tolist()) == list(seeds)
    assert failed == sorted(failed)
    assert (boards.attempts > 0).all()
    monkeypatch.setattr("nogues.making.generate.CHUNK_BOARDS", 4)
    again = nogues.generate_boards(**FAILING, seeds=seeds, skip_failures=True)
    assert again == boards
    for board in boards[::20]:
        assert board == nogues.generate_board(**FAILING, seed=board.seed)
    for threads in (1, 2, 4):
        with pytest.raises(nogues.GenerationError, match=f"for seed {failed[0]}$"):
            nogues.generate_boards(**FAILING, seeds=seeds, threads=threads)
    with pytest.raises(nogues.GenerationError, match="in 2 attempts"):
        nogues.generate_board(**FAILING, seed=failed[0])


def test_progress_is_reported(monkeypatch):
    monkeypatch.setattr("nogues.making.generate.CHUNK_BOARDS", 100)
    told = []
    nogues.generate_boards(
        9,
        9,
        10,
        seeds=range(1000),
        progress=lambda done, total: told.append((done, total)),
    )
    assert told[-1] == (1000, 1000)
    assert [done for done, _ in told] == sorted(done for done, _ in told)


@pytest.mark.parametrize("n", [0, 1, 5])
def test_progress_is_reported_for_few_boards(n):
    told = []

    def tell(done, total):
        told.append((done, total))

    nogues.generate_boards(9, 9, 10, seeds=range(n), progress=tell)
    assert told[-1] == (n, n)


def test_progress_bar_goes_to_stderr(capsys):
    nogues.generate_boards(9, 9, 10, seeds=range(1000), progress=True)
    captured = capsys.readouterr()
    assert "1,000 of 1,000 boards" in captured.err
    assert captured.out == ""


def test_an_error_in_progress_stops_the_run():
    def tell(done, total):
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        nogues.generate_boards(**EXPERT, seeds=range(100_000), progress=tell)


# --- draws of the caller's ---


class Counting:
    """A source that counts its calls."""

    def __init__(self, source):
        self.source, self.calls = source, 0

    def __call__(self):
        self.calls += 1
        return self.source()


@pytest.mark.parametrize("size", [(9, 9, 10), (16, 16, 40), (30, 16, 99), (20, 5, 30)])
def test_rng_is_called_as_often_as_the_reference_calls_it(size):
    width, height, mines = size
    start = nogues.center_of(width, height)
    for seed in range(5):
        expected = reference.Mulberry(seed)
        found = reference.generate(width, height, mines, start, expected)
        counting = Counting(nogues.create_rng(seed))
        if found is None:
            with pytest.raises(nogues.GenerationError):
                nogues.generate_board(*size, rng=counting)
        else:
            nogues.generate_board(*size, rng=counting)
        assert counting.calls == expected.draws


@pytest.mark.parametrize(
    "make", [random.Random, np.random.default_rng], ids=["random", "numpy"]
)
def test_generators_of_others(make):
    board = nogues.generate_board(16, 16, 40, rng=make(5))
    assert board == nogues.generate_board(16, 16, 40, rng=make(5).random)
    assert board.seed is None
    layout, attempts, repairs = reference.generate(16, 16, 40, (8, 8), make(5).random)
    mines = {tuple(cell) for cell in np.argwhere(board.grid < 0).tolist()}
    assert (mines, board.attempts, board.repairs) == (layout, attempts, repairs)


@pytest.mark.parametrize("rng", [5, "x", random.Random, object()])
def test_bad_rng(rng):
    with pytest.raises(TypeError, match="rng must be a callable"):
        nogues.generate_board(9, 9, 10, rng=rng)


@pytest.mark.parametrize("value", [1.0, -0.1, 7, float("nan")])
def test_bad_draws(value):
    with pytest.raises(MinesweeperError, match=r"rng must return floats in \[0, 1\)"):
        nogues.generate_board(9, 9, 10, rng=lambda: value)


@pytest.mark.parametrize(
    "value",
    [None, "0.5", [0.1], np.zeros(2), True, False, 10**400],
    ids=lambda v: repr(v)[:20],
)
def test_draws_of_wrong_type(value):
    with pytest.raises(TypeError, match="rng must return floats"):
        nogues.generate_board(9, 9, 10, rng=lambda: value)


def test_seed_and_rng_exclude_each_other():
    with pytest.raises(TypeError, match="not both"):
        nogues.generate_board(9, 9, 10, seed=1, rng=random.Random(1))
